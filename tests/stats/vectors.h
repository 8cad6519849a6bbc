/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads one vector of tests/data/vectors.json and compares what was computed with what
 * it expects. Every key of "expected" must be looked at: vector_done() fails for one
 * that was not, so that nothing is reproduced by being overlooked.
 */
#ifndef TESTS_STATS_VECTORS_H
#define TESTS_STATS_VECTORS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "stats/interval.h"

struct vector {
	const char *id, *kind;
	json_t *input, *params, *expected;
	json_t *seen; /* object: the keys of expected that were compared */
	double rel, abs;
	int wrong;
};

struct numbers {
	double *x;
	size_t n;
};

static inline struct vector vector_start(json_t *json)
{
	struct vector v = {
		.id = json_string_value(json_object_get(json, "id")),
		.kind = json_string_value(json_object_get(json, "kind")),
		.input = json_object_get(json, "input"),
		.params = json_object_get(json, "params"),
		.expected = json_object_get(json, "expected"),
		.seen = json_object(),
		.rel = 1e-9,
		.abs = 1e-12,
	};

	assert_non_null(v.id);
	assert_non_null(v.kind);
	assert_non_null(v.expected);
	return v;
}

/* null, "NaN" and "Infinity" are how JSON has to spell them. */
static inline double vector_double(const json_t *j)
{
	const char *s = json_string_value(j);

	if (s && !strcmp(s, "Infinity"))
		return INFINITY;
	if (s && !strcmp(s, "NaN"))
		return NAN;
	if (json_is_null(j))
		return NAN;
	assert_true(json_is_number(j));
	return json_number_value(j);
}

/* A list of numbers, or one number as a list; released at the end of the program. */
static inline struct numbers vector_list(const json_t *j)
{
	struct numbers l = { .n = json_is_array(j) ? json_array_size(j) : 1 };
	size_t i;

	assert_non_null(j);
	l.x = test_calloc(l.n + 1, sizeof(*l.x));
	for (i = 0; i < l.n; i++)
		l.x[i] = vector_double(json_is_array(j) ? json_array_get(j, i) : j);
	return l;
}

static inline struct numbers vector_input(const struct vector *v, const char *key)
{
	return vector_list(json_object_get(v->input, key));
}

static inline double vector_param(const struct vector *v, const char *key, double absent)
{
	const json_t *j =
		json_is_object(v->params) ? json_object_get(v->params, key) : NULL;

	return j ? vector_double(j) : absent;
}

static inline bool vector_has(const struct vector *v, const char *key)
{
	return json_is_object(v->expected) && json_object_get(v->expected, key);
}

static inline const json_t *vector_expect(struct vector *v, const char *key)
{
	const json_t *j = json_object_get(v->expected, key);

	if (!j) {
		print_error("%s: expects nothing about %s\n", v->id, key);
		v->wrong++;
	}
	json_object_set_new(v->seen, key, json_true());
	return j;
}

static inline bool vector_near(const struct vector *v, double got, double want)
{
	if (isnan(want) || isnan(got))
		return isnan(want) && isnan(got);
	if (fabs(want) < v->abs)
		return fabs(got - want) < v->abs;
	return fabs(got - want) <= v->rel * fabs(want);
}

static inline void vector_compare(struct vector *v, const char *what, double got,
				  double want)
{
	if (vector_near(v, got, want))
		return;
	print_error("%s: %s is %.15g, not %.15g\n", v->id, what, got, want);
	v->wrong++;
}

static inline void vector_number(struct vector *v, const char *key, double got)
{
	const json_t *j = vector_expect(v, key);

	if (j)
		vector_compare(v, key, got, vector_double(j));
}

static inline void vector_numbers(struct vector *v, const char *key, const double *got,
				  size_t n)
{
	const json_t *j = vector_expect(v, key);
	struct numbers want;
	size_t i;

	if (!j)
		return;
	want = vector_list(j);
	assert_int_equal(want.n, n);
	for (i = 0; i < n; i++)
		vector_compare(v, key, got[i], want.x[i]);
	test_free(want.x);
}

/* An interval, or null for none. */
static inline void vector_interval(struct vector *v, const char *key, struct interval got)
{
	double ends[2] = { got.lo, got.hi };

	if (json_is_null(json_object_get(v->expected, key)))
		vector_number(v, key, interval_exists(got) ? got.lo : NAN);
	else
		vector_numbers(v, key, ends, 2);
}

static inline void vector_bool(struct vector *v, const char *key, bool got)
{
	const json_t *j = vector_expect(v, key);

	if (j && json_is_true(j) != got) {
		print_error("%s: %s is %s\n", v->id, key, got ? "true" : "false");
		v->wrong++;
	}
}

static inline void vector_text(struct vector *v, const char *key, const char *got)
{
	const json_t *j = vector_expect(v, key);

	if (j && strcmp(json_string_value(j), got)) {
		print_error("%s: %s is \"%s\", not \"%s\"\n", v->id, key, got,
			    json_string_value(j));
		v->wrong++;
	}
}

/* Words for the reader of the file, not a result. */
static inline void vector_prose(struct vector *v, const char *key)
{
	json_object_set_new(v->seen, key, json_true());
}

static inline void vector_done(struct vector *v)
{
	const char *key;
	json_t *value;

	if (json_is_object(v->expected)) {
		json_object_foreach (v->expected, key, value) {
			if (json_object_get(v->seen, key))
				continue;
			print_error("%s: %s was not compared\n", v->id, key);
			v->wrong++;
		}
	}
	json_decref(v->seen);
	assert_int_equal(v->wrong, 0);
}

#endif
