/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "report/html.h"
#include "report/svg.h"
#include "report/escape.h"

#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#define ARMS 2
#define MOST 3 /* a test may add one without numbers */

/* A report of made-up numbers, the same every time. */
struct made {
	struct html_report r;
	struct html_arm arms[MOST];
	struct html_workload *w;
	struct compare_row *rows;
	struct compare_report compared[MOST];
	struct html_origin origin;
	double *d;
	size_t n, points;
};

static double noise(size_t i)
{
	return (double)((i * 2654435761u >> 7) % 1000) / 1000 - 0.5;
}

static struct comparison compared(const double *d, size_t n)
{
	struct compare_params p = COMPARE_PARAMS_DEFAULT;
	struct comparison c;
	double *logs = calloc(n, sizeof(*logs));

	for (size_t i = 0; i < n; i++)
		logs[i] = log1p(d[i] / 100);
	assert_int_equal(compare_pairs(logs, n, &p, &c), 0);
	free(logs);
	return c;
}

static void fill_cell(struct html_cell *c, double base, size_t points)
{
	*c = (struct html_cell){ .status = "done", .value = base, .lo = base * 0.99 };
	c->hi = base * 1.01;
	c->n = points;
	c->samples = points * 20;
	c->points = calloc(points, sizeof(*c->points));
	for (size_t i = 0; i < points; i++)
		c->points[i] = (struct html_point){ base * (1 + 0.1 * noise(i)),
						    (double)i, i % 17 == 0 };
	for (size_t k = 0; k < HTML_GRID; k++)
		c->grid[k] = base * (0.9 + 0.005 * (double)k);
}

static void make(struct made *m, size_t n, size_t points, const char *name)
{
	static const double margins[] = { 0.5, 1, 2 };

	*m = (struct made){ .n = n, .points = points };
	m->w = calloc(n, sizeof(*m->w));
	m->rows = calloc(n, sizeof(*m->rows));
	m->d = calloc(points, sizeof(*m->d));
	for (size_t i = 0; i < points; i++)
		m->d[i] = 3 + noise(i);
	for (size_t i = 0; i < n; i++) {
		struct html_workload *w = &m->w[i];

		m->rows[i] = (struct compare_row){
			.label = name,
			.workload = name,
			.abi = "x86_64",
			.unit = "ns",
			.per = "op",
			.value_a = 100,
			.value_b = 103,
			.n_a = points,
			.n_b = points,
			.compared = true,
			.c = compared(m->d, points),
			.remarks = name,
		};
		w->label = w->workload = (char *)name;
		w->abi = (char *)"x86_64";
		w->unit = (char *)"ns";
		w->per = (char *)name;
		w->summary = name;
		w->cells = calloc(MOST, sizeof(*w->cells));
		w->comparisons = calloc(MOST, sizeof(*w->comparisons));
		fill_cell(&w->cells[0], 100, points);
		fill_cell(&w->cells[1], 103, points);
		w->comparisons[1] = (struct html_comparison){ &m->rows[i], (char *)"sse",
							      m->d, points };
	}
	m->arms[0] = (struct html_arm){ name, name, name, name, 1 };
	m->arms[1] = (struct html_arm){ name, name, name, name, 1 };
	m->origin = (struct html_origin){ 1, 2, name, name, name, name, name };
	m->compared[0] = (struct compare_report){ .arm_a = name,
						  .arm_b = name,
						  .set_up = { name, name } };
	m->r = (struct html_report){
		.version = "0",
		.made = "now",
		.title = name,
		.arms = m->arms,
		.n_arms = ARMS,
		.workloads = m->w,
		.n = n,
		.design = name,
		.more_of = "pairs",
		.machine = name,
		.forced = name,
		.margins_pct = margins,
		.n_margins = 3,
		.margin = 1,
		.confidence_pct = 95,
		.family = n,
		.compared = m->compared,
		.origins = &m->origin,
		.n_origins = 1,
		.how = name,
		.not_set = name,
	};
}

static void drop(struct made *m)
{
	for (size_t i = 0; i < m->n; i++) {
		for (size_t k = 0; k < ARMS; k++)
			free(m->w[i].cells[k].points);
		free(m->w[i].cells);
		free(m->w[i].comparisons);
	}
	free(m->w);
	free(m->rows);
	free(m->d);
}

static size_t count(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

static void sixty_workloads_of_150_pairs_are_less_than_a_megabyte(void **state)
{
	struct str page = STR_INIT;
	struct made m;

	make(&m, 60, 150, "syscall.null");
	html_report(&m.r, &page);
	print_message("%zu bytes\n", page.len);
	assert_true(page.len < 1 << 20);
	str_release(&page);
	drop(&m);
}

static void every_process_and_pair_is_a_point(void **state)
{
	struct str page = STR_INIT;
	struct made m;
	size_t dots;

	make(&m, 1, 150, "syscall.null");
	html_report(&m.r, &page);
	/* pairs twice, processes of both arms; a key at each arm's name, in 4 places */
	dots = count(str_get(&page), SVG_DOT);
	assert_true(dots >= 600 && dots < 620);
	/* square ends of a stroke without a length are not printed */
	assert_int_equal(count(str_get(&page), "h0"), 0);
	str_release(&page);
	drop(&m);
}

static void millions_of_nanoseconds_have_a_larger_unit_at_the_axis(void **state)
{
	const struct scale few = {
		.lo = 98, .hi = 102, .from = SVG_LEFT, .to = SVG_RIGHT
	};
	const struct scale ms = {
		.lo = 1e6, .hi = 1.4e7, .from = SVG_LEFT, .to = SVG_RIGHT
	};
	struct str axis = STR_INIT;

	svg_axis_x(&axis, &few, 20, "ns");
	assert_non_null(strstr(str_get(&axis), ">100<"));
	assert_non_null(strstr(str_get(&axis), ">ns<"));
	str_release(&axis);
	svg_axis_x(&axis, &ms, 20, "ns");
	assert_non_null(strstr(str_get(&axis), ">4<"));
	assert_non_null(strstr(str_get(&axis), ">ms<"));
	str_release(&axis);
	svg_axis_y(&axis, &ms, "ns");
	assert_non_null(strstr(str_get(&axis), ">12<"));
	assert_non_null(strstr(str_get(&axis), ">ms<"));
	str_release(&axis);
}

static void what_was_counted_has_no_intervals_and_is_within_the_scale(void **state)
{
	struct str page = STR_INIT;
	struct made m;

	make(&m, 1, 6, "syscall.null");
	m.r.exact = true;
	m.rows[0].c.diff_pct = interval_none();
	m.rows[0].c.estimate_pct = -3.1;
	html_report(&m.r, &page);
	assert_null(strstr(str_get(&page), "95&nbsp;% intervals"));
	assert_non_null(strstr(str_get(&page), "The bar is the change"));
	assert_null(strstr(str_get(&page), "class=\"bey\""));
	str_release(&page);
	/* and an interval beyond what is shown says so */
	m.r.exact = false;
	m.rows[0].c.diff_pct = (struct interval){ 49, 51 };
	m.rows[0].c.estimate_pct = 50;
	html_report(&m.r, &page);
	assert_int_equal(count(str_get(&page), "class=\"bey\""), 1);
	str_release(&page);
	drop(&m);
}

static void nothing_is_fetched_from_anywhere(void **state)
{
	struct str page = STR_INIT;
	struct made m;

	make(&m, 2, 20, "syscall.null");
	html_report(&m.r, &page);
	assert_null(strstr(str_get(&page), "http:"));
	assert_null(strstr(str_get(&page), "https:"));
	assert_null(strstr(str_get(&page), "src=\""));
	assert_null(strstr(str_get(&page), "@import"));
	assert_non_null(strstr(str_get(&page), "default-src 'none'"));
	str_release(&page);
	drop(&m);
}

static const char *const hostile[] = {
	"<script>alert(1)</script>",
	"\"><img src=x onerror=alert(1)>",
	"' onmouseover='alert(1)",
	"</title></style></script><b>",
	"]]>&amp;<!--",
	"a\nb\rc\td\001e\033[31m\177",
	"\xff\xfe\xc0\xaf\xed\xa0\x80\xf8",
	"\xe2\x80\xae reversed \xe2\x80\x8b",
	"",
};

static void hostile_names_are_harmless(void **state)
{
	for (size_t i = 0; i < sizeof(hostile) / sizeof(hostile[0]); i++) {
		struct str page = STR_INIT, plain = STR_INIT;
		struct made m;

		make(&m, 1, 10, "plain");
		html_report(&m.r, &plain);
		drop(&m);
		make(&m, 1, 10, hostile[i]);
		html_report(&m.r, &page);
		/* as many tags as with a harmless name */
		if (*hostile[i])
			assert_int_equal(count(str_get(&page), "<") -
						 count(str_get(&page), "<wbr>"),
					 count(str_get(&plain), "<"));
		assert_null(strstr(str_get(&page), "<img"));
		assert_null(strstr(str_get(&page), "\033"));
		assert_null(strstr(str_get(&page), "\xe2\x80\xae"));
		assert_null(strchr(str_get(&page), '\xff'));
		assert_int_equal(count(str_get(&page), "<script"), 1);
		str_release(&page);
		str_release(&plain);
		drop(&m);
	}
}

static void a_name_of_ten_thousand_characters_is_cut(void **state)
{
	char *name = malloc(10001);
	struct str page = STR_INIT;
	struct made m;

	memset(name, 'x', 10000);
	name[10000] = 0;
	make(&m, 1, 10, name);
	html_report(&m.r, &page);
	assert_true(page.len < 100000);
	str_release(&page);
	drop(&m);
	free(name);
}

static void numbers_that_are_none_break_nothing(void **state)
{
	struct str page = STR_INIT;
	struct made m;

	make(&m, 1, 10, "w");
	for (size_t k = 0; k < ARMS; k++) {
		struct html_cell *c = &m.w[0].cells[k];

		c->value = c->lo = c->hi = NAN;
		for (size_t i = 0; i < HTML_GRID; i++)
			c->grid[i] = NAN;
		for (size_t i = 0; i < c->n; i++)
			c->points[i] = (struct html_point){ 5, NAN, false };
	}
	m.rows[0].value_a = m.rows[0].value_b = m.rows[0].c.estimate_pct = NAN;
	m.rows[0].c.diff_pct = interval_none();
	m.rows[0].c.same_pct = interval_none();
	html_report(&m.r, &page);
	assert_null(strstr(str_get(&page), "nan"));
	assert_null(strstr(str_get(&page), "inf\""));
	str_release(&page);
	drop(&m);
}

static void a_report_over_nothing_says_so(void **state)
{
	struct str page = STR_INIT;
	struct made m;

	make(&m, 0, 10, "w");
	html_report(&m.r, &page);
	assert_non_null(strstr(str_get(&page), "Nothing was measured"));
	str_release(&page);
	drop(&m);
}

/* ---- what was counted ---- */

/* Three events of one workload: one that varies, one that does not, one without number.
 */
struct counted {
	struct compare_row rows[3];
	const struct compare_row *of[3][MOST];
	struct run_count only[3];
	struct html_count counts[3];
};

static void count_events(struct made *m, struct counted *c, const char *name)
{
	struct compare_params p = COMPARE_PARAMS_DEFAULT;

	*c = (struct counted){ 0 };
	for (size_t i = 0; i < 3; i++) {
		c->rows[i] = m->rows[0];
		c->rows[i].event = name;
		c->only[i] = (struct run_count){ .label = name,
						 .workload = name,
						 .abi = "x86_64",
						 .per = name,
						 .event = name,
						 .unit = "",
						 .n = 5,
						 .value = 12,
						 .lo = 11,
						 .hi = 13 };
		c->of[i][1] = &c->rows[i];
		c->counts[i] = (struct html_count){ 0, name, name, NULL, c->of[i] };
	}
	c->rows[1].value_a = c->rows[1].value_b = c->only[1].value = 1;
	assert_int_equal(compare_counts(1, 1, &p, &c->rows[1].c), 0);
	c->only[1].lo = c->only[1].hi = NAN;
	c->only[1].constant = true;
	c->rows[2].compared = false;
	c->rows[2].why = c->only[2].reason = name;
	c->only[2].value = NAN;
	m->r.counts = c->counts;
	m->r.n_counts = 3;
}

static char *counted_of(const struct html_report *r)
{
	struct str page = STR_INIT;
	char *from, *section = NULL;

	html_report(r, &page);
	from = strstr(page.s, "<section id=\"counted\">");
	if (from) {
		*strstr(from, "</section>") = 0;
		section = strdup(from);
	}
	str_release(&page);
	return section;
}

static void counts_of_two_arms_have_change_interval_and_verdict(void **state)
{
	struct counted c;
	struct made m;
	char *s;

	make(&m, 1, 10, "w");
	count_events(&m, &c, "n");
	s = counted_of(&m.r);
	assert_non_null(s);
	/* the workload once, its events below */
	assert_int_equal(count(s, "<th scope=\"rowgroup\" rowspan=\"3\">"), 1);
	assert_int_equal(count(s, "<th scope=\"row\">n</th>"), 3);
	assert_int_equal(count(s, "<td class=\"n\">103.0</td>"), 2);
	assert_int_equal(count(s, "<td class=\"n\">every time</td>"), 1);
	assert_int_equal(count(s, "▲ slower"), 1);
	assert_int_equal(count(s, "= same"), 1);
	assert_int_equal(count(s, "<td colspan=\"4\" class=\"why\">n</td>"), 1);
	assert_non_null(strstr(s, "margin of ±1&nbsp;%, which is fixed here"));
	/* the slider and the counts of verdicts are not of these */
	assert_null(strstr(s, "data-v"));
	free(s);
	drop(&m);
}

/* Ever more columns would leave the screen and the paper. */
static void counts_of_three_arms_have_a_line_for_each_but_the_first(void **state)
{
	struct counted c;
	struct made m;
	char *s;

	make(&m, 1, 10, "w");
	count_events(&m, &c, "n");
	m.arms[2].name = "third";
	m.r.n_arms = 3;
	for (size_t i = 0; i < 3; i++)
		c.of[i][2] = &c.rows[i];
	c.of[0][1] = NULL; /* the second did not count it */
	s = counted_of(&m.r);
	assert_non_null(s);
	assert_int_equal(count(s, "<th scope=\"rowgroup\" rowspan=\"5\">"), 1);
	assert_int_equal(count(s, "<th scope=\"row\">n</th>"), 1);
	assert_int_equal(count(s, "<th scope=\"rowgroup\" rowspan=\"2\">n</th>"), 2);
	assert_int_equal(count(s, "<td>third</td>"), 3);
	assert_int_equal(count(s, "<tr>"), 6);
	free(s);
	drop(&m);
}

static char *page_of(const struct html_report *r)
{
	struct str page = STR_INIT;

	html_report(r, &page);
	return str_detach(&page);
}

static void what_differs_is_left_out_where_no_facts_are_known(void **state)
{
	static const struct compare_fact fact = { "cpu.model", "one", "two" };
	struct made m;
	char *page;

	make(&m, 2, 20, "a.b");
	m.compared[0].set_up[0] = m.compared[0].set_up[1] = NULL;
	m.compared[0].n_differ = m.compared[0].n_same = 0;
	page = page_of(&m.r);
	assert_null(strstr(page, "What differs"));
	free(page);
	m.compared[0].n_same = 7;
	page = page_of(&m.r);
	assert_non_null(strstr(page, "What differs"));
	assert_non_null(strstr(page, "all 7 known facts are the same"));
	assert_null(strstr(page, "<tbody>\n</tbody>"));
	free(page);
	m.compared[0].differ = &fact;
	m.compared[0].n_differ = 1;
	page = page_of(&m.r);
	assert_non_null(strstr(page, "1 known facts differ, 7 are the same."));
	assert_non_null(strstr(page, "cpu.model"));
	free(page);
	drop(&m);
}

static void counts_of_one_arm_have_value_interval_and_n(void **state)
{
	struct counted c;
	struct made m;
	char *s;

	make(&m, 1, 10, "w");
	count_events(&m, &c, "n");
	for (size_t i = 0; i < 3; i++)
		c.counts[i].only = &c.only[i];
	c.only[0].scaled = true;
	c.only[0].running_pct = 66;
	m.r.n_arms = 1;
	s = counted_of(&m.r);
	assert_non_null(strstr(s, "<td class=\"n\">12.00</td><td class=\"n\">11.00..13.00"
				  "</td><td class=\"n\">5 ~66&nbsp;%</td>"));
	assert_non_null(strstr(s, "<td class=\"n\">1.000</td><td class=\"n\">every time"
				  "</td><td class=\"n\">5</td>"));
	assert_non_null(strstr(s, "<td colspan=\"3\" class=\"why\">n</td>"));
	assert_non_null(strstr(s, "~: scaled up"));
	assert_null(strstr(s, "slower"));
	free(s);
	drop(&m);
}

static void without_counters_there_is_no_such_section(void **state)
{
	struct str page = STR_INIT;
	struct made m;

	make(&m, 1, 10, "w");
	html_report(&m.r, &page);
	assert_null(strstr(str_get(&page), "id=\"counted\""));
	assert_null(strstr(str_get(&page), "What was counted"));
	str_release(&page);
	drop(&m);
}

static void what_was_not_counted_is_flagged(void **state)
{
	struct str page = STR_INIT;
	struct made m;

	make(&m, 1, 10, "w");
	m.arms[1].not_counted = "cycles not counted: no <PMU>";
	html_report(&m.r, &page);
	assert_non_null(strstr(str_get(&page),
			       "<td>w</td><td>cycles not counted: no &lt;PMU&gt;</td>"));
	str_release(&page);
	drop(&m);
}

static void hostile_events_are_harmless(void **state)
{
	for (size_t i = 0; i < 2 * sizeof(hostile) / sizeof(hostile[0]); i++) {
		const char *name = hostile[i / 2];
		struct counted c;
		struct made m;
		char *s, *plain;

		make(&m, 1, 10, "w");
		count_events(&m, &c, "plain");
		for (size_t k = 0; k < 3 && i % 2; k++)
			c.counts[k].only = &c.only[k];
		m.r.n_arms = i % 2 ? 1 : 2;
		plain = counted_of(&m.r);
		count_events(&m, &c, name);
		for (size_t k = 0; k < 3 && i % 2; k++)
			c.counts[k].only = &c.only[k];
		s = counted_of(&m.r);
		assert_int_equal(count(s, "<"), count(plain, "<"));
		assert_null(strstr(s, "\033"));
		assert_null(strchr(s, '\xff'));
		free(plain);
		free(s);
		drop(&m);
	}
}

static void a_shell_takes_a_quoted_word_as_one(void **state)
{
	struct str s = STR_INIT;

	escape_shell(&s, "it's $(here)", 100);
	assert_string_equal(str_get(&s), "'it'\\''s $(here)'");
	str_reset(&s);
	escape_shell(&s, "--db=/tmp/x", 100);
	assert_string_equal(str_get(&s), "--db=/tmp/x");
	str_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sixty_workloads_of_150_pairs_are_less_than_a_megabyte),
		cmocka_unit_test(every_process_and_pair_is_a_point),
		cmocka_unit_test(millions_of_nanoseconds_have_a_larger_unit_at_the_axis),
		cmocka_unit_test(
			what_was_counted_has_no_intervals_and_is_within_the_scale),
		cmocka_unit_test(nothing_is_fetched_from_anywhere),
		cmocka_unit_test(hostile_names_are_harmless),
		cmocka_unit_test(a_name_of_ten_thousand_characters_is_cut),
		cmocka_unit_test(numbers_that_are_none_break_nothing),
		cmocka_unit_test(a_report_over_nothing_says_so),
		cmocka_unit_test(counts_of_two_arms_have_change_interval_and_verdict),
		cmocka_unit_test(counts_of_three_arms_have_a_line_for_each_but_the_first),
		cmocka_unit_test(what_differs_is_left_out_where_no_facts_are_known),
		cmocka_unit_test(counts_of_one_arm_have_value_interval_and_n),
		cmocka_unit_test(without_counters_there_is_no_such_section),
		cmocka_unit_test(what_was_not_counted_is_flagged),
		cmocka_unit_test(hostile_events_are_harmless),
		cmocka_unit_test(a_shell_takes_a_quoted_word_as_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
