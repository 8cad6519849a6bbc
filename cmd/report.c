/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll report: one self-contained page over an experiment, or over arms. */
#include "cmd/command.h"

#include "cmd/arms_option.h"
#include "cmd/page.h"

extern const struct command cmd_report;

static const struct option longs[] = {
	ARMS_LONGS,
};

static int run(int argc, char **argv)
{
	struct arms_options o = ARMS_OPTIONS_DEFAULT;
	struct gathered g = { 0 };
	struct store *s = NULL;
	struct str page = STR_INIT;
	struct err e;
	int r = arms_parse(&cmd_report, longs, argc, argv, &o);

	if (r >= 0)
		return r;
	r = arms_load(&o, &s, &g, &e);
	if (r < 0)
		return arms_status(r, &e);
	r = gathered_paths(s, &g, &e);
	if (!r)
		r = page_make(s, &g, argc, argv, &page, &e);
	if (!r)
		r = write_whole(o.output, &page, &e);
	if (r < 0)
		r = complain(EXIT_CANNOT, &e);
	str_release(&page);
	gathered_release(&g);
	store_close(s);
	return r;
}

const struct command cmd_report = {
	.name = "report",
	.does = "make one self-contained HTML page with verdicts, plots and all facts",
	.synopsis =
		"report [--margin PCT] [--confidence PCT] [--workloads GLOB]... [--force]\n"
		"             [--db FILE] -o FILE EXPERIMENT|ARM...",
	.run = run,
};
