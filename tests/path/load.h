/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded profile that tests are made on, and profiles made by hand. */
#ifndef TESTS_PATH_LOAD_H
#define TESTS_PATH_LOAD_H

#include "path/profile.h"
#include "tests/unit.h"

#include <stdio.h>
#include <stdlib.h>

/* Lines "ADDRESS SIZE NAME": below 2^63 the program's. */
static inline void load_symbols(const char *path, struct symbols *user,
				struct symbols *kernel)
{
	FILE *f = fopen(path, "re");
	unsigned long long addr, size;
	char name[128];

	assert_non_null(f);
	while (fscanf(f, "%llx %llx %127s", &addr, &size, name) == 3)
		symbols_add(addr >> 63 ? kernel : user, addr, size, name, true);
	fclose(f);
	symbols_finish(user);
	symbols_finish(kernel);
}

/* A trace under construction. */
struct made {
	uint32_t w[4096];
	size_t n;
	uint32_t insns;
};

static inline void made_begin(struct made *m)
{
	m->n = 0;
	m->insns = 0;
	m->w[m->n++] = TRACE_MAGIC_LOW;
	m->w[m->n++] = TRACE_MAGIC_HIGH;
}

static inline uint32_t made_define(struct made *m, uint64_t vaddr, const char *bytes,
				   size_t size)
{
	uint32_t words[4] = { 0 };

	memcpy(words, bytes, size);
	m->w[m->n++] = TRACE_DEFINE | (uint32_t)size;
	m->w[m->n++] = (uint32_t)vaddr;
	m->w[m->n++] = (uint32_t)(vaddr >> 32);
	for (int i = 0; i < 4; i++)
		m->w[m->n++] = words[i];
	return m->insns++;
}

static inline void made_word(struct made *m, uint32_t word)
{
	m->w[m->n++] = word;
}

static inline void made_access(struct made *m, bool store, uint64_t vaddr)
{
	m->w[m->n++] = TRACE_ACCESS | (store ? TRACE_STORE : 0) | 3;
	m->w[m->n++] = (uint32_t)vaddr;
	m->w[m->n++] = (uint32_t)(vaddr >> 32);
}

static inline int made_parse(const struct made *m, struct trace *t, struct err *e)
{
	uint32_t *copy = malloc(m->n * sizeof(*copy) + 1);

	memcpy(copy, m->w, m->n * sizeof(*copy));
	return trace_parse(copy, m->n, t, e);
}

/* Of a profile: the row of a function, or NULL. */
static inline const struct profile_row *row_of(const struct profile *p,
					       enum profile_side side, const char *name)
{
	for (size_t i = 0; i < p->n_rows; i++)
		if (p->rows[i].side == side && !strcmp(p->rows[i].name, name))
			return &p->rows[i];
	return NULL;
}

#endif
