/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See check_measure.h. */
#include "cmd/check_measure.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/progress.h"
#include "lab/build.h"
#include "lab/session.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HOST_PROCESSES 50

const char *const check_result_words[] = { "good", "bad", "undecided", "broken" };

/* ---- the baseline ---- */

static int baseline_of(struct store *s, const struct check_options *o, struct source *ret,
		       struct err *e)
{
	int r = store_has_arm(s, o->against, e);

	if (r == -ENOENT)
		err_expect(e, "an arm that `ktoll log` shows");
	if (!r)
		r = source_load(s, o->against, STORE_P25, ret, e);
	if (!r && !ret->n)
		r = err_set(e, EINVAL, "arm '%s' has no measurements", o->against);
	if (!r && o->margin == 0 && !ret->series[0].exact) {
		err_set(e, EINVAL, "--margin 0: arm '%s' was timed", o->against);
		err_expect(e, "a percentage above 0");
		r = -EINVAL;
	}
	return r;
}

static int load_baseline(const struct check_options *o, struct source *ret, struct err *e)
{
	_cleanup_free_ char *path = database_path(o->m.db);
	struct store *s = NULL;
	int r = store_open(path, STORE_READ, &s, e);

	if (!r)
		r = baseline_of(s, o, ret, e);
	store_close(s);
	return r;
}

static bool has_number(const struct source *a, const struct catalogue_entry *c)
{
	for (size_t i = 0; i < a->n; i++)
		if (!strcmp(a->series[i].name, c->name) &&
		    !strcmp(a->series[i].abi, c->abi) && a->series[i].n)
			return true;
	return false;
}

static bool limits(const struct check_limit *l, const char *label)
{
	return strlen(label) == l->len && !strncmp(l->workload, label, l->len);
}

/* A limit that nothing can exceed would be a check that nothing can fail. */
static int check_limits(const struct check_options *o,
			const struct catalogue_entry *const *entries, size_t n,
			struct err *e)
{
	char label[CATALOGUE_LABEL_MAX];

	for (size_t i = 0; i < o->n_max; i++) {
		const struct check_limit *l = &o->max[i];
		bool found = false;

		for (size_t k = 0; k < n && !found; k++)
			found = limits(l, catalogue_label(entries[k]->name,
							  entries[k]->abi, label));
		if (found)
			continue;
		err_set(e, EINVAL, "--max: '%.*s' is not measured by this check",
			(int)l->len, l->workload);
		err_expect(e, "a workload that matches a GLOB and has a number in '%s'",
			   o->against);
		return -EINVAL;
	}
	return 0;
}

/* What was asked for, as far as the baseline has it. */
static int select_entries(const struct check_options *o, const struct source *a,
			  const struct catalogue_entry ***ret, size_t *ret_n,
			  struct err *e)
{
	const struct catalogue_entry **list;
	size_t n = 0, k = 0;
	int r = catalogue_select(o->globs, o->n_globs, &list, &n, e);

	if (r < 0)
		return r;
	for (size_t i = 0; i < n; i++)
		if (has_number(a, list[i]))
			list[k++] = list[i];
	if (!k) {
		free(list);
		return err_set(e, EINVAL, "arm '%s' has none of these workloads",
			       o->against);
	}
	*ret = list;
	*ret_n = k;
	return 0;
}

/* ---- the image ---- */

/* What was built may be none: then @out says so. */
static int is_kernel(const char *path, const char *commit, struct check_outcome *out,
		     struct err *e)
{
	struct vm_image image = { .fd = -1 };
	int r = vm_image_open(path, &image, e);

	if (r == -ENOEXEC || r == -EBADMSG) {
		out->result = CHECK_BROKEN;
		snprintf(out->why, sizeof(out->why), "%.12s builds no kernel: %s", commit,
			 e->what);
		return 0;
	}
	vm_image_release(&image);
	return r;
}

/* *@ret NULL: it does not build, and @out says so. */
static int build(const struct check_options *o, const char *commit, char **ret,
		 struct check_outcome *out, struct err *e)
{
	const struct builder_spec spec = {
		.repo = o->build.git,
		.config = o->build.config,
		.jobs = (unsigned int)o->build.jobs,
		.stop = &interrupted,
	};
	struct builder *b = NULL;
	struct built built = { 0 };
	int r;

	catch_interrupts();
	r = builder_open(&spec, &b, e);
	if (!r)
		r = builder_image(b, commit, &built, e);
	if (!r && !built.path) {
		out->result = CHECK_BROKEN;
		snprintf(out->why, sizeof(out->why), "%.12s does not build: %s", commit,
			 built.reason);
	}
	if (!r && built.path)
		r = is_kernel(built.path, commit, out, e);
	if (!r && built.path)
		*ret = xstrdup(built.path);
	built_release(&built);
	builder_close(b);
	return r;
}

/* ---- measuring ---- */

static int measure_host(struct experiment *x, const struct check_options *o,
			const char *arm, const struct catalogue_entry *const *entries,
			size_t n, struct err *e)
{
	struct session s = {
		.store = x->store,
		.progress = !o->m.quiet && progress_wanted() ? progress_draw : NULL,
		.options = { .processes = HOST_PROCESSES,
			     .batches = 22,
			     .warmup = 2,
			     .target_ns = 100000,
			     .seed = o->m.seed },
	};
	int r = experiment_boot(x, arm, &s.boot, e);

	if (r < 0)
		return r;
	experiment_executor(x, &s.executor);
	s.executor.modifiers = modifiers_list(&o->m.modifiers);
	r = session_run(&s, entries, n, e);
	executor_release(&s.executor);
	if (s.progress)
		progress_clear();
	return r;
}

/* The kernel's own doing: a boot ended otherwise than complete. */
static bool kernel_failed(struct store *s, int64_t experiment)
{
	struct store_boot *boots = NULL;
	struct err ignored;
	bool failed = false;
	size_t n = 0;

	if (!experiment || store_boots(s, experiment, &boots, &n, &ignored) < 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		struct store_fact *f = NULL;
		size_t n_f = 0;

		if (store_facts(s, boots[i].id, &f, &n_f, &ignored) < 0)
			continue;
		for (size_t k = 0; k < n_f; k++)
			failed |= !strcmp(f[k].key, "id.vm.end") && f[k].value &&
				  strcmp(f[k].value, vm_end_name(VM_COMPLETE)) &&
				  strcmp(f[k].value, vm_end_name(VM_QEMU_FAILED)) &&
				  strcmp(f[k].value, vm_end_name(VM_STOPPED));
		store_facts_free(f, n_f);
	}
	store_boots_free(boots, n);
	return failed;
}

static void does_not_boot(struct check_outcome *out)
{
	out->result = CHECK_BROKEN;
	snprintf(out->why, sizeof(out->why), "%s does not boot", out->arm);
}

static int measure_image(struct experiment *x, const struct check_options *o,
			 const struct kernel_options *k, const char *image,
			 const char *arm, const struct catalogue_entry *const *entries,
			 size_t n, struct check_outcome *out, struct err *e)
{
	struct boot_arm a;
	int r = kernel_arm(k, image, o->k.append, modifiers_list(&o->m.modifiers), &a, e);

	a.name = arm;
	if (!r)
		r = kernel_boots(x, k, &a, 1, entries, n, o->m.seed, o->m.quiet, e);
	boot_arm_release(&a);
	if (r != -EIO || !kernel_failed(x->store, x->id))
		return r;
	does_not_boot(out);
	return 0;
}

/* ---- judging ---- */

const struct check_limit *check_limit_of(const struct check_options *o,
					 const struct compare_row *row)
{
	for (size_t i = 0; i < o->n_max; i++)
		if (limits(&o->max[i], row->label))
			return &o->max[i];
	return NULL;
}

bool check_row_bad(const struct check_options *o, const struct compare_row *row)
{
	const struct check_limit *l = check_limit_of(o, row);

	if (l && row->compared && row->value_b > l->value)
		return true;
	return row->compared && (row->c.verdict == VERDICT_SLOWER ||
				 (o->different && row->c.verdict == VERDICT_FASTER));
}

static bool measured(const struct compare_row *row,
		     const struct catalogue_entry *const *entries, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(row->workload, entries[i]->name) &&
		    !strcmp(row->abi, entries[i]->abi))
			return true;
	return false;
}

static void count(const struct check_options *o, struct check_outcome *c,
		  const struct catalogue_entry *const *entries, size_t n)
{
	struct check_counts *k = &c->counts;
	bool bad = false;

	for (size_t i = 0; i < c->m.n; i++) {
		const struct compare_row *row = &c->m.rows[i];

		if (!measured(row, entries, n))
			continue;
		bad |= check_row_bad(o, row);
		if (!row->compared) {
			k->missing++;
			continue;
		}
		k->over += check_limit_of(o, row) &&
			   row->value_b > check_limit_of(o, row)->value;
		k->slower += row->c.verdict == VERDICT_SLOWER;
		k->faster += row->c.verdict == VERDICT_FASTER;
		k->same += row->c.verdict == VERDICT_SAME;
		k->unknown += row->c.verdict == VERDICT_UNKNOWN;
	}
	c->result = bad                        ? CHECK_BAD
		    : k->unknown || k->missing ? CHECK_UNDECIDED
					       : CHECK_GOOD;
}

static int compare(struct store *s, const struct check_options *o,
		   struct check_outcome *c, const struct catalogue_entry *const *entries,
		   size_t n, struct err *e)
{
	struct match_options m = { .costs_only = true,
				   .margin = c->margin,
				   .confidence = o->confidence,
				   .globs = o->globs,
				   .n_globs = o->n_globs };
	size_t family;
	int r = source_load(s, c->arm, STORE_P25, &c->b, e);

	if (!r)
		r = match(s, &c->a, &c->b, &m, &c->m, e);
	if (!r)
		r = match_adjust(&c->m, 1, &family, e);
	if (!r)
		count(o, c, entries, n);
	return r;
}

static void identify(const struct check_options *o, int64_t experiment,
		     struct check_outcome *c)
{
	c->experiment = experiment;
	/* Counted, any difference is one. */
	c->margin = o->margin >= 0 ? o->margin : c->a.series[0].exact ? 0 : 0.01;
	c->arm = o->m.arm ? xstrdup(o->m.arm)
			  : xasprintf("check-%lld", (long long)experiment);
}

static int measure(const struct check_options *o, const char *image,
		   struct check_outcome *c, const struct catalogue_entry *const *entries,
		   size_t n, struct err *e)
{
	struct kernel_options k = o->k;
	struct experiment x;
	int r = experiment_begin(&x, "check", o->argc, o->argv, o->m.db, o->m.cpu,
				 o->m.seed, e);

	identify(o, x.id, c);
	k.exact = c->a.series[0].exact;
	if (!r)
		r = image ? measure_image(&x, o, &k, image, c->arm, entries, n, c, e)
			  : measure_host(&x, o, c->arm, entries, n, e);
	if (!r && c->result != CHECK_BROKEN)
		r = compare(x.store, o, c, entries, n, e);
	experiment_end(&x, r, e);
	experiment_release(&x);
	return r;
}

int check_measure(const struct check_options *o, const char *commit,
		  struct check_outcome *ret, struct err *e)
{
	const struct catalogue_entry **entries = NULL;
	_cleanup_free_ char *image = o->kernel ? xstrdup(o->kernel) : NULL;
	size_t n = 0;
	int r;

	memset(ret, 0, sizeof(*ret));
	r = load_baseline(o, &ret->a, e);
	if (!r)
		r = select_entries(o, &ret->a, &entries, &n, e);
	if (!r)
		r = check_limits(o, entries, n, e);
	if (!r && ret->a.series[0].exact && !image && !commit)
		r = err_set(e, EINVAL,
			    "arm '%s' was counted: --kernel or --git is needed",
			    o->against);
	if (!r && image)
		r = kernel_look(image, e);
	if (!r && commit)
		r = build(o, commit, &image, ret, e);
	if (!r && ret->result != CHECK_BROKEN)
		r = measure(o, image, ret, entries, n, e);
	free(entries);
	return r;
}

int check_again(struct store *s, int64_t id, const struct check_options *o,
		struct check_outcome *ret, struct err *e)
{
	const struct catalogue_entry **entries = NULL;
	size_t n = 0;
	int r;

	memset(ret, 0, sizeof(*ret));
	r = baseline_of(s, o, &ret->a, e);
	if (!r)
		r = select_entries(o, &ret->a, &entries, &n, e);
	if (r < 0)
		return r;
	identify(o, id, ret);
	if (kernel_failed(s, id))
		does_not_boot(ret);
	else
		r = compare(s, o, ret, entries, n, e);
	free(entries);
	return r;
}

void check_outcome_release(struct check_outcome *c)
{
	matched_release(&c->m);
	source_release(&c->a);
	source_release(&c->b);
	free(c->arm);
	memset(c, 0, sizeof(*c));
}
