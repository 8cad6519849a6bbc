/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of `ktoll stat`. */
#include "report/stat.h"

#include "report/escape.h"
#include "report/number.h"
#include "report/table.h"
#include "report/wrap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LABEL_LEAST 16 /* columns of names that others are left out for */

static void label_of(const struct stat_metric *m, const struct look *look,
		     struct str *out)
{
	escape_text(out, m->name, ESCAPE_NAME, look->utf8);
	if (*m->pmu) {
		str_add(out, " (");
		escape_text(out, m->pmu, ESCAPE_NAME, look->utf8);
		str_addc(out, ')');
	}
}

static const char *value_text(const struct stat_metric *m, double v, char buf[NUMBER_MAX])
{
	if (!strcmp(m->unit, "ns") || v == 0)
		return number_time(v, buf);
	return number_text(v, buf);
}

static void share_text(double part, double whole, const char *sign, char buf[NUMBER_MAX])
{
	const double pct = 100 * part / whole;

	if (isfinite(pct))
		snprintf(buf, NUMBER_MAX, "%s%.*f%%", sign, pct < 9.995 ? 2 : 0, pct);
	else
		strcpy(buf, "-");
}

#define RANGE_MAX (NUMBER_MAX + 3)

/* A mean that may as well be 0: a share of it says nothing. */
static bool reaches_zero(const struct stat_metric *m)
{
	return m->lo <= 0 && m->hi > 0;
}

static void interval_text(const struct stat_metric *m, char buf[RANGE_MAX])
{
	char hi[NUMBER_MAX];

	if (reaches_zero(m))
		snprintf(buf, RANGE_MAX, "0..%s", value_text(m, m->hi, hi));
	else
		share_text((m->hi - m->lo) / 2, m->mean, "+-", buf);
}

static void sd_text(const struct stat_metric *m, char buf[NUMBER_MAX])
{
	if (reaches_zero(m))
		value_text(m, m->sd, buf);
	else
		share_text(m->sd, m->mean, "", buf);
}

static void one_row(const struct stat_metric *m, const struct table *t,
		    const struct look *look, struct str *out)
{
	char mean[NUMBER_MAX], range[RANGE_MAX], sd[NUMBER_MAX];
	char best[NUMBER_MAX], median[NUMBER_MAX], worst[NUMBER_MAX];
	struct str label = STR_INIT;

	label_of(m, look, &label);
	interval_text(m, range);
	sd_text(m, sd);
	table_row(t,
		  (const char *const[]){ str_get(&label), value_text(m, m->mean, mean),
					 range, sd, value_text(m, m->best, best),
					 value_text(m, m->median, median),
					 value_text(m, m->worst, worst) },
		  out);
	str_add(out, m->scaled ? " s\n" : "\n");
	str_release(&label);
}

static void head(const struct stat_report *r, const struct look *look, struct str *out)
{
	sentence(out, look, 0, 2, "ktoll: %s, experiment %lld", r->arm, r->experiment);
	if (r->machine && *r->machine)
		sentence(out, look, 0, 2, "%s", r->machine);
	if (r->command)
		sentence(out, look, 0, 2, "%s", r->command);
	if (!strcmp(r->state, "interrupted"))
		sentence(out, look, 0, 2,
			 "INTERRUPTED: this is what was measured until then");
	if (!strcmp(r->state, "failed"))
		sentence(out, look, 0, 2, "FAILED: %s",
			 r->reason ? r->reason : "no reason kept");
	str_add(out, "\n");
}

static void widen(int *width, const char *text)
{
	if (text_columns(text) > *width)
		*width = text_columns(text);
}

static struct table lay_out(const struct stat_report *r, const struct look *look)
{
	struct table t = { .c = { { "metric", LABEL_LEAST, .left = true },
				  { "mean", 9 },
				  { "95%", 8 },
				  { "sd", 7, .drop = 1 },
				  { "best", 9, .drop = 3 },
				  { "median", 9, .drop = 2 },
				  { "worst", 9, .drop = 4 } },
			   .n = 7,
			   .least = LABEL_LEAST,
			   .tail = 2 };

	for (size_t i = 0; i < r->n; i++) {
		const struct stat_metric *m = &r->metrics[i];
		char range[RANGE_MAX], sd[NUMBER_MAX];
		struct str label = STR_INIT;

		if (m->reason)
			continue;
		label_of(m, look, &label);
		interval_text(m, range);
		sd_text(m, sd);
		widen(&t.c[0].width, str_get(&label));
		widen(&t.c[2].width, range);
		widen(&t.c[3].width, sd);
		str_release(&label);
	}
	table_fit(&t, look);
	return t;
}

static void derived(const struct stat_report *r, const struct look *look, struct str *out)
{
	if (isfinite(r->cpus))
		sentence(out, look, 0, 2, "%.3f CPUs used (task-clock by wall-time)",
			 r->cpus);
	if (isfinite(r->ipc))
		sentence(out, look, 0, 2, "%.3f instructions per cycle", r->ipc);
}

static bool any_reaches_zero(const struct stat_report *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (!r->metrics[i].reason && reaches_zero(&r->metrics[i]))
			return true;
	return false;
}

static bool any(const struct stat_report *r, bool scaled)
{
	bool found = false;

	for (size_t i = 0; i < r->n; i++)
		if (!r->metrics[i].reason)
			found |= scaled ? r->metrics[i].scaled : r->metrics[i].everywhere;
	return found;
}

static void legend(const struct stat_report *r, const struct table *t,
		   const struct look *look, struct str *out)
{
	str_addc(out, '\n');
	sentence(
		out, look, 0, 0,
		"per run, of %zu run%s. mean with the half-width of its %.0f%% interval; "
		"sd: of single runs, of the mean; best, worst: least and most",
		r->runs, r->runs == 1 ? "" : "s", r->confidence_pct);
	if (any_reaches_zero(r))
		sentence(
			out, look, 0, 2,
			"0..: the interval ends at 0, where it would reach below; the sd is "
			"then in the unit of the mean");
	if (any(r, false))
		sentence(out, look, 0, 2,
			 "counters: of all CPUs while the command ran (-a), not of it "
			 "alone");
	if (any(r, true))
		wrap_term(out, look_prose(look), 2, 5, "s",
			  "scaled: other events had the counter for more than 5 % of "
			  "the time");
	table_left_out(t, look, "a wider terminal or --format csv shows them", out);
}

static void counted_runs(const struct stat_report *r, const struct look *look,
			 struct str *out)
{
	if (r->nonzero)
		sentence(out, look, 0, 2,
			 "%zu of the runs ended with an exit status other than 0 "
			 "(--ignore-failure)",
			 r->nonzero);
	if (isfinite(r->first))
		str_addf(
			out,
			"the first run took %.1f times as long as the others (the median): "
			"cold caches?\n--warmup 1 leaves it out\n",
			r->first);
	if (r->failed)
		sentence(out, look, 0, 2, "%zu %srun%s gave no numbers: %s", r->failed,
			 r->runs ? "more " : "", r->failed == 1 ? "" : "s",
			 r->why ? r->why : "no reason kept");
}

static bool same_reason(const struct stat_metric *a, const struct stat_metric *b)
{
	return a->reason && b->reason && !strcmp(a->reason, b->reason);
}

/* Those of one reason together. */
static void without(const struct stat_report *r, const struct look *look, struct str *out)
{
	struct str text = STR_INIT;
	bool begun = false;

	for (size_t i = 0; i < r->n; i++) {
		bool first = r->metrics[i].reason != NULL;

		for (size_t k = 0; k < i; k++)
			first &= !same_reason(&r->metrics[k], &r->metrics[i]);
		if (!first)
			continue;
		str_add(out, begun ? "" : "not counted:\n");
		begun = true;
		str_reset(&text);
		for (size_t k = i; k < r->n; k++) {
			if (!same_reason(&r->metrics[i], &r->metrics[k]))
				continue;
			str_add(&text, text.len ? ", " : "");
			label_of(&r->metrics[k], look, &text);
		}
		sentence(out, look, 2, 4, "%s: %s", str_get(&text), r->metrics[i].reason);
	}
	str_release(&text);
}

void stat_report_text(const struct stat_report *r, const struct look *look,
		      struct str *out)
{
	const struct table t = lay_out(r, look);

	head(r, look, out);
	if (!r->runs) {
		str_add(out, "nothing was measured\n");
		counted_runs(r, look, out);
		return;
	}
	table_head(&t, out);
	for (size_t i = 0; i < r->n; i++)
		if (!r->metrics[i].reason)
			one_row(&r->metrics[i], &t, look, out);
	derived(r, look, out);
	legend(r, &t, look, out);
	counted_runs(r, look, out);
	without(r, look, out);
}
