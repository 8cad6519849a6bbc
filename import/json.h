/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the readers of JSON documents share: checked members, and the lines that the
 * JSON library forgets.
 */
#ifndef IMPORT_JSON_H
#define IMPORT_JSON_H

#include "import/text.h"

#include <jansson.h>

/*
 * The lines on which the members called @key stand, one after the other. jansson
 * keeps the order of the file, so the n-th object with that member is on the n-th
 * line found.
 */
struct json_lines {
	const struct text *t;
	const char *key;
	size_t line, at;
};

void json_lines_init(struct json_lines *it, const struct text *t, const char *key);

/* The next line, from 0; the last one again when there are no more. */
size_t json_lines_next(struct json_lines *it);

/* A member that must be a number, finite and not negative. */
int json_get_number(const struct text *t, size_t line, const json_t *obj, const char *key,
		    double *ret_value, struct err *e);

/* A member that must be text; NULL with @e set if it is not. */
const char *json_get_string(const struct text *t, size_t line, const json_t *obj,
			    const char *key, struct err *e);

/* A number that is an element, under the same rule; @what names it in the message. */
int json_check_number(const struct text *t, size_t line, const json_t *value,
		      const char *what, double *ret_value, struct err *e);

#endif
