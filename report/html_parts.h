/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files html*.c; for nobody else. */
#ifndef REPORT_HTML_PARTS_H
#define REPORT_HTML_PARTS_H

#include "report/html.h"

extern const char html_css[], html_js[]; /* report/assets, by scripts/gen-assets */

void html_tables(const struct html_report *r, struct str *out);
/* The name of workload @i inside of <th>, a link to its section. */
void html_label(const struct html_workload *w, size_t i, struct str *out);
/* What would decide what is unknown; nothing of other verdicts. */
void html_advice(const struct html_report *r, const struct compare_row *row,
		 struct str *out);
/* The table of what was counted; nothing if nothing was. */
void html_counts(const struct html_report *r, struct str *out);
/* One section a workload, with its figures. */
void html_sections(const struct html_report *r, struct str *out);
/* What differs, what was flagged, how to reproduce, how to read it. */
void html_about(const struct html_report *r, struct str *out);

/* What the number of a single arm is: "mean" of commands and other tools, or "value". */
const char *html_value_word(const struct html_report *r);

/* <span class="v ...">: word and sign of a verdict. */
/* What the number of a single arm is: "mean" of commands and other tools, else "value".
 */
const char *html_value_word(const struct html_report *r);

void html_badge(char letter, struct str *out);

/* The patches of a series and its steps; nothing if it is none. */
void html_series(const struct html_report *r, struct str *out);

/* Flame graphs of a workload; *@spent counts their bytes over the page. */
void html_paths(const struct html_report *r, const struct html_workload *w, size_t *spent,
		struct str *out);

/* The figures of a workload, one SVG each; nothing where there are no numbers. */
void html_figures(const struct html_report *r, const struct html_workload *w,
		  struct str *out);

#endif
