/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the instructions of one window went: a tree of calls, with counts, and what was
 * touched on the way. Counts are sums over the whole window; nothing is divided here.
 *
 * Three sides are kept apart: the program, the kernel on its behalf, and interrupts that
 * fell into the window. A page fault or a system call belongs to the kernel's side.
 */
#ifndef PATH_PROFILE_H
#define PATH_PROFILE_H

#include "path/inlines.h"
#include "path/insn.h"
#include "path/reader.h"
#include "path/symbols.h"

enum profile_side { PROFILE_USER, PROFILE_KERNEL, PROFILE_IRQ, PROFILE_SIDES };

struct profile_counts {
	uint64_t insns, calls, loads, stores;
	uint64_t branches, taken; /* of all instructions that may go elsewhere */
	uint64_t costs[COST_NONE];
};

struct profile_fn {
	char *name;
	uint64_t addr; /* its first instruction's; 0: it has no one place */
};

/* The first PROFILE_SIDES nodes are the sides themselves and have no function. */
struct profile_node {
	size_t parent, fn;
	size_t child, next; /* first child, next sibling, in call order; 0: none */
	enum profile_side side;
	uint64_t first; /* when it was first met, from 1; 0: not in this window */
	struct profile_counts c;
	bool inlined; /* into its parent: it has no calls of its own */
};

/* A function on one side: the sum of its nodes. */
struct profile_row {
	enum profile_side side;
	const char *name; /* of the profile */
	uint64_t addr;
	struct profile_counts c;
};

struct profile_lines {
	uint64_t code_lines, code_pages, data_lines, data_pages; /* distinct */
};

struct profile {
	struct profile_fn *fns;
	size_t n_fns, cap_fns;
	struct profile_node *nodes;
	size_t n_nodes, cap_nodes;
	struct profile_row *rows; /* by side, then most instructions first, then name */
	size_t n_rows;
	struct profile_counts sum[PROFILE_SIDES];
	struct profile_lines lines[PROFILE_SIDES];
	uint64_t *executed; /* times, of each instruction of the trace */
	uint64_t total;     /* instructions, of all sides */
};

struct profile_input {
	const struct trace *trace;
	size_t window; /* the one that is counted; those before it are followed */
	const struct symbols *user, *kernel; /* finished; may be empty */
	unsigned int user_bits, kernel_bits;
	struct inlines *inlines; /* of the kernel; NULL: none are told apart */
};

/* Follows the trace from its first window to the one that counts. */
void profile_make(const struct profile_input *in, struct profile *ret);

/* From nodes and functions alone: the sums, and the rows. */
void profile_sum(struct profile *p);

/* Fine on a zeroed one. */
void profile_release(struct profile *p);

void profile_add(struct profile_counts *to, const struct profile_counts *c);

/* "user", "kernel", "interrupts" */
const char *profile_side_name(enum profile_side side);

#endif
