/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values between commas, with quotes as RFC 4180 has them, in every format that has such.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "import/csv.h"
#include "tests/import/util.h"

#define HYPERFINE "command,mean,stddev,median,user,system,min,max\n"

/* The record that begins in the first line of @text, as "[field][field]". */
static void assert_record(const char *text, const char *want, size_t last_line)
{
	struct text t = { 0 };
	struct csv row;
	char got[256] = "";
	size_t i = 0, k;
	struct err e;

	assert_int_equal(text_init(&t, text, strlen(text), "f", &e), 0);
	assert_int_equal(csv_read(&t, &i, text_line(&t, 0), ',', &row, &e), 0);
	for (k = 0; k < row.n; k++)
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "[%.*s]",
			 (int)row.field[k].n, row.field[k].s);
	assert_string_equal(got, want);
	assert_int_equal(i, last_line);
	csv_release(&row);
	text_release(&t);
}

static void assert_no_record(const char *text, const char *where)
{
	struct text t = { 0 };
	struct csv row;
	size_t i = 0;
	struct err e;

	assert_int_equal(text_init(&t, text, strlen(text), "f", &e), 0);
	assert_true(csv_read(&t, &i, text_line(&t, 0), ',', &row, &e) < 0);
	assert_string_equal(e.where, where);
	csv_release(&row);
	text_release(&t);
}

static void quotes_hold_commas_quotes_and_line_breaks(void **state)
{
	assert_record("a,b\nc,d\n", "[a][b]", 0);
	assert_record("", "[]", 0);
	assert_record(",\n", "[][]", 0);
	assert_record("\"a, b\",\"\",\"say \"\"x\"\"\"\n", "[a, b][][say \"x\"]", 0);
	assert_record("\"one\ntwo\n\nfour\",5\nx\n", "[one\ntwo\n\nfour][5]", 3);
	assert_record("\"one\r\ntwo\",3\r\n", "[one\ntwo][3]", 1);
	assert_record("5\" disk,2\n", "[5\" disk][2]", 0);
}

static void quotes_that_do_not_match_are_refused_where_they_open(void **state)
{
	assert_no_record("\"a,b\n", "f:1");
	assert_no_record("\"a\nb,c\n", "f:1");
	assert_no_record("\"a\"b,c\n", "f:1");
	assert_no_record("\"a\nb\"c\n", "f:1");
	assert_no_record("\"a\" ,c\n", "f:1");
}

static void commands_of_hyperfine_may_hold_anything(void **state)
{
	struct import_result *res =
		parsed(HYPERFINE "\"sh -c \"\"a, b\"\"\",0.5,0.01,0.5,0,0,0.4,0.6\n"
				 "\"a\nb, c\",0.25,0.01,0.5,0,0,0.4,0.6\n"
				 "true,0.125,0.01,0.5,0,0,0.4,0.6\n",
		       NULL);

	assert_int_equal(res->n_metrics, 3);
	assert_string_equal(res->metrics[0].name, "sh -c \"a, b\"");
	assert_string_equal(res->metrics[1].name, "a\nb, c");
	assert_int_equal(res->metrics[1].line, 3);
	assert_string_equal(res->metrics[2].name, "true");
	assert_int_equal(res->metrics[2].line, 5);
	import_result_free(res);
	refused(HYPERFINE "a,1,0,1,1,1,1,1\n\"b,1,0,1,1,1,1,1\nc,1,0,1,1,1,1,1\n", "f:3",
		"quotes");
}

static void a_table_may_quote_its_names(void **state)
{
	struct import_result *res = parsed("\"name\",\"unit\",\"mean\",\"sd\",\"n\"\n"
					   "\"open, read\",us,10,1,5\n"
					   "\"two\nlines\",\"us\",\"20\",\"2\",\"5\"\n"
					   "# three\n"
					   "plain , us , 30 , 3 , 5\n",
					   NULL);

	assert_string_equal(res->format, "table");
	assert_int_equal(res->n_metrics, 3);
	assert_string_equal(res->metrics[0].name, "open, read");
	assert_string_equal(res->metrics[1].name, "two\nlines");
	assert_string_equal(res->metrics[2].name, "plain");
	assert_int_equal(res->metrics[2].line, 6);
	import_result_free(res);
	res = parsed("name;mean;sd;n\n\"a; b\";10;1;5\n", NULL);
	assert_string_equal(res->metrics[0].name, "a; b");
	import_result_free(res);
}

static void bad_quotes_in_a_table_are_refused(void **state)
{
	refused("name,mean,sd,n\n\"a, b,10,1,5\n", "f:2", "quotes");
	refused("name,mean,sd,n\na, b,10,1,5\n", "f:2", "5 fields");
	refused("\"name,mean,sd,n\n\",mean,n\n", "f:1", "no known format");
	refused("name,mean,sd,n\nx,1,1,5\n\"a\nb\",10,1\n", "f:3", "3 fields");
}

static void names_of_google_benchmark_may_hold_commas(void **state)
{
	struct import_result *res =
		parsed("name,iterations,real_time,cpu_time,time_unit,bytes_per_second,"
		       "items_per_second,label,error_occurred,error_message\n"
		       "\"BM<int, 3>\",100,5.5,5.2,ns,,,,,\n"
		       "\"BM<bad>\",100,,,,,,,true,\"no\nfile, sorry\"\n"
		       "\"BM<int, 4>\",100,6.5,5.2,ns,,,,,\n",
		       NULL);

	assert_string_equal(res->metrics[0].name, "BM<int, 3> real_time");
	import_result_free(res);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quotes_hold_commas_quotes_and_line_breaks),
		cmocka_unit_test(quotes_that_do_not_match_are_refused_where_they_open),
		cmocka_unit_test(commands_of_hyperfine_may_hold_anything),
		cmocka_unit_test(a_table_may_quote_its_names),
		cmocka_unit_test(bad_quotes_in_a_table_are_refused),
		cmocka_unit_test(names_of_google_benchmark_may_hold_commas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
