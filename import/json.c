/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See json.h. */
#include "import/json.h"

#include <errno.h>
#include <math.h>
#include <string.h>

void json_lines_init(struct json_lines *it, const struct text *t, const char *key)
{
	*it = (struct json_lines){ .t = t, .key = key };
}

size_t json_lines_next(struct json_lines *it)
{
	size_t n = strlen(it->key), line = it->line, at = it->at;
	const char *s, *p;

	for (; line < it->t->n; line++, at = 0) {
		s = text_line(it->t, line);
		for (p = strchr(s + at, '"'); p; p = strchr(p + 1, '"')) {
			if (strncmp(p + 1, it->key, n) || p[1 + n] != '"' ||
			    *text_skip(p + 2 + n) != ':')
				continue;
			it->line = line;
			it->at = p + 2 + n - s;
			return line;
		}
	}
	return it->line;
}

int json_check_number(const struct text *t, size_t line, const json_t *value,
		      const char *what, double *ret_value, struct err *e)
{
	double v;

	if (!json_is_number(value))
		return text_bad(t, line, e, "a number", "%s is not a number", what);
	v = json_number_value(value);
	if (!isfinite(v))
		return text_bad(t, line, e, "a finite number", "%s is %g", what, v);
	if (v < 0)
		return text_bad(t, line, e, "a number that is not negative",
				"%s is negative: %.17g", what, v);
	*ret_value = v;
	return 0;
}

int json_get_number(const struct text *t, size_t line, const json_t *obj, const char *key,
		    double *ret_value, struct err *e)
{
	const json_t *value = json_object_get(obj, key);

	if (!value)
		return text_bad(t, line, e, NULL, "\"%s\" is missing", key);
	return json_check_number(t, line, value, key, ret_value, e);
}

const char *json_get_string(const struct text *t, size_t line, const json_t *obj,
			    const char *key, struct err *e)
{
	const char *s = json_string_value(json_object_get(obj, key));

	if (!s)
		text_bad(t, line, e, NULL, "\"%s\" is missing or no text", key);
	return s;
}
