/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series_data.h. */
#include "cmd/series_data.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/series_values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static enum series_state state_of(const struct series_data *d, size_t arm)
{
	const struct series_arm *row = &d->rows[arm];
	bool planned = false;

	switch (d->arms[arm].state) {
	case STORE_ARM_SAME: return SERIES_SAME;
	case STORE_ARM_BROKEN: return SERIES_BROKEN;
	case STORE_ARM_PLANNED: return SERIES_WAITING;
	default: break;
	}
	for (size_t i = 0; i < d->n_boots; i++)
		planned |= (size_t)d->boots[i].arm == arm &&
			   d->boots[i].state == STORE_BOOT_PLANNED;
	if (row->boots)
		return SERIES_MEASURED;
	return planned || !d->n_boots ? SERIES_WAITING : SERIES_BROKEN;
}

static void make_boots(struct series_data *d)
{
	static const char *const states[] = { [STORE_BOOT_PLANNED] = "planned",
					      [STORE_BOOT_DONE] = "done",
					      [STORE_BOOT_FAILED] = "failed" };

	d->boot_rows = xcalloc(d->n_boots, sizeof(*d->boot_rows));
	for (size_t i = 0; i < d->n_boots; i++)
		d->boot_rows[i] = (struct series_boot){
			.round = (size_t)d->boots[i].round,
			.arm = (size_t)d->boots[i].arm,
			.attempts = (size_t)d->boots[i].attempts,
			.state = states[d->boots[i].state],
			.boot_id = d->boots[i].boot_id,
		};
}

static void make_rows(struct series_data *d)
{
	d->rows = xcalloc(d->n_arms, sizeof(*d->rows));
	for (size_t i = 0; i < d->n_boots; i++) {
		struct series_arm *row = &d->rows[d->boots[i].arm];

		row->boots += d->boots[i].state == STORE_BOOT_DONE;
		row->failed += d->boots[i].state == STORE_BOOT_DONE
				       ? (size_t)d->boots[i].attempts - 1
				       : (size_t)d->boots[i].attempts;
	}
	for (size_t i = 0; i < d->n_arms; i++) {
		const struct store_series_arm *a = &d->arms[i];
		struct series_arm *row = &d->rows[i];

		row->name = a->name;
		row->subject = a->subject;
		row->state = state_of(d, i);
		row->same_as = (size_t)a->same_as;
		row->reason = a->reason;
		row->lines = a->detail;
		row->source = a->source;
		row->append = a->append;
		row->modifiers = a->modifiers;
	}
}

/* Numbers out of a file that anybody can write to. */
static int check(const struct series_data *d, struct err *e)
{
	bool bad = !d->plan.rounds || d->plan.rounds > 10000 || !d->n_arms;

	for (size_t i = 0; i < d->n_boots; i++)
		bad |= d->boots[i].arm < 0 || (size_t)d->boots[i].arm >= d->n_arms ||
		       d->boots[i].round < 0 ||
		       (uint64_t)d->boots[i].round >= d->plan.rounds ||
		       d->boots[i].attempts < (d->boots[i].state == STORE_BOOT_DONE);
	for (size_t i = 0; i < d->n_arms; i++)
		bad |= d->arms[i].number != (int64_t)i ||
		       (d->arms[i].state == STORE_ARM_SAME &&
			(d->arms[i].same_as < 0 || (size_t)d->arms[i].same_as >= i));
	return bad ? err_set(e, EBADMSG, "the series is damaged") : 0;
}

static int load(struct store *s, int64_t id, struct series_data *d, struct err *e)
{
	struct store_series series;
	int r = store_experiment_get(s, id, &d->experiment, e);

	if (!r)
		r = store_series_get(s, id, &series, e);
	if (r < 0)
		return r;
	r = series_plan_read(series.plan, &d->plan, e);
	store_series_clear(&series);
	if (!r)
		r = store_series_arms(s, id, &d->arms, &d->n_arms, e);
	if (!r)
		r = store_series_boots(s, id, &d->boots, &d->n_boots, e);
	if (!r)
		r = check(d, e);
	return r;
}

/* Of what was killed nobody was left to say so. */
static const char *state_word(const struct store_experiment *x)
{
	return !strcmp(x->state, "running") && !owner_alive(x->owner) ? "interrupted"
								      : x->state;
}

static const char *fact(const struct store_fact *f, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(f[i].key, key) && f[i].value)
			return f[i].value;
	return NULL;
}

/* "QEMU 7.2.22, -cpu Haswell": the same kernel counts differently under another. */
static char *ran_under(const struct store_fact *f, size_t n, bool exact)
{
	const char *qemu = fact(f, n, "vm.qemu"), *cpu = fact(f, n, "vm.cpu_model");
	const char *host = exact ? NULL : fact(f, n, "host.cpu.model");
	const char *version = qemu ? strstr(qemu, "version ") : NULL;

	version = version ? version + strlen("version ") : NULL;
	if (!version && !cpu)
		return NULL;
	return xasprintf("QEMU%s%.*s%s%s%s%s", version ? " " : "",
			 version ? (int)strcspn(version, " ,(\n") : 0,
			 version ? version : "", cpu ? ", -cpu " : "", cpu ? cpu : "",
			 host ? ", on " : "", host ? host : "");
}

/* Of all boots that count; what differs among them (another QEMU after --resume) is said.
 */
static int load_machine(struct store *s, struct series_data *d, struct err *e)
{
	struct str all = STR_INIT;
	int r = 0;

	for (size_t i = 0; i < d->n_boots && !r; i++) {
		_cleanup_free_ char *one = NULL;
		struct store_fact *f = NULL;
		size_t n = 0;

		if (d->boots[i].state != STORE_BOOT_DONE)
			continue;
		r = store_facts(s, d->boots[i].boot_id, &f, &n, e);
		one = r ? NULL : ran_under(f, n, d->plan.exact);
		store_facts_free(f, n);
		if (one && (!all.len || !strstr(all.s, one)))
			str_addf(&all, "%s%s", all.len ? "; other boots " : "", one);
	}
	if (!r && all.len)
		d->machine = xstrdup(all.s);
	str_release(&all);
	return r;
}

int series_data_load(struct store *s, int64_t experiment, struct series_data *d,
		     struct err *e)
{
	int r;

	memset(d, 0, sizeof(*d));
	r = load(s, experiment, d, e);
	if (!r)
		r = series_values_load(s, experiment, d, e);
	if (!r)
		r = load_machine(s, d, e);
	if (r < 0)
		return r;
	make_rows(d);
	make_boots(d);
	d->report = (struct series_report){
		.experiment = experiment,
		.state = state_word(&d->experiment),
		.exact = d->plan.exact,
		.rounds = (unsigned int)d->plan.rounds,
		.margin_pct = 100 * d->plan.margin,
		.confidence_pct = 100 * d->plan.confidence,
		.machine = d->machine,
		.note = d->plan.note,
		.arm = d->rows,
		.arms = d->n_arms,
		.boot = d->boot_rows,
		.boots = d->n_boots,
		.block = d->blocks,
		.blocks = d->n_blocks,
	};
	return series_compare(d, e);
}

void series_data_release(struct series_data *d)
{
	for (size_t i = 0; i < d->n_blocks; i++) {
		free(d->values[i].workload);
		free(d->values[i].abi);
		free(d->values[i].per);
		for (size_t k = 0; k < d->n_arms; k++)
			free(d->values[i].why[k]);
		free(d->values[i].why);
		free(d->values[i].u);
		free(d->values[i].agree);
		if (d->blocks) {
			free((char *)d->blocks[i].label);
			free(d->blocks[i].cell);
			free(d->blocks[i].found);
		}
	}
	free(d->values);
	free(d->blocks);
	free(d->machine);
	free(d->rows);
	free(d->boot_rows);
	free(d->boots);
	store_series_arms_free(d->arms, d->n_arms);
	store_experiment_clear(&d->experiment);
	series_plan_release(&d->plan);
	memset(d, 0, sizeof(*d));
}
