/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See number.h. */
#include "report/number.h"

#include "base/xalloc.h"
#include "report/escape.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *number_text(double v, char buf[NUMBER_MAX])
{
	double a = fabs(v);
	int decimals = a >= 1000 ? 0 : a >= 100 ? 1 : a >= 10 ? 2 : a >= 1 ? 3 : 4;

	if (!isfinite(v))
		snprintf(buf, NUMBER_MAX, "-");
	else if (a >= 1e8)
		snprintf(buf, NUMBER_MAX, "%.3e", v);
	else if (v == 0)
		strcpy(buf, "0");
	else if (a < 0.01)
		snprintf(buf, NUMBER_MAX, "%.2e", v);
	else
		snprintf(buf, NUMBER_MAX, "%.*f", decimals, v);
	return buf;
}

const char *number_time(double ns, char buf[NUMBER_MAX])
{
	static const struct {
		double ns;
		const char *name;
	} units[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "us" }, { 1, "ns" } };
	char number[NUMBER_MAX];
	size_t i = 0;

	if (ns == 0 || !isfinite(ns)) {
		strcpy(buf, ns == 0 ? "0" : "-");
		return buf;
	}
	while (i < 3 && fabs(ns) < units[i].ns)
		i++;
	snprintf(buf, NUMBER_MAX, "%.20s %s", number_text(ns / units[i].ns, number),
		 units[i].name);
	return buf;
}

const char *number_change(double pct, char buf[NUMBER_MAX])
{
	double a = fabs(pct);

	if (isfinite(pct))
		snprintf(buf, NUMBER_MAX, "%+.*f%%", a < 10 ? 2 : a < 100 ? 1 : 0, pct);
	else
		strcpy(buf, "-");
	return buf;
}

json_t *number_json(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

json_t *interval_json(double lo, double hi)
{
	return isfinite(lo) && isfinite(hi) ? json_pack("[f,f]", lo, hi) : json_null();
}

/* What a spreadsheet takes for the beginning of a formula, also in its full width. */
static bool formula(const char *s)
{
	static const char *const begins[] = { "=",
					      "+",
					      "-",
					      "@",
					      "\t",
					      "\r",
					      "\xef\xbc\x9d",
					      "\xef\xbc\x8b",
					      "\xef\xbc\x8d",
					      "\xef\xbc\xa0" };

	s += strspn(s, " ");
	for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
		if (!strncmp(s, begins[i], strlen(begins[i])))
			return true;
	return false;
}

void csv_text(struct str *out, const char *s)
{
	struct str clean = STR_INIT;

	if (!s || !*s)
		return;
	escape_text(&clean, s, SIZE_MAX, true);
	if (!formula(s) && !strpbrk(clean.s, ",\"")) {
		str_add(out, clean.s);
	} else {
		str_add(out, formula(s) ? "\"'" : "\"");
		for (const char *p = clean.s; *p; p++) {
			if (*p == '"')
				str_addc(out, '"');
			str_addc(out, *p);
		}
		str_addc(out, '"');
	}
	str_release(&clean);
}

void csv_number(struct str *out, double v)
{
	if (isfinite(v))
		str_addf(out, "%.9g", v);
}

void csv_texts(struct str *out, const char *const *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		csv_text(out, s[i]);
		str_addc(out, ',');
	}
}

void csv_numbers(struct str *out, const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		csv_number(out, v[i]);
		str_addc(out, ',');
	}
}

void json_out(json_t *top, struct str *out)
{
	char *text = json_dumps(top, JSON_INDENT(2) | JSON_REAL_PRECISION(9));

	str_add(out, text ? text : "{}");
	str_addc(out, '\n');
	free(text);
	json_decref(top);
}

json_t *text_json(const char *s)
{
	json_t *j = s ? json_string(s) : json_null();
	char *copy;

	if (j)
		return j;
	copy = xstrdup(s);
	for (char *p = copy; *p; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	j = json_string(copy);
	free(copy);
	return j;
}
