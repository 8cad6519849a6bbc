/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "wire/wire.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct text {
	char buf[65536];
	size_t len;
};

static int put(void *ctx, const char *line, size_t len)
{
	struct text *t = ctx;

	if (t->len + len > sizeof(t->buf))
		return -ENOSPC;
	memcpy(t->buf + t->len, line, len);
	t->len += len;
	return 0;
}

struct seen {
	unsigned int lines;
	uint32_t last_seq;
	char last_type[16];
};

static void take(void *ctx, const struct wire_line *line)
{
	struct seen *s = ctx;

	s->lines++;
	s->last_seq = line->seq;
	snprintf(s->last_type, sizeof(s->last_type), "%.*s", (int)line->type_len,
		 line->type);
}

static void three_lines(struct text *t)
{
	struct wire_out o;

	t->len = 0;
	wire_init(&o, put, t);
	for (int i = 0; i < 3; i++) {
		wire_begin(&o, "samples");
		wire_u64(&o, "first", i);
		wire_value(&o, 12345, "");
		wire_value(&o, 18446744073709551615u, "wp");
		wire_end(&o);
	}
	assert_int_equal(o.error, 0);
	assert_int_equal(o.seq, 3);
}

static void the_checksum_is_the_common_crc32(void **state)
{
	assert_int_equal(wire_crc(0, "123456789", 9), 0xcbf43926);
	assert_int_equal(wire_crc(wire_crc(0, "1234", 4), "56789", 5), 0xcbf43926);
}

static void what_is_written_is_read_back(void **state)
{
	struct text t;
	struct wire_line line;
	struct wire_word w;
	const char *flags, *nl;
	size_t pos = 0, n_flags;
	uint64_t v;

	three_lines(&t);
	nl = memchr(t.buf, '\n', t.len);
	assert_int_equal(wire_parse(t.buf, nl - t.buf, &line), 0);
	assert_int_equal(line.seq, 0);
	assert_true(wire_is_type(&line, "samples"));
	assert_true(wire_next(&line, &pos, &w));
	assert_true(wire_is_key(&w, "first"));
	assert_int_equal(wire_word_u64(&w, &v, NULL, NULL), 0);
	assert_int_equal(v, 0);
	assert_true(wire_next(&line, &pos, &w));
	assert_null(w.key);
	assert_int_equal(wire_word_u64(&w, &v, NULL, NULL), 0);
	assert_int_equal(v, 12345);
	assert_true(wire_next(&line, &pos, &w));
	assert_int_equal(wire_word_u64(&w, &v, NULL, NULL), -EINVAL);
	assert_int_equal(wire_word_u64(&w, &v, &flags, &n_flags), 0);
	assert_true(v == 18446744073709551615u);
	assert_int_equal(n_flags, 2);
	assert_memory_equal(flags, "wp", 2);
	assert_false(wire_next(&line, &pos, &w));
}

static void any_text_survives_as_a_value(void **state)
{
	static const char nasty[] = "a b=c %41 *x\n\t\xff\"";
	struct text t = { .len = 0 };
	struct wire_out o;
	struct wire_line line;
	struct wire_word w;
	char back[64];
	size_t pos = 0;

	wire_init(&o, put, &t);
	wire_begin(&o, "end");
	wire_str(&o, "why", nasty);
	wire_i64(&o, "n", -7);
	wire_end(&o);
	assert_int_equal(wire_parse(t.buf, t.len - 1, &line), 0);
	assert_true(wire_next(&line, &pos, &w));
	assert_int_equal(wire_word_str(&w, back, sizeof(back)), 0);
	assert_string_equal(back, nasty);
	assert_int_equal(wire_word_str(&w, back, 4), -ENOSPC);
	assert_string_equal(back, "a b");
	assert_true(wire_next(&line, &pos, &w));
	assert_memory_equal(w.value, "-7", 2);
}

static void a_line_never_exceeds_its_limit(void **state)
{
	struct text t = { .len = 0 };
	struct wire_out o;
	struct wire_line line;
	char big[4096];

	memset(big, '%', sizeof(big) - 1);
	big[sizeof(big) - 1] = 0;
	wire_init(&o, put, &t);
	wire_begin(&o, "end");
	wire_str(&o, "why", big);
	wire_u64(&o, "more", 1);
	wire_value(&o, 1, "");
	wire_end(&o);
	assert_true(t.len <= WIRE_LINE_MAX);
	assert_int_equal(wire_parse(t.buf, t.len - 1, &line), 0);
}

static void every_single_damaged_byte_is_noticed(void **state)
{
	struct text t;
	size_t first;

	three_lines(&t);
	first = (char *)memchr(t.buf, '\n', t.len) - t.buf;
	for (size_t i = 0; i < first; i++) {
		for (int bit = 0; bit < 8; bit++) {
			struct wire_line line;

			t.buf[i] ^= 1 << bit;
			assert_true(wire_parse(t.buf, first, &line) < 0);
			t.buf[i] ^= 1 << bit;
		}
	}
}

static void a_lost_line_is_counted_and_the_rest_kept(void **state)
{
	struct wire_reader r;
	struct seen seen = { 0 };
	struct text t;
	char *second, *third;

	three_lines(&t);
	second = (char *)memchr(t.buf, '\n', t.len) + 1;
	third = (char *)memchr(second, '\n', t.len) + 1;
	wire_reader_init(&r, take, &seen);
	wire_feed(&r, t.buf, second - t.buf);
	wire_feed(&r, third, t.buf + t.len - third);
	wire_finish(&r);
	assert_int_equal(r.lost, 1);
	assert_int_equal(r.lines, 2);
	assert_int_equal(seen.last_seq, 2);
}

static void a_corrupt_line_is_counted_and_the_rest_kept(void **state)
{
	struct wire_reader r;
	struct seen seen = { 0 };
	struct text t;

	three_lines(&t);
	t.buf[20] ^= 1;
	wire_reader_init(&r, take, &seen);
	wire_feed(&r, t.buf, t.len);
	wire_finish(&r);
	assert_int_equal(r.corrupt, 1);
	assert_int_equal(r.lost, 1);
	assert_int_equal(seen.lines, 2);
}

static void console_noise_between_lines_is_foreign(void **state)
{
	static const char noise[] = "[    1.0] random: crng init done\r\n";
	struct wire_reader r;
	struct seen seen = { 0 };
	struct text t;

	three_lines(&t);
	wire_reader_init(&r, take, &seen);
	wire_feed(&r, noise, strlen(noise));
	for (size_t i = 0; i < t.len; i++)
		wire_feed(&r, t.buf + i, 1);
	wire_feed(&r, noise, strlen(noise));
	wire_finish(&r);
	assert_int_equal(r.foreign, 2);
	assert_int_equal(r.corrupt, 0);
	assert_int_equal(r.lines, 3);
}

static void a_serial_ports_carriage_return_is_accepted(void **state)
{
	struct wire_reader r;
	struct seen seen = { 0 };
	struct text t;
	char line[WIRE_LINE_MAX];
	size_t n;

	three_lines(&t);
	n = (char *)memchr(t.buf, '\n', t.len) - t.buf;
	memcpy(line, t.buf, n);
	memcpy(line + n, "\r\n", 2);
	wire_reader_init(&r, take, &seen);
	wire_feed(&r, line, n + 2);
	assert_int_equal(r.lines, 1);
}

static void an_endless_line_costs_no_memory_and_one_count(void **state)
{
	struct wire_reader r;
	struct seen seen = { 0 };
	struct text t;
	char junk[1000];

	memset(junk, 'x', sizeof(junk));
	three_lines(&t);
	wire_reader_init(&r, take, &seen);
	for (int i = 0; i < 1000; i++)
		wire_feed(&r, junk, sizeof(junk));
	wire_feed(&r, "\n", 1);
	wire_feed(&r, t.buf, t.len);
	wire_finish(&r);
	assert_int_equal(r.foreign, 1);
	assert_int_equal(r.lines, 3);
}

static void an_unfinished_last_line_is_not_lost_silently(void **state)
{
	struct wire_reader r;
	struct seen seen = { 0 };
	struct text t;

	three_lines(&t);
	wire_reader_init(&r, take, &seen);
	wire_feed(&r, t.buf, t.len - 5);
	wire_finish(&r);
	assert_int_equal(r.lines, 2);
	assert_int_equal(r.corrupt, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_checksum_is_the_common_crc32),
		cmocka_unit_test(what_is_written_is_read_back),
		cmocka_unit_test(any_text_survives_as_a_value),
		cmocka_unit_test(a_line_never_exceeds_its_limit),
		cmocka_unit_test(every_single_damaged_byte_is_noticed),
		cmocka_unit_test(a_lost_line_is_counted_and_the_rest_kept),
		cmocka_unit_test(a_corrupt_line_is_counted_and_the_rest_kept),
		cmocka_unit_test(console_noise_between_lines_is_foreign),
		cmocka_unit_test(a_serial_ports_carriage_return_is_accepted),
		cmocka_unit_test(an_endless_line_costs_no_memory_and_one_count),
		cmocka_unit_test(an_unfinished_last_line_is_not_lost_silently),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
