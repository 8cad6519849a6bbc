/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calls that a task is in, told from where CALL put the return address and where RET
 * took it from: that alone survives context switches, retpolines and stacks in several
 * pieces.
 */
#ifndef PATH_STACK_H
#define PATH_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame {
	uint64_t slot;  /* address of its return address; 0: it has none */
	uint64_t back;  /* the return address */
	size_t node;    /* of the profile: what runs in it */
	bool exception; /* left by IRET */
};

struct stack {
	struct frame *v;
	size_t n, cap;
	uint64_t used; /* when it last ran */
};

void stack_push(struct stack *s, const struct frame *f);
struct frame *stack_top(struct stack *s);

/* Drops frames that a push at @slot has overwritten. */
void stack_heal(struct stack *s, uint64_t slot, unsigned int shift);

/* The index of the innermost frame with that slot; 0 (the base): none. */
size_t stack_slot(const struct stack *s, uint64_t slot);

/* The index of the innermost exception; 0: none. */
size_t stack_exception(const struct stack *s);

void stack_release(struct stack *s);

#endif
