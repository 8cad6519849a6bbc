/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ab_kernel.h. */
#include "cmd/ab_kernel.h"

#include "base/xalloc.h"
#include "cmd/matched.h"
#include "cmd/render.h"
#include "report/compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Opens both images; names them so that they differ. */
static int open_arms(const struct ab_kernel *o, struct boot_arm arms[2], char *names[2],
		     struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < 2 && !r; i++) {
		r = kernel_arm(&o->k, o->image[i], o->append[i], o->modifiers[i],
			       &arms[i], e);
		names[i] = kernel_arm_name(&arms[i], o->name[i]);
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

/* An exit status. */
static int report(const struct ab_kernel *o, const struct experiment *x,
		  const struct match_options *mo, const struct source s[2],
		  const struct matched *m, size_t family, const char *state)
{
	struct compare_report r = matched_report(m, mo);
	struct str text = STR_INIT;
	int status;

	r.arm_a = s[0].name;
	r.arm_b = s[1].name;
	r.family = family;
	r.experiment = x->id;
	r.state = state;
	r.set_up[0] = o->append[0];
	r.set_up[1] = o->append[1];
	render_compare(&r, 1, o->m.format, &text);
	status = print(&text);
	str_release(&text);
	return status ? status : matched_slower(m) ? EXIT_SLOWER : EXIT_OK;
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
	size_t family = 0;
	struct err e;
	int r = source_load(x->store, names[0], STORE_P25, &s[0], &e);

	if (!r)
		r = source_load(x->store, names[1], STORE_P25, &s[1], &e);
	if (!r)
		r = match(x->store, &s[0], &s[1], &mo, &m, &e);
	if (!r)
		r = match_adjust(&m, 1, &family, &e);
	r = r < 0 ? complain(EXIT_CANNOT, &e) : report(o, x, &mo, s, &m, family, state);
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
