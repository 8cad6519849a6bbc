/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See result.h. */
#include "import/result.h"

#include "base/xalloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WARNINGS 100

/* Open addressing; a slot holds the metric's number plus 1. */
struct import_index {
	uint32_t *slot;
	size_t size; /* a power of two, at least twice the metrics */
};

struct import_result *result_new(void)
{
	struct import_result *r = xcalloc(1, sizeof(*r));

	r->index = xcalloc(1, sizeof(*r->index));
	r->index->size = 64;
	r->index->slot = xcalloc(r->index->size, sizeof(*r->index->slot));
	return r;
}

static uint64_t hash(const char *group, const char *name, const char *unit)
{
	const char *part[3] = { group, name, unit };
	uint64_t h = 0xcbf29ce484222325;
	const char *s;
	size_t i;

	for (i = 0; i < 3; i++) {
		for (s = part[i]; *s; s++)
			h = (h ^ (unsigned char)*s) * 0x100000001b3;
		h = (h ^ 0xff) * 0x100000001b3;
	}
	return h ^ h >> 29;
}

static uint32_t *lookup(const struct import_result *r, const char *group,
			const char *name, const char *unit)
{
	size_t mask = r->index->size - 1, i = hash(group, name, unit) & mask;
	const struct import_metric *m;

	for (; r->index->slot[i]; i = (i + 1) & mask) {
		m = &r->metrics[r->index->slot[i] - 1];
		if (!strcmp(m->name, name) && !strcmp(m->unit, unit) &&
		    !strcmp(m->group, group))
			break;
	}
	return &r->index->slot[i];
}

static void rehash(struct import_result *r)
{
	size_t i;

	if (r->n_metrics * 2 < r->index->size)
		return;
	r->index->size *= 2;
	free(r->index->slot);
	r->index->slot = xcalloc(r->index->size, sizeof(*r->index->slot));
	for (i = 0; i < r->n_metrics; i++) {
		const struct import_metric *m = &r->metrics[i];

		*lookup(r, m->group, m->name, m->unit) = i + 1;
	}
}

struct import_metric *result_find(const struct import_result *r, const char *group,
				  const char *name, const char *unit)
{
	uint32_t slot = *lookup(r, group ?: "", name, unit ?: "");

	return slot ? &r->metrics[slot - 1] : NULL;
}

struct import_metric *result_metric(struct import_result *r, const char *group,
				    const char *name, const char *unit,
				    enum import_direction direction, size_t line)
{
	struct import_metric *m;
	uint32_t *slot;

	group = group ?: "";
	unit = unit ?: "";
	slot = lookup(r, group, name, unit);
	if (!*slot && r->n_metrics == IMPORT_MAX_METRICS) {
		r->too_many = true;
		return &r->metrics[r->n_metrics - 1];
	}
	if (!*slot) {
		r->metrics = xgrow(r->metrics, r->n_metrics, &r->cap_metrics,
				   sizeof(*r->metrics));
		r->metrics[r->n_metrics] = (struct import_metric){
			.group = xstrdup(group),
			.name = xstrdup(name),
			.unit = xstrdup(unit),
			.direction = direction,
			.line = line + 1,
		};
		*slot = ++r->n_metrics;
		m = &r->metrics[r->n_metrics - 1];
		rehash(r);
	} else {
		m = &r->metrics[*slot - 1];
	}
	m->last_line = line + 1;
	return m;
}

void metric_value(struct import_metric *m, double value)
{
	size_t n = m->n_values;

	if (m->refused)
		return;
	/* A power of two is full. */
	if (!(n & (n - 1)))
		m->values = xreallocarray(m->values, n ? n * 2 : 1, sizeof(*m->values));
	m->values[m->n_values++] = value;
}

void metric_summary(struct import_metric *m, const struct import_summary *s)
{
	if (m->refused)
		return;
	m->summary = *s;
	m->has_summary = true;
}

static void add_once(char ***list, size_t *n, size_t max, const char *fmt, va_list ap)
{
	char *text;
	size_t i;

	if (*n >= max || vasprintf(&text, fmt, ap) < 0)
		return;
	for (i = 0; i < *n; i++) {
		if (!strcmp((*list)[i], text)) {
			free(text);
			return;
		}
	}
	*list = xreallocarray(*list, *n + 1, sizeof(**list));
	(*list)[(*n)++] = text;
}

void metric_note(struct import_metric *m, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_once(&m->notes, &m->n_notes, MAX_WARNINGS, fmt, ap);
	va_end(ap);
}

void metric_refuse(struct import_metric *m, const char *fmt, ...)
{
	va_list ap;

	if (m->refused)
		return;
	va_start(ap, fmt);
	if (vasprintf(&m->refused, fmt, ap) < 0)
		m->refused = xstrdup("not understood");
	va_end(ap);
	free(m->values);
	m->values = NULL;
	m->n_values = 0;
	m->has_summary = false;
	m->summary = (struct import_summary){ 0 };
}

void result_warn(struct import_result *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_once(&r->warnings, &r->n_warnings, MAX_WARNINGS, fmt, ap);
	va_end(ap);
}

void result_single_group(struct import_result *r)
{
	size_t i;

	for (i = 1; i < r->n_metrics; i++)
		if (strcmp(r->metrics[i].group, r->metrics[0].group) != 0)
			return;
	for (i = 0; i < r->n_metrics; i++)
		r->metrics[i].group[0] = 0;
}

static void free_list(char **list, size_t n)
{
	while (n)
		free(list[--n]);
	free(list);
}

void import_result_free(struct import_result *r)
{
	size_t i;

	if (!r)
		return;
	for (i = 0; i < r->n_metrics; i++) {
		struct import_metric *m = &r->metrics[i];

		free(m->group);
		free(m->name);
		free(m->unit);
		free(m->values);
		free(m->refused);
		free_list(m->notes, m->n_notes);
	}
	free(r->metrics);
	free_list(r->warnings, r->n_warnings);
	if (r->index)
		free(r->index->slot);
	free(r->index);
	free(r);
}

double metric_mean(const struct import_metric *m)
{
	double mean = 0;
	size_t i;

	/* Running: the sum of large values could overflow. */
	for (i = 0; i < m->n_values; i++)
		mean += (m->values[i] - mean) / (double)(i + 1);
	return mean;
}

bool unit_is_time(const char *unit)
{
	static const char *const times[] = {
		"s",     "sec",       "secs",         "second",       "seconds",
		"ms",    "msec",      "msecs",        "us",           "usec",
		"usecs", "\xc2\xb5s", "\xce\xbcs",    "ns",           "nsec",
		"nsecs", "ps",        "milliseconds", "microseconds", "nanoseconds",
		"min",
	};
	size_t i;

	for (i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		if (!strcmp(unit, times[i]))
			return true;
	return false;
}

enum import_direction unit_direction(const char *unit)
{
	static const char *const costs[] = { "cycles",    "ticks",    "instructions",
					     "cycles/op", "ticks/op", "instructions/op" };
	static const char *const rates[] = { "/s", "/sec", "/second", "per second" };
	size_t i, n = strlen(unit), len;
	char time[24];

	for (i = 0; i < sizeof(costs) / sizeof(costs[0]); i++)
		if (!strcmp(unit, costs[i]))
			return IMPORT_LOWER_IS_BETTER;
	for (i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
		len = strlen(rates[i]);
		if (n >= len && !strcmp(unit + n - len, rates[i]))
			return IMPORT_HIGHER_IS_BETTER;
	}
	/* "ns", and "ns/op", "usecs/switch": a time for something. */
	len = strcspn(unit, "/");
	if (len < sizeof(time)) {
		memcpy(time, unit, len);
		time[len] = 0;
		if (unit_is_time(time))
			return IMPORT_LOWER_IS_BETTER;
	}
	return IMPORT_DIRECTION_UNKNOWN;
}
