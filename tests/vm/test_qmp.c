/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/qmp.h: what QEMU 7.2 says. */
#include "tests/unit.h"
#include "vm/qmp.h"

#include <errno.h>
#include <stdlib.h>

static const char recorded[] =
	"{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 22, \"minor\": 2, \"major\": 7}, "
	"\"package\": \"Debian\"}, \"capabilities\": [\"oob\"]}}\r\n"
	"{\"return\": {}}\r\n"
	"{\"return\": [{\"thread-id\": 4712, \"props\": {}, \"cpu-index\": 1}, "
	"{\"thread-id\": 4711, \"props\": {}, \"cpu-index\": 0}]}\r\n"
	"{\"timestamp\": {\"seconds\": 1}, \"event\": \"RESUME\"}\r\n"
	"{\"error\": {\"class\": \"GenericError\", \"desc\": \"no\"}}\r\n"
	"{\"event\": \"SHUTDOWN\", \"data\": {\"guest\": true, "
	"\"reason\": \"guest-reset\"}}\r\n";

struct list {
	size_t n;
	struct qmp_message m[8];
};

static void keep(void *ctx, const struct qmp_message *m)
{
	struct list *l = ctx;

	assert_true(l->n < 8);
	l->m[l->n++] = *m;
}

static void test_what_qemu_says_is_understood_in_any_pieces(void **state)
{
	struct qmp_reader *r = malloc(sizeof(*r));

	for (size_t piece = 1; piece < sizeof(recorded); piece++) {
		struct list l = { 0 };
		const size_t len = strlen(recorded);

		qmp_reader_init(r, keep, &l);
		for (size_t i = 0; i < len; i += piece)
			qmp_feed(r, recorded + i, len - i < piece ? len - i : piece);
		assert_int_equal(l.n, 6);
		assert_int_equal(l.m[0].kind, QMP_GREETING);
		assert_int_equal(l.m[1].kind, QMP_RETURN);
		assert_int_equal(l.m[1].cpus, 0);
		assert_int_equal(l.m[2].cpus, 2);
		assert_int_equal(l.m[2].thread[0], 4711);
		assert_int_equal(l.m[2].thread[1], 4712);
		assert_int_equal(l.m[3].kind, QMP_OTHER);
		assert_int_equal(l.m[4].kind, QMP_ERROR);
		assert_string_equal(l.m[4].text, "no");
		assert_int_equal(l.m[5].kind, QMP_SHUTDOWN);
		assert_string_equal(l.m[5].text, "guest-reset");
		assert_int_equal(r->bad, 0);
	}
	free(r);
}

static void test_threads_that_cannot_be_are_none(void **state)
{
	static const char *const lines[] = {
		"{\"return\": [{\"thread-id\": 0, \"cpu-index\": 0}]}",
		"{\"return\": [{\"thread-id\": 5, \"cpu-index\": 1}]}",
		"{\"return\": [{\"thread-id\": 5, \"cpu-index\": -1}]}",
		"{\"return\": [{\"thread-id\": 99999999999, \"cpu-index\": 0}]}",
		"{\"return\": [3]}",
	};
	struct qmp_message m;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		assert_int_equal(qmp_parse(lines[i], strlen(lines[i]), &m), 0);
		assert_int_equal(m.cpus, 0);
	}
}

static void test_rubbish_is_counted_and_passed_over(void **state)
{
	struct qmp_reader *r = malloc(sizeof(*r));
	struct qmp_message m;
	struct list l = { 0 };

	assert_int_equal(qmp_parse("[]", 2, &m), -EBADMSG);
	assert_int_equal(qmp_parse("{", 1, &m), -EBADMSG);
	qmp_reader_init(r, keep, &l);
	qmp_feed(r, "rubbish\n\n", 9);
	for (int i = 0; i < 70000; i++)
		qmp_feed(r, "x", 1);
	qmp_feed(r, "\n{\"return\": {}}\n", 16);
	assert_int_equal(r->bad, 2);
	assert_int_equal(l.n, 1);
	free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_qemu_says_is_understood_in_any_pieces),
		cmocka_unit_test(test_threads_that_cannot_be_are_none),
		cmocka_unit_test(test_rubbish_is_counted_and_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
