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

void run_counts_text(const struct run_report *r, struct str *out)
{
	const int w = widest(r, false), v = widest(r, true);
	char value[NUMBER_MAX], unit[NUMBER_MAX], range[2 * NUMBER_MAX + 2];
	const char *before = "";
	bool scaled = false;

	if (!r->n_counts)
		return;
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
