/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was counted while it was timed: the second table of `ktoll run`. */
#include "report/run.h"

#include "report/escape.h"
#include "report/number.h"
#include "report/run_parts.h"
#include "report/table.h"
#include "report/wrap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a row's number is of: "op", "ns an op", "" of a ratio. */
static void per(const struct run_count *c, char buf[NUMBER_MAX])
{
	if (!strcmp(c->unit, "ratio"))
		strcpy(buf, "");
	else
		snprintf(buf, NUMBER_MAX, "%s%s", *c->unit ? "ns/" : "", c->per);
}

#define RANGE_MAX (2 * NUMBER_MAX + 2)

static void interval(const struct run_count *c, char buf[RANGE_MAX])
{
	char lo[NUMBER_MAX], hi[NUMBER_MAX];

	strcpy(buf, "-");
	if (isfinite(c->lo))
		snprintf(buf, RANGE_MAX, "%s..%s", number_text(c->lo, lo),
			 number_text(c->hi, hi));
	else if (c->constant)
		strcpy(buf, "always");
}

const char *run_not_counted(const struct run_fact *f)
{
	const char *key = "counter.";

	return f->reason && !strncmp(f->key, key, strlen(key)) ? f->key + strlen(key)
							       : NULL;
}

/* Those of one reason together. */
static void not_counted_text(const struct run_report *r, const struct look *look,
			     struct str *out)
{
	struct str text = STR_INIT;
	bool begun = false;

	for (size_t i = 0; i < r->n_facts; i++) {
		const struct run_fact *f = &r->facts[i];
		bool first = run_not_counted(f);

		for (size_t k = 0; first && k < i; k++)
			first = !run_not_counted(&r->facts[k]) ||
				strcmp(r->facts[k].reason, f->reason);
		if (!first)
			continue;
		str_reset(&text);
		for (size_t k = i; k < r->n_facts; k++)
			if (run_not_counted(&r->facts[k]) &&
			    !strcmp(r->facts[k].reason, f->reason))
				str_addf(&text, "%s%s", text.len ? ", " : "",
					 run_not_counted(&r->facts[k]));
		str_add(out, begun ? "" : "\nnot counted:\n");
		sentence(out, look, 2, 4, "%s: %s", str_get(&text), f->reason);
		begun = true;
	}
	str_release(&text);
}

json_t *run_not_counted_json(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->n_facts; i++)
		if (run_not_counted(&r->facts[i]))
			json_array_append_new(
				list, json_pack("{s:o,s:o}", "event",
						text_json(run_not_counted(&r->facts[i])),
						"reason", text_json(r->facts[i].reason)));
	return list;
}

/* The workload has a column, or where there is no room a line of its own. */
struct layout {
	struct table table;
	struct look look;
	bool below;
};

#define BELOW      "  "
#define RUNNING    7  /* "  ~100%" */
#define LEAST_NAME 20 /* columns of names that others are left out for */

static int wider(int width, const char *s)
{
	return text_columns(s) > width ? text_columns(s) : width;
}

static void lay_out(const struct run_report *r, const struct look *look, struct layout *l)
{
	int workload = wider(0, "workload"), event = wider(0, "event"), range = 8;
	struct str text = STR_INIT;
	char buf[RANGE_MAX];

	for (size_t i = 0; i < r->n_counts; i++) {
		const struct run_count *c = &r->counts[i];

		str_reset(&text);
		escape_text(&text, c->event, ESCAPE_NAME, look->utf8);
		event = wider(event, str_get(&text));
		workload = wider(workload, c->label);
		interval(c, buf);
		range = c->reason ? range : wider(range, buf);
	}
	str_release(&text);
	*l = (struct layout){
		.look = *look,
		.table = { .c = { { "workload", workload, .left = true },
				  { "event", event, .left = true },
				  { "count", 9 },
				  { "per", 9, .left = true, .drop = 2 },
				  { "interval", range, .left = true, .drop = 1 } },
			   .n = 5,
			   .tail = RUNNING },
	};
	l->below = look->width &&
		   workload + 1 + event + 20 + range + 1 + RUNNING > look->width;
	if (l->below) {
		l->table.c[0].width = (int)strlen(BELOW) + event;
		memmove(&l->table.c[1], &l->table.c[2], 3 * sizeof(l->table.c[0]));
		l->table.n--;
		l->table.least = LEAST_NAME;
	}
	table_fit(&l->table, look);
}

/* @workload: "" as in the row above. */
static void one_row(const struct run_count *c, const char *workload,
		    const struct layout *l, struct str *out)
{
	char value[NUMBER_MAX], unit[NUMBER_MAX], range[RANGE_MAX];
	const char *last = !c->reason ? range : l->look.width ? "" : c->reason;
	struct str event = STR_INIT;

	per(c, unit);
	interval(c, range);
	number_text(c->value, value);
	str_add(&event, l->below ? BELOW : "");
	escape_text(&event, c->event, ESCAPE_NAME, l->look.utf8);
	if (l->below && *workload)
		wrap(out, l->look.width, 0, 2, workload);
	if (l->below)
		table_row(&l->table,
			  (const char *const[]){ str_get(&event), value, unit, last },
			  out);
	else
		table_row(&l->table,
			  (const char *const[]){ workload, str_get(&event), value, unit,
						 last },
			  out);
	if (c->scaled && !c->reason)
		str_addf(out, "  ~%.0f%%", c->running_pct);
	str_addc(out, '\n');
	if (c->reason && l->look.width)
		sentence(out, &l->look, 4, 6, "%s", c->reason);
	str_release(&event);
}

static void counts_table(const struct run_report *r, const struct look *look,
			 struct str *out)
{
	const char *before = "";
	bool scaled = false;
	struct layout l;

	lay_out(r, look, &l);
	str_addc(out, '\n');
	table_head(&l.table, out);
	for (size_t i = 0; i < r->n_counts; i++) {
		const struct run_count *c = &r->counts[i];

		one_row(c, strcmp(before, c->label) ? c->label : "", &l, out);
		scaled |= c->scaled && !c->reason;
		before = c->label;
	}
	str_addc(out, '\n');
	sentence(out, look, 0, 0,
		 "counted around the batches, in the task and what it starts if not on "
		 "all CPUs: mean of a process's batches, and its %.0f%% interval over "
		 "the processes. Reading the counters is in it: control.empty shows how "
		 "much.",
		 r->confidence_pct);
	if (scaled)
		wrap_term(out, look_prose(look), 2, 5, "~",
			  "scaled up: others had the counters for the rest of the time. "
			  "Ask for fewer events at once.");
	table_left_out(&l.table, look, "a wider terminal or --format csv shows them",
		       out);
}

void run_counts_text(const struct run_report *r, const struct look *look, struct str *out)
{
	if (r->n_counts)
		counts_table(r, look, out);
	not_counted_text(r, look, out);
}

json_t *run_counts_json(const struct run_report *r, const struct run_row *row)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->n_counts; i++) {
		const struct run_count *c = &r->counts[i];
		json_t *j;

		if (strcmp(c->workload, row->workload) || strcmp(c->abi, row->abi))
			continue;
		j = json_object();
		json_object_set_new(j, "event", text_json(c->event));
		json_object_set_new(j, "unit", text_json(*c->unit ? c->unit : "count"));
		json_object_set_new(j, "value", number_json(c->value));
		json_object_set_new(j, "interval", interval_json(c->lo, c->hi));
		json_object_set_new(j, "n", json_integer((json_int_t)c->n));
		json_object_set_new(j, "running_pct", number_json(c->running_pct));
		json_object_set_new(j, "scaled", json_boolean(c->scaled));
		json_object_set_new(j, "reason", text_json(c->reason));
		json_array_append_new(list, j);
	}
	return list;
}

static bool in_a_row(const struct run_report *r, const struct run_fact *f)
{
	for (size_t i = 0; i < r->n_counts; i++)
		if (r->counts[i].reason &&
		    !strcmp(r->counts[i].event, run_not_counted(f)))
			return true;
	return false;
}

/* An event that was refused before anything was measured: of no workload. */
static void refused_csv(const struct run_report *r, const struct run_fact *f,
			struct str *out)
{
	const char *const words[] = { r->arm, "", "", run_not_counted(f), "" };

	csv_texts(out, words, sizeof(words) / sizeof(words[0]));
	str_add(out, ",,,,,,,,,,,,,skip,");
	csv_text(out, f->reason);
	str_addc(out, '\n');
}

void run_counts_csv(const struct run_report *r, struct str *out)
{
	for (size_t i = 0; i < r->n_counts; i++) {
		const struct run_count *c = &r->counts[i];
		const char *const words[] = { r->arm, c->workload, c->abi, c->event,
					      strcmp(c->unit, "ratio") ? c->per : "" };
		const double numbers[] = { c->value, c->lo, c->hi };

		csv_texts(out, words, sizeof(words) / sizeof(words[0]));
		csv_numbers(out, numbers, sizeof(numbers) / sizeof(numbers[0]));
		str_addf(out, "%zu,,,,,,,,,,%s,", c->n, c->reason ? "skip" : "done");
		csv_text(out, c->reason);
		str_addc(out, '\n');
	}
	for (size_t i = 0; i < r->n_facts; i++)
		if (run_not_counted(&r->facts[i]) && !in_a_row(r, &r->facts[i]))
			refused_csv(r, &r->facts[i], out);
}
