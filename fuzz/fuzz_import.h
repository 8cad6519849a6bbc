/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the fuzz targets of the importers share: parse by each format's name, and hold
 * the result against what import/import.h promises.
 */
#ifndef FUZZ_FUZZ_IMPORT_H
#define FUZZ_FUZZ_IMPORT_H

#include "import/import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_MUST(ok)                                                 \
	do {                                                          \
		if (!(ok)) {                                          \
			fprintf(stderr, "broken promise: %s\n", #ok); \
			abort();                                      \
		}                                                     \
	} while (0)

static inline void import_fuzz_metric(const struct import_metric *m)
{
	const char *why = NULL;
	double mean, sd;
	uint64_t n;
	size_t i;

	FUZZ_MUST(m->name && m->unit && m->group);
	FUZZ_MUST(m->line >= 1 && m->last_line >= 1);
	FUZZ_MUST(m->refused ? !m->n_values && !m->has_summary
			     : m->n_values || m->has_summary);
	for (i = 0; i < m->n_values; i++)
		FUZZ_MUST(isfinite(m->values[i]) && m->values[i] >= 0);
	if (m->has_summary) {
		FUZZ_MUST(isfinite(m->summary.value) && m->summary.value >= 0);
		FUZZ_MUST(isfinite(m->summary.spread) && m->summary.spread >= 0);
	}
	if (!import_metric_moments(m, &mean, &sd, &n, &why))
		FUZZ_MUST(isfinite(mean) && isfinite(sd) && sd >= 0 && n >= 1);
	else
		FUZZ_MUST(why);
}

static inline void import_fuzz(const char *const *formats, size_t n_formats,
			       const uint8_t *data, size_t size)
{
	size_t i, k;

	for (i = 0; i < n_formats; i++) {
		struct import_opts opts = { .format = formats[i],
					    .name = "x",
					    .loops = 1000 };
		struct import_result *res = NULL;
		struct err e = { { 0 }, { 0 }, { 0 } };
		int r = import_parse((const char *)data, size, "input", &opts, &res, &e);

		FUZZ_MUST(r < 0 ? !res && e.what[0] && e.where[0] : res != NULL);
		if (r < 0)
			continue;
		FUZZ_MUST(res->n_metrics > 0);
		for (k = 0; k < res->n_metrics; k++)
			import_fuzz_metric(&res->metrics[k]);
		import_result_free(res);
	}
}

#endif
