/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See show_run.h. */
#include "cmd/show_run.h"

#include "cmd/calibration.h"
#include "cmd/counts.h"
#include "cmd/machine.h"
#include "cmd/render.h"
#include "cmd/rows.h"
#include "cmd/stored.h"

#include <stdlib.h>

#define CONFIDENCE_PCT 95.0

struct loaded {
	struct stored stored;
	struct rows rows;
	struct counts counts;
	char *calibrated;
};

static int load(struct store *s, int64_t id, struct loaded *l, struct err *e)
{
	int r = stored_load(s, id, &l->stored, e);

	if (!r)
		r = rows_load(s, id, CONFIDENCE_PCT, &l->rows, e);
	if (!r)
		r = counts_load(s, id, NULL, CONFIDENCE_PCT, &l->counts, e);
	return r;
}

static void release(struct loaded *l)
{
	free(l->calibrated);
	counts_release(&l->counts);
	rows_release(&l->rows);
	stored_release(&l->stored);
}

static void render(const struct loaded *l, enum format format, struct str *out)
{
	const struct stored *x = &l->stored;
	struct run_fact *facts = stored_facts(x);
	struct str machine = STR_INIT;
	struct run_report r = {
		.arm = stored_arm(x),
		.command = x->x.command,
		.state = x->x.state,
		.mode = l->rows.mode,
		.modifiers = l->rows.modifiers,
		.exact = l->rows.exact,
		.experiment = x->x.id,
		.seed = (uint64_t)x->x.seed,
		.confidence_pct = CONFIDENCE_PCT,
		.calibrated = l->calibrated,
		.not_set = l->rows.not_set,
		.facts = facts,
		.n_facts = x->n_facts,
		.rows = l->rows.rows,
		.n = l->rows.n,
		.counts = l->counts.rows,
		.n_counts = l->counts.n,
	};

	machine_text(stored_fact, x, &machine);
	r.machine = str_get(&machine);
	render_run(&r, format, out);
	str_release(&machine);
	free(facts);
}

int show_run(struct store *s, int64_t id, enum format format)
{
	struct loaded l = { 0 };
	struct str text = STR_INIT;
	struct err e;
	int status;

	if (load(s, id, &l, &e) < 0) {
		status = complain(EXIT_CANNOT, &e);
	} else {
		char *machine = calibration_machine_of(stored_fact, &l.stored);

		l.calibrated = calibration_quote(s, machine);
		free(machine);
		render(&l, format, &text);
		status = print(&text);
	}
	str_release(&text);
	release(&l);
	return status;
}
