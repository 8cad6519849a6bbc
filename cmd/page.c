/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See page.h. */
#include "cmd/page.h"

#include "base/xalloc.h"
#include "cmd/calibration.h"
#include "cmd/series_data.h"
#include "report/escape.h"
#include "report/log.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ORIGINS_MAX 32

struct page {
	struct html_report r;
	struct html_arm arms[GATHERED_ARMS];
	struct compare_report compared[GATHERED_ARMS];
	struct store_experiment experiments[ORIGINS_MAX];
	struct html_origin origins[ORIGINS_MAX];
	struct str commands[ORIGINS_MAX];
	char began[ORIGINS_MAX][32];
	size_t n_origins;
	struct compare_fact hashes[8 * GATHERED_ARMS];
	struct str title, how;
	char *keys[8 * GATHERED_ARMS];
	size_t n_hashes;
	char *machine, *quote;
	struct series_data series;
	bool in_series;
};

/* JSON array of words as a command line. */
static void command_text(const char *arguments, struct str *out)
{
	json_t *list = json_loads(arguments, 0, NULL);

	str_add(out, "ktoll");
	for (size_t i = 0; i < json_array_size(list); i++) {
		str_addc(out, ' ');
		escape_shell(out, json_string_value(json_array_get(list, i)),
			     ESCAPE_TEXT);
	}
	json_decref(list);
}

static int add_origin(struct store *s, struct page *p, int64_t id, struct err *e)
{
	const size_t i = p->n_origins;
	struct store_experiment *x = &p->experiments[i];
	int r;

	for (size_t k = 0; k < i; k++)
		if (p->experiments[k].id == id)
			return 0;
	if (i == ORIGINS_MAX)
		return 0;
	r = store_experiment_get(s, id, x, e);
	if (r < 0)
		return r;
	command_text(x->arguments, &p->commands[i]);
	p->origins[i] = (struct html_origin){
		.id = id,
		.seed = (uint64_t)x->seed,
		.command = str_get(&p->commands[i]),
		.version = x->version,
		.began = log_time(x->began_ns, p->began[i]),
		.state = x->state,
		.reason = x->reason,
	};
	p->n_origins++;
	return 0;
}

static int add_origins(struct store *s, const struct gathered *g, struct page *p,
		       struct err *e)
{
	int r = 0;

	if (!s)
		return 0;
	if (g->experiment)
		return add_origin(s, p, g->experiment, e);
	for (size_t i = 0; i < g->n_arms && !r; i++) {
		struct store_boot *boots = NULL;
		size_t n = 0;

		if (g->sources[i].kind != SOURCE_ARM)
			continue;
		r = store_boots_of_arm(s, g->sources[i].name, &boots, &n, e);
		for (size_t k = 0; k < n && !r; k++)
			r = add_origin(s, p, boots[k].experiment, e);
		store_boots_free(boots, n);
	}
	return r;
}

static void add_hash(struct page *p, const char *arm, const char *key, const char *value)
{
	if (!value || p->n_hashes == sizeof(p->keys) / sizeof(p->keys[0]))
		return;
	p->keys[p->n_hashes] =
		arm ? xasprintf("%s of %.60s", key, arm) : xasprintf("%s", key);
	p->hashes[p->n_hashes] =
		(struct compare_fact){ p->keys[p->n_hashes], value, NULL };
	p->n_hashes++;
}

static void add_hashes(const struct gathered *g, struct page *p)
{
	static const char *const keys[] = { "kernel.build_id", "image.sha256",
					    "vm.image.sha256", "id.machine",
					    "cpu.flags.hash" };

	add_hash(p, NULL, "probe's build id", g->probe);
	for (size_t i = 0; i < g->n_arms; i++)
		for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++)
			add_hash(p, g->n_arms > 1 ? g->sources[i].name : NULL, keys[k],
				 source_fact(&g->sources[i], keys[k]));
}

static void add_arms(const struct gathered *g, struct page *p)
{
	for (size_t i = 0; i < g->n_arms; i++) {
		const struct source *src = &g->sources[i];

		p->arms[i] = (struct html_arm){
			.name = src->name,
			.kernel = source_fact(src, "kernel.release"),
			.machine = source_fact(src, "cpu.model"),
			.set_up = g->modifiers[i],
			.boots = src->n_boots,
			.not_counted = g->not_counted[i],
		};
		if (!i)
			continue;
		p->compared[i - 1] = (struct compare_report){
			.arm_a = g->sources[0].name,
			.arm_b = src->name,
			.set_up = { g->modifiers[0], g->modifiers[i] },
			.differ = g->matched[i].differ,
			.n_differ = g->matched[i].n_differ,
			.n_same = g->matched[i].n_same,
		};
	}
}

/* The series that the experiment is, if it is one. */
static int load_series(struct store *s, const struct gathered *g, struct page *p,
		       struct err *e)
{
	struct store_series series;
	int r = s && g->experiment ? store_series_get(s, g->experiment, &series, e)
				   : -ENOENT;

	if (r)
		return r == -ENOENT ? 0 : r;
	store_series_clear(&series);
	p->in_series = true;
	return series_data_load(s, g->experiment, &p->series, e);
}

static void title_text(const struct page *p, const struct gathered *g, struct str *out)
{
	const struct series_report *r = &p->series.report;

	if (p->in_series)
		str_addf(out, "%.60s .. %.60s, step by step", r->arm[0].name,
			 r->arm[r->arms - 1].name);
	else if (g->n_arms == 1)
		str_addf(out, "%.100s: what its crossings cost", g->sources[0].name);
	else if (g->n_arms == 2)
		str_addf(out, "%.100s → %.100s", g->sources[0].name, g->sources[1].name);
	else
		str_addf(out, "%zu arms against %.100s", g->n_arms - 1,
			 g->sources[0].name);
}

static void fill(struct store *s, const struct gathered *g, struct page *p)
{
	static const double one[] = { 1 };

	p->machine = source_machine(&g->sources[0]);
	p->quote = s && g->n_arms > 1 ? calibration_quote(s, p->machine) : NULL;
	title_text(p, g, &p->title);
	p->r = (struct html_report){
		.version = KTOLL_VERSION,
		.title = str_get(&p->title),
		.arms = p->arms,
		.n_arms = g->n_arms,
		.workloads = g->workloads,
		.n = g->n,
		.counts = g->counts,
		.n_counts = g->n_counts,
		.design = g->n_arms > 1 ? g->matched[1].design : NULL,
		.more_of = g->n_arms > 1 ? g->matched[1].more_of : NULL,
		.machine = p->quote,
		.forced = g->n_arms > 1 ? g->matched[1].forced : NULL,
		.exact = g->exact,
		.margins_pct = g->margins_pct ? g->margins_pct : one,
		.n_margins = g->margins_pct ? g->n_margins : 1,
		.margin = g->margin,
		.confidence_pct = 100 * g->confidence,
		.family = g->family,
		.compared = p->compared,
		.origins = p->origins,
		.n_origins = p->n_origins,
		.how = str_get(&p->how),
		.hashes = p->hashes,
		.n_hashes = p->n_hashes,
		.not_set = g->not_set,
		.series = p->in_series ? &p->series.report : NULL,
	};
}

static void page_release(struct page *p)
{
	for (size_t i = 0; i < ORIGINS_MAX; i++) {
		store_experiment_clear(&p->experiments[i]);
		str_release(&p->commands[i]);
	}
	for (size_t i = 0; i < p->n_hashes; i++)
		free(p->keys[i]);
	str_release(&p->title);
	str_release(&p->how);
	free(p->machine);
	free(p->quote);
	series_data_release(&p->series);
	free(p);
}

int page_make(struct store *s, const struct gathered *g, int argc, char **argv,
	      struct str *out, struct err *e)
{
	struct page *p = xcalloc(1, sizeof(*p));
	struct timespec now;
	char made[32];
	int r;

	clock_gettime(CLOCK_REALTIME, &now);
	str_add(&p->how, "ktoll");
	for (int i = 0; i < argc; i++) {
		str_addc(&p->how, ' ');
		escape_shell(&p->how, argv[i], ESCAPE_TEXT);
	}
	r = add_origins(s, g, p, e);
	if (!r)
		r = load_series(s, g, p, e);
	if (!r) {
		add_arms(g, p);
		add_hashes(g, p);
		fill(s, g, p);
		p->r.made = log_time((int64_t)now.tv_sec * 1000000000, made);
		html_report(&p->r, out);
	}
	page_release(p);
	return r;
}
