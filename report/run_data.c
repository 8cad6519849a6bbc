/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of `ktoll run` for programs: JSON and CSV. */
#include "report/run.h"

#include "report/number.h"
#include "report/run_parts.h"

#include <math.h>
#include <stdlib.h>

static json_t *row_json(const struct run_row *row, bool exact)
{
	json_t *j = json_object();

	json_object_set_new(j, "workload", text_json(row->workload));
	json_object_set_new(j, "abi", text_json(row->abi));
	json_object_set_new(j, "unit", json_string(exact ? "instructions" : "ns"));
	json_object_set_new(j, "agree_pct", number_json(exact ? row->agree_pct : NAN));
	json_object_set_new(j, "per", text_json(row->unit));
	json_object_set_new(j, "value", number_json(row->value));
	json_object_set_new(j, "interval", interval_json(row->lo, row->hi));
	json_object_set_new(j, "n", json_integer((json_int_t)row->processes));
	json_object_set_new(j, "skip", text_json(row->reason));
	json_object_set_new(j, "status", text_json(row->status));
	json_object_set_new(j, "failed", json_integer((json_int_t)row->failed));
	json_object_set_new(j, "samples", json_integer((json_int_t)row->samples));
	json_object_set_new(j, "best", number_json(row->best));
	json_object_set_new(j, "p10", number_json(row->p10));
	json_object_set_new(j, "median", number_json(row->median));
	json_object_set_new(j, "mean", number_json(row->mean));
	json_object_set_new(j, "p90", number_json(row->p90));
	json_object_set_new(j, "p99", number_json(row->p99));
	json_object_set_new(j, "spread_pct", number_json(row->spread_pct));
	json_object_set_new(j, "preempted_pct", number_json(row->preempted_pct));
	return j;
}

static json_t *marks_json(unsigned int marks)
{
	static const char *const names[] = { "preempted", "migrated", "clock",
					     "failures",  "few",      "tail",
					     "varies",    "minority" };
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (marks & 1u << i)
			json_array_append_new(list, json_string(names[i]));
	return list;
}

json_t *run_facts_json(const struct run_fact *facts, size_t n)
{
	json_t *j = json_object();

	for (size_t i = 0; i < n; i++)
		json_object_set_new(j, facts[i].key, text_json(facts[i].value));
	return j;
}

void run_report_json(const struct run_report *r, struct str *out)
{
	json_t *top = json_object(), *rows = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	json_object_set_new(top, "arm", text_json(r->arm));
	json_object_set_new(top, "unit_of_replication",
			    json_string(r->exact ? "boot" : "process"));
	json_object_set_new(top, "experiment", json_integer(r->experiment));
	json_object_set_new(top, "state", text_json(r->state));
	json_object_set_new(top, "exact", json_boolean(r->exact));
	json_object_set_new(top, "mode", text_json(r->mode));
	json_object_set_new(top, "modifiers", text_json(r->modifiers));
	json_object_set_new(top, "seed", json_integer((json_int_t)r->seed));
	json_object_set_new(top, "confidence_pct", json_real(r->confidence_pct));
	json_object_set_new(top, "calibrated", text_json(r->calibrated));
	json_object_set_new(top, "not_set", text_json(r->not_set));
	json_object_set_new(top, "not_counted", run_not_counted_json(r));
	for (size_t i = 0; i < r->n; i++) {
		json_t *row = row_json(&r->rows[i], r->exact);

		json_object_set_new(row, "marks", marks_json(r->rows[i].marks));
		json_object_set_new(row, "counters", run_counts_json(r, &r->rows[i]));
		json_array_append_new(rows, row);
	}
	json_object_set_new(top, "workloads", rows);
	json_object_set_new(top, "facts", run_facts_json(r->facts, r->n_facts));
	json_out(top, out);
}

void run_report_csv(const struct run_report *r, struct str *out)
{
	str_add(out,
		"arm,workload,abi,unit,per,value,lo,hi,n,samples,best,p10,median,mean,p90,"
		"p99,spread_pct,preempted_pct,status,reason\n");
	for (size_t i = 0; i < r->n; i++) {
		const struct run_row *row = &r->rows[i];
		const double numbers[] = { row->value, row->lo, row->hi };
		const double more[] = { row->best,       row->p10,          row->median,
					row->mean,       row->p90,          row->p99,
					row->spread_pct, row->preempted_pct };
		const char *const words[] = { r->arm, row->workload, row->abi,
					      r->exact ? "instructions" : "ns",
					      row->unit };

		csv_texts(out, words, sizeof(words) / sizeof(words[0]));
		csv_numbers(out, numbers, sizeof(numbers) / sizeof(numbers[0]));
		str_addf(out, "%zu,%zu,", row->processes, row->samples);
		csv_numbers(out, more, sizeof(more) / sizeof(more[0]));
		csv_text(out, row->status);
		str_addc(out, ',');
		csv_text(out, row->reason);
		str_addc(out, '\n');
	}
	run_counts_csv(r, out);
}
