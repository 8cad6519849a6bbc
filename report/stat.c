/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of `ktoll stat`. */
#include "report/stat.h"

#include "report/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LABEL_MAX 96

static const char *label_of(const struct stat_metric *m, char buf[LABEL_MAX])
{
	snprintf(buf, LABEL_MAX, "%s%s%s%s", m->name, *m->pmu ? " (" : "", m->pmu,
		 *m->pmu ? ")" : "");
	return buf;
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

static void one_row(const struct stat_metric *m, int width, struct str *out)
{
	char label[LABEL_MAX], mean[NUMBER_MAX], half[NUMBER_MAX], sd[NUMBER_MAX];
	char best[NUMBER_MAX], median[NUMBER_MAX], worst[NUMBER_MAX];

	share_text((m->hi - m->lo) / 2, m->mean, "+-", half);
	share_text(m->sd, m->mean, "", sd);
	str_addf(out, "%-*s %9s %8s %7s %9s %9s %9s%s\n", width, label_of(m, label),
		 value_text(m, m->mean, mean), half, sd, value_text(m, m->best, best),
		 value_text(m, m->median, median), value_text(m, m->worst, worst),
		 m->scaled ? " s" : "");
}

static void head(const struct stat_report *r, struct str *out)
{
	str_addf(out, "ktoll: %s, experiment %lld\n", r->arm, r->experiment);
	if (r->machine && *r->machine)
		str_addf(out, "%s\n", r->machine);
	if (r->command)
		str_addf(out, "%s\n", r->command);
	if (!strcmp(r->state, "interrupted"))
		str_add(out, "INTERRUPTED: this is what was measured until then\n");
	if (!strcmp(r->state, "failed"))
		str_addf(out, "FAILED: %s\n", r->reason ? r->reason : "no reason kept");
	str_add(out, "\n");
}

static void table(const struct stat_report *r, struct str *out)
{
	int width = (int)strlen("context-switches");
	char label[LABEL_MAX];

	for (size_t i = 0; i < r->n; i++)
		if (!r->metrics[i].reason &&
		    (int)strlen(label_of(&r->metrics[i], label)) > width)
			width = (int)strlen(label);
	str_addf(out, "%-*s %9s %8s %7s %9s %9s %9s\n", width, "metric", "mean", "95%",
		 "sd", "best", "median", "worst");
	for (size_t i = 0; i < r->n; i++)
		if (!r->metrics[i].reason)
			one_row(&r->metrics[i], width, out);
}

static void derived(const struct stat_report *r, struct str *out)
{
	if (isfinite(r->cpus))
		str_addf(out, "%.3f CPUs used (task-clock by wall-time)\n", r->cpus);
	if (isfinite(r->ipc))
		str_addf(out, "%.3f instructions per cycle\n", r->ipc);
}

static bool any(const struct stat_report *r, bool scaled)
{
	bool found = false;

	for (size_t i = 0; i < r->n; i++)
		if (!r->metrics[i].reason)
			found |= scaled ? r->metrics[i].scaled : r->metrics[i].everywhere;
	return found;
}

static void legend(const struct stat_report *r, struct str *out)
{
	str_addf(
		out,
		"\nper run, of %zu run%s. mean with the half-width of its %.0f%% interval; "
		"sd: of single\nruns, of the mean; best, worst: least and most\n",
		r->runs, r->runs == 1 ? "" : "s", r->confidence_pct);
	if (any(r, false))
		str_add(out,
			"counters: of all CPUs while the command ran (-a), not of it "
			"alone\n");
	if (any(r, true))
		str_add(out,
			"  s  scaled: other events had the counter for more than 5 % of "
			"the time\n");
}

static void counted_runs(const struct stat_report *r, struct str *out)
{
	if (r->nonzero)
		str_addf(out,
			 "%zu of the runs ended with an exit status other than 0 "
			 "(--ignore-failure)\n",
			 r->nonzero);
	if (r->failed)
		str_addf(out, "%zu %srun%s gave no numbers: %s\n", r->failed,
			 r->runs ? "more " : "", r->failed == 1 ? "" : "s",
			 r->why ? r->why : "no reason kept");
}

static bool same_reason(const struct stat_metric *a, const struct stat_metric *b)
{
	return a->reason && b->reason && !strcmp(a->reason, b->reason);
}

/* Those of one reason together. */
static void without(const struct stat_report *r, struct str *out)
{
	struct str text = STR_INIT;
	char label[LABEL_MAX];
	bool begun = false;

	for (size_t i = 0; i < r->n; i++) {
		bool first = r->metrics[i].reason != NULL;

		for (size_t k = 0; k < i; k++)
			first &= !same_reason(&r->metrics[k], &r->metrics[i]);
		if (!first)
			continue;
		str_add(out, begun ? " " : "not counted:\n ");
		begun = true;
		str_reset(&text);
		for (size_t k = i; k < r->n; k++) {
			if (!same_reason(&r->metrics[i], &r->metrics[k]))
				continue;
			str_addf(&text, "%s%s", text.len ? ", " : "",
				 label_of(&r->metrics[k], label));
		}
		str_addf(&text, ": %s", r->metrics[i].reason);
		text_wrapped(str_get(&text), 1, out);
	}
	str_release(&text);
}

void stat_report_text(const struct stat_report *r, struct str *out)
{
	head(r, out);
	if (!r->runs) {
		str_add(out, "nothing was measured\n");
		counted_runs(r, out);
		return;
	}
	table(r, out);
	derived(r, out);
	legend(r, out);
	counted_runs(r, out);
	without(r, out);
}
