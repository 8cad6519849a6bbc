/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See symbols.h: the table. */
#include "path/symbols.h"

#include "base/xalloc.h"

#include <stdlib.h>
#include <string.h>

void symbols_add(struct symbols *s, uint64_t addr, uint64_t size, const char *name,
		 bool global)
{
	s->v = xgrow(s->v, s->n, &s->cap, sizeof(*s->v));
	s->v[s->n++] = (struct symbol){ addr, size, xstrdup(name), global };
}

static bool ends(const char *s, const char *with)
{
	const size_t n = strlen(s), k = strlen(with);

	return n >= k && !strcmp(s + n - k, with);
}

/* Where a section begins or ends: no function, but often at the address of one. */
static bool is_mark(const char *name)
{
	return ends(name, "text_start") || ends(name, "text_end") ||
	       !strcmp(name, "_text") || !strcmp(name, "_stext") ||
	       !strcmp(name, "_etext");
}

static int by_rank(const struct symbol *x, const struct symbol *y)
{
	const size_t a = strspn(x->name, "_"), b = strspn(y->name, "_");

	if (is_mark(x->name) != is_mark(y->name))
		return is_mark(x->name) ? 1 : -1;
	if (x->global != y->global)
		return x->global ? -1 : 1;
	/* A system call without arguments has a name for each of its entries. */
	if (!strncmp(x->name, "__ia32_", 7) != !strncmp(y->name, "__ia32_", 7))
		return strncmp(x->name, "__ia32_", 7) ? -1 : 1;
	if (a != b)
		return a < b ? -1 : 1;
	return strcmp(x->name, y->name);
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return by_rank(x, y);
}

void symbols_finish(struct symbols *s)
{
	size_t kept = 0;

	if (s->n)
		qsort(s->v, s->n, sizeof(*s->v), by_address);
	for (size_t i = 0; i < s->n; i++) {
		if (kept && s->v[kept - 1].addr == s->v[i].addr)
			free(s->v[i].name);
		else
			s->v[kept++] = s->v[i];
	}
	s->n = kept;
}

const struct symbol *symbols_find(const struct symbols *s, uint64_t addr)
{
	size_t lo = 0, hi = s->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (s->v[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo)
		return NULL;
	if (s->v[lo - 1].size && addr - s->v[lo - 1].addr >= s->v[lo - 1].size)
		return NULL;
	return &s->v[lo - 1];
}

const struct symbol *symbols_named(const struct symbols *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->v[i].name, name))
			return &s->v[i];
	return NULL;
}

void symbols_release(struct symbols *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->v[i].name);
	free(s->v);
	*s = (struct symbols){ 0 };
}
