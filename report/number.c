/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See number.h. */
#include "report/number.h"

#include "base/xalloc.h"

#include <math.h>
#include <stdbool.h>
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

void text_wrapped(const char *text, size_t column, struct str *out)
{
	while (*text) {
		const size_t n = strcspn(text, " ");

		if (column + 1 + n > 80) {
			str_add(out, "\n   ");
			column = 3;
		}
		str_addc(out, ' ');
		str_addn(out, text, n);
		column += 1 + n;
		text += n + strspn(text + n, " ");
	}
	str_addc(out, '\n');
}

json_t *number_json(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

void csv_text(struct str *out, const char *s)
{
	bool formula = s && *s && strchr("=+-@\t\r", *s);

	if (!s)
		return;
	if (!formula && !strpbrk(s, ",\"\n\r")) {
		str_add(out, s);
		return;
	}
	str_add(out, formula ? "\"'" : "\"");
	for (; *s; s++) {
		if (*s == '"')
			str_addc(out, '"');
		str_addc(out, *s == '\n' || *s == '\r' ? ' ' : *s);
	}
	str_addc(out, '"');
}

void csv_number(struct str *out, double v)
{
	if (isfinite(v))
		str_addf(out, "%.9g", v);
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
