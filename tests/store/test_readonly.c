/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Databases in folders that cannot be written. */
#include "tests/unit.h"

#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534

/* Its name has what means something in a URI. */
static char dir[64], path[96], wal[112];

static int set_up(void **state)
{
	const struct store_new_experiment x = { "run", "[]", "0", "owner", 42, 1000 };
	struct store *s;
	struct err e;
	int64_t id;

	strcpy(dir, "/tmp/ktoll-ro.XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/a?mode=rw%%41#b.db", dir);
	snprintf(wal, sizeof(wal), "%s-wal", path);
	if (store_open(path, STORE_CREATE, &s, &e) < 0 ||
	    store_experiment_begin(s, &x, &id, &e) < 0)
		return -1;
	store_close(s);
	if (utimensat(AT_FDCWD, path, (struct timespec[2]){ { 1 }, { 1 } }, 0) < 0)
		return -1;
	return chmod(path, 0644);
}

static int tear_down(void **state)
{
	char command[160];

	snprintf(command, sizeof(command), "chmod -R u+w %s; rm -rf %s", dir, dir);
	return system(command);
}

static int experiments(int mode, struct err *e)
{
	struct store_experiment *list = NULL;
	struct store *s = NULL;
	size_t n = 0;
	int r = store_open(path, (enum store_open_mode)mode, &s, e);

	if (!r)
		r = store_experiments(s, &list, &n, e);
	store_experiments_free(list, n);
	store_close(s);
	return r < 0 ? r : (int)n;
}

static int refused(int mode, const char *what)
{
	struct err e;

	char line[800];

	return experiments(mode, &e) == -EACCES &&
			       strstr(err_text(&e, line, sizeof(line)), what)
		       ? 0
		       : 1;
}

static int one_is_read(int unused, const char *unused_too)
{
	struct err e;

	return experiments(STORE_READ, &e) == 1 ? 0 : 1;
}

/* @call in a process that may not write in @dir, of mode @mode. */
static void without_rights(mode_t mode, int (*call)(int, const char *), int arg,
			   const char *what)
{
	int status;

	assert_int_equal(chmod(dir, mode), 0);
	if (!fork()) {
		if (!geteuid() && setuid(NOBODY) < 0)
			_exit(99);
		_exit(call(arg, what));
	}
	assert_true(wait(&status) > 0);
	assert_int_equal(status, 0);
}

static void it_is_read_in_a_folder_that_cannot_be_written(void **state)
{
	without_rights(0555, one_is_read, 0, NULL);
	assert_int_equal(access(wal, F_OK), -1);
}

static void an_empty_log_does_not_matter(void **state)
{
	assert_true(close(open(wal, O_CREAT | O_WRONLY, 0644)) == 0);
	without_rights(0555, one_is_read, 0, NULL);
}

static void a_log_that_cannot_be_recovered_is_an_error(void **state)
{
	int fd = open(wal, O_CREAT | O_WRONLY, 0644);

	assert_int_equal(write(fd, "something", 9), 9);
	close(fd);
	without_rights(0555, refused, STORE_READ, "-wal: holds");
}

static void writing_there_says_that_it_cannot_be(void **state)
{
	without_rights(0555, refused, STORE_WRITE,
		       "cannot be written: Permission denied");
	without_rights(0555, refused, STORE_CREATE,
		       "cannot be written: Permission denied");
}

static void a_file_that_may_be_written_in_a_folder_that_may_not(void **state)
{
	assert_int_equal(chmod(path, 0666), 0);
	without_rights(0555, one_is_read, 0, NULL);
	without_rights(0555, refused, STORE_WRITE,
		       "as its folder cannot: Permission denied");
}

static void what_may_not_be_read_says_so(void **state)
{
	assert_int_equal(chmod(path, 0), 0);
	without_rights(0755, refused, STORE_READ, "cannot be read: Permission denied");
}

/* What a reader of a file that changed after all gets. */
static int reads_when_told(int in, int out)
{
	struct store_experiment *list = NULL;
	struct store *s = NULL;
	struct err e;
	size_t n = 0;
	char c = 0;
	int r = store_open(path, STORE_READ, &s, &e);

	if (r < 0 || write(out, &c, 1) != 1 || read(in, &c, 1) != 1)
		return 1;
	r = store_experiments(s, &list, &n, &e);
	return r == -EBUSY && strstr(e.what, "while it was read") ? 0 : 2;
}

static void a_change_while_it_is_read_is_an_error(void **state)
{
	const struct store_new_experiment x = { "run", "[]", "0", "owner", 42, 1000 };
	int to[2], from[2], status;
	struct store *s;
	struct err e;
	int64_t id;
	char c = 0;

	assert_int_equal(pipe(to) | pipe(from), 0);
	assert_int_equal(chmod(dir, 0555), 0);
	if (!fork()) {
		if (!geteuid() && setuid(NOBODY) < 0)
			_exit(99);
		_exit(reads_when_told(to[0], from[1]));
	}
	close(from[1]);
	assert_int_equal(read(from[0], &c, 1), 1);
	assert_int_equal(chmod(dir, 0755), 0);
	assert_int_equal(store_open(path, STORE_WRITE, &s, &e), 0);
	assert_int_equal(store_experiment_begin(s, &x, &id, &e), 0);
	store_close(s);
	assert_int_equal(write(to[1], &c, 1), 1);
	assert_true(wait(&status) > 0);
	assert_int_equal(status, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(it_is_read_in_a_folder_that_cannot_be_written),
		TEST(an_empty_log_does_not_matter),
		TEST(a_log_that_cannot_be_recovered_is_an_error),
		TEST(writing_there_says_that_it_cannot_be),
		TEST(a_file_that_may_be_written_in_a_folder_that_may_not),
		TEST(a_change_while_it_is_read_is_an_error),
		TEST(what_may_not_be_read_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
