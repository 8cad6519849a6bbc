/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See repeat.h. */
#include "lab/repeat.h"

#include "base/cleanup.h"
#include "base/clock.h"

#include <errno.h>
#include <string.h>

struct work {
	struct repeat *r;
	int64_t workload;
	double began;
	size_t done;
};

static void report_progress(const struct work *w)
{
	const struct repeat *r = w->r;
	struct session_progress p = {
		.done = w->done,
		.total = r->warmup + r->runs,
		.label = r->name,
		.seconds = clock_seconds() - w->began,
		.seconds_left = -1,
		.meanwhile = w->done < r->warmup ? "warming up" : "first run",
	};

	if (!r->progress)
		return;
	if (w->done)
		p.seconds_left =
			p.seconds / (double)w->done * (double)(p.total - w->done);
	r->progress(r->ctx, &p);
}

static int failure(const struct work *w, const char *what, struct err *e)
{
	_cleanup_free_ char *line = command_line(w->r->how.argv);
	const struct repeat *r = w->r;
	const bool warm = w->done >= r->warmup;
	const size_t number = warm ? w->done - r->warmup : w->done;

	err_set(e, ECANCELED, "%s %zu of %u: %s", warm ? "run" : "warm-up run",
		number + 1, warm ? r->runs : r->warmup, what);
	err_where(e, "%s", line);
	err_expect(e, "exit status 0, or --ignore-failure");
	return -ECANCELED;
}

static int one(struct work *w, struct err *e)
{
	const struct repeat *r = w->r;
	const bool kept = w->done >= r->warmup;
	struct store_process result;
	struct command_run run;
	int q = command_run(&r->how, &run, e);

	if (q < 0)
		return q;
	command_result(&r->how, &run, &result);
	result.boot_id = r->boot;
	result.workload_id = w->workload;
	result.number = (int64_t)w->done - r->warmup;
	if (kept)
		q = store_process_add(r->store, &result, NULL, e);
	if (!q && !r->how.ignore_failure && strcmp(result.status, "done"))
		q = failure(w, result.reason, e);
	w->done++;
	return q;
}

int repeat_run(struct repeat *r, struct err *e)
{
	const struct catalogue_entry entry = command_entry(r->name);
	struct work w = { .r = r, .began = clock_seconds() };
	int q = store_workload(r->store, entry.name, entry.abi, entry.rev, entry.unit,
			       entry.per, &w.workload, e);

	while (!q && w.done < r->warmup + r->runs) {
		report_progress(&w);
		q = *r->how.stop ? -EINTR : one(&w, e);
	}
	return q;
}
