/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See names.h. */
#include "path/names.h"

#include "base/xalloc.h"

#include <stdlib.h>
#include <string.h>

#define FUNCTION_MAX 65536 /* nothing says how long the last one before a gap is */

static size_t add(struct profile *p, char *name, uint64_t addr)
{
	p->fns = xgrow(p->fns, p->n_fns, &p->cap_fns, sizeof(*p->fns));
	p->fns[p->n_fns] = (struct profile_fn){ name, addr };
	return p->n_fns++;
}

/* By its name and place: functions of the same name are different ones. */
static size_t fn(struct profile *p, const char *name, uint64_t addr)
{
	for (size_t i = 0; i < p->n_fns; i++)
		if (p->fns[i].addr == addr && !strcmp(p->fns[i].name, name))
			return i;
	return add(p, xstrdup(name), addr);
}

size_t names_at(struct names *n, uint64_t addr)
{
	for (size_t i = 0; i < n->p->n_fns; i++)
		if (n->p->fns[i].addr == addr)
			return i;
	return add(n->p, xasprintf("0x%llx", (unsigned long long)addr), addr);
}

static bool starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static enum entry entry_of(const char *name)
{
	static const struct {
		const char *name;
		enum entry entry;
	} known[] = {
		{ "asm_sysvec_", ENTRY_INTERRUPT },
		{ "asm_common_interrupt", ENTRY_INTERRUPT },
		{ "asm_spurious_", ENTRY_INTERRUPT },
		{ "asm_exc_nmi", ENTRY_INTERRUPT },
		{ "irq_entries_start", ENTRY_INTERRUPT },
		{ "spurious_entries_start", ENTRY_INTERRUPT },
		{ "asm_exc_int3", ENTRY_TRAP },
		{ "asm_exc_invalid_op", ENTRY_TRAP },
		{ "asm_exc_debug", ENTRY_TRAP },
		{ "asm_exc_overflow", ENTRY_TRAP },
		{ "asm_exc_", ENTRY_FAULT },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (starts(name, known[i].name))
			return known[i].entry;
	return ENTRY_NO;
}

/* "foo.cold" is a part of foo. */
static const struct symbol *whole(const struct symbols *table, const struct symbol *s)
{
	const char *cold = strstr(s->name, ".cold");
	const struct symbol *parent = NULL;
	char *name;

	if (!cold)
		return s;
	name = xstrndup(s->name, (size_t)(cold - s->name));
	parent = symbols_named(table, name);
	free(name);
	return parent ? parent : s;
}

static void kernel_name(struct names *n, const struct trace_insn *i, struct name *ret)
{
	const struct symbols *table = n->in->kernel;
	const struct symbol *s = symbols_find(table, i->vaddr), *all;

	if (!table->n)
		return;
	if (!s || i->vaddr - s->addr > FUNCTION_MAX) {
		/* Modules have their names: what is left is compiled at run time. */
		ret->fn = fn(n->p, "[bpf_jit]", 0);
		return;
	}
	all = whole(table, s);
	ret->fn = fn(n->p, all->name, all->addr);
	ret->start = i->vaddr == all->addr;
	ret->entry = entry_of(all->name);
	ret->switching = starts(all->name, "__switch_to");
}

static void inlined(struct names *n, uint64_t addr, struct name *ret)
{
	const char *list[INLINES_MAX];
	size_t k = n->in->inlines ? inlines_at(n->in->inlines, addr, list) : 0;

	if (!k)
		return;
	ret->inlined = xcalloc(k, sizeof(*ret->inlined));
	ret->n_inlined = (uint8_t)k;
	for (size_t i = 0; i < k; i++)
		ret->inlined[i] = fn(n->p, list[i], 0);
}

static void user_name(struct names *n, const struct trace_insn *i, struct name *ret)
{
	const struct symbol *s = symbols_find(n->in->user, i->vaddr);

	if (!s) {
		ret->fn = fn(n->p, "[vdso]", 0);
		return;
	}
	ret->fn = fn(n->p, s->name, s->addr);
	ret->start = i->vaddr == s->addr;
}

static uint64_t floor_of(const struct profile_input *in)
{
	if (in->kernel_bits == 64)
		return 1ull << 63;
	/* Where user space ends is configurable; 3 GB is usual. */
	return in->kernel->n ? in->kernel->v[0].addr & 0xc0000000u : 0xc0000000u;
}

void names_init(struct names *n, const struct profile_input *in, struct profile *p)
{
	const struct trace *t = in->trace;

	*n = (struct names){ .in = in, .p = p, .floor = floor_of(in) };
	n->of = xcalloc(t->n_insns + 1, sizeof(*n->of));
	for (size_t k = 0; k < t->n_insns; k++) {
		const struct trace_insn *i = &t->insns[k];
		struct name *name = &n->of[k];

		name->fn = SIZE_MAX;
		name->kernel = i->vaddr >= n->floor;
		name->next = i->vaddr + i->size;
		name->kind = insn_decode(i->bytes, i->size, i->vaddr,
					 name->kernel ? in->kernel_bits : in->user_bits);
		if (name->kernel) {
			kernel_name(n, i, name);
			inlined(n, i->vaddr, name);
		} else {
			user_name(n, i, name);
		}
	}
}

void names_release(struct names *n)
{
	for (size_t k = 0; k < n->in->trace->n_insns; k++)
		free(n->of[k].inlined);
	free(n->of);
}
