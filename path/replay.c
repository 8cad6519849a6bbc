/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See replay.h. Instructions are accounted for when the one behind them is known: only
 * then can be said where they led, and whether they were done at all.
 */
#include "path/replay.h"

#include "base/xalloc.h"
#include "path/names.h"
#include "path/stack.h"

#include <stdlib.h>

#define STACKS_MAX 256 /* of tasks that wait in the kernel */
#define NONE       SIZE_MAX

struct access {
	uint64_t vaddr;
	unsigned int size;
	bool store;
};

struct replay {
	const struct profile_input *in;
	struct profile *p;
	struct footprint *f;
	struct names names;
	bool counting;
	uint64_t met, clock; /* counters: of nodes, of stacks */
	unsigned int shift;  /* of kernel stacks: their size */
	struct stack user;
	struct stack *tasks; /* in the kernel */
	size_t n_tasks, cap_tasks;
	size_t now;              /* index of the running one; NONE: the program runs */
	size_t last;             /* instruction; NONE */
	struct access *accesses; /* of the last one */
	size_t n_accesses, cap_accesses;
};

/* ---- nodes ---- */

static void meet(struct replay *r, size_t node)
{
	if (r->counting && !r->p->nodes[node].first)
		r->p->nodes[node].first = ++r->met;
}

static size_t child(struct replay *r, size_t parent, size_t fn)
{
	struct profile *p = r->p;
	size_t i = p->nodes[parent].child, last = 0;

	for (; i; last = i, i = p->nodes[i].next)
		if (p->nodes[i].fn == fn)
			return i;
	p->nodes = xgrow(p->nodes, p->n_nodes, &p->cap_nodes, sizeof(*p->nodes));
	i = p->n_nodes++;
	p->nodes[i] = (struct profile_node){ .parent = parent,
					     .fn = fn,
					     .side = p->nodes[parent].side };
	if (last)
		p->nodes[last].next = i;
	else
		p->nodes[parent].child = i;
	return i;
}

/* The function that begins at this instruction, symbols or not. */
static size_t entered_fn(struct replay *r, size_t insn)
{
	const struct name *n = &r->names.of[insn];

	return n->fn != NONE ? n->fn
			     : names_at(&r->names, r->in->trace->insns[insn].vaddr);
}

static size_t enter(struct replay *r, size_t parent, size_t insn, bool call)
{
	size_t node = child(r, parent, entered_fn(r, insn));

	meet(r, node);
	if (r->counting && call)
		r->p->nodes[node].c.calls++;
	return node;
}

/* ---- stacks ---- */

static struct stack *running(struct replay *r)
{
	return r->now == NONE ? &r->user : &r->tasks[r->now];
}

static void drop_task(struct replay *r, size_t i)
{
	stack_release(&r->tasks[i]);
	r->tasks[i] = r->tasks[--r->n_tasks];
}

static void drop_oldest(struct replay *r)
{
	size_t oldest = 0;

	for (size_t i = 1; i < r->n_tasks; i++)
		if (r->tasks[i].used < r->tasks[oldest].used)
			oldest = i;
	drop_task(r, oldest);
}

/* A task that is in the kernel and of which nothing is known yet but where. */
static void new_task(struct replay *r, size_t node, bool exception)
{
	if (r->n_tasks == STACKS_MAX)
		drop_oldest(r);
	r->tasks = xgrow(r->tasks, r->n_tasks, &r->cap_tasks, sizeof(*r->tasks));
	r->tasks[r->n_tasks] = (struct stack){ .used = ++r->clock };
	stack_push(&r->tasks[r->n_tasks],
		   &(struct frame){ .node = node, .exception = exception });
	r->now = r->n_tasks++;
}

/* The other task, most recently run, that has a frame with this slot (@shift 0), or with
 * one on the same kernel stack. */
static bool switch_to(struct replay *r, uint64_t slot, unsigned int shift, size_t *ret_at)
{
	size_t best = NONE;

	for (size_t i = 0; i < r->n_tasks; i++) {
		const struct stack *s = &r->tasks[i];
		size_t at = 0;

		if (i == r->now || (best != NONE && s->used < r->tasks[best].used))
			continue;
		for (size_t k = s->n; k-- > 1 && !at;)
			if (s->v[k].slot && s->v[k].slot >> shift == slot >> shift)
				at = k;
		if (at) {
			best = i;
			*ret_at = at;
		}
	}
	if (best == NONE)
		return false;
	r->now = best;
	r->tasks[best].used = ++r->clock;
	return true;
}

/* ---- where an instruction led ---- */

static uint64_t slot_of(const struct replay *r, bool store)
{
	uint64_t slot = 0;

	for (size_t i = 0; i < r->n_accesses; i++) {
		if (r->accesses[i].store != store)
			continue;
		slot = r->accesses[i].vaddr;
		if (!store)
			break;
	}
	return slot;
}

/* Now in @insn, by no call: another function there takes the frame over. */
static void move(struct replay *r, size_t insn)
{
	const struct name *n = &r->names.of[insn];
	struct frame *top = stack_top(running(r));
	size_t parent;

	if (n->fn == NONE || r->p->nodes[top->node].fn == n->fn)
		return;
	parent = r->p->nodes[top->node].parent;
	top->node = enter(r, parent, insn, n->start);
}

/* Of the last instruction: below the function that runs, what was inlined into it. */
static size_t innermost(struct replay *r)
{
	const struct name *l = &r->names.of[r->last];
	size_t node = stack_top(running(r))->node;

	for (size_t i = 0; i < l->n_inlined; i++) {
		node = child(r, node, l->inlined[i]);
		r->p->nodes[node].inlined = true;
	}
	return node;
}

static void call(struct replay *r, size_t insn)
{
	const struct name *l = &r->names.of[r->last];
	uint64_t slot = slot_of(r, true);
	struct stack *s = running(r);
	struct frame f = { .slot = slot, .back = l->next, .node = stack_top(s)->node };
	size_t at;

	/* The kernel has changed stacks; what is called runs on the other one. */
	if (l->switching && !switch_to(r, slot, r->shift, &at))
		new_task(r, enter(r, PROFILE_KERNEL, r->last, false), false);
	s = running(r);
	stack_heal(s, slot, r->shift);
	f.node = stack_top(s)->node;
	/* "call 1f" is no call of a function. */
	if (insn != NONE &&
	    (l->fn != r->names.of[insn].fn || r->names.of[insn].start || l->fn == NONE))
		f.node = enter(r, innermost(r), insn, true);
	stack_push(s, &f);
}

static void ret(struct replay *r, size_t insn)
{
	const bool switching = r->names.of[r->last].switching;
	uint64_t slot = slot_of(r, false);
	struct stack *s = running(r);
	size_t at = stack_slot(s, slot);

	if (at) {
		s->n = at;
	} else if (r->now != NONE && switch_to(r, slot, 0, &at)) {
		running(r)->n = at;
	} else if (switching && r->now != NONE && insn != NONE) {
		new_task(r, enter(r, PROFILE_KERNEL, insn, false), false);
	} else if (insn != NONE && s->n > 1 &&
		   stack_top(s)->back == r->in->trace->insns[insn].vaddr) {
		/* The kernel has copied its frame to another stack. */
		s->n--;
	}
	if (insn != NONE)
		move(r, insn);
}

/* Back in the program, maybe another task's, or in a signal handler. */
static void to_user(struct replay *r, size_t insn)
{
	struct stack *s = &r->user;
	const size_t fn = r->names.of[insn].fn;

	r->now = NONE;
	for (size_t i = s->n; i-- > 0;)
		if (r->p->nodes[s->v[i].node].fn == fn) {
			s->n = i + 1;
			return;
		}
	s->n = 0;
	stack_push(s, &(struct frame){ .node = enter(r, PROFILE_USER, insn, false) });
}

/* @insn NONE: the program got nowhere, there was an exception at once. */
static void leave_kernel(struct replay *r, size_t insn)
{
	if (r->now != NONE)
		drop_task(r, r->now);
	r->now = NONE;
	if (insn != NONE)
		to_user(r, insn);
}

static void exception(struct replay *r, size_t insn)
{
	const bool interrupt = r->names.of[insn].entry == ENTRY_INTERRUPT;
	struct frame f = { .exception = true };

	if (r->now == NONE) {
		f.node = interrupt ? PROFILE_IRQ : PROFILE_KERNEL;
		new_task(r, enter(r, f.node, insn, true), true);
		return;
	}
	f.node = interrupt ? PROFILE_IRQ : stack_top(running(r))->node;
	f.node = enter(r, f.node, insn, true);
	stack_push(running(r), &f);
}

static void iret(struct replay *r, size_t insn)
{
	struct stack *s = running(r);
	const size_t at = r->now == NONE ? 0 : stack_exception(s);

	if (insn == NONE ? !at : !r->names.of[insn].kernel) {
		leave_kernel(r, insn);
		return;
	}
	if (at)
		s->n = at;
	if (insn != NONE)
		move(r, insn);
}

/* The last instruction was done; @insn (NONE: not known) is where it led. */
static void follow(struct replay *r, size_t insn)
{
	switch (r->names.of[r->last].kind.flow) {
	case FLOW_CALL: call(r, insn); return;
	case FLOW_RET: ret(r, insn); return;
	case FLOW_LEAVE: leave_kernel(r, insn); return;
	case FLOW_IRET: iret(r, insn); return;
	case FLOW_ENTER:
	case FLOW_TRAP:
		if (insn != NONE)
			exception(r, insn);
		return;
	default:
		if (insn != NONE)
			move(r, insn);
	}
}

/* Whether the last instruction leads there without an exception. */
static bool expected(const struct replay *r, size_t insn)
{
	const struct name *l = &r->names.of[r->last], *n = &r->names.of[insn];
	const uint64_t pc = r->in->trace->insns[insn].vaddr;

	switch (l->kind.flow) {
	case FLOW_NEXT: return pc == l->next || (l->kind.repeated && insn == r->last);
	case FLOW_BRANCH: return pc == l->next || pc == l->kind.target;
	case FLOW_JUMP:
	case FLOW_CALL:
		if (l->kind.direct)
			return pc == l->kind.target;
		break;
	case FLOW_ENTER:
	case FLOW_TRAP: return n->kernel;
	default: break;
	}
	return n->entry == ENTRY_NO || !n->start;
}

/* ---- counting ---- */

static void count_accesses(struct replay *r, struct profile_node *node)
{
	struct lines *l = &r->f->data[node->side];

	for (size_t i = 0; i < r->n_accesses; i++) {
		const struct access *a = &r->accesses[i];
		uint64_t end = (a->vaddr + a->size - 1) >> 6;

		if (a->store)
			node->c.stores++;
		else
			node->c.loads++;
		for (uint64_t line = a->vaddr >> 6; line <= end; line++) {
			l->v = xgrow(l->v, l->n, &l->cap, sizeof(*l->v));
			l->v[l->n++] = line;
		}
	}
}

/* @pc: the instruction behind it; that it falls through to if nobody knows. */
static void count(struct replay *r, uint64_t pc)
{
	const struct name *l = &r->names.of[r->last];
	struct profile_node *node;
	size_t at;

	if (!r->counting)
		return;
	at = innermost(r);
	node = &r->p->nodes[at];
	meet(r, at);
	node->c.insns++;
	if (l->kind.flow >= FLOW_BRANCH && l->kind.flow <= FLOW_RET) {
		node->c.branches++;
		node->c.taken += pc != l->next;
	}
	if (l->kind.cost != COST_NONE)
		node->c.costs[l->kind.cost]++;
	count_accesses(r, node);
	r->p->executed[r->last]++;
	r->f->sides[r->last] |= (uint8_t)(1 << node->side);
}

/*
 * Whether the last instruction was done although a fault follows: then the fault was in
 * fetching the next one, where it led to.
 */
static bool done_before_fault(const struct replay *r)
{
	const struct name *l = &r->names.of[r->last];
	const uint64_t pc = r->in->trace->insns[r->last].vaddr;

	switch (l->kind.flow) {
	case FLOW_LEAVE:
	case FLOW_IRET:
	case FLOW_BRANCH: return true;
	case FLOW_CALL: return slot_of(r, true);
	case FLOW_RET: return slot_of(r, false);
	case FLOW_JUMP: return l->kind.direct || r->n_accesses;
	default: return pc >> 12 != l->next >> 12 && r->n_accesses;
	}
}

/* What is known of the last instruction, now that @insn follows. */
static void settle(struct replay *r, size_t insn)
{
	const struct name *n = &r->names.of[insn];

	if (expected(r, insn)) {
		count(r, r->in->trace->insns[insn].vaddr);
		follow(r, insn);
		return;
	}
	if (n->entry != ENTRY_FAULT || done_before_fault(r)) {
		count(r, r->names.of[r->last].next);
		follow(r, NONE);
	}
	if (n->kernel)
		exception(r, insn);
	else
		leave_kernel(r, insn);
}

static void step(struct replay *r, size_t insn)
{
	if (r->last != NONE)
		settle(r, insn);
	else
		to_user(r, insn);
	r->last = insn;
	r->n_accesses = 0;
}

static void window(struct replay *r, const struct trace_window *w)
{
	const struct trace *t = r->in->trace;
	struct trace_event ev;
	size_t pos = w->begin;

	r->last = NONE;
	r->n_accesses = 0;
	while (trace_next(t, w, &pos, &ev)) {
		if (ev.kind == TRACE_IS_INSN) {
			step(r, ev.value);
		} else if (ev.kind == TRACE_IS_ACCESS && r->last != NONE) {
			r->accesses = xgrow(r->accesses, r->n_accesses, &r->cap_accesses,
					    sizeof(*r->accesses));
			r->accesses[r->n_accesses++] =
				(struct access){ ev.vaddr, ev.size, ev.store };
		}
	}
	/* The one that read the clock: there it ends. */
	if (r->last != NONE)
		count(r, r->names.of[r->last].next);
}

static void sides(struct profile *p)
{
	for (size_t i = 0; i < PROFILE_SIDES; i++) {
		p->nodes = xgrow(p->nodes, p->n_nodes, &p->cap_nodes, sizeof(*p->nodes));
		p->nodes[p->n_nodes++] = (struct profile_node){
			.parent = i, .fn = NONE, .side = (enum profile_side)i
		};
	}
}

void replay(const struct profile_input *in, struct profile *p, struct footprint *f)
{
	struct replay r = {
		.in = in,
		.p = p,
		.f = f,
		.shift = in->kernel_bits == 64 ? 14 : 13,
		.now = NONE,
	};

	sides(p);
	names_init(&r.names, in, p);
	for (size_t i = 0; i <= in->window && i < in->trace->n_windows; i++) {
		r.counting = i == in->window;
		window(&r, &in->trace->windows[i]);
	}
	while (r.n_tasks)
		drop_task(&r, 0);
	stack_release(&r.user);
	free(r.tasks);
	free(r.accesses);
	names_release(&r.names);
}
