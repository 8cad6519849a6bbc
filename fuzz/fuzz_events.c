/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The language of -e: what it accepts keeps the promises of events.h, and what it stores
 * as a name means the same when asked for again. An odd first byte is a hybrid CPU. The
 * sources are included: host/ is none of the layers that every fuzz target links.
 */
#include "host/events.c"
#include "host/events_name.c"

#define TEXT_MAX 2048

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool hybrid;

void pmus_read(int root_fd, struct pmus *ret_pmus)
{
	*ret_pmus = (struct pmus){ .list = { { "cpu_atom", 10 }, { "cpu_core", 4 } },
				   .n = hybrid ? 2 : 1 };
}

static void check_again(const struct event *v)
{
	struct events again = { .n = 0 };
	size_t i;

	if (events_add(&again, v->name, -1, NULL))
		abort();
	for (i = 0; i < again.n; i++) {
		const struct event *w = &again.list[i];

		if (!strcmp(w->pmu, v->pmu) && !strcmp(w->name, v->name) &&
		    w->type == v->type && w->config == v->config &&
		    w->config1 == v->config1 && w->config2 == v->config2 &&
		    w->exclude == v->exclude)
			return;
	}
	abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct events ev = { .n = 0 };
	char text[TEXT_MAX];
	struct err e = { .what = "" };
	size_t i;

	if (!size || size > TEXT_MAX)
		return 0;
	hybrid = data[0] & 1;
	memcpy(text, data + 1, size - 1);
	text[size - 1] = 0;
	if (events_add(&ev, text, -1, &e)) {
		if (!e.what[0] || ev.n || ev.groups)
			abort();
		return 0;
	}
	if (!ev.n || ev.n > EVENTS_MAX || ev.list[0].group ||
	    ev.list[ev.n - 1].group + 1 != ev.groups)
		abort();
	for (i = 0; i < ev.n; i++) {
		if (i && ev.list[i].group - ev.list[i - 1].group > 1)
			abort();
		check_again(&ev.list[i]);
	}
	return 0;
}
