/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path/kept.h: a profile written, and read again. */
#include "path/kept.h"
#include "tests/path/load.h"

#include <errno.h>

#define DATA "tests/data/path/syscall-null"

static void recorded(struct profile *ret)
{
	struct symbols user = { 0 }, kernel = { 0 };
	struct trace trace;
	struct err e;

	assert_int_equal(trace_read(DATA ".trace", &trace, &e), 0);
	load_symbols(DATA ".symbols", &user, &kernel);
	profile_make(&(struct profile_input){ &trace, 1, &user, &kernel, 64, 64 }, ret);
	trace_release(&trace);
	symbols_release(&user);
	symbols_release(&kernel);
}

static void what_is_kept_is_what_was_found(void **state)
{
	struct profile p;
	struct kept k;
	struct err e;
	char *text, *again;

	recorded(&p);
	assert_int_equal(kept_text(&p, 8, "no \"names\"", &text, &e), 0);
	assert_int_equal(kept_parse(text, strlen(text), &k, &e), 0);
	assert_int_equal(k.units, 8);
	assert_string_equal(k.note, "no \"names\"");
	assert_int_equal(k.profile.total, 2618);
	assert_int_equal(k.profile.n_rows, p.n_rows);
	for (size_t i = 0; i < p.n_rows; i++) {
		const struct profile_row *a = &p.rows[i], *b = &k.profile.rows[i];

		assert_string_equal(a->name, b->name);
		assert_int_equal(a->side, b->side);
		assert_true(a->addr == b->addr);
		assert_memory_equal(&a->c, &b->c, sizeof(a->c));
	}
	assert_memory_equal(p.sum, k.profile.sum, sizeof(p.sum));
	assert_memory_equal(p.lines, k.profile.lines, sizeof(p.lines));
	/* The order of the calls, too. */
	assert_int_equal(kept_text(&k.profile, 8, k.note, &again, &e), 0);
	assert_string_equal(text, again);
	free(text);
	free(again);
	kept_release(&k);
	profile_release(&p);
}

static void a_function_keeps_its_place_if_it_is_inlined_elsewhere(void **state)
{
	static const char text[] =
		"{\"v\":1,\"units\":1,\"note\":\"\",\"functions\":[[\"f\",\"\"],[\"g\",\"2000\"],"
		"[\"f\",\"1000\"]],\"nodes\":[[0,1,1,0,5,1,0,0,0,0,{}],[1,1,0,1,3,0,0,0,0,0,{}],"
		"[1,1,2,0,4,1,0,0,0,0,{}]],\"lines\":[[0,0,0,0],[1,1,1,1],[0,0,0,0]]}";
	const struct profile_row *row;
	struct kept k;
	struct err e;

	assert_int_equal(kept_parse(text, strlen(text), &k, &e), 0);
	row = row_of(&k.profile, PROFILE_KERNEL, "f");
	assert_int_equal(row->c.insns, 7);
	assert_int_equal(row->addr, 0x1000);
	kept_release(&k);
}

static void what_is_no_profile_is_refused(void **state)
{
#define ENDS ",\"lines\":[[0,0,0,0],[1,1,1,1],[0,0,0,0]]}"
#define START \
	"{\"v\":1,\"units\":10,\"note\":\"\",\"functions\":[[\"f\",\"1000\"]],\"nodes\":"
	static const char *const good =
		START "[[0,1,0,0,5,1,1,1,1,1,{\"WRMSR\":1}]]" ENDS;
	static const char *const bad[] = {
		"",
		"[]",
		"{\"v\":2}",
		/* a child before its parent, another side below one, no such side */
		START "[[1,1,0,0,5,1,1,1,1,1,{}]]" ENDS,
		START "[[0,1,0,0,5,1,1,1,1,1,{}],[1,0,0,0,5,1,1,1,1,1,{}]]" ENDS,
		START "[[0,3,0,0,5,1,1,1,1,1,{}]]" ENDS,
		/* sides that come twice */
		START "[[0,0,0,0,5,1,1,1,1,1,{}],[0,1,0,0,5,1,1,1,1,1,{}],"
		      "[0,0,0,0,5,1,1,1,1,1,{}]]" ENDS,
		/* no such function, a negative count, one too large, a field too few */
		START "[[0,1,1,0,5,1,1,1,1,1,{}]]" ENDS,
		START "[[0,1,0,0,-5,1,1,1,1,1,{}]]" ENDS,
		START "[[0,1,0,0,9007199254740993,1,1,1,1,1,{}]]" ENDS,
		START "[[0,1,0,0,5,1,1,1,1,{}]]" ENDS,
		/* more than fits together */
		START
		"[[0,1,0,0,1099511627776,1,1,1,1,1,{}],[1,1,0,0,1,1,1,1,1,1,{}]]" ENDS,
		/* an unknown kind of instruction */
		START "[[0,1,0,0,5,1,1,1,1,1,{\"HCF\":1}]]" ENDS,
		/* an address that is none */
		"{\"v\":1,\"units\":1,\"note\":\"\",\"functions\":[[\"f\",\"xyz\"]],\"nodes\":[]" ENDS,
		"{\"v\":1,\"units\":0,\"note\":\"\",\"functions\":[],\"nodes\":[]" ENDS,
	};
	struct kept k;
	struct err e;

	assert_int_equal(kept_parse(good, strlen(good), &k, &e), 0);
	assert_int_equal(k.profile.sum[PROFILE_KERNEL].costs[COST_WRMSR], 1);
	kept_release(&k);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(kept_parse(bad[i], strlen(bad[i]), &k, &e), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_kept_is_what_was_found),
		cmocka_unit_test(a_function_keeps_its_place_if_it_is_inlined_elsewhere),
		cmocka_unit_test(what_is_no_profile_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
