/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See annotate.h. */
#include "path/annotate.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <capstone/capstone.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct symbol *of(const struct profile_input *in, uint64_t vaddr,
			       const char *function)
{
	const struct symbol *s = symbols_find(in->kernel, vaddr);

	s = s ? s : symbols_find(in->user, vaddr);
	if (!s)
		return NULL;
	/* "foo.cold" is a part of foo. */
	if (!strncmp(s->name, function, strlen(function)) &&
	    (!s->name[strlen(function)] ||
	     !strncmp(s->name + strlen(function), ".cold", 5)))
		return s;
	return NULL;
}

/*
 * Targets of jumps and calls by name, so that two kernels compare. What is put into a
 * function moves all that is behind it: how far a jump goes is no difference.
 */
static void name_it(const struct profile_input *in, const struct trace_insn *i,
		    unsigned int bits, const cs_insn *d, struct annotated_insn *x)
{
	struct insn_kind k = insn_decode(i->bytes, i->size, i->vaddr, bits);
	const struct symbol *s = NULL;

	if (k.direct)
		s = symbols_find(in->kernel, k.target);
	if (k.direct && !s)
		s = symbols_find(in->user, k.target);
	x->key = s ? xasprintf("%s %s", d->mnemonic, s->name)
		   : xasprintf("%s%s%s", d->mnemonic, *d->op_str ? " " : "", d->op_str);
	x->text = s && k.target != s->addr
			  ? xasprintf("%s+0x%llx", x->key,
				      (unsigned long long)(k.target - s->addr))
			  : xstrdup(x->key);
}

static void add(const struct profile_input *in, csh cs, const struct trace_insn *i,
		uint64_t count, unsigned int bits, struct annotated *to)
{
	struct annotated_insn *x;
	char line[256] = "";
	cs_insn *d = NULL;
	size_t n = cs_disasm(cs, i->bytes, i->size, i->vaddr, 1, &d);

	to->v = xgrow(to->v, to->n, &to->cap, sizeof(*to->v));
	x = &to->v[to->n++];
	*x = (struct annotated_insn){ .vaddr = i->vaddr,
				      .size = i->size,
				      .count = count };
	if (n) {
		name_it(in, i, bits, d, x);
	} else {
		x->text = xstrdup("(unknown)");
		x->key = xstrdup(x->text);
	}
	if (in->inlines)
		inlines_line(in->inlines, i->vaddr, line, sizeof(line));
	x->line = xstrdup(line);
	if (n)
		cs_free(d, n);
}

static int by_address(const void *a, const void *b)
{
	const struct annotated_insn *x = a, *y = b;

	return (x->vaddr > y->vaddr) - (x->vaddr < y->vaddr);
}

static int gather(const struct profile_input *in, const struct profile *p,
		  const char *function, struct annotated *to, struct err *e)
{
	csh cs[2] = { 0 };
	int r = 0;

	for (int wide = 0; wide < 2 && !r; wide++) {
		if (cs_open(CS_ARCH_X86, wide ? CS_MODE_64 : CS_MODE_32, &cs[wide]) !=
		    CS_ERR_OK)
			r = err_set(e, ENOTSUP, "the disassembler does not know x86");
		else
			cs_option(cs[wide], CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	}
	for (size_t k = 0; k < in->trace->n_insns && !r; k++) {
		const struct trace_insn *i = &in->trace->insns[k];
		const struct symbol *s =
			p->executed[k] ? of(in, i->vaddr, function) : NULL;
		unsigned int bits = in->kernel_bits;

		if (!s)
			continue;
		if (symbols_find(in->user, i->vaddr) == s)
			bits = in->user_bits;
		add(in, cs[bits == 64], i, p->executed[k], bits, to);
	}
	for (int wide = 0; wide < 2; wide++)
		if (cs[wide])
			cs_close(&cs[wide]);
	return r;
}

int annotate(const struct profile_input *in, const struct profile *p,
	     const char *function, struct annotated *ret, struct err *e)
{
	struct annotated a = { 0 };
	int r = gather(in, p, function, &a, e);

	if (!r && !a.n) {
		r = err_set(e, ENOENT, "'%s' is not on the path", function);
		err_expect(e, "a function that `ktoll path` shows");
	}
	if (a.n)
		qsort(a.v, a.n, sizeof(*a.v), by_address);
	for (size_t i = 1; i < a.n; i++)
		a.v[i].apart = a.v[i].vaddr != a.v[i - 1].vaddr + a.v[i - 1].size;
	*ret = a;
	return r;
}

struct annotated_pair *annotated_align(const struct annotated *a,
				       const struct annotated *b, size_t *ret_n)
{
	const size_t w = b->n + 1;
	struct annotated_pair *v = xcalloc(a->n + b->n + 1, sizeof(*v));
	_cleanup_free_ uint32_t *best = xcalloc((a->n + 1) * w, sizeof(*best));
	size_t n = 0, i = 0, k = 0;

	/* best: how many are in common from there to the ends. */
	for (size_t x = a->n; x-- > 0;)
		for (size_t y = b->n; y-- > 0;) {
			uint32_t down = best[(x + 1) * w + y],
				 right = best[x * w + y + 1];

			best[x * w + y] = !strcmp(a->v[x].key, b->v[y].key)
						  ? best[(x + 1) * w + y + 1] + 1
					  : down > right ? down
							 : right;
		}
	while (i < a->n || k < b->n) {
		if (i < a->n && k < b->n && !strcmp(a->v[i].key, b->v[k].key))
			v[n++] = (struct annotated_pair){ i++, k++ };
		else if (k == b->n ||
			 (i < a->n && best[(i + 1) * w + k] >= best[i * w + k + 1]))
			v[n++] = (struct annotated_pair){ i++, SIZE_MAX };
		else
			v[n++] = (struct annotated_pair){ SIZE_MAX, k++ };
	}
	*ret_n = n;
	return v;
}

void annotated_release(struct annotated *a)
{
	for (size_t i = 0; i < a->n; i++) {
		free(a->v[i].text);
		free(a->v[i].key);
		free(a->v[i].line);
	}
	free(a->v);
	*a = (struct annotated){ 0 };
}
