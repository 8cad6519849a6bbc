/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See cpumask.h. */
#include "host/cpumask.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define WORDS (CPUMASK_BITS / 64)

void cpumask_and(struct cpumask *a, const struct cpumask *b)
{
	int i;

	for (i = 0; i < WORDS; i++)
		a->w[i] &= b->w[i];
}

void cpumask_or(struct cpumask *a, const struct cpumask *b)
{
	int i;

	for (i = 0; i < WORDS; i++)
		a->w[i] |= b->w[i];
}

void cpumask_andnot(struct cpumask *a, const struct cpumask *b)
{
	int i;

	for (i = 0; i < WORDS; i++)
		a->w[i] &= ~b->w[i];
}

int cpumask_count(const struct cpumask *m)
{
	int i, n = 0;

	for (i = 0; i < WORDS; i++)
		n += __builtin_popcountll(m->w[i]);
	return n;
}

bool cpumask_equal(const struct cpumask *a, const struct cpumask *b)
{
	return !memcmp(a, b, sizeof(*a));
}

int cpumask_first(const struct cpumask *m)
{
	int i;

	for (i = 0; i < WORDS; i++)
		if (m->w[i])
			return i * 64 + __builtin_ctzll(m->w[i]);
	return -1;
}

int cpumask_last(const struct cpumask *m)
{
	int i;

	for (i = WORDS - 1; i >= 0; i--)
		if (m->w[i])
			return i * 64 + 63 - __builtin_clzll(m->w[i]);
	return -1;
}

static int number(const char **s, int *ret_value)
{
	int v = 0;

	if (**s < '0' || **s > '9')
		return -EINVAL;
	for (; **s >= '0' && **s <= '9'; ++*s) {
		v = v * 10 + (**s - '0');
		if (v >= CPUMASK_BITS)
			return -ERANGE;
	}
	*ret_value = v;
	return 0;
}

int cpumask_parse(const char *s, struct cpumask *ret_mask)
{
	struct cpumask m = { 0 };
	int r, from, to;

	s += strspn(s, " \t\n");
	while (*s && !strchr(" \t\n", *s)) {
		r = number(&s, &from);
		to = from;
		if (!r && *s == '-') {
			s++;
			r = number(&s, &to);
		}
		if (r < 0)
			return r;
		if (to < from)
			return -EINVAL;
		for (; from <= to; from++)
			cpumask_add(&m, from);
		if (*s == ',' && s[1] >= '0' && s[1] <= '9')
			s++;
		else if (*s && !strchr(" \t\n", *s))
			return -EINVAL;
	}
	if (s[strspn(s, " \t\n")])
		return -EINVAL;
	*ret_mask = m;
	return 0;
}

char *cpumask_format(const struct cpumask *m, char *buf, size_t size)
{
	size_t len = 0, n;
	char range[32];
	int from, to;

	buf[0] = 0;
	for (from = 0; from < CPUMASK_BITS; from = to + 1) {
		to = from;
		if (!cpumask_has(m, from))
			continue;
		while (cpumask_has(m, to + 1))
			to++;
		n = to > from ? snprintf(range, sizeof(range), "%s%d-%d", len ? "," : "",
					 from, to)
			      : snprintf(range, sizeof(range), "%s%d", len ? "," : "",
					 from);
		/* Room for this, and for ",..." should the next one not fit. */
		if (len + n + sizeof(",...") > size) {
			snprintf(buf + len, size - len, "%s...", len ? "," : "");
			break;
		}
		memcpy(buf + len, range, n + 1);
		len += n;
	}
	return buf;
}
