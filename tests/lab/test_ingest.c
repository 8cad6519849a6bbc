/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "lab/ingest.h"
#include "lab/summarise.h"

#include <math.h>
#include <stdlib.h>

struct said {
	struct wire_out o;
	char buf[65536];
	size_t len;
};

static int put(void *ctx, const char *line, size_t len)
{
	struct said *s = ctx;

	memcpy(s->buf + s->len, line, len);
	s->len += len;
	return 0;
}

static void calibration(struct said *s, uint64_t ticks, uint64_t ns)
{
	wire_begin(&s->o, "calibration");
	wire_u64(&s->o, "ticks", ticks);
	wire_u64(&s->o, "ns", ns);
	wire_u64(&s->o, "width", 10);
	wire_end(&s->o);
}

static void begin(struct said *s)
{
	s->len = 0;
	wire_init(&s->o, put, s);
	wire_begin(&s->o, "hello");
	wire_str(&s->o, "abi", "x86_64");
	wire_str(&s->o, "build", "abcd");
	wire_end(&s->o);
	wire_begin(&s->o, "condition");
	wire_str(&s->o, "what", "nice");
	wire_i64(&s->o, "value", -20);
	wire_u64(&s->o, "errno", 13);
	wire_end(&s->o);
	wire_begin(&s->o, "workload");
	wire_str(&s->o, "name", "syscall.null");
	wire_u64(&s->o, "rev", 3);
	wire_u64(&s->o, "per", 2);
	wire_str(&s->o, "unit", "switch");
	wire_str(&s->o, "mode", "batch");
	wire_end(&s->o);
}

static void values(struct said *s, unsigned int first, const uint64_t *v, size_t n,
		   const char *flags)
{
	wire_begin(&s->o, "samples");
	wire_u64(&s->o, "first", first);
	wire_u64(&s->o, "ops", 10);
	for (size_t i = 0; i < n; i++)
		wire_value(&s->o, v[i], flags);
	wire_end(&s->o);
}

static void finish(struct said *s, const char *status, const char *why)
{
	wire_begin(&s->o, "end");
	wire_str(&s->o, "status", status);
	if (why)
		wire_str(&s->o, "why", why);
	wire_end(&s->o);
	wire_begin(&s->o, "bye");
	wire_u64(&s->o, "lines", s->o.seq + 1);
	wire_end(&s->o);
}

static void good(struct said *s)
{
	const uint64_t warm[] = { 9000 }, v[] = { 1000, 2000, 3000, 4000, 5000 };

	begin(s);
	values(s, 0, warm, 1, "w");
	values(s, 1, v, 5, "");
	calibration(s, 1000, 500);
	calibration(s, 1001000, 500500);
	calibration(s, 2001000, 1000500);
	finish(s, "done", NULL);
}

static void read_back(struct said *s, struct ingest *in, struct store_process *p)
{
	memset(p, 0, sizeof(*p));
	ingest_init(in);
	for (size_t i = 0; i < s->len; i += 7)
		ingest_feed(in, s->buf + i, s->len - i < 7 ? s->len - i : 7);
	ingest_finish(in, p);
	summarise(p, in->per);
}

static void a_sound_stream_becomes_a_process(void **state)
{
	static struct said s;
	struct store_process p;
	struct ingest in;

	good(&s);
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "done");
	assert_null(p.reason);
	assert_string_equal(p.mode, "batch");
	assert_string_equal(p.probe, "abcd");
	assert_string_equal(p.conditions, "{\"nice\": \"refused (EACCES)\"}");
	assert_int_equal(p.n, 6);
	assert_int_equal(p.ops, 10);
	assert_int_equal(in.per, 2);
	assert_int_equal(p.ticks[5], 5000);
	assert_int_equal(p.flags[0], STORE_WARMUP);
	assert_true(fabs(p.ns_per_tick - 0.5) < 1e-12);
	assert_true(fabs(p.clock_drift) < 1e-12);
	/* 1000 ticks of 0.5 ns over 10 ops of 2 units; the warm-up does not count */
	assert_true(fabs(p.summary.min - 25) < 1e-9);
	assert_true(fabs(p.summary.p25 - 50) < 1e-9);
	assert_true(fabs(p.summary.median - 75) < 1e-9);
	assert_true(isnan(p.summary.p99));
	ingest_release(&in);
}

static void a_skip_carries_its_reason_and_no_numbers(void **state)
{
	static struct said s;
	struct store_process p;
	struct ingest in;

	begin(&s);
	finish(&s, "skip", "needs a second CPU");
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "skip");
	assert_string_equal(p.reason, "needs a second CPU");
	assert_true(isnan(p.summary.p25));
	ingest_release(&in);
}

static void a_damaged_stream_fails_and_says_how(void **state)
{
	static struct said s;
	struct store_process p;
	struct ingest in;

	good(&s);
	s.buf[s.len / 2] ^= 1;
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "fail");
	assert_non_null(strstr(p.reason, "1 lines corrupt"));
	assert_true(isnan(p.summary.p25));
	assert_int_equal(p.wire_corrupt, 1);
	ingest_release(&in);
}

static void a_stream_that_ends_too_soon_fails(void **state)
{
	static struct said s;
	struct store_process p;
	struct ingest in;

	good(&s);
	/* without the last line */
	do {
		s.len--;
	} while (s.buf[s.len - 1] != '\n');
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "fail");
	assert_non_null(strstr(p.reason, "ends too soon"));
	ingest_release(&in);
}

static void silence_fails(void **state)
{
	static struct said s;
	struct store_process p;
	struct ingest in;

	s.len = 0;
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "fail");
	ingest_release(&in);
}

static void a_clock_that_went_back_is_no_measurement(void **state)
{
	static struct said s;
	const uint64_t v[] = { 1000, 2000 };
	struct store_process p;
	struct ingest in;

	begin(&s);
	values(&s, 0, v, 2, "");
	values(&s, 2, v, 1, "b");
	finish(&s, "done", NULL);
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "fail");
	assert_non_null(strstr(p.reason, "went back in 1"));
	assert_int_equal(p.ticks[2], -1000);
	ingest_release(&in);
}

static void a_rate_that_changes_is_noticed(void **state)
{
	static struct said s;
	const uint64_t v[] = { 1000, 2000 };
	struct store_process p;
	struct ingest in;

	begin(&s);
	values(&s, 0, v, 2, "");
	calibration(&s, 0, 1);
	calibration(&s, 1000000, 500001);
	calibration(&s, 2000000, 1010001);
	finish(&s, "done", NULL);
	read_back(&s, &in, &p);
	assert_true(fabs(p.clock_drift - 0.02) < 1e-9);
	ingest_release(&in);
}

static void nonsense_in_sound_lines_fails(void **state)
{
	static struct said s;
	const uint64_t v[] = { 1000, 2000 };
	struct store_process p;
	struct ingest in;

	begin(&s);
	values(&s, 5, v, 2, ""); /* begins at the sixth */
	finish(&s, "done", NULL);
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "fail");
	ingest_release(&in);
	begin(&s);
	values(&s, 0, v, 2, "q"); /* no such flag */
	finish(&s, "done", NULL);
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "fail");
	ingest_release(&in);
	begin(&s);
	finish(&s, "perfect", NULL); /* no such status */
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "fail");
	ingest_release(&in);
	begin(&s);
	finish(&s, "done", NULL); /* done, and nothing measured */
	read_back(&s, &in, &p);
	assert_string_equal(p.status, "fail");
	ingest_release(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_stream_becomes_a_process),
		cmocka_unit_test(a_skip_carries_its_reason_and_no_numbers),
		cmocka_unit_test(a_damaged_stream_fails_and_says_how),
		cmocka_unit_test(a_stream_that_ends_too_soon_fails),
		cmocka_unit_test(silence_fails),
		cmocka_unit_test(a_clock_that_went_back_is_no_measurement),
		cmocka_unit_test(a_rate_that_changes_is_noticed),
		cmocka_unit_test(nonsense_in_sound_lines_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
