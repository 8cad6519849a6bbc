/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of `ktoll stat` for programs: JSON and CSV. */
#include "report/stat.h"

#include "report/number.h"
#include "report/run_parts.h"

static json_t *metric_json(const struct stat_metric *m)
{
	json_t *j = json_object(), *values = json_array();

	json_object_set_new(j, "metric", text_json(m->name));
	json_object_set_new(j, "pmu", text_json(m->pmu));
	json_object_set_new(j, "unit", text_json(m->unit));
	json_object_set_new(j, "scope", json_string(m->everywhere ? "system" : "task"));
	json_object_set_new(j, "mean", number_json(m->mean));
	json_object_set_new(j, "interval", interval_json(m->lo, m->hi));
	json_object_set_new(j, "sd", number_json(m->sd));
	json_object_set_new(j, "best", number_json(m->best));
	json_object_set_new(j, "median", number_json(m->median));
	json_object_set_new(j, "worst", number_json(m->worst));
	json_object_set_new(j, "n", json_integer((json_int_t)m->n));
	json_object_set_new(j, "scaled", json_boolean(m->scaled));
	json_object_set_new(j, "running_pct", number_json(m->running_pct));
	json_object_set_new(j, "skip", text_json(m->reason));
	for (size_t i = 0; i < m->n; i++)
		json_array_append_new(values, number_json(m->values[i]));
	json_object_set_new(j, "values", values);
	return j;
}

void stat_report_json(const struct stat_report *r, struct str *out)
{
	json_t *top = json_object(), *rows = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	json_object_set_new(top, "arm", text_json(r->arm));
	json_object_set_new(top, "unit_of_replication", json_string("run"));
	json_object_set_new(top, "experiment", json_integer(r->experiment));
	json_object_set_new(top, "state", text_json(r->state));
	json_object_set_new(top, "workload", text_json(r->workload));
	json_object_set_new(top, "command", text_json(r->command));
	json_object_set_new(top, "confidence_pct", json_real(r->confidence_pct));
	json_object_set_new(top, "runs", json_integer((json_int_t)r->runs));
	json_object_set_new(top, "failed", json_integer((json_int_t)r->failed));
	json_object_set_new(top, "nonzero", json_integer((json_int_t)r->nonzero));
	json_object_set_new(top, "first_run", number_json(r->first));
	json_object_set_new(top, "cpus_used", number_json(r->cpus));
	json_object_set_new(top, "instructions_per_cycle", number_json(r->ipc));
	for (size_t i = 0; i < r->n; i++)
		json_array_append_new(rows, metric_json(&r->metrics[i]));
	json_object_set_new(top, "metrics", rows);
	json_object_set_new(top, "facts", run_facts_json(r->facts, r->n_facts));
	json_out(top, out);
}

static void metric_csv(const struct stat_report *r, const struct stat_metric *m,
		       struct str *out)
{
	const char *const words[] = { r->arm, r->workload, m->name, m->pmu, m->unit };
	const double numbers[] = { m->mean, m->lo,     m->hi,    m->sd,
				   m->best, m->median, m->worst, m->running_pct };

	csv_texts(out, words, sizeof(words) / sizeof(words[0]));
	str_addf(out, "%s,%zu,", m->everywhere ? "system" : "task", m->n);
	csv_numbers(out, numbers, sizeof(numbers) / sizeof(numbers[0]));
	csv_text(out, m->reason);
	str_addc(out, '\n');
}

void stat_report_csv(const struct stat_report *r, struct str *out)
{
	str_add(out,
		"arm,workload,metric,pmu,unit,scope,n,mean,lo,hi,sd,best,median,worst,"
		"running_pct,reason\n");
	for (size_t i = 0; i < r->n; i++)
		metric_csv(r, &r->metrics[i], out);
}
