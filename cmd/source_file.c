/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file as a side of a comparison. */
#include "cmd/source_parts.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "cmd/imported.h"

#include <stdlib.h>

static char *notes_of(const struct import_metric *m)
{
	struct str text = STR_INIT;

	for (size_t i = 0; i < m->n_notes; i++)
		str_addf(&text, "%s%s", i ? "; " : "", m->notes[i]);
	if (text.len)
		return str_detach(&text);
	str_release(&text);
	return NULL;
}

static void take_metric(struct source *src, const struct import_metric *m)
{
	struct series *s = source_add_series(src);
	const char *why = NULL;
	double mean, sd;
	uint64_t n;

	s->name = imported_name(m);
	s->abi = xstrdup("");
	s->per = xstrdup("");
	s->mode = xstrdup("");
	s->unit = xstrdup(m->unit);
	s->direction =
		m->direction == IMPORT_HIGHER_IS_BETTER ? DIRECTION_RATE : DIRECTION_COST;
	s->direction_known = m->direction != IMPORT_DIRECTION_UNKNOWN;
	s->notes = notes_of(m);
	if (m->refused) {
		s->refused = xstrdup(m->refused);
		return;
	}
	for (size_t i = 0; i < m->n_values; i++)
		series_add_value(s, m->values[i], 0);
	if (m->n_values)
		return;
	if (import_metric_moments(m, &mean, &sd, &n, &why) < 0) {
		s->refused = xstrdup(why ? why : "no number");
		return;
	}
	s->is_summary = true;
	s->moments = (struct moments){ (size_t)n, mean, sd };
}

int source_load_file(const char *path, struct source *ret, struct err *e)
{
	struct source src = { .kind = SOURCE_FILE, .imported = true };
	struct import_result *result = NULL;
	int r = imported_read(path, NULL, &result, e);

	if (r < 0)
		return r;
	src.name = xstrdup(path);
	for (size_t i = 0; i < result->n_metrics; i++)
		if (!result->metrics[i].derived)
			take_metric(&src, &result->metrics[i]);
	import_result_free(result);
	*ret = src;
	return 0;
}
