/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "lab/experiment_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static struct experiment_file file;
static struct err e;
static char said[1024];

static int parse(const char *text)
{
	int r = experiment_file_parse(text, strlen(text), "x.ini", &file, &e);

	if (r < 0)
		err_text(&e, said, sizeof(said));
	return r;
}

static int clear(void **state)
{
	experiment_file_release(&file);
	return 0;
}

static void refused(const char *text, const char *with)
{
	assert_int_equal(parse(text), -EINVAL);
	if (!strstr(said, with))
		fail_msg("'%s' does not say '%s'", said, with);
}

static void kernels_are_read_in_their_order(void **state)
{
	assert_int_equal(parse("; a comment\n"
			       "[series]\n"
			       "workloads = syscall.* signal.catch\n"
			       "boots = 12\n"
			       "margin = 0.5%\n"
			       "mode = exact\n"
			       "seed = 7\n"
			       "[arm before]\n"
			       "kernel = /boot/a\n"
			       "[arm after]\n"
			       "kernel = b.deb\n"
			       "append = mitigations=off\n"
			       "with = seccomp:100\n"),
			 0);
	assert_int_equal(file.n, 2);
	assert_string_equal(file.arm[0].name, "before");
	assert_string_equal(file.arm[0].kernel, "/boot/a");
	assert_string_equal(file.arm[1].append, "mitigations=off");
	assert_string_equal(file.arm[1].with, "seccomp:100");
	assert_string_equal(file.workloads, "syscall.* signal.catch");
	assert_int_equal(file.boots, 12);
	assert_true(file.exact && file.seeded && file.seed == 7);
	assert_true(file.margin > 0.00499 && file.margin < 0.00501);
	assert_true(file.confidence < 0);
}

static void a_range_needs_no_arms(void **state)
{
	assert_int_equal(
		parse("[series]\ngit = linux\nrange = v1..v2\nconfig = c\nbuild-jobs = 2\n"),
		0);
	assert_int_equal(file.n, 0);
	assert_string_equal(file.range, "v1..v2");
	assert_int_equal(file.build_jobs, 2);
}

static void what_is_wrong_is_said_with_its_line(void **state)
{
	refused("[series]\nboots = 0\n", "x.ini:2: boots = 0 (expected a number from 1");
	refused("[series]\nbootz = 1\n", "x.ini:2: [series] has no key 'bootz'");
	refused("boots = 1\n", "x.ini:1: 'boots' is in no section");
	refused("[serie]\nboots = 1\n", "x.ini:2: unknown section 'serie'");
	refused("[series]\nmode = fast\n", "expected exact or kvm");
	refused("[series]\nmargin = x\n", "x.ini:2: margin = x");
	refused("[series]\nthis is no line\n", "x.ini:2: cannot be read");
	refused("[series]\ngit = a\ngit = b\n", "x.ini:3: 'git' is given twice");
	refused("[arm x]\nkernel = a\ncommit = b\n",
		"x.ini:3: arm 'x' has a kernel already");
	refused("[arm x]\nspeed = 9\n", "x.ini:2: an arm has no key 'speed'");
	refused("[arm ]\nkernel = a\n", "an arm has a name");
}

static void what_is_missing_is_said(void **state)
{
	refused("", "fewer than two arms");
	refused("[arm x]\nkernel = a\n", "fewer than two arms");
	refused("[arm x]\nkernel = a\n[arm y]\nappend = b\n", "arm 'y' has no kernel");
	refused("[arm x]\nkernel = a\n[arm y]\ncommit = b\n", "git = REPOSITORY");
	refused("[series]\nrange = a..b\n[arm x]\nkernel = a\n", "a range and arms");
}

static void hostile_bytes_are_refused(void **state)
{
	char line[400];

	assert_int_equal(
		experiment_file_parse("[series]\n\0boots", 15, "x.ini", &file, &e),
		-EINVAL);
	memset(line, 'a', sizeof(line));
	line[sizeof(line) - 1] = 0;
	refused(line, "x.ini:1: a line is longer than");
}

#define TEST(f) cmocka_unit_test_teardown(f, clear)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(kernels_are_read_in_their_order),     TEST(a_range_needs_no_arms),
		TEST(what_is_wrong_is_said_with_its_line), TEST(what_is_missing_is_said),
		TEST(hostile_bytes_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
