/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/console.h: recorded consoles, in pieces of every size. */
#include "tests/unit.h"
#include "vm/console.h"

#include <stdio.h>

static const char panic[] =
	"\033[2J\033[1;1H[    0.000000] Linux version 6.1.0-57-cloud-amd64 (a@b) #1 SMP\r\n"
	"[    0.032767] Kernel command line: console=ttyS0\r\n"
	"[    1.570207] Kernel panic - not syncing: VFS: Unable to mount root fs\r\n"
	"[    1.570238] Call Trace:\r\n"
	"[    1.570369] ---[ end Kernel panic - not syncing: VFS ]---\r\n";

static void feed(struct console *c, const char *text, size_t piece)
{
	size_t len = strlen(text);

	console_init(c);
	for (size_t i = 0; i < len; i += piece)
		console_feed(c, text + i, len - i < piece ? len - i : piece);
	console_finish(c);
}

static void test_a_panic_is_seen_with_its_message_however_it_is_cut(void **state)
{
	struct console c;

	for (size_t piece = 1; piece < sizeof(panic); piece++) {
		feed(&c, panic, piece);
		assert_true(c.panicked);
		assert_string_equal(c.panic, "VFS: Unable to mount root fs");
		assert_int_equal(c.banners, 1);
		assert_string_equal(c.banner,
				    "Linux version 6.1.0-57-cloud-amd64 (a@b) #1 SMP");
		assert_int_equal(c.lines, 5);
		assert_false(c.no_port);
	}
}

static void test_a_second_banner_is_counted_a_quoted_one_is_not(void **state)
{
	struct console c;

	feed(&c,
	     "[    0.000000] Linux version 6.1.0\n"
	     "[    0.000000][    T0] Linux version 6.1.0\n"
	     "systemd says Linux version 6.1.0\n",
	     7);
	assert_int_equal(c.banners, 2);
}

static void test_init_without_a_port_is_seen(void **state)
{
	struct console c;

	feed(&c, "[  1.0] x\nktoll-init: no such serial port: /dev/ttyS1\n", 3);
	assert_true(c.no_port);
}

static void test_the_tail_is_the_last_twenty_lines_without_control(void **state)
{
	struct str out = STR_INIT;
	struct console c;

	console_init(&c);
	for (int i = 0; i < 50; i++) {
		char line[64];
		int n = snprintf(line, sizeof(line), "\033[0;32mline\t%d\033[0m\a\r\n",
				 i);

		console_feed(&c, line, (size_t)n);
	}
	console_feed(&c, "unfinished", 10);
	console_finish(&c);
	console_tail(&c, &out);
	assert_true(!strncmp(out.s, "line 31?\n", 9));
	assert_non_null(strstr(out.s, "line 49?\nunfinished\n"));
	str_release(&out);
}

static void test_a_line_without_end_is_cut(void **state)
{
	static char flood[100000];
	struct str out = STR_INIT;
	struct console c;

	memset(flood, 'x', sizeof(flood));
	console_init(&c);
	console_feed(&c, flood, sizeof(flood));
	console_finish(&c);
	console_tail(&c, &out);
	assert_int_equal(out.len, CONSOLE_LINE_BYTES);
	assert_int_equal(c.bytes, sizeof(flood));
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_panic_is_seen_with_its_message_however_it_is_cut),
		cmocka_unit_test(test_a_second_banner_is_counted_a_quoted_one_is_not),
		cmocka_unit_test(test_init_without_a_port_is_seen),
		cmocka_unit_test(test_the_tail_is_the_last_twenty_lines_without_control),
		cmocka_unit_test(test_a_line_without_end_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
