/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was counted while it was timed: the second table of `ktoll run`. */
#include "report/run.h"

#include "report/number.h"
#include "report/run_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int widest(const struct run_report *r, bool events)
{
	size_t w = strlen(events ? "event" : "workload");

	for (size_t i = 0; i < r->n_counts; i++) {
		const char *s = events ? r->counts[i].event : r->counts[i].label;

		if (strlen(s) > w)
			w = strlen(s);
	}
	return (int)w;
}

/* What a row's number is of: "op", "ns an op", "" of a ratio. */
static void per(const struct run_count *c, char buf[NUMBER_MAX])
{
	if (!strcmp(c->unit, "ratio"))
		strcpy(buf, "");
	else
		snprintf(buf, NUMBER_MAX, "%s%s", *c->unit ? "ns/" : "", c->per);
}

static void interval(const struct run_count *c, char buf[2 * NUMBER_MAX + 2])
{
	char lo[NUMBER_MAX], hi[NUMBER_MAX];

	strcpy(buf, "-");
	if (isfinite(c->lo))
		snprintf(buf, 2 * NUMBER_MAX + 2, "%s..%s", number_text(c->lo, lo),
			 number_text(c->hi, hi));
	else if (c->n > 1 && isfinite(c->value))
		strcpy(buf, "always");
}

/* The event of a fact that says why it was not counted; NULL if it is none. */
static const char *not_counted(const struct run_fact *f)
{
	const char *key = "counter.";

	return f->reason && !strncmp(f->key, key, strlen(key)) ? f->key + strlen(key)
							       : NULL;
}

/* Those of one reason together. */
static void not_counted_text(const struct run_report *r, struct str *out)
{
	struct str text = STR_INIT;
	bool begun = false;

	for (size_t i = 0; i < r->n_facts; i++) {
		const struct run_fact *f = &r->facts[i];
		bool first = not_counted(f);

		for (size_t k = 0; first && k < i; k++)
			first = !not_counted(&r->facts[k]) ||
				strcmp(r->facts[k].reason, f->reason);
		if (!first)
			continue;
		str_reset(&text);
		for (size_t k = i; k < r->n_facts; k++)
			if (not_counted(&r->facts[k]) &&
			    !strcmp(r->facts[k].reason, f->reason))
				str_addf(&text, "%s%s", text.len ? ", " : "",
					 not_counted(&r->facts[k]));
		str_addf(&text, ": %s", f->reason);
		str_add(out, begun ? " " : "\nnot counted:\n ");
		text_wrapped(str_get(&text), 1, out);
		begun = true;
	}
	str_release(&text);
}

json_t *run_not_counted_json(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->n_facts; i++)
		if (not_counted(&r->facts[i]))
			json_array_append_new(
				list, json_pack("{s:o,s:o}", "event",
						text_json(not_counted(&r->facts[i])),
						"reason", text_json(r->facts[i].reason)));
	return list;
}

static void counts_table(const struct run_report *r, struct str *out)
{
	const int w = widest(r, false), v = widest(r, true);
	char value[NUMBER_MAX], unit[NUMBER_MAX], range[2 * NUMBER_MAX + 2];
	const char *before = "";
	bool scaled = false;

	str_addf(out, "\n%-*s %-*s %9s %-9s %s\n", w, "workload", v, "event", "count",
		 "per", "interval");
	for (size_t i = 0; i < r->n_counts; i++) {
		const struct run_count *c = &r->counts[i];

		per(c, unit);
		interval(c, range);
		str_addf(out, "%-*s %-*s %9s %-9s %s", w,
			 strcmp(before, c->label) ? c->label : "", v, c->event,
			 number_text(c->value, value), unit, c->reason ?: range);
		if (c->scaled && !c->reason)
			str_addf(out, "  ~%.0f%%", c->running_pct);
		scaled |= c->scaled && !c->reason;
		str_add(out, "\n");
		before = c->label;
	}
	str_addf(
		out,
		"\ncounted around the batches, in the task and what it starts if not on all CPUs:\n"
		"mean of a process's batches, and its %.0f%% interval over the processes. Reading\n"
		"the counters is in it: control.empty shows how much.\n",
		r->confidence_pct);
	if (scaled)
		str_add(out,
			"  ~  scaled up: others had the counters for the rest of the "
			"time. Ask for fewer\n     events at once.\n");
}

void run_counts_text(const struct run_report *r, struct str *out)
{
	if (r->n_counts)
		counts_table(r, out);
	not_counted_text(r, out);
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
		json_object_set_new(j, "interval",
				    isfinite(c->lo) ? json_pack("[f,f]", c->lo, c->hi)
						    : json_null());
		json_object_set_new(j, "n", json_integer((json_int_t)c->n));
		json_object_set_new(j, "running_pct", number_json(c->running_pct));
		json_object_set_new(j, "scaled", json_boolean(c->scaled));
		json_object_set_new(j, "reason", text_json(c->reason));
		json_array_append_new(list, j);
	}
	return list;
}

void run_counts_csv(const struct run_report *r, struct str *out)
{
	for (size_t i = 0; i < r->n_counts; i++) {
		const struct run_count *c = &r->counts[i];
		const char *const words[] = { r->arm, c->workload, c->abi, c->event,
					      strcmp(c->unit, "ratio") ? c->per : "" };
		const double numbers[] = { c->value, c->lo, c->hi };

		for (size_t k = 0; k < 5; k++) {
			csv_text(out, words[k]);
			str_addc(out, ',');
		}
		for (size_t k = 0; k < 3; k++) {
			csv_number(out, numbers[k]);
			str_addc(out, ',');
		}
		str_addf(out, "%zu,,,,,,,,,,%s,", c->n, c->reason ? "skip" : "done");
		csv_text(out, c->reason);
		str_addc(out, '\n');
	}
}
