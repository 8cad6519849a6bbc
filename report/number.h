/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How numbers and foreign text look in reports. */
#ifndef REPORT_NUMBER_H
#define REPORT_NUMBER_H

#include "base/str.h"

#include <jansson.h>

#define NUMBER_MAX 32

/* Four significant digits, "331.2", "10410", "1.201e+10", "-" for NAN; returns @buf. */
const char *number_text(double v, char buf[NUMBER_MAX]);

/* The same of a time: "1.234 s", "130.1 ms", "12.30 us", "0". */
const char *number_time(double ns, char buf[NUMBER_MAX]);

/* "+7.25%", "-12.1%", "+250%"; "-" for what is not finite; returns @buf. */
const char *number_change(double pct, char buf[NUMBER_MAX]);

/* NULL in JSON for what is not finite. */
json_t *number_json(double v);

/* [lo, hi]; NULL in JSON unless both are finite. */
json_t *interval_json(double lo, double hi);

/*
 * One field of a CSV line, in UTF-8: quoted where needed, without control characters, and
 * never something that a spreadsheet would take for a formula.
 */
void csv_text(struct str *out, const char *s);
void csv_number(struct str *out, double v); /* empty for what is not finite */

/* @n of them, each with a comma behind it. */
void csv_texts(struct str *out, const char *const *s, size_t n);
void csv_numbers(struct str *out, const double *v, size_t n);

/* Appends @top as an indented document, and drops it. */
void json_out(json_t *top, struct str *out);

/* A JSON string of text that may not be UTF-8: bad bytes become "?". */
json_t *text_json(const char *s);

#endif
