/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path/inlines.h, symbols.h and annotate.h, on the probe's own file with debug data. */
#include "path/annotate.h"
#include "path/inlines.h"
#include "tests/path/load.h"

#include <errno.h>
#include <unistd.h>

#define PROBE "build/probe/ktoll-probe.x86_64.debug"

static void what_is_inlined_at_the_clock_is_known(void **state)
{
	const char *list[INLINES_MAX];
	uint64_t begin, end;
	struct inlines *i;
	char line[256];
	struct err e;
	size_t n;

	if (access(PROBE, R_OK))
		skip();
	assert_int_equal(symbols_marks(PROBE, &begin, &end, &e), 0);
	assert_true(begin < end);
	assert_int_equal(inlines_open(PROBE, &i, &e), 0);
	n = inlines_at(i, begin, list);
	assert_int_equal(n, 2);
	assert_string_equal(list[0], "clock_now");
	assert_string_equal(list[1], "arch_ticks");
	assert_non_null(strstr(inlines_line(i, begin, line, sizeof(line)), "arch.h:"));
	assert_int_equal(inlines_at(i, UINT64_MAX / 2, list), 0);
	assert_string_equal(inlines_line(i, UINT64_MAX / 2, line, sizeof(line)), "");
	inlines_close(i);
}

static void both_probes_say_where_they_read_the_clock(void **state)
{
	uint64_t begin, end;
	struct err e;

	if (access(PROBE, R_OK))
		skip();
	assert_int_equal(
		symbols_marks("build/probe/ktoll-probe.i386.debug", &begin, &end, &e), 0);
	/* The one that is run has no symbols. */
	assert_int_equal(
		symbols_marks("build/probe/ktoll-probe.x86_64", &begin, &end, &e),
		-ENOENT);
	assert_int_equal(symbols_marks("Makefile", &begin, &end, &e), -ENOEXEC);
}

static void a_file_without_debug_data_is_refused(void **state)
{
	struct inlines *i;
	struct err e;

	if (access(PROBE, R_OK))
		skip();
	assert_int_equal(inlines_open("build/probe/ktoll-probe.x86_64", &i, &e),
			 -ENODATA);
	assert_int_equal(inlines_open("/nowhere", &i, &e), -ENODATA);
}

/* Made of texts; addresses do not matter. */
static struct annotated listing(const char *const *text, size_t n)
{
	struct annotated a = { .v = calloc(n, sizeof(*a.v)), .n = n };

	for (size_t i = 0; i < n; i++) {
		a.v[i].text = strdup(text[i]);
		a.v[i].key = strndup(text[i], strcspn(text[i], "+"));
		a.v[i].line = strdup("");
	}
	return a;
}

static void two_listings_are_aligned_by_what_they_share(void **state)
{
	static const char *const of_a[] = { "push", "mov", "je f+1", "pop", "ret" };
	static const char *const of_b[] = { "push", "je f+9", "nop", "pop", "ret" };
	struct annotated a = listing(of_a, 5), b = listing(of_b, 5);
	static const struct annotated_pair want[] = { { 0, 0 }, { 1, SIZE_MAX },
						      { 2, 1 }, { SIZE_MAX, 2 },
						      { 3, 3 }, { 4, 4 } };
	struct annotated_pair *pairs;
	size_t n;

	pairs = annotated_align(&a, &b, &n);
	assert_int_equal(n, 6);
	assert_memory_equal(pairs, want, sizeof(want));
	free(pairs);
	annotated_release(&a);
	annotated_release(&b);
}

static void a_function_is_listed_with_its_counts(void **state)
{
	struct symbols user = { 0 }, kernel = { 0 };
	struct profile_input in;
	struct annotated a;
	struct profile p;
	struct trace t;
	struct err e;

	assert_int_equal(trace_read("tests/data/path/syscall-null.trace", &t, &e), 0);
	load_symbols("tests/data/path/syscall-null.symbols", &user, &kernel);
	in = (struct profile_input){ &t, 1, &user, &kernel, 64, 64, NULL };
	profile_make(&in, &p);
	assert_int_equal(annotate(&in, &p, "__rcu_read_lock", &a, &e), 0);
	assert_int_equal(a.n, 7);
	assert_int_equal(a.v[0].count, 16);
	assert_non_null(strstr(a.v[6].text, "ret"));
	annotated_release(&a);
	assert_int_equal(annotate(&in, &p, "no_such", &a, &e), -ENOENT);
	annotated_release(&a);
	profile_release(&p);
	trace_release(&t);
	symbols_release(&user);
	symbols_release(&kernel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_inlined_at_the_clock_is_known),
		cmocka_unit_test(both_probes_say_where_they_read_the_clock),
		cmocka_unit_test(a_file_without_debug_data_is_refused),
		cmocka_unit_test(two_listings_are_aligned_by_what_they_share),
		cmocka_unit_test(a_function_is_listed_with_its_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
