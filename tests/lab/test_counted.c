/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "lab/counted.h"
#include "lab/plan.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>

struct said {
	struct wire_out o;
	struct ingest in;
	struct store_process p;
	struct counted counted;
	struct events events;
};

static int put(void *ctx, const char *line, size_t len)
{
	struct said *s = ctx;

	ingest_feed(&s->in, line, len);
	return 0;
}

static void values(struct said *s, const uint64_t *v, size_t n, const char *first_flags)
{
	for (size_t i = 0; i < n; i++)
		wire_value(&s->o, v[i], i ? "" : first_flags);
	wire_end(&s->o);
}

/* Three samples of 10 op bodies, two units each; the first is warm-up. */
static void begin(struct said *s)
{
	static const uint64_t ticks[] = { 500, 100, 100 };

	memset(s, 0, sizeof(*s));
	ingest_init(&s->in);
	wire_init(&s->o, put, s);
	wire_begin(&s->o, "hello");
	wire_str(&s->o, "abi", "x86_64");
	wire_end(&s->o);
	wire_begin(&s->o, "workload");
	wire_str(&s->o, "name", "x");
	wire_u64(&s->o, "per", 2);
	wire_end(&s->o);
	wire_begin(&s->o, "samples");
	wire_u64(&s->o, "first", 0);
	wire_u64(&s->o, "ops", 10);
	values(s, ticks, 3, "w");
}

static void add_event(struct said *s, const char *name, unsigned int group, uint32_t type,
		      uint64_t config)
{
	struct event *ev = &s->events.list[s->events.n++];

	snprintf(ev->name, sizeof(ev->name), "%s", name);
	ev->group = group;
	ev->type = type;
	ev->config = config;
	ev->software = type == PERF_TYPE_SOFTWARE;
}

static void counter(struct said *s, unsigned int event, int error, uint64_t enabled,
		    uint64_t running)
{
	wire_begin(&s->o, "counter");
	wire_u64(&s->o, "event", event);
	wire_u64(&s->o, "errno", (uint64_t)error);
	wire_str(&s->o, "how", "read");
	wire_u64(&s->o, "enabled", enabled);
	wire_u64(&s->o, "running", running);
	wire_end(&s->o);
}

static void counts(struct said *s, unsigned int event, const uint64_t v[3])
{
	wire_begin(&s->o, "counts");
	wire_u64(&s->o, "event", event);
	wire_u64(&s->o, "first", 0);
	values(s, v, 3, "");
}

static void end(struct said *s)
{
	wire_begin(&s->o, "end");
	wire_str(&s->o, "status", "done");
	wire_end(&s->o);
	wire_begin(&s->o, "bye");
	wire_u64(&s->o, "lines", 1);
	wire_end(&s->o);
	ingest_finish(&s->in, &s->p);
	counted_name(&s->events, &s->in, &s->p, &s->counted);
}

static const struct store_counter *only(const struct said *s)
{
	assert_int_equal(s->p.n_counters, 1);
	return &s->p.counters[0];
}

static void a_count_is_per_unit_and_without_the_warm_up(void **state)
{
	static const uint64_t v[] = { 9999, 40, 60 };
	struct said s;

	begin(&s);
	add_event(&s, "page-faults", 0, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	counter(&s, 0, 0, 1000, 1000);
	counts(&s, 0, v);
	end(&s);
	assert_string_equal(s.p.status, "done");
	assert_string_equal(only(&s)->event, "page-faults");
	assert_string_equal(only(&s)->status, "counted");
	assert_string_equal(only(&s)->scope, "task");
	assert_true(only(&s)->value == 100.0 / 40);
	assert_int_equal(only(&s)->n, 3);
	assert_int_equal(only(&s)->counts[0], 9999);
	ingest_release(&s.in);
}

static void a_group_that_shared_the_counters_is_scaled_or_not_used(void **state)
{
	static const uint64_t v[] = { 1, 20, 20 };
	struct said s;

	begin(&s);
	add_event(&s, "a", 0, PERF_TYPE_RAW, 1);
	add_event(&s, "b", 1, PERF_TYPE_RAW, 2);
	counter(&s, 0, 0, 1000, 500);
	counts(&s, 0, v);
	counter(&s, 1, 0, 1000, 100);
	counts(&s, 1, v);
	end(&s);
	assert_int_equal(s.p.n_counters, 2);
	assert_string_equal(s.p.counters[0].status, "scaled");
	assert_true(s.p.counters[0].value == 2);
	assert_true(s.p.counters[0].running == 0.5);
	assert_string_equal(s.p.counters[1].status, "unused");
	assert_true(isnan(s.p.counters[1].value));
	ingest_release(&s.in);
}

static void hardware_that_stays_at_zero_is_unsupported_software_is_not(void **state)
{
	static const uint64_t zero[3];
	struct said s;

	begin(&s);
	add_event(&s, "cycles", 0, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	add_event(&s, "page-faults", 1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	counter(&s, 0, 0, 1000, 1000);
	counts(&s, 0, zero);
	counter(&s, 1, 0, 1000, 1000);
	counts(&s, 1, zero);
	end(&s);
	assert_string_equal(s.p.counters[0].status, "unsupported");
	assert_true(isnan(s.p.counters[0].value));
	assert_string_equal(s.p.counters[1].status, "counted");
	assert_true(s.p.counters[1].value == 0);
	ingest_release(&s.in);
}

static void instructions_and_cycles_of_one_group_give_their_ratio(void **state)
{
	static const uint64_t cycles[] = { 9, 100, 100 },
			      instructions[] = { 9, 150, 350 };
	struct said s;

	begin(&s);
	add_event(&s, "cycles:k", 0, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	add_event(&s, "instructions:k", 0, PERF_TYPE_HARDWARE,
		  PERF_COUNT_HW_INSTRUCTIONS);
	add_event(&s, "instructions", 1, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
	for (unsigned int i = 0; i < 3; i++) {
		counter(&s, i, 0, 1000, 1000);
		counts(&s, i, i ? instructions : cycles);
	}
	end(&s);
	assert_int_equal(s.p.n_counters, 4);
	assert_string_equal(s.p.counters[3].event, "ipc:k");
	assert_string_equal(s.p.counters[3].unit, "ratio");
	assert_true(s.p.counters[3].value == 2.5);
	ingest_release(&s.in);
}

static void what_was_refused_before_has_no_number_on_the_wire(void **state)
{
	static const uint64_t v[] = { 1, 20, 20 };
	struct str plan = STR_INIT;
	struct said s;
	struct lab_plan p = {
		.workload = "x", .mode = "batch", .cpu = -1, .peer_cpu = -1
	};

	begin(&s);
	add_event(&s, "cycles", 0, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	add_event(&s, "page-faults", 1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	add_event(&s, "cs", 2, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES);
	s.events.list[0].error = -ENOENT;
	s.events.everywhere = true;
	counter(&s, 0, 0, 1000, 1000);
	counts(&s, 0, v);
	counter(&s, 1, EMFILE, 0, 0);
	end(&s);
	assert_int_equal(s.p.n_counters, 2);
	assert_string_equal(s.p.counters[0].event, "page-faults");
	assert_string_equal(s.p.counters[0].scope, "system");
	assert_string_equal(s.p.counters[1].status, "unsupported");
	assert_string_equal(s.p.counters[1].reason,
			    "too many files are open: raise the limit (ulimit -Hn)");
	p.events = &s.events;
	p.count_cpus = "0-3,7";
	lab_plan_text(&p, &plan);
	assert_non_null(strstr(str_get(&plan), "\ncount 1 1 2 0 0 0\ncount 2 1 3 0 0 0\n"
					       "count-cpus 0 3\ncount-cpus 7 7\n"));
	str_release(&plan);
	ingest_release(&s.in);
}

static void a_refusal_names_the_cpu(void **state)
{
	struct said s;

	begin(&s);
	add_event(&s, "cycles", 0, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	wire_begin(&s.o, "counter");
	wire_u64(&s.o, "event", 0);
	wire_u64(&s.o, "errno", EBUSY);
	wire_u64(&s.o, "cpu", 13);
	wire_end(&s.o);
	end(&s);
	assert_string_equal(only(&s)->status, "unsupported");
	assert_string_equal(only(&s)->reason,
			    "perf_event_open refused it on CPU 13 (EBUSY)");
	ingest_release(&s.in);
}

static void counts_that_are_not_one_a_sample_make_no_sense(void **state)
{
	static const uint64_t v[] = { 1, 2 };
	struct said s;

	begin(&s);
	add_event(&s, "page-faults", 0, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	counter(&s, 0, 0, 1000, 1000);
	wire_begin(&s.o, "counts");
	wire_u64(&s.o, "event", 0);
	wire_u64(&s.o, "first", 0);
	values(&s, v, 2, "");
	end(&s);
	assert_string_equal(s.p.status, "fail");
	ingest_release(&s.in);
	begin(&s);
	counter(&s, INGEST_COUNTERS_MAX, 0, 1, 1);
	end(&s);
	assert_string_equal(s.p.status, "fail");
	ingest_release(&s.in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_count_is_per_unit_and_without_the_warm_up),
		cmocka_unit_test(a_group_that_shared_the_counters_is_scaled_or_not_used),
		cmocka_unit_test(
			hardware_that_stays_at_zero_is_unsupported_software_is_not),
		cmocka_unit_test(instructions_and_cycles_of_one_group_give_their_ratio),
		cmocka_unit_test(what_was_refused_before_has_no_number_on_the_wire),
		cmocka_unit_test(a_refusal_names_the_cpu),
		cmocka_unit_test(counts_that_are_not_one_a_sample_make_no_sense),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
