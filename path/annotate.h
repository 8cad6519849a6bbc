/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions of one function that were executed, disassembled, and two aligned. */
#ifndef PATH_ANNOTATE_H
#define PATH_ANNOTATE_H

#include "path/profile.h"

struct annotated_insn {
	uint64_t vaddr, count; /* times in the batch */
	uint8_t size;
	char *text; /* "mov %rax,%rbx", "je f+0x1c" */
	char *key;  /* as text, without how far into a function a jump goes: "je f" */
	char *line; /* "kernel/sys.c:1003"; "" */
	bool apart; /* not behind the one before it: something was not executed */
};

struct annotated {
	struct annotated_insn *v; /* by address */
	size_t n, cap;
};

/* A pair of indices; SIZE_MAX: nothing on that side. */
struct annotated_pair {
	size_t a, b;
};

/*
 * Of @p, made from @in: the function's instructions, on whatever side they ran. -ENOENT
 * with @e if it is not on the path.
 */
int annotate(const struct profile_input *in, const struct profile *p,
	     const char *function, struct annotated *ret, struct err *e);

/* Longest common sequence of both by their keys. The array is the caller's. */
struct annotated_pair *annotated_align(const struct annotated *a,
				       const struct annotated *b, size_t *ret_n);

void annotated_release(struct annotated *a);

#endif
