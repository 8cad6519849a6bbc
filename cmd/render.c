/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See render.h. */
#include "cmd/render.h"

#include "cmd/terminal.h"
#include "report/kcidb.h"
#include "report/ktap.h"
#include "report/markdown.h"

#include <stdlib.h>
#include <string.h>

/* The name under which a CI system reports; NULL if none is set, or it is no name. */
static const char *origin(void)
{
	const char *s = getenv("KTOLL_KCIDB_ORIGIN");

	return s && *s && strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(s)
		       ? s
		       : NULL;
}

void render_run(const struct run_report *r, enum format format, struct str *out)
{
	const struct look look = look_of(format);

	switch (format) {
	case FORMAT_JSON: run_report_json(r, out); break;
	case FORMAT_CSV: run_report_csv(r, out); break;
	case FORMAT_KTAP: run_report_ktap(r, out); break;
	case FORMAT_KCIDB: run_report_kcidb(r, origin(), out); break;
	case FORMAT_MARKDOWN: run_report_markdown(r, out); break;
	default: run_report_text(r, &look, out);
	}
}

void render_compare(const struct compare_report *r, size_t n, enum format format,
		    struct str *out)
{
	const struct look look = look_of(format);

	switch (format) {
	case FORMAT_JSON: compare_report_json(r, n, out); break;
	case FORMAT_CSV: compare_report_csv(r, n, out); break;
	case FORMAT_KTAP: compare_report_ktap(r, n, out); break;
	case FORMAT_KCIDB: compare_report_kcidb(r, n, origin(), out); break;
	case FORMAT_MARKDOWN: compare_report_markdown(r, n, out); break;
	default:
		for (size_t i = 0; i < n; i++) {
			str_add(out, i ? "\n" : "");
			compare_report_text(&r[i], &look, out);
		}
		if (format == FORMAT_TEXT && color_wanted())
			color_verdicts(out);
	}
}
