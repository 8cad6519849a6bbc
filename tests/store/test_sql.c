/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "store/internal.h"

#include <errno.h>
#include <stdlib.h>

static struct store *store;
static size_t cleared;

/* The third row cannot be computed. */
#define HALF "SELECT abs(column1) FROM (VALUES (1), (2), (-9223372036854775807 - 1), (4))"

static int open_one(void **state)
{
	struct err e;

	cleared = 0;
	return store_open(":memory:", STORE_CREATE, &store, &e);
}

/* A statement left open would keep the database locked. */
static int close_one(void **state)
{
	assert_null(sqlite3_next_stmt(store->db, NULL));
	store_close(store);
	return 0;
}

static int read_until(const char *sql, int at, int error, size_t *ret_rows, struct err *e)
{
	sqlite3_stmt *st;
	int r = sql_prepare(store, &st, e, sql, "");

	*ret_rows = 0;
	while ((r = sql_next(store, st, r, e)) > 0) {
		++*ret_rows;
		r = sqlite3_column_int(st, 0) == at ? error : 0;
	}
	return r;
}

static void rows_are_read_to_the_end(void **state)
{
	struct err e;
	size_t n;

	assert_int_equal(read_until("VALUES (1), (2), (3)", 0, 0, &n, &e), 0);
	assert_int_equal(n, 3);
	assert_int_equal(read_until("SELECT 1 WHERE 0", 0, 0, &n, &e), 0);
	assert_int_equal(n, 0);
}

static void an_error_of_the_work_on_a_row_ends_the_reading(void **state)
{
	struct err e;
	size_t n;

	assert_int_equal(read_until("VALUES (1), (2), (3)", 2, -ERANGE, &n, &e), -ERANGE);
	assert_int_equal(n, 2);
}

static void an_error_of_the_query_is_one_line(void **state)
{
	struct err e = { 0 };
	size_t n;

	assert_int_equal(read_until("SELECT missing", 0, 0, &n, &e), -EIO);
	assert_string_equal(e.what, "cannot use the database: no such column: missing");
	assert_int_equal(n, 0);
	assert_int_equal(read_until(HALF, 0, 0, &n, &e), -EIO);
	assert_string_equal(e.what, "cannot read the database: integer overflow");
	assert_int_equal(n, 2);
}

static void to_pointer(sqlite3_stmt *st, void *element)
{
	int **p = element;

	assert_null(*p);
	*p = malloc(sizeof(**p));
	assert_non_null(*p);
	**p = sqlite3_column_int(st, 0);
}

static void drop(void *element)
{
	free(*(int **)element);
	cleared++;
}

static const struct sql_element pointers = { sizeof(int *), to_pointer, drop };

static void an_array_has_all_rows_in_their_order(void **state)
{
	const char *hundred = "WITH n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n "
			      "WHERE i < 99) SELECT i FROM n WHERE i < ?";
	struct err e;
	void *array;
	size_t n;

	assert_int_equal(
		sql_array(store, &pointers, &array, &n, &e, hundred, "i", (int64_t)100),
		0);
	assert_int_equal(n, 100);
	for (int i = 0; i < 100; i++)
		assert_int_equal(*((int **)array)[i], i);
	sql_array_free(&pointers, array, n);
	assert_int_equal(cleared, 100);
	assert_int_equal(
		sql_array(store, &pointers, &array, &n, &e, hundred, "i", (int64_t)0), 0);
	assert_int_equal(n, 0);
	sql_array_free(&pointers, array, n);
}

static void half_an_array_is_freed_and_not_given(void **state)
{
	void *array = NULL;
	struct err e;
	size_t n = 7;

	assert_int_equal(sql_array(store, &pointers, &array, &n, &e, HALF, ""), -EIO);
	assert_null(array);
	assert_int_equal(n, 7);
	assert_int_equal(cleared, 2);
}

static void a_number_that_is_not_there_is_an_error(void **state)
{
	struct err e = { 0 };
	int64_t v = 7;

	assert_int_equal(sql_number(store, &v, &e, "SELECT 1 WHERE 0", ""), -EIO);
	assert_int_equal(v, 7);
	assert_string_equal(e.what, "cannot read the database: a row is missing");
	assert_int_equal(sql_number(store, &v, &e, "SELECT ? << 40", "i", (int64_t)1), 0);
	assert_int_equal(v, INT64_C(1) << 40);
}

static void a_transaction_that_failed_leaves_nothing(void **state)
{
	struct err e;
	int64_t n = 7;

	assert_int_equal(sql_begin(store, &e, "try"), 0);
	assert_int_equal(
		sql_run(store, &e, "try", "INSERT INTO arm (name) VALUES (?)", "t", "a"),
		0);
	assert_int_equal(sql_finish(store, -ERANGE, &e, "try"), -ERANGE);
	assert_int_equal(sql_number(store, &n, &e, "SELECT count(*) FROM arm", ""), 0);
	assert_int_equal(n, 0);
	assert_true(sqlite3_get_autocommit(store->db));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_one, close_one)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rows_are_read_to_the_end),
		TEST(an_error_of_the_work_on_a_row_ends_the_reading),
		TEST(an_error_of_the_query_is_one_line),
		TEST(an_array_has_all_rows_in_their_order),
		TEST(half_an_array_is_freed_and_not_given),
		TEST(a_number_that_is_not_there_is_an_error),
		TEST(a_transaction_that_failed_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
