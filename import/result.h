/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds an import_result: importers add metrics by their key (group, name, unit),
 * values, summaries, notes and refusals. A refusal wins over whatever was or will be
 * added. No parsing here.
 */
#ifndef IMPORT_RESULT_H
#define IMPORT_RESULT_H

#include "import/import.h"

struct import_result *result_new(void);

/*
 * The metric of this key, new if there was none; @line counts from 0. The pointer
 * is good until the next call. NULL strings are "".
 */
struct import_metric *result_metric(struct import_result *r, const char *group,
				    const char *name, const char *unit,
				    enum import_direction direction, size_t line);

/* The metric of this key, or NULL. */
struct import_metric *result_find(const struct import_result *r, const char *group,
				  const char *name, const char *unit);

void metric_value(struct import_metric *m, double value);
void metric_summary(struct import_metric *m, const struct import_summary *s);

/* Printf style. The same note is kept once. */
void metric_note(struct import_metric *m, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Drops values and summary; the first reason stays. */
void metric_refuse(struct import_metric *m, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The same warning is kept once; after 100 no more are kept. */
void result_warn(struct import_result *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Forgets the group if all metrics are of one: it tells nothing apart. No metric can
 * be added or looked up afterwards.
 */
void result_single_group(struct import_result *r);

/* Of the values, n >= 1. */
double metric_mean(const struct import_metric *m);

/*
 * The direction of a unit that says it itself: times and counts of work per
 * operation are costs, anything per second is a rate. Others: unknown.
 */
enum import_direction unit_direction(const char *unit);

/* True for the names of time units that tools print (ns, usec, seconds ...). */
bool unit_is_time(const char *unit);

#endif
