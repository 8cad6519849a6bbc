/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ab_kernel.h. */
#include "cmd/ab_kernel.h"

#include "base/xalloc.h"
#include "cmd/matched.h"
#include "cmd/render.h"
#include "report/compare.h"
#include "stats/family.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *arm_name(const struct ab_kernel *o, size_t i, const struct boot_arm *a)
{
	if (o->name[i])
		return xstrdup(o->name[i]);
	return o->append[i] ? xasprintf("%s %s", a->image.release, o->append[i])
			    : xstrdup(a->image.release);
}

/* Opens both images; names them so that they differ. */
static int open_arms(const struct ab_kernel *o, struct boot_arm arms[2], char *names[2],
		     struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < 2 && !r; i++) {
		r = kernel_arm(&o->k, o->image[i], o->append[i], o->modifiers[i],
			       &arms[i], e);
		names[i] = arm_name(o, i, &arms[i]);
		arms[i].name = names[i];
	}
	if (!r && !strcmp(names[0], names[1])) {
		err_set(e, EINVAL, "both arms are called '%s'", names[0]);
		err_expect(e,
			   "--a NAME and --b NAME, or an --append that tells them apart");
		r = -EINVAL;
	}
	return r;
}

static int render(const struct ab_kernel *o, const struct experiment *x,
		  const struct source s[2], struct matched *m, const char *state)
{
	struct comparison *all = xcalloc(m->n, sizeof(*all));
	struct compare_report r = {
		.arm_a = s[0].name,
		.arm_b = s[1].name,
		.design = m->design,
		.paired = m->paired,
		.more_of = m->more_of,
		.margin_pct = 100 * o->margin,
		.confidence_pct = 100 * o->confidence,
		.experiment = x->id,
		.state = state,
		.set_up = { o->append[0], o->append[1] },
		.differ = m->differ,
		.n_differ = m->n_differ,
		.n_same = m->n_same,
		.rows = m->rows,
		.n = m->n,
	};
	struct str text = STR_INIT;
	struct family about = { 0 };
	int status = EXIT_OK;
	size_t k = 0;

	for (size_t i = 0; i < m->n; i++)
		if (m->rows[i].compared)
			all[k++] = m->rows[i].c;
	family_adjust(all, k, &about);
	r.family = about.n;
	k = 0;
	for (size_t i = 0; i < m->n; i++) {
		if (!m->rows[i].compared)
			continue;
		m->rows[i].c = all[k++];
		if (m->rows[i].c.verdict == VERDICT_SLOWER)
			status = EXIT_SLOWER;
	}
	render_compare(&r, 1, o->m.format, &text);
	k = (size_t)print(&text);
	str_release(&text);
	free(all);
	return k ? (int)k : status;
}

static int show(const struct ab_kernel *o, const struct experiment *x,
		char *const names[2], const char *state)
{
	const struct match_options mo = {
		.margin = o->margin,
		.confidence = o->confidence,
		.globs = o->globs,
		.n_globs = o->n_globs,
	};
	struct source s[2] = { { 0 }, { 0 } };
	struct matched m = { 0 };
	struct err e;
	int r = source_load(x->store, names[0], STORE_P25, &s[0], &e);

	if (!r)
		r = source_load(x->store, names[1], STORE_P25, &s[1], &e);
	if (!r)
		r = match(x->store, &s[0], &s[1], &mo, &m, &e);
	r = r < 0 ? complain(EXIT_CANNOT, &e) : render(o, x, s, &m, state);
	matched_release(&m);
	source_release(&s[0]);
	source_release(&s[1]);
	return r;
}

int ab_kernel(const struct ab_kernel *o, int argc, char **argv,
	      const struct catalogue_entry **entries, size_t n)
{
	struct boot_arm arms[2] = { { .image = { .fd = -1 } },
				    { .image = { .fd = -1 } } };
	char *names[2] = { NULL, NULL };
	struct experiment x = { 0 };
	int status, shown = EXIT_OK;
	struct err e;
	int r = open_arms(o, arms, names, &e);

	if (!r && !o->n_globs && arms[0].config.exact)
		n = kernel_default_entries(entries, n);
	if (!r)
		r = experiment_begin(&x, "ab", argc, argv, o->m.db, o->m.cpu, o->m.seed,
				     &e);
	if (!r)
		r = kernel_boots(&x, &o->k, arms, 2, entries, n, o->m.seed, o->m.quiet,
				 &e);
	experiment_end(&x, r, &e);
	if (!r || r == -EINTR)
		shown = show(o, &x, names, r ? "interrupted" : "done");
	status = experiment_status(&x, r, &e);
	experiment_release(&x);
	for (size_t i = 0; i < 2; i++) {
		boot_arm_release(&arms[i]);
		free(names[i]);
	}
	return status ? status : shown;
}
