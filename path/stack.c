/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See stack.h. */
#include "path/stack.h"

#include "base/xalloc.h"

#include <stdlib.h>

void stack_push(struct stack *s, const struct frame *f)
{
	s->v = xgrow(s->v, s->n, &s->cap, sizeof(*s->v));
	s->v[s->n++] = *f;
}

struct frame *stack_top(struct stack *s)
{
	return &s->v[s->n - 1];
}

void stack_heal(struct stack *s, uint64_t slot, unsigned int shift)
{
	while (s->n > 1) {
		const struct frame *f = stack_top(s);

		if (!f->slot || f->slot > slot || f->slot >> shift != slot >> shift)
			break;
		s->n--;
	}
}

size_t stack_slot(const struct stack *s, uint64_t slot)
{
	for (size_t i = s->n; i-- > 1;)
		if (s->v[i].slot == slot)
			return i;
	return 0;
}

size_t stack_exception(const struct stack *s)
{
	for (size_t i = s->n; i-- > 1;)
		if (s->v[i].exception)
			return i;
	return 0;
}

void stack_release(struct stack *s)
{
	free(s->v);
	*s = (struct stack){ 0 };
}
