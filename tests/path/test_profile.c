/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path/profile.h and diff.h, on a recorded boot and on traces made by hand. */
#include "path/diff.h"
#include "tests/path/load.h"

#include <errno.h>

#define DATA   "tests/data/path/syscall-null"
#define KERNEL 0xffffffff81000000u
#define STACK  0xffffc90000004000u

struct fixture {
	struct trace trace;
	struct symbols user, kernel;
	struct profile p;
};

static struct profile_input input(const struct fixture *f, size_t window)
{
	return (struct profile_input){ &f->trace, window, &f->user, &f->kernel, 64, 64 };
}

static void load(struct fixture *f)
{
	struct err e;

	memset(f, 0, sizeof(*f));
	assert_int_equal(trace_read(DATA ".trace", &f->trace, &e), 0);
	load_symbols(DATA ".symbols", &f->user, &f->kernel);
}

static void drop(struct fixture *f)
{
	profile_release(&f->p);
	trace_release(&f->trace);
	symbols_release(&f->user);
	symbols_release(&f->kernel);
}

/* Recorded: Linux 6.12, eight getppid(2), 2618 instructions by the probe's clock. */
static void every_instruction_of_a_recording_has_its_function(void **state)
{
	const struct profile_row *row;
	struct profile_input in;
	struct fixture f;
	uint64_t sum = 0;

	load(&f);
	assert_int_equal(f.trace.n_windows, 2);
	in = input(&f, 1);
	profile_make(&in, &f.p);
	assert_int_equal(f.p.total, 2618);
	for (size_t i = 0; i < f.p.n_rows; i++)
		sum += f.p.rows[i].c.insns;
	assert_int_equal(sum, 2618);
	assert_int_equal(f.p.sum[PROFILE_USER].insns, 58);
	assert_int_equal(f.p.sum[PROFILE_IRQ].insns, 0);
	row = row_of(&f.p, PROFILE_KERNEL, "do_syscall_64");
	assert_non_null(row);
	assert_int_equal(row->c.insns, 60 * 8);
	assert_int_equal(row->c.calls, 8);
	row = row_of(&f.p, PROFILE_KERNEL, "__rcu_read_lock");
	assert_int_equal(row->c.calls, 16);
	drop(&f);
}

static void calls_are_in_order_and_nested(void **state)
{
	static const char *const path[] = { "entry_SYSCALL_64_after_hwframe",
					    "do_syscall_64", "__x64_sys_getppid",
					    "__task_pid_nr_ns", "__rcu_read_lock" };
	struct profile_input in;
	struct fixture f;
	size_t at;

	load(&f);
	in = input(&f, 1);
	profile_make(&in, &f.p);
	at = PROFILE_KERNEL;
	for (size_t i = 0; i < sizeof(path) / sizeof(path[0]); i++) {
		uint64_t before = 0;

		for (at = f.p.nodes[at].child; at; at = f.p.nodes[at].next) {
			assert_true(f.p.nodes[at].first > before);
			before = f.p.nodes[at].first;
			if (!strcmp(f.p.fns[f.p.nodes[at].fn].name, path[i]))
				break;
		}
		assert_int_not_equal(at, 0);
	}
	drop(&f);
}

static void without_symbols_the_sum_is_the_same(void **state)
{
	static const struct symbols none;
	struct profile_input in;
	struct fixture f;

	load(&f);
	in = input(&f, 1);
	in.kernel = &none;
	profile_make(&in, &f.p);
	assert_int_equal(f.p.total, 2618);
	assert_non_null(strstr(f.p.rows[f.p.n_rows - 1].name, "0xffffffff"));
	drop(&f);
}

/* ---- made by hand ---- */

/* Program: syscall; mark. Kernel: entry calls f, f loads, both return. */
struct program {
	struct made m;
	uint32_t enter, mark, call, leave, load, ret, irq, iret, fault, faulted;
};

static void program(struct program *p, struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	made_begin(&p->m);
	made_word(&p->m, TRACE_BEGIN);
	p->enter = made_define(&p->m, 0x1000, "\x0f\x05", 2);
	p->mark = made_define(&p->m, 0x1002, "\x0f\x31", 2);
	p->call = made_define(&p->m, KERNEL, "\xe8\xfb\x00\x00\x00", 5);
	p->leave = made_define(&p->m, KERNEL + 5, "\x48\x0f\x07", 3);
	p->load = made_define(&p->m, KERNEL + 0x100, "\x48\x8b\x07", 3);
	p->ret = made_define(&p->m, KERNEL + 0x103, "\xc3", 1);
	p->irq = made_define(&p->m, KERNEL + 0x200, "\x90", 1);
	p->iret = made_define(&p->m, KERNEL + 0x201, "\x48\xcf", 2);
	p->fault = made_define(&p->m, KERNEL + 0x300, "\x90", 1);
	p->faulted = made_define(&p->m, KERNEL + 0x301, "\x48\xcf", 2);
	symbols_add(&f->user, 0x1000, 16, "main", true);
	symbols_add(&f->kernel, KERNEL, 0, "entry", true);
	symbols_add(&f->kernel, KERNEL + 0x100, 0, "f", true);
	symbols_add(&f->kernel, KERNEL + 0x200, 0, "asm_sysvec_timer", true);
	symbols_add(&f->kernel, KERNEL + 0x300, 0, "asm_exc_page_fault", true);
	symbols_finish(&f->user);
	symbols_finish(&f->kernel);
}

static void up_to_the_load(struct program *p)
{
	made_word(&p->m, p->enter);
	made_word(&p->m, p->call);
	made_access(&p->m, true, STACK - 8);
	made_word(&p->m, p->load);
}

static void from_the_return_on(struct program *p)
{
	made_word(&p->m, p->ret);
	made_access(&p->m, false, STACK - 8);
	made_word(&p->m, p->leave);
	made_word(&p->m, p->mark);
	made_word(&p->m, TRACE_END);
}

static void make(struct program *p, struct fixture *f)
{
	struct profile_input in;
	struct err e;

	assert_int_equal(made_parse(&p->m, &f->trace, &e), 0);
	assert_int_equal(f->trace.n_windows, 1);
	in = input(f, 0);
	profile_make(&in, &f->p);
}

static void an_interrupt_is_set_apart(void **state)
{
	struct program p;
	struct fixture f;

	program(&p, &f);
	up_to_the_load(&p);
	made_access(&p.m, false, 0xffff888000000000u);
	made_word(&p.m, p.irq);
	made_word(&p.m, p.iret);
	from_the_return_on(&p);
	make(&p, &f);
	assert_int_equal(f.p.total, 8);
	assert_int_equal(f.p.sum[PROFILE_IRQ].insns, 2);
	assert_int_equal(f.p.sum[PROFILE_KERNEL].insns, 4);
	assert_int_equal(row_of(&f.p, PROFILE_KERNEL, "f")->c.insns, 2);
	assert_int_equal(row_of(&f.p, PROFILE_KERNEL, "f")->c.calls, 1);
	assert_int_equal(
		row_of(&f.p, PROFILE_IRQ, "asm_sysvec_timer")->c.costs[COST_IRET], 1);
	drop(&f);
}

static void an_instruction_that_faulted_counts_once(void **state)
{
	struct program p;
	struct fixture f;

	program(&p, &f);
	up_to_the_load(&p);
	made_word(&p.m, p.fault);
	made_word(&p.m, p.faulted);
	made_word(&p.m, p.load);
	made_access(&p.m, false, 0xffff888000000000u);
	from_the_return_on(&p);
	make(&p, &f);
	assert_int_equal(f.p.total, 8);
	assert_int_equal(f.p.sum[PROFILE_IRQ].insns, 0);
	assert_int_equal(row_of(&f.p, PROFILE_KERNEL, "f")->c.insns, 2);
	assert_int_equal(row_of(&f.p, PROFILE_KERNEL, "asm_exc_page_fault")->c.insns, 2);
	drop(&f);
}

/* SYSRET is done when the program's page cannot be fetched. */
static void a_fault_in_fetching_takes_nothing_away(void **state)
{
	struct program p;
	struct fixture f;

	program(&p, &f);
	up_to_the_load(&p);
	made_word(&p.m, p.ret);
	made_access(&p.m, false, STACK - 8);
	made_word(&p.m, p.leave);
	made_word(&p.m, p.fault);
	made_word(&p.m, p.faulted);
	made_word(&p.m, p.mark);
	made_word(&p.m, TRACE_END);
	make(&p, &f);
	assert_int_equal(f.p.total, 8);
	assert_int_equal(row_of(&f.p, PROFILE_KERNEL, "entry")->c.costs[COST_SYSRET], 1);
	assert_int_equal(row_of(&f.p, PROFILE_KERNEL, "asm_exc_page_fault")->c.insns, 2);
	drop(&f);
}

/* The kernel calls a module's function, and that one something without a name. */
static void a_module_is_named_and_what_is_behind_it_is_not(void **state)
{
	const uint64_t module = 0xffffffffc0000000u, jit = module + 0x20000;
	struct profile_input in;
	struct fixture f = { 0 };
	struct made m;
	struct err e;
	uint32_t mark;

	made_begin(&m);
	made_word(&m, TRACE_BEGIN);
	mark = made_define(&m, 0x1000, "\x0f\x31", 2);
	made_word(&m, made_define(&m, KERNEL, "\x90", 1));
	made_word(&m, made_define(&m, module + 4, "\x90", 1));
	made_word(&m, made_define(&m, jit, "\x90", 1));
	made_word(&m, mark);
	made_word(&m, TRACE_END);
	assert_int_equal(made_parse(&m, &f.trace, &e), 0);
	symbols_add(&f.user, 0x1000, 16, "main", true);
	symbols_add(&f.kernel, KERNEL, 0, "entry", true);
	symbols_add(&f.kernel, module, 0, "enter [test]", false);
	symbols_add(&f.kernel, module + 0x40000, 0, "later [test2]", false);
	symbols_finish(&f.user);
	symbols_finish(&f.kernel);
	in = input(&f, 0);
	profile_make(&in, &f.p);
	assert_int_equal(f.p.total, 4);
	assert_int_equal(row_of(&f.p, PROFILE_KERNEL, "enter [test]")->c.insns, 1);
	assert_int_equal(row_of(&f.p, PROFILE_KERNEL, "[bpf_jit]")->c.insns, 1);
	drop(&f);
}

static void lines_pages_and_branches_are_counted(void **state)
{
	struct program p;
	struct fixture f;

	program(&p, &f);
	up_to_the_load(&p);
	/* Across the border of two lines, and two pages. */
	made_access(&p.m, false, 0xffff888000000ffcu);
	from_the_return_on(&p);
	make(&p, &f);
	assert_int_equal(f.p.lines[PROFILE_KERNEL].code_lines, 2);
	assert_int_equal(f.p.lines[PROFILE_KERNEL].code_pages, 1);
	assert_int_equal(f.p.lines[PROFILE_KERNEL].data_lines, 3);
	assert_int_equal(f.p.lines[PROFILE_KERNEL].data_pages, 3);
	assert_int_equal(f.p.sum[PROFILE_KERNEL].loads, 2);
	assert_int_equal(f.p.sum[PROFILE_KERNEL].stores, 1);
	assert_int_equal(f.p.sum[PROFILE_KERNEL].branches, 2);
	assert_int_equal(f.p.sum[PROFILE_KERNEL].taken, 2);
	drop(&f);
}

/* ---- damaged traces ---- */

static void damaged_traces_are_refused(void **state)
{
	struct made m;
	struct trace t;
	struct err e;

	m.n = 0;
	assert_int_equal(made_parse(&m, &t, &e), -EBADMSG);
	made_begin(&m);
	made_word(&m, TRACE_BEGIN);
	made_word(&m, 7); /* never defined */
	assert_int_equal(made_parse(&m, &t, &e), -EBADMSG);
	made_begin(&m);
	made_word(&m, TRACE_END);
	assert_int_equal(made_parse(&m, &t, &e), -EBADMSG);
	made_begin(&m);
	made_word(&m, 0xf0000000u);
	assert_int_equal(made_parse(&m, &t, &e), -EBADMSG);
}

static void a_tail_that_is_cut_off_is_left_out(void **state)
{
	struct program p;
	struct fixture f;
	struct err e;

	program(&p, &f);
	up_to_the_load(&p);
	for (size_t cut = p.m.n; cut > 3; cut--) {
		struct trace t;

		p.m.n = cut;
		if (!made_parse(&p.m, &t, &e)) {
			assert_int_equal(t.n_windows, 0);
			trace_release(&t);
		}
	}
	symbols_release(&f.user);
	symbols_release(&f.kernel);
}

/* ---- two of them ---- */

static struct profile by_hand(const char *const *names, const uint64_t *insns, size_t n)
{
	struct profile p = { .nodes = calloc(n + PROFILE_SIDES, sizeof(*p.nodes)),
			     .fns = calloc(n, sizeof(*p.fns)),
			     .rows = calloc(n, sizeof(*p.rows)) };

	p.n_nodes = PROFILE_SIDES + n;
	p.n_fns = p.n_rows = n;
	for (size_t i = 0; i < n; i++) {
		struct profile_node *node = &p.nodes[PROFILE_SIDES + i];

		p.fns[i].name = strdup(names[i]);
		node->fn = i;
		node->side = PROFILE_KERNEL;
		node->first = i + 1;
		/* Each is called by the one before it. */
		node->parent = i ? PROFILE_SIDES + i - 1 : PROFILE_KERNEL;
		node->c.insns = insns[i];
		p.rows[i] =
			(struct profile_row){ PROFILE_KERNEL, p.fns[i].name, 0, node->c };
	}
	return p;
}

static void what_was_inlined_is_pointed_out(void **state)
{
	static const char *const in_a[] = { "caller", "helper", "leaf" };
	static const char *const in_b[] = { "caller", "leaf", "new" };
	static const uint64_t of_a[] = { 20, 10, 5 }, of_b[] = { 28, 5, 1 };
	struct profile a = by_hand(in_a, of_a, 3), b = by_hand(in_b, of_b, 3);
	int64_t sum = 0;
	struct diff d;

	diff_make(&a, &b, &d);
	assert_int_equal(d.n, 4);
	for (size_t i = 0; i < d.n; i++)
		sum += d.rows[i].change;
	assert_int_equal(sum, 34 - 35);
	assert_string_equal(d.rows[0].name, "helper");
	assert_int_equal(d.rows[0].kind, DIFF_ONLY_A);
	assert_string_equal(d.rows[0].moved, "caller");
	assert_string_equal(d.rows[1].name, "caller");
	assert_int_equal(d.rows[1].kind, DIFF_MORE);
	assert_string_equal(d.rows[2].name, "new");
	assert_int_equal(d.rows[2].kind, DIFF_ONLY_B);
	assert_null(d.rows[2].moved);
	assert_int_equal(d.rows[3].kind, DIFF_SAME);
	diff_release(&d);
	profile_release(&a);
	profile_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_instruction_of_a_recording_has_its_function),
		cmocka_unit_test(calls_are_in_order_and_nested),
		cmocka_unit_test(without_symbols_the_sum_is_the_same),
		cmocka_unit_test(an_interrupt_is_set_apart),
		cmocka_unit_test(an_instruction_that_faulted_counts_once),
		cmocka_unit_test(a_fault_in_fetching_takes_nothing_away),
		cmocka_unit_test(a_module_is_named_and_what_is_behind_it_is_not),
		cmocka_unit_test(lines_pages_and_branches_are_counted),
		cmocka_unit_test(damaged_traces_are_refused),
		cmocka_unit_test(a_tail_that_is_cut_off_is_left_out),
		cmocka_unit_test(what_was_inlined_is_pointed_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
