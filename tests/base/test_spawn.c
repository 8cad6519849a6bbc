/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "base/rootfd.h"
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void what_a_child_writes_comes_back(void **state)
{
	const char *const argv[] = { "/bin/sh", "-c",
				     "read x; echo $x; echo err >&2; exit 7", NULL };
	struct child c = CHILD_NONE;
	struct err e;
	char buf[64] = "";
	int status;

	assert_int_equal(child_start(argv, NULL, 0, &c, &e), 0);
	assert_int_equal(write(c.in, "hello\n", 6), 6);
	assert_int_equal(read(c.out, buf, sizeof(buf)), 6);
	assert_memory_equal(buf, "hello\n", 6);
	assert_int_equal(read(c.err, buf, sizeof(buf)), 4);
	assert_int_equal(child_wait(&c, &status), 0);
	assert_int_equal(WEXITSTATUS(status), 7);
}

static void a_program_that_is_not_there_is_an_error_here(void **state)
{
	const char *const argv[] = { "/no/such/program", NULL };
	struct child c = CHILD_NONE;
	struct err e;

	assert_int_equal(child_start(argv, NULL, 0, &c, &e), -ENOENT);
	assert_string_equal(e.where, "/no/such/program");
	assert_int_equal(c.pid, 0);
}

static void killing_takes_the_whole_group(void **state)
{
	const char *const argv[] = { "/bin/sh", "-c", "sleep 100 & echo $!; wait", NULL };
	struct child c = CHILD_NONE;
	struct err e;
	char buf[32] = "";
	pid_t grandchild;

	assert_int_equal(child_start(argv, NULL, 0, &c, &e), 0);
	assert_true(read(c.out, buf, sizeof(buf) - 1) > 0);
	grandchild = atoi(buf);
	assert_int_equal(kill(grandchild, 0), 0);
	child_kill(&c);
	for (int i = 0; i < 100 && !kill(grandchild, 0); i++) {
		char path[64], *stat;

		/* A zombie that init has not reaped yet is dead enough. */
		snprintf(path, sizeof(path), "/proc/%d/stat", grandchild);
		if (root_read(AT_FDCWD, path, &stat, NULL) == 0) {
			char dead = strstr(stat, ") Z") != NULL;

			free(stat);
			if (dead)
				return;
		}
		usleep(10000);
	}
	assert_int_equal(kill(grandchild, 0), -1);
	child_kill(&c);
}

static void a_descriptor_is_passed_under_another_number(void **state)
{
	const char *const argv[] = { "/bin/sh", "-c", "echo x >&7", NULL };
	struct child c = CHILD_NONE;
	struct err e;
	char buf[8];
	int fd[2];

	assert_int_equal(pipe2(fd, O_CLOEXEC), 0);
	assert_int_equal(child_start(argv, &(struct child_fd){ fd[1], 7 }, 1, &c, &e), 0);
	close(fd[1]);
	assert_int_equal(read(fd[0], buf, sizeof(buf)), 2);
	close(fd[0]);
	assert_int_equal(child_wait(&c, NULL), 0);
}

static void numbers_that_overlap_are_not_mixed_up(void **state)
{
	const char *const argv[] = { "/bin/sh", "-c", "echo one >&8; echo two >&9",
				     NULL };
	struct child c = CHILD_NONE;
	struct child_fd fds[2];
	struct err e;
	char buf[8];
	int one[2], two[2];

	assert_int_equal(pipe2(one, O_CLOEXEC), 0);
	assert_int_equal(pipe2(two, O_CLOEXEC), 0);
	/* ours are 9 and 8, theirs 8 and 9 */
	assert_int_equal(dup3(one[1], 9, O_CLOEXEC), 9);
	assert_int_equal(dup3(two[1], 8, O_CLOEXEC), 8);
	fds[0] = (struct child_fd){ 9, 8 };
	fds[1] = (struct child_fd){ 8, 9 };
	assert_int_equal(child_start(argv, fds, 2, &c, &e), 0);
	assert_int_equal(child_wait(&c, NULL), 0);
	assert_int_equal(read(one[0], buf, sizeof(buf)), 4);
	assert_memory_equal(buf, "one", 3);
	assert_int_equal(read(two[0], buf, sizeof(buf)), 4);
	assert_memory_equal(buf, "two", 3);
	for (int i = 0; i < 2; i++) {
		close(one[i]);
		close(two[i]);
	}
	close(8);
	close(9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_child_writes_comes_back),
		cmocka_unit_test(a_program_that_is_not_there_is_an_error_here),
		cmocka_unit_test(killing_takes_the_whole_group),
		cmocka_unit_test(numbers_that_overlap_are_not_mixed_up),
		cmocka_unit_test(a_descriptor_is_passed_under_another_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
