/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decides which importer reads a text. Knows the importers by their table and none
 * of the formats.
 */
#include "import/import.h"

#include "import/importers.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

/* In alphabetic order of the names. */
static const struct importer *const importers[] = {
	&import_columns,
	&import_cyclictest,
	&import_go,
	&import_google_benchmark,
	&import_hackbench,
	&import_hyperfine,
	&import_lmbench,
	&import_lmbench_summary,
	&import_ministat,
	&import_perf_bench,
	&import_perf_bench_simple,
	&import_perf_stat,
	&import_perf_stat_csv,
	&import_perf_stat_json,
	&import_pyperf,
	&import_rdtsc,
	&import_stress_ng,
	&import_sysbench,
	&import_table,
	&import_unixbench,
	&import_will_it_scale,
};

#define N_IMPORTERS (sizeof(importers) / sizeof(importers[0]))

const char *import_format_name(size_t i)
{
	return i < N_IMPORTERS ? importers[i]->name : NULL;
}

const char *import_format_about(size_t i)
{
	return i < N_IMPORTERS ? importers[i]->about : NULL;
}

static const struct importer *by_name(const char *name)
{
	size_t i;

	for (i = 0; i < N_IMPORTERS; i++)
		if (!strcmp(importers[i]->name, name))
			return importers[i];
	return NULL;
}

static size_t first_line(const struct text *t)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (!text_blank(text_line(t, i)))
			return i;
	return 0;
}

/* The first line that says something, for "line N is of no known format". */
static size_t first_content(const struct text *t)
{
	size_t i;

	for (i = first_line(t); i < t->n; i++) {
		const char *s = text_skip(text_line(t, i));

		if (*s && *s != '#')
			return i;
	}
	return first_line(t);
}

/* One JSON document, if it is one; several in a row are for the importers. */
static void load_json(struct text *t, json_error_t *ret_error)
{
	const char *s;

	ret_error->line = -1;
	if (!t->n)
		return;
	s = text_skip(text_line(t, first_line(t)));
	if (*s == '{')
		t->json =
			json_loadb(t->raw, t->raw_len, JSON_REJECT_DUPLICATES, ret_error);
}

static int unknown(const struct text *t, const json_error_t *json, struct err *e)
{
	const char *expected = "the output of a tool that ktoll knows, or numbers";
	size_t i = first_content(t);
	int r;

	r = import_refuse_known(t, e);
	if (r < 0)
		return r;
	if (!t->n || text_blank(text_line(t, first_line(t))))
		return text_bad(t, 0, e, expected,
				"the file is empty (did the tool write to stderr?)");
	if (json->line >= 0 && !t->json)
		return text_bad(t, json->line ? json->line - 1 : 0, e,
				"one JSON document", "not JSON: %s", json->text);
	if (t->json)
		return text_bad(t, i, e, expected, "JSON, but of no known tool");
	return text_bad(t, i, e, expected, "'%s' is of no known format",
			TEXT_QUOTE(span_of(text_line(t, i))));
}

/* The one importer that can prove it, or NULL with *@ret_r set. */
static const struct importer *detect(const struct text *t, const json_error_t *json,
				     int *ret_r, struct err *e)
{
	const struct importer *found = NULL;
	size_t i, line, found_line = 0;

	for (i = 0; i < N_IMPORTERS; i++) {
		/* Any number looks like a column: that proves nothing. */
		if (importers[i] == &import_columns || !importers[i]->claim)
			continue;
		line = importers[i]->claim(t);
		if (!line)
			continue;
		if (found) {
			*ret_r = text_bad(t, line - 1, e,
					  "one format in a file, or the format's name",
					  "this is %s, but line %zu is %s",
					  importers[i]->about, found_line, found->about);
			return NULL;
		}
		found = importers[i];
		found_line = line;
	}
	if (!found && import_columns.claim(t))
		found = &import_columns;
	if (!found)
		*ret_r = unknown(t, json, e);
	return found;
}

/* No metric leaves without a number or the reason why there is none. */
static void complete(struct import_result *res)
{
	size_t i;

	for (i = 0; i < res->n_metrics; i++)
		if (!res->metrics[i].n_values && !res->metrics[i].has_summary)
			metric_refuse(&res->metrics[i], "no number was printed for it");
}

static int run(const struct importer *imp, const struct text *t,
	       const struct import_opts *opts, struct import_result **ret_result,
	       struct err *e)
{
	struct import_result *res = result_new();
	int r;

	res->format = imp->name;
	r = imp->parse(t, opts, res, e);
	if (r >= 0 && res->too_many) {
		r = err_set(e, E2BIG, "more than %u metrics", IMPORT_MAX_METRICS);
		err_where(e, "%s", t->file);
	}
	if (r >= 0 && !res->n_metrics)
		r = text_bad(t, first_content(t), e, imp->about, "no result in it");
	if (r < 0) {
		import_result_free(res);
		return r;
	}
	if (t->open_end && !t->json)
		result_warn(res, "line %zu has no end: is the file complete?", t->n);
	complete(res);
	*ret_result = res;
	return 0;
}

int import_parse(const char *buf, size_t len, const char *file,
		 const struct import_opts *opts, struct import_result **ret_result,
		 struct err *e)
{
	static const struct import_opts none;
	const struct importer *imp;
	json_error_t json;
	struct text t;
	int r;

	opts = opts ?: &none;
	r = text_init(&t, buf, len, file, e);
	if (r < 0)
		return r;
	load_json(&t, &json);
	if (opts->format) {
		imp = by_name(opts->format);
		if (!imp) {
			r = err_set(e, EINVAL, "no format is called '%s'", opts->format);
			goto out;
		}
	} else {
		imp = detect(&t, &json, &r, e);
	}
	if (imp)
		r = run(imp, &t, opts, ret_result, e);
out:
	json_decref(t.json);
	text_release(&t);
	return r;
}

static int no_data(const char **ret_why, const char *why)
{
	*ret_why = why;
	return -ENODATA;
}

static int summary_moments(const struct import_summary *s, double *ret_mean,
			   double *ret_sd, uint64_t *ret_n, const char **ret_why)
{
	double n = (double)s->n, sd;

	if (s->center == IMPORT_CENTER_LAST)
		return no_data(ret_why, "the value is the last run's, not a mean");
	if (s->center == IMPORT_CENTER_MEAN_OR_LAST)
		return no_data(ret_why, "the value may be the last run's, not a mean");
	if (s->center != IMPORT_CENTER_MEAN)
		return no_data(ret_why, "the value is not a mean");
	if (!s->n)
		return no_data(ret_why, "the number of runs is not known");
	sd = s->spread_pct ? s->spread / 100 * fabs(s->value) : s->spread;
	switch (s->spread_kind) {
	case IMPORT_SPREAD_SD: break;
	case IMPORT_SPREAD_SE:
	case IMPORT_SPREAD_REL_SE_PCT: sd *= sqrt(n); break;
	case IMPORT_SPREAD_RMSE: sd *= s->n > 1 ? sqrt(n / (n - 1)) : 0; break;
	default:
		if (s->n > 1)
			return no_data(ret_why, "what the spread is is not known");
		sd = 0;
	}
	*ret_mean = s->value;
	*ret_sd = s->n > 1 ? sd : 0;
	*ret_n = s->n;
	return 0;
}

int import_metric_moments(const struct import_metric *m, double *ret_mean, double *ret_sd,
			  uint64_t *ret_n, const char **ret_why)
{
	double mean, sum = 0;
	size_t i;

	if (m->refused)
		return no_data(ret_why, "no number was stored");
	if (!m->n_values && !m->has_summary)
		return no_data(ret_why, "no number was stored");
	if (!m->n_values)
		return summary_moments(&m->summary, ret_mean, ret_sd, ret_n, ret_why);
	mean = metric_mean(m);
	for (i = 0; i < m->n_values; i++)
		sum += (m->values[i] - mean) * (m->values[i] - mean);
	if (!isfinite(sum))
		return no_data(ret_why, "the values are too far apart for a double");
	*ret_mean = mean;
	*ret_sd = m->n_values > 1 ? sqrt(sum / (double)(m->n_values - 1)) : 0;
	*ret_n = m->n_values;
	return 0;
}
