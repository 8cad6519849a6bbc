/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The language of -e: what it accepts keeps the promises of events.h, and what it stores
 * as a name means the same when asked for again. An odd first byte is a hybrid CPU; if
 * there are two lines, the first is what /sys says of the term and the name "odd". The
 * sources are included: host/ is none of the layers that every fuzz target links.
 */
#include "host/events.c"
#include "host/events_name.c"
#include "host/events_terms.c"

#define TEXT_MAX 2048

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool hybrid;

void pmus_read(int root_fd, struct pmus *ret_pmus)
{
	*ret_pmus = (struct pmus){ .list = { { "cpu_atom", 10 }, { "cpu_core", 4 } },
				   .n = hybrid ? 2 : 1 };
}

static char odd[128];

int text_line(int root, const char *path, char *ret_buf, size_t size)
{
	const char *text = NULL, *last = strrchr(path, '/');

	if (!strcmp(last, "/type"))
		text = strstr(path, "cpu_atom") ? "10" : "4";
	else if (!strcmp(last, "/event"))
		text = "config:0-7,32-35";
	else if (!strcmp(last, "/odd"))
		text = odd;
	if (!text || strlen(text) >= size)
		return -ENOENT;
	strcpy(ret_buf, text);
	return 0;
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
	char text[TEXT_MAX], *line;
	struct err e = { .what = "" };
	size_t i;

	if (!size || size > TEXT_MAX)
		return 0;
	hybrid = data[0] & 1;
	memcpy(text, data + 1, size - 1);
	text[size - 1] = 0;
	line = strchr(text, '\n');
	snprintf(odd, sizeof(odd), "%.*s", line ? (int)(line - text) : 0, text);
	if (events_add(&ev, line ? line + 1 : text, -1, &e)) {
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
