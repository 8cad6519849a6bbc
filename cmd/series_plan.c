/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series_plan.h. Files are in series_file.c. */
#include "cmd/series_plan.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "lab/git.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int series_real_path(const char *path, char **ret, struct err *e)
{
	int error;

	*ret = realpath(path, NULL);
	if (*ret)
		return 0;
	error = errno;
	err_errno(e, error, "cannot open");
	err_where(e, "%s", path);
	return -error;
}

/* "seccomp:100 notsc": each must be one, else the probe would refuse it in every boot. */
static int check_modifiers(const char *with, struct err *e)
{
	_cleanup_free_ char *copy = with ? xstrdup(with) : NULL;
	struct modifiers m = { .n = 0 };
	char *save = NULL;
	int r = 0;

	for (char *one = copy ? strtok_r(copy, " ", &save) : NULL; one && !r;
	     one = strtok_r(NULL, " ", &save))
		r = modifiers_add(&m, one, e);
	return r;
}

static char *copy_of(const char *s)
{
	return s ? xstrdup(s) : NULL;
}

int series_arms_add(struct series_arms *a, const char *name, const char *source,
		    bool is_commit, const char *subject, const char *append,
		    const char *with, struct err *e)
{
	int r = parse_arm("an arm", name, e);

	if (!r)
		r = check_modifiers(with, e);
	for (size_t i = 0; i < a->n && !r; i++)
		if (!strcmp(a->v[i].name, name))
			r = err_set(e, EINVAL, "two arms are called '%s'", name);
	if (r < 0)
		return r;
	a->v = xgrow(a->v, a->n, &a->cap, sizeof(*a->v));
	a->v[a->n++] = (struct store_series_arm){
		.name = xstrdup(name),
		.source = xstrdup(source),
		.is_commit = is_commit,
		.subject = copy_of(subject),
		.append = copy_of(append),
		.modifiers = xstrdup(with ? with : ""),
	};
	return 0;
}

void series_arms_release(struct series_arms *a)
{
	store_series_arms_free(a->v, a->n);
	memset(a, 0, sizeof(*a));
}

void series_plan_defaults(struct series_plan *p)
{
	if (p->retries < 0)
		p->retries = 1;
	if (p->margin < 0)
		p->margin = 0.01;
	if (p->confidence < 0)
		p->confidence = 0.95;
}

static void add_note(struct series_plan *plan, char *note)
{
	char *both = plan->note ? xasprintf("%s; %s", plan->note, note) : xstrdup(note);

	free(note);
	free(plan->note);
	plan->note = both;
}

int series_arms_range(struct series_plan *plan, struct series_arms *a, const char *range,
		      const char *append, const char *with, struct err *e)
{
	struct git_range g = { 0 };
	struct err dirty;
	int r = git_range(plan->repo, range, &g, e);

	for (size_t i = 0; i < g.n && !r; i++) {
		char name[13];

		snprintf(name, sizeof(name), "%.12s", g.v[i].hash);
		r = series_arms_add(a, name, g.v[i].hash, true, g.v[i].subject, append,
				    with, e);
	}
	if (!r && g.merges)
		add_note(plan, xasprintf("%zu merge commit%s: followed along first "
					 "parents, a merge is one step",
					 g.merges, g.merges == 1 ? "" : "s"));
	if (!r && g.other_base)
		add_note(plan, xasprintf("the base is %.12s, the first parent of what "
					 "comes first",
					 g.v[0].hash));
	if (!r && git_clean(plan->repo, &dirty) == -EBUSY)
		add_note(plan, xstrdup("the repository has changes that are not "
				       "committed: they are not measured"));
	git_range_release(&g);
	return r;
}

static void set_text(json_t *j, const char *key, const char *text)
{
	if (text)
		json_object_set_new(j, key, json_string(text) ?: json_string("?"));
}

char *series_plan_json(const struct series_plan *p)
{
	json_t *j = json_pack(
		"{s:b,s:b,s:i,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:f,s:f}", "exact", p->exact,
		"unpinned", p->unpinned, "cpu", p->cpu, "seed", (json_int_t)p->seed,
		"rounds", (json_int_t)p->rounds, "retries", (json_int_t)p->retries,
		"jobs", (json_int_t)p->jobs, "mem_mb", (json_int_t)p->mem_mb, "wall_s",
		(json_int_t)p->wall_s, "silence_s", (json_int_t)p->silence_s, "margin",
		p->margin, "confidence", p->confidence);
	json_t *list = json_array();
	char label[CATALOGUE_LABEL_MAX], *text;

	for (size_t i = 0; i < p->n_entries; i++)
		json_array_append_new(
			list, json_string(catalogue_label(p->entries[i]->name,
							  p->entries[i]->abi, label)));
	json_object_set_new(j, "workloads", list);
	set_text(j, "cpu_model", p->cpu_model);
	set_text(j, "repo", p->repo);
	set_text(j, "config", p->config);
	set_text(j, "config_key", p->config_key);
	set_text(j, "note", p->note);
	text = json_dumps(j, JSON_SORT_KEYS);
	json_decref(j);
	return text;
}

static int read_workloads(const json_t *list, struct series_plan *p, struct err *e)
{
	size_t n = json_array_size(list);
	_cleanup_free_ const char **globs = xcalloc(n, sizeof(*globs));

	for (size_t i = 0; i < n; i++) {
		globs[i] = json_string_value(json_array_get(list, i));
		if (!globs[i])
			return err_set(e, EBADMSG, "the series is damaged");
	}
	if (!n)
		return err_set(e, EBADMSG, "the series is damaged");
	return catalogue_select(globs, n, &p->entries, &p->n_entries, e);
}

int series_plan_read(const char *json, struct series_plan *ret, struct err *e)
{
	struct series_plan p = SERIES_PLAN_UNSET;
	json_int_t v[7] = { 0 };
	int exact = 0, unpinned = 0;
	const char *model = NULL, *repo = NULL, *config = NULL, *key = NULL, *note = NULL;
	json_t *j = json_loads(json, 0, NULL), *list = NULL;
	int r = json_unpack(
		j,
		"{s:b,s:b,s:i,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:F,s:F,s:o,s?s,s?s,s?s,s?s,s?s}",
		"exact", &exact, "unpinned", &unpinned, "cpu", &p.cpu, "seed", &v[0],
		"rounds", &v[1], "retries", &v[2], "jobs", &v[3], "mem_mb", &v[4],
		"wall_s", &v[5], "silence_s", &v[6], "margin", &p.margin, "confidence",
		&p.confidence, "workloads", &list, "cpu_model", &model, "repo", &repo,
		"config", &config, "config_key", &key, "note", &note);

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		r |= v[i] < 0;
	if (r) {
		json_decref(j);
		return err_set(e, EBADMSG, "the series is damaged");
	}
	p.exact = exact;
	p.unpinned = unpinned;
	p.seed = (uint64_t)v[0];
	p.rounds = (uint64_t)v[1];
	p.retries = v[2];
	p.jobs = (uint64_t)v[3];
	p.mem_mb = (uint64_t)v[4];
	p.wall_s = (uint64_t)v[5];
	p.silence_s = (uint64_t)v[6];
	p.cpu_model = copy_of(model);
	p.repo = copy_of(repo);
	p.config = copy_of(config);
	p.config_key = copy_of(key);
	p.note = copy_of(note);
	r = read_workloads(list, &p, e);
	json_decref(j);
	if (r < 0)
		series_plan_release(&p);
	else
		*ret = p;
	return r;
}

void series_plan_release(struct series_plan *p)
{
	free(p->cpu_model);
	free(p->repo);
	free(p->config);
	free(p->config_key);
	free(p->note);
	free(p->entries);
	memset(p, 0, sizeof(*p));
}
