/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function an instruction belongs to, and what kind of instruction it is. */
#ifndef PATH_NAMES_H
#define PATH_NAMES_H

#include "path/profile.h"

/* What the kernel is entered for, told from the name of the entry. */
enum entry { ENTRY_NO, ENTRY_INTERRUPT, ENTRY_FAULT, ENTRY_TRAP };

struct name {
	struct insn_kind kind;
	uint64_t next; /* address of the instruction behind it */
	size_t fn;
	enum entry entry;
	bool kernel, start; /* the first instruction of its function */
	uint8_t n_inlined;
	size_t *inlined; /* functions, the outermost first */
	bool switching;  /* in __switch_to: it changes stacks */
};

struct names {
	const struct profile_input *in;
	struct profile *p;
	struct name *of; /* each instruction of the trace */
	uint64_t floor;  /* the lowest address of the kernel */
};

/* Fills p->fns. */
void names_init(struct names *n, const struct profile_input *in, struct profile *p);
void names_release(struct names *n);

/* A function that only its address is known of. */
size_t names_at(struct names *n, uint64_t addr);

#endif
