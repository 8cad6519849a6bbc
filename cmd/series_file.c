/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series_plan.h: an experiment file. */
#include "cmd/series_plan.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/xalloc.h"
#include "lab/experiment_file.h"
#include "lab/git.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define GLOBS_MAX 256

static int read_it(const char *path, struct experiment_file *ret, struct err *e)
{
	_cleanup_fd_ int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_free_ char *real = NULL, *text = NULL;
	size_t len = 0;
	int r = series_real_path(path, &real, e);

	if (r < 0)
		return r;
	r = root_read(root, real + 1, &text, &len);
	if (r < 0) {
		err_errno(e, -r, "cannot read");
		err_where(e, "%s", path);
		return r;
	}
	return experiment_file_parse(text, len, path, ret, e);
}

/* Paths in the file are relative to where it is. */
static int beside(const char *file, const char *path, char **ret, struct err *e)
{
	const char *slash = strrchr(file, '/');
	_cleanup_free_ char *full = NULL;

	if (*path == '/' || !slash)
		return series_real_path(path, ret, e);
	full = xasprintf("%.*s/%s", (int)(slash - file), file, path);
	return series_real_path(full, ret, e);
}

static int workloads(struct series_plan *p, const char *list, struct err *e)
{
	_cleanup_free_ char *copy = xstrdup(list ? list : "");
	const char *globs[GLOBS_MAX];
	char *save = NULL;
	size_t n = 0;

	for (char *g = strtok_r(copy, " \t", &save); g;
	     g = strtok_r(NULL, " \t", &save)) {
		if (n == GLOBS_MAX)
			return err_set(e, EINVAL, "too many workloads");
		globs[n++] = g;
	}
	return catalogue_select(globs, n, &p->entries, &p->n_entries, e);
}

static void fill_plan(struct series_plan *p, const struct experiment_file *f)
{
	p->wall_s = f->wall_s;
	p->silence_s = f->silence_s;
	if (!p->jobs)
		p->jobs = f->build_jobs;
	if (p->retries < 0 && f->retries_set)
		p->retries = f->retries;
	if (p->margin < 0)
		p->margin = f->margin;
	if (p->confidence < 0)
		p->confidence = f->confidence;
	if (!p->cpu_model && f->cpu_model)
		p->cpu_model = xstrdup(f->cpu_model);
}

static void fill_kernel(struct kernel_options *k, const struct experiment_file *f)
{
	if (!k->boots)
		k->boots = f->boots;
	if (!k->mem_mb)
		k->mem_mb = f->mem_mb;
	if (k->exact || k->accel >= 0)
		return;
	k->exact = f->exact;
	if (f->kvm)
		k->accel = VM_KVM;
}

static int arm(struct series_plan *p, struct series_arms *a, const char *file,
	       const struct experiment_arm *x, const char *append, const char *with,
	       struct err *e)
{
	_cleanup_free_ char *source = NULL;
	struct git_commit c = { 0 };
	int r = x->kernel ? beside(file, x->kernel, &source, e)
			  : git_commit(p->repo, x->commit, &source, e);

	if (!r && x->commit)
		r = git_describe(p->repo, source, &c, e);
	if (!r)
		r = series_arms_add(a, x->name, source, x->commit != NULL, c.subject,
				    x->append ? x->append : append,
				    x->with ? x->with : with, e);
	git_commit_release(&c);
	return r;
}

int series_plan_file(struct series_plan *p, struct series_arms *a, const char *path,
		     struct measure_options *m, struct kernel_options *k, struct err *e)
{
	struct experiment_file f = { 0 };
	_cleanup_free_ char *given = modifiers_text(modifiers_list(&m->modifiers));
	const char *append, *with;
	int r = read_it(path, &f, e);

	if (r < 0)
		return r;
	append = k->append ? k->append : f.append;
	with = *given ? given : f.with;
	fill_plan(p, &f);
	fill_kernel(k, &f);
	if (!m->seeded && f.seeded)
		p->seed = f.seed;
	r = workloads(p, f.workloads, e);
	if (!r && f.git)
		r = beside(path, f.git, &p->repo, e);
	if (!r && f.config)
		r = beside(path, f.config, &p->config, e);
	if (!r && f.range)
		r = series_arms_range(p, a, f.range, append, with, e);
	for (size_t i = 0; i < f.n && !r; i++)
		r = arm(p, a, path, &f.arm[i], append, with, e);
	experiment_file_release(&f);
	return r;
}
