/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See source.h: an arm of the store. Files are in source_file.c. */
#include "cmd/source.h"

#include "base/cleanup.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cmd/calibration.h"
#include "cmd/command.h"
#include "cmd/counts.h"
#include "cmd/source_parts.h"
#include "host/facts.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const statistics[] = { "p25",  "min",     "p10", "median",
					  "mean", "trimmed", "p90", "p99" };

int parse_statistic(const char *s, enum store_statistic *ret, struct err *e)
{
	for (size_t i = 0; i < sizeof(statistics) / sizeof(statistics[0]); i++)
		if (!strcmp(s, statistics[i])) {
			*ret = (enum store_statistic)i;
			return 0;
		}
	err_set(e, EINVAL, "unknown statistic '%s'", s);
	err_expect(e, "p25, min, p10, median, mean, trimmed, p90 or p99");
	return -EINVAL;
}

const char *statistic_name(enum store_statistic st)
{
	return statistics[st];
}

struct series *source_add_series(struct source *src)
{
	src->series = xgrow(src->series, src->n, &src->cap, sizeof(*src->series));
	memset(&src->series[src->n], 0, sizeof(src->series[0]));
	return &src->series[src->n++];
}

void series_add_value(struct series *s, double x, unsigned int boot)
{
	size_t cap = s->cap;

	s->x = xgrow(s->x, s->n, &cap, sizeof(*s->x));
	s->boot = xgrow(s->boot, s->n, &s->cap, sizeof(*s->boot));
	s->x[s->n] = x;
	s->boot[s->n++] = boot;
}

/* Boots of the store that are one boot of the machine get one number. */
struct boot_map {
	int64_t *ids;
	char **machine_boots;
	unsigned int *numbers;
	size_t n;
	unsigned int different;
};

static unsigned int number_of(const struct boot_map *m, int64_t id)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->ids[i] == id)
			return m->numbers[i];
	return 0;
}

static const char *find_fact(const struct store_fact *f, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(f[i].key, key))
			return f[i].value;
	return NULL;
}

const char *source_fact(const struct source *src, const char *key)
{
	return find_fact(src->facts, src->n_facts, key);
}

static void map_boot(struct boot_map *m, size_t i, int64_t id, const char *machine_boot)
{
	m->ids[i] = id;
	m->machine_boots[i] = machine_boot ? xstrdup(machine_boot) : NULL;
	m->numbers[i] = m->different;
	for (size_t k = 0; k < i; k++)
		if (m->machine_boots[k] && machine_boot &&
		    !strcmp(m->machine_boots[k], machine_boot)) {
			m->numbers[i] = m->numbers[k];
			return;
		}
	m->different++;
}

/*
 * An arm with times is its times: what else was counted under its name (`ktoll path` of
 * the same kernel) has other conditions, and boots that say nothing about how boots vary.
 */
static size_t drop_counted(struct store_boot *boots, size_t n, bool *ret_timed)
{
	size_t kept = 0;

	*ret_timed = false;
	for (size_t i = 0; i < n; i++)
		*ret_timed |= boots[i].metric == STORE_TIME;
	for (size_t i = 0; i < n; i++) {
		if (!*ret_timed || boots[i].metric == STORE_TIME) {
			const struct store_boot kept_one = boots[i];

			boots[i] = boots[kept];
			boots[kept++] = kept_one;
		}
	}
	return kept;
}

static int load_boots(struct store *s, struct source *src, struct boot_map *m,
		      struct err *e)
{
	struct store_boot *boots = NULL;
	size_t n = 0, all = 0;
	int r = store_boots_of_arm(s, src->name, &boots, &all, e);

	if (r < 0)
		return r;
	n = drop_counted(boots, all, &src->timed);
	m->ids = xcalloc(n, sizeof(*m->ids));
	m->machine_boots = xcalloc(n, sizeof(*m->machine_boots));
	m->numbers = xcalloc(n, sizeof(*m->numbers));
	for (size_t i = 0; i < n && !r; i++) {
		struct store_fact *facts = NULL;
		size_t n_facts = 0;

		r = store_facts(s, boots[i].id, &facts, &n_facts, e);
		if (r < 0)
			break;
		src->imported |= !strcmp(boots[i].kind, "import");
		map_boot(m, i, boots[i].id, find_fact(facts, n_facts, "id.boot"));
		m->n = i + 1;
		if (i) {
			store_facts_free(facts, n_facts);
			continue;
		}
		src->facts = facts;
		src->n_facts = n_facts;
		src->first_boot_id =
			m->machine_boots[0] ? xstrdup(m->machine_boots[0]) : NULL;
	}
	src->n_boots = m->different;
	src->experiment = xcalloc(m->different, sizeof(*src->experiment));
	for (size_t i = 0; i < m->n; i++)
		src->experiment[m->numbers[i]] = boots[i].experiment;
	store_boots_free(boots, all);
	return r;
}

struct loading {
	struct source *src;
	const struct boot_map *map;
};

static struct series *series_of(struct source *src, const struct store_value_row *row)
{
	struct series *s;

	/* They come workload by workload: it is nearly always the last one. */
	for (size_t i = src->n; i > 0; i--)
		if (src->series[i - 1].workload_id == row->workload_id &&
		    !strcmp(src->series[i - 1].mode, row->mode) &&
		    src->series[i - 1].exact == (row->metric == STORE_INSTRUCTIONS))
			return &src->series[i - 1];
	s = source_add_series(src);
	s->name = xstrdup(row->workload);
	s->abi = xstrdup(row->abi);
	s->exact = row->metric == STORE_INSTRUCTIONS;
	s->unit = xstrdup(s->exact ? "instructions" : "ns");
	s->per = xstrdup(row->unit);
	s->mode = xstrdup(row->mode);
	s->rev = row->rev;
	s->workload_id = row->workload_id;
	s->direction = DIRECTION_COST;
	s->direction_known = true;
	return s;
}

static int take_value(void *ctx, const struct store_value_row *row)
{
	struct loading *l = ctx;
	const bool done = !strcmp(row->status, "done");
	struct series *s;

	if (l->src->timed && row->metric == STORE_INSTRUCTIONS)
		return 0;
	s = series_of(l->src, row);
	if (done && isfinite(row->value))
		series_add_value(s, row->value, number_of(l->map, row->boot_id));
	else if (!s->refused)
		s->refused = xstrdup(row->reason ? row->reason
				     : done      ? "too few samples for this statistic"
						 : row->status);
	return 0;
}

static struct series *counter_series(struct source *src,
				     const struct store_counter_row *row)
{
	const struct store_counter *c = &row->counter;
	char *unit = count_unit(c->event, c->pmu, c->scope);
	struct series *s = src->n ? &src->series[src->n - 1] : NULL;

	/* They come event by event. */
	if (s && s->event && s->workload_id == row->workload_id &&
	    !strcmp(s->mode, row->mode) && !strcmp(s->unit, unit)) {
		free(unit);
		return s;
	}
	s = source_add_series(src);
	s->name = xstrdup(row->workload);
	s->abi = xstrdup(row->abi);
	s->unit = unit;
	s->event = xstrdup(unit);
	s->event_ns = !strcmp(c->unit, "ns");
	s->per = xstrdup(strcmp(c->unit, "ratio") ? row->per : "");
	s->mode = xstrdup(row->mode);
	s->rev = row->rev;
	s->workload_id = row->workload_id;
	s->direction = strcmp(c->unit, "ratio") ? DIRECTION_COST : DIRECTION_RATE;
	s->direction_known = true;
	return s;
}

static int take_counter(void *ctx, const struct store_counter_row *row)
{
	struct loading *l = ctx;
	struct series *s = counter_series(l->src, row);

	if (isfinite(row->counter.value))
		series_add_value(s, row->counter.value, number_of(l->map, row->boot_id));
	else if (!s->refused)
		s->refused = xstrdup(row->counter.reason ?: row->counter.status);
	if (!strcmp(row->counter.status, "scaled") && !s->notes)
		s->notes =
			xstrdup("scaled: others had the counters for part of the time");
	return 0;
}

static char *notes_text(const char *json)
{
	json_t *list = json ? json_loads(json, 0, NULL) : NULL;
	struct str text = STR_INIT;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *note = json_string_value(json_array_get(list, i));

		if (note)
			str_addf(&text, "%s%s", text.len ? "; " : "", note);
	}
	json_decref(list);
	if (text.len)
		return str_detach(&text);
	str_release(&text);
	return NULL;
}

static int take_import(void *ctx, const struct store_import *m)
{
	struct loading *l = ctx;
	struct series *s = source_add_series(l->src);

	s->name = xstrdup(m->metric);
	s->abi = xstrdup("");
	s->per = xstrdup("");
	s->mode = xstrdup("");
	s->unit = xstrdup(m->unit);
	s->direction = !strcmp(m->direction, "rate") ? DIRECTION_RATE : DIRECTION_COST;
	s->direction_known = strcmp(m->direction, "unknown") != 0;
	s->refused = m->refused ? xstrdup(m->refused) : NULL;
	s->notes = notes_text(m->notes);
	for (size_t i = 0; i < m->n_samples; i++)
		series_add_value(s, m->samples[i], 0);
	if (!m->n_samples && !m->refused) {
		s->is_summary = true;
		s->moments = (struct moments){ (size_t)m->n, m->mean, m->sd };
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct series *x = a, *y = b;

	/* x86_64 before i386, as everywhere; what was counted behind what it cost */
	return -strcmp(x->abi, y->abi) ?: strcmp(x->name, y->name)
		?: (int)x->rev - (int)y->rev ?: strcmp(x->event ?: "", y->event ?: "");
}

static int load_arm(struct store *s, const char *name, enum store_statistic st,
		    struct source *ret, struct err *e)
{
	struct source src = { .name = xstrdup(name), .kind = SOURCE_ARM };
	struct boot_map map = { 0 };
	struct loading l = { &src, &map };
	int r = load_boots(s, &src, &map, e);

	if (!r)
		r = store_each_value(s, name, st, take_value, &l, e);
	if (!r)
		r = store_each_counter(s, 0, name, take_counter, &l, e);
	if (!r)
		r = store_each_import(s, name, take_import, &l, e);
	/* Metrics of other tools stay in the order of their files. */
	if (!r && src.n && !src.imported)
		qsort(src.series, src.n, sizeof(*src.series), by_name);
	for (size_t i = 0; i < map.n; i++)
		free(map.machine_boots[i]);
	free(map.machine_boots);
	free(map.ids);
	free(map.numbers);
	if (r < 0)
		source_release(&src);
	else
		*ret = src;
	return r;
}

int source_load(struct store *s, const char *name, enum store_statistic st,
		struct source *ret, struct err *e)
{
	int r = s && !strchr(name, '/') ? store_has_arm(s, name, e) : -ENOENT;

	if (!r)
		return load_arm(s, name, st, ret, e);
	if (r != -ENOENT)
		return r;
	r = source_load_file(name, ret, e);
	if (r == -ENOENT && !strchr(name, '/')) {
		err_set(e, ENOENT, "'%s' is neither a stored arm nor a file", name);
		err_expect(e, "an arm that `ktoll log` shows, or a file's name");
	}
	return r;
}

static const char *fact_of(const void *source, const char *key)
{
	return source_fact(source, key);
}

char *source_machine(const struct source *src)
{
	return calibration_machine_of(fact_of, src);
}

int source_store(const char *db, struct store **ret, struct err *e)
{
	_cleanup_free_ char *path = database_path(db);
	struct stat st;

	*ret = NULL;
	if (!db && stat(path, &st) < 0 && errno == ENOENT)
		return 0;
	return store_open(path, STORE_READ, ret, e);
}

void source_release(struct source *src)
{
	for (size_t i = 0; i < src->n; i++) {
		struct series *s = &src->series[i];

		free(s->name);
		free(s->abi);
		free(s->unit);
		free(s->event);
		free(s->per);
		free(s->mode);
		free(s->x);
		free(s->boot);
		free(s->refused);
		free(s->notes);
	}
	free(src->series);
	store_facts_free(src->facts, src->n_facts);
	free(src->first_boot_id);
	free(src->experiment);
	free(src->name);
	memset(src, 0, sizeof(*src));
}
