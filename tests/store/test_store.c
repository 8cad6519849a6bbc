/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "store/schema.h"
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[64], path[96];

static int set_up(void **state)
{
	strcpy(dir, "/tmp/ktoll-store.XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/a/b/ktoll.db", dir);
	return 0;
}

static int tear_down(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

static struct store *open_it(enum store_open_mode mode)
{
	struct store *s = NULL;
	struct err e;

	assert_int_equal(store_open(path, mode, &s, &e), 0);
	return s;
}

static int64_t begin(struct store *s, int64_t *ret_boot, int64_t *ret_workload)
{
	const struct store_new_experiment x = {
		"run", "[\"run\"]", "0", "owner", 42, 1000
	};
	const struct store_fact facts[] = {
		{ (char *)"kernel.release", (char *)"6.1", NULL },
		{ (char *)"cpu.microcode", NULL, (char *)"no such file" }
	};
	struct err e;
	int64_t id;

	assert_int_equal(store_experiment_begin(s, &x, &id, &e), 0);
	assert_int_equal(store_boot_begin(s, id, "before", "host", STORE_TIME, 1001,
					  facts, 2, ret_boot, &e),
			 0);
	assert_int_equal(
		store_workload(s, "syscall.null", "x86_64", 1, "op", 1, ret_workload, &e),
		0);
	return id;
}

static struct store_process a_process(int64_t boot, int64_t workload, int64_t number)
{
	static const int64_t ticks[] = { 900, 100, -200, 300 };
	static const uint8_t flags[] = { STORE_WARMUP, 0,
					 STORE_BACKWARD | STORE_PREEMPTED, 0 };
	struct store_process p = {
		.boot_id = boot,
		.workload_id = workload,
		.number = number,
		.mode = "batch",
		.modifiers = "",
		.status = "done",
		.clock = "tsc",
		.conditions = "{}",
		.ops = 10,
		.ns_per_tick = 0.5,
		.clock_drift = NAN,
		.summary = { 1, 2, 3, 4, 5, 6, NAN, NAN, 9, 10, 11 },
		.exact = NAN,
		.agree = NAN,
		.nvcsw = 7,
		.n = 4,
		.ticks = ticks,
		.flags = flags,
	};

	return p;
}

struct seen {
	unsigned int rows;
	struct store_process last;
	int64_t ticks[8];
	uint8_t flags[8];
	int64_t samples, warmup, preempted;
};

static int take(void *ctx, const struct store_row *row)
{
	struct seen *s = ctx;

	s->rows++;
	s->last = row->process;
	s->samples = row->samples;
	s->warmup = row->warmup;
	s->preempted = row->preempted;
	assert_string_equal(row->arm, "before");
	assert_string_equal(row->workload, "syscall.null");
	if (row->process.ticks) {
		memcpy(s->ticks, row->process.ticks, 8 * row->process.n);
		memcpy(s->flags, row->process.flags, row->process.n);
	}
	return 0;
}

static void what_is_stored_comes_back(void **state)
{
	struct store *s = open_it(STORE_CREATE);
	int64_t boot, workload, id = begin(s, &boot, &workload);
	struct store_process p = a_process(boot, workload, 0);
	struct seen seen = { 0 };
	struct err e;

	assert_int_equal(store_process_add(s, &p, NULL, &e), 0);
	assert_int_equal(store_each_process(s, id, NULL, true, take, &seen, &e), 0);
	assert_int_equal(seen.rows, 1);
	assert_int_equal(seen.last.n, 4);
	assert_memory_equal(seen.ticks, p.ticks, 32);
	assert_memory_equal(seen.flags, p.flags, 4);
	assert_true(seen.last.ns_per_tick == 0.5);
	assert_true(isnan(seen.last.clock_drift));
	assert_true(seen.last.summary.p25 == 3);
	assert_true(isnan(seen.last.summary.p99));
	assert_int_equal(seen.last.nvcsw, 7);
	assert_int_equal(seen.samples, 4);
	assert_int_equal(seen.warmup, 1);
	assert_int_equal(seen.preempted, 1);
	memset(&seen, 0, sizeof(seen));
	assert_int_equal(store_each_process(s, id, NULL, false, take, &seen, &e), 0);
	assert_int_equal(seen.last.n, 0);
	assert_int_equal(seen.samples, 4);
	store_close(s);
}

static void an_unknown_fact_is_not_an_empty_one(void **state)
{
	struct store *s = open_it(STORE_CREATE);
	int64_t boot, workload;
	struct store_fact *facts;
	struct err e;
	size_t n;

	begin(s, &boot, &workload);
	assert_int_equal(store_facts(s, boot, &facts, &n, &e), 0);
	assert_int_equal(n, 2);
	assert_string_equal(facts[0].key, "cpu.microcode");
	assert_null(facts[0].value);
	assert_string_equal(facts[0].reason, "no such file");
	assert_string_equal(facts[1].value, "6.1");
	store_facts_free(facts, n);
	store_close(s);
}

static void an_experiment_is_running_until_it_is_ended(void **state)
{
	struct store *s = open_it(STORE_CREATE);
	int64_t boot, workload, id = begin(s, &boot, &workload);
	struct store_experiment x = { 0 };
	struct err e;

	assert_int_equal(store_experiment_get(s, id, &x, &e), 0);
	assert_string_equal(x.state, "running");
	assert_string_equal(x.arms, "before");
	assert_int_equal(x.seed, 42);
	store_experiment_clear(&x);
	assert_int_equal(store_experiment_end(s, id, "failed", "disk full", 2000, &e), 0);
	assert_int_equal(store_experiment_get(s, id, &x, &e), 0);
	assert_string_equal(x.state, "failed");
	assert_string_equal(x.reason, "disk full");
	assert_int_equal(x.ended_ns, 2000);
	store_experiment_clear(&x);
	assert_int_equal(store_experiment_get(s, 999, &x, &e), -ENOENT);
	store_close(s);
}

static void samples_are_rows_for_sqlite3(void **state)
{
	struct store *s = open_it(STORE_CREATE);
	int64_t boot, workload;
	struct store_process p;
	sqlite3_stmt *st;
	sqlite3 *db;
	struct err e;

	begin(s, &boot, &workload);
	p = a_process(boot, workload, 0);
	assert_int_equal(store_process_add(s, &p, NULL, &e), 0);
	store_close(s);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db,
					    "SELECT ticks, cost_ns, flags FROM sample "
					    "ORDER BY number",
					    -1, &st, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(st, 0), 900);
	assert_true(sqlite3_column_double(st, 1) == 45);
	assert_string_equal(sqlite3_column_text(st, 2), "w");
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	assert_string_equal(sqlite3_column_text(st, 2), "");
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	assert_string_equal(sqlite3_column_text(st, 2), "pb");
	sqlite3_finalize(st);
	sqlite3_close(db);
}

static void a_file_that_is_no_database_is_refused_and_untouched(void **state)
{
	struct store *s = NULL;
	struct stat before, after;
	struct err e;
	FILE *f;

	snprintf(path, sizeof(path), "%s/text", dir);
	f = fopen(path, "w");
	for (int i = 0; i < 100; i++)
		fputs("this is not a database\n", f);
	fclose(f);
	stat(path, &before);
	assert_int_equal(store_open(path, STORE_CREATE, &s, &e), -EBADF);
	assert_int_equal(store_open(path, STORE_READ, &s, &e), -EBADF);
	assert_null(s);
	stat(path, &after);
	assert_int_equal(before.st_size, after.st_size);
}

static void sql(const char *text)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void another_programs_database_is_refused(void **state)
{
	struct store *s = NULL;
	struct err e;

	snprintf(path, sizeof(path), "%s/other", dir);
	sql("CREATE TABLE bookmarks (url TEXT)");
	assert_int_equal(store_open(path, STORE_CREATE, &s, &e), -EBADF);
	assert_non_null(strstr(e.what, "another program"));
	assert_null(s);
}

static void a_newer_schema_is_refused(void **state)
{
	struct store *s = open_it(STORE_CREATE);
	struct err e;

	store_close(s);
	sql("PRAGMA user_version = 99");
	assert_int_equal(store_open(path, STORE_CREATE, &s, &e), -ENOTSUP);
	assert_non_null(strstr(e.what, "schema 99"));
}

static void reading_does_not_create(void **state)
{
	struct store *s = NULL;
	struct err e;

	assert_int_equal(store_open(path, STORE_READ, &s, &e), -ENOENT);
	assert_null(s);
	assert_int_equal(access(path, F_OK), -1);
}

static void an_old_file_is_migrated_and_keeps_what_it_holds(void **state)
{
	struct seen seen = { 0 };
	struct store *s = NULL;
	struct err e;

	snprintf(path, sizeof(path), "%s/old", dir);
	sql(schema_migrations[0]);
	sql("PRAGMA application_id = 0x6b746f6c; PRAGMA user_version = 1;"
	    "INSERT INTO experiment VALUES (1, 'run', '[]', '0', 1, 'done', NULL, '-', 1, 2);"
	    "INSERT INTO arm VALUES (1, 'before');"
	    "INSERT INTO boot VALUES (1, 1, 1, 'host', 1, 2);"
	    "INSERT INTO workload VALUES (1, 'syscall.null', 'x86_64', 1, 'op', 1);"
	    "INSERT INTO process (boot_id, workload_id, number, mode, modifiers, status, "
	    "began_ns, samples, warmup, preempted, migrated, wire_lost, wire_corrupt, "
	    "conditions, p25_ns, ops, ns_per_tick, ticks, flags) VALUES (1, 1, 0, 'batch', '', "
	    "'done', 1, 2, 0, 0, 0, 0, 0, '{}', 5.5, 1, 1, '[5,6]', '{}')");
	assert_int_equal(store_open(path, STORE_READ, &s, &e), 0);
	assert_int_equal(store_each_process(s, 1, NULL, true, take, &seen, &e), 0);
	assert_int_equal(seen.rows, 1);
	assert_int_equal(seen.last.n, 2);
	assert_true(seen.last.summary.p25 == 5.5);
	assert_true(isnan(seen.last.exact));
	store_close(s);
	assert_int_equal(store_open(path, STORE_READ, &s, &e), 0);
	store_close(s);
}

static void foreign_keys_hold(void **state)
{
	struct store *s = open_it(STORE_CREATE);
	struct store_process p = a_process(777, 888, 0);
	struct err e;

	assert_true(store_process_add(s, &p, NULL, &e) < 0);
	store_close(s);
}

static void several_make_one_file_at_once(void **state)
{
	for (int round = 0; round < 20; round++) {
		int status;

		snprintf(path, sizeof(path), "%s/new%d", dir, round);
		for (int w = 0; w < 4; w++) {
			struct store *s;
			struct err e;

			if (!fork())
				_exit(store_open(path, STORE_CREATE, &s, &e) < 0);
		}
		for (int w = 0; w < 4; w++) {
			assert_true(wait(&status) > 0);
			assert_int_equal(status, 0);
		}
	}
}

#define WRITERS 4
#define EACH    50

static void several_writers_share_one_file(void **state)
{
	struct store *s = open_it(STORE_CREATE);
	int64_t boot, workload, id = begin(s, &boot, &workload);
	struct seen seen = { 0 };
	struct err e;
	int status;

	store_close(s);
	for (int w = 0; w < WRITERS; w++) {
		if (fork())
			continue;
		if (store_open(path, STORE_CREATE, &s, &e) < 0)
			_exit(1);
		for (int i = 0; i < EACH; i++) {
			struct store_process p = a_process(boot, workload, w * EACH + i);

			if (store_process_add(s, &p, NULL, &e) < 0)
				_exit(2);
		}
		_exit(0);
	}
	for (int w = 0; w < WRITERS; w++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	s = open_it(STORE_READ);
	assert_int_equal(store_each_process(s, id, NULL, false, take, &seen, &e), 0);
	assert_int_equal(seen.rows, WRITERS * EACH);
	store_close(s);
}

static void a_killed_writer_loses_no_process_that_was_stored(void **state)
{
	struct store *s = open_it(STORE_CREATE);
	int64_t boot, workload, id = begin(s, &boot, &workload);
	unsigned int told = 0;
	struct err e;
	int fd[2];

	store_close(s);
	for (int round = 0; round < 10; round++) {
		struct seen seen = { 0 };
		char byte;
		pid_t pid;

		assert_int_equal(pipe(fd), 0);
		pid = fork();
		if (!pid) {
			if (store_open(path, STORE_CREATE, &s, &e) < 0)
				_exit(1);
			for (int i = 0;; i++) {
				struct store_process p = a_process(boot, workload, i);

				if (store_process_add(s, &p, NULL, &e) < 0 ||
				    write(fd[1], "x", 1) != 1)
					_exit(2);
			}
		}
		close(fd[1]);
		for (int i = 0; i <= 13 * round; i++) {
			assert_int_equal(read(fd[0], &byte, 1), 1);
			told++;
		}
		kill(pid, 9);
		while (read(fd[0], &byte, 1) == 1)
			told++;
		close(fd[0]);
		waitpid(pid, NULL, 0);
		s = open_it(STORE_WRITE);
		assert_int_equal(store_each_process(s, id, NULL, true, take, &seen, &e),
				 0);
		/* One may have been stored and not told any more. */
		assert_in_range(seen.rows, told, told + 1);
		told = seen.rows;
		assert_int_equal(seen.last.n, 4);
		store_close(s);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(what_is_stored_comes_back),
		TEST(an_unknown_fact_is_not_an_empty_one),
		TEST(an_experiment_is_running_until_it_is_ended),
		TEST(samples_are_rows_for_sqlite3),
		TEST(a_file_that_is_no_database_is_refused_and_untouched),
		TEST(another_programs_database_is_refused),
		TEST(a_newer_schema_is_refused),
		TEST(reading_does_not_create),
		TEST(an_old_file_is_migrated_and_keeps_what_it_holds),
		TEST(foreign_keys_hold),
		TEST(several_make_one_file_at_once),
		TEST(several_writers_share_one_file),
		TEST(a_killed_writer_loses_no_process_that_was_stored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
