/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files that write a series; for nobody else. */
#ifndef REPORT_SERIES_PARTS_H
#define REPORT_SERIES_PARTS_H

#include "report/number.h"
#include "report/series.h"

/* @s harmless in a line, as escape_text(): at most @max columns. */
void series_clean(struct str *out, const char *s, size_t max, bool utf8);

/* How many columns that takes of @s. */
size_t series_length(const char *s);

/* Cleaned, and cut to @n with a mark that it is. */
void series_cut(struct str *out, const char *s, size_t n, bool utf8);

/* "+7" counted, "+2.12%" timed. */
void series_change(const struct series_report *r, const struct series_step *s,
		   char buf[NUMBER_MAX]);

/* Whether arms without a number lie between the two: what they change is in it too. */
bool series_step_spans(const struct series_step *s, size_t arm);

/* Why there is no number of an arm that is broken or waiting. */
const char *series_why(const struct series_arm *a);

#endif
