/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See show_run.h. */
#include "cmd/show_run.h"

#include "base/xalloc.h"
#include "cmd/render.h"
#include "cmd/calibration.h"
#include "cmd/counts.h"
#include "cmd/machine.h"
#include "cmd/rows.h"

#include <stdlib.h>
#include <string.h>

#define CONFIDENCE_PCT 95.0

struct loaded {
	struct store_experiment x;
	struct store_boot *boots;
	size_t n_boots;
	struct store_fact *facts;
	size_t n_facts;
	struct rows rows;
	struct counts counts;
	char *calibrated;
};

static int load(struct store *s, int64_t id, struct loaded *l, struct err *e)
{
	int r = store_experiment_get(s, id, &l->x, e);

	if (!r)
		r = store_boots(s, id, &l->boots, &l->n_boots, e);
	if (!r && l->n_boots)
		r = store_facts(s, l->boots[0].id, &l->facts, &l->n_facts, e);
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
	store_facts_free(l->facts, l->n_facts);
	store_boots_free(l->boots, l->n_boots);
	store_experiment_clear(&l->x);
}

static const char *fact(const struct loaded *l, const char *key)
{
	for (size_t i = 0; i < l->n_facts; i++)
		if (!strcmp(l->facts[i].key, key))
			return l->facts[i].value;
	return NULL;
}

static const char *fact_of(const void *loaded, const char *key)
{
	return fact(loaded, key);
}

static void render(const struct loaded *l, enum format format, struct str *out)
{
	struct run_fact *facts = xcalloc(l->n_facts, sizeof(*facts));
	struct str machine = STR_INIT;
	struct run_report r = {
		.arm = l->n_boots ? l->boots[0].arm : "",
		.command = l->x.command,
		.state = l->x.state,
		.mode = l->rows.mode,
		.modifiers = l->rows.modifiers,
		.exact = l->rows.exact,
		.experiment = l->x.id,
		.seed = (uint64_t)l->x.seed,
		.confidence_pct = CONFIDENCE_PCT,
		.calibrated = l->calibrated,
		.not_set = l->rows.not_set,
		.facts = facts,
		.n_facts = l->n_facts,
		.rows = l->rows.rows,
		.n = l->rows.n,
		.counts = l->counts.rows,
		.n_counts = l->counts.n,
	};

	for (size_t i = 0; i < l->n_facts; i++)
		facts[i] = (struct run_fact){ l->facts[i].key, l->facts[i].value,
					      l->facts[i].reason };
	machine_text(fact_of, l, &machine);
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
		char *machine = calibration_machine_of(fact_of, &l);

		l.calibrated = calibration_quote(s, machine);
		free(machine);
		render(&l, format, &text);
		status = print(&text);
	}
	str_release(&text);
	release(&l);
	return status;
}
