/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See show_arms.h. */
#include "cmd/show_arms.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/count_refused.h"
#include "cmd/gathered.h"
#include "cmd/options.h"
#include "cmd/render.h"

#include <jansson.h>
#include <string.h>

int show_has_arms(struct store *s, int64_t id, bool *ret_several, struct err *e)
{
	struct store_boot *boots = NULL;
	size_t n = 0;
	int r = store_boots(s, id, &boots, &n, e);

	*ret_several = false;
	for (size_t i = 1; i < n; i++)
		*ret_several |= strcmp(boots[i].arm, boots[0].arm) != 0;
	store_boots_free(boots, n);
	return r;
}

/* The value of @option in the words that @arguments has as a JSON array; NULL: none. */
static const char *argument(const json_t *arguments, const char *option)
{
	const size_t n = strlen(option);

	for (size_t i = 1; i < json_array_size(arguments); i++) {
		const char *word = json_string_value(json_array_get(arguments, i));

		if (!word || strncmp(word, option, n))
			continue;
		if (word[n] == '=')
			return word + n + 1;
		if (!word[n])
			return json_string_value(json_array_get(arguments, i + 1));
	}
	return NULL;
}

/* The margin and the confidence that were asked for when it was measured. */
static void asked(const struct store_experiment *x, struct match_options *o)
{
	json_t *arguments = json_loads(x->arguments, 0, NULL);
	const char *margin = argument(arguments, "--margin");
	const char *confidence = argument(arguments, "--confidence");
	struct err ignored;

	*o = (struct match_options){
		.margin = 0.01, .confidence = 0.95, .force = true, .one_margin = true
	};
	verdict_texts(margin, confidence, &o->margin, &o->confidence, &ignored);
	json_decref(arguments);
}

static void describe(const struct gathered *g, const struct match_options *o,
		     const struct store_experiment *x, size_t arm,
		     struct compare_report *r)
{
	*r = matched_report(&g->matched[arm], o);
	r->arm_a = g->sources[0].name;
	r->arm_b = g->sources[arm].name;
	r->family = g->family;
	r->experiment = x->id;
	r->state = x->state;
	r->set_up[0] = g->modifiers[0];
	r->set_up[1] = g->modifiers[arm];
	count_refused_of_arms(g->refused[0].facts, g->refused[0].n, g->refused[arm].facts,
			      g->refused[arm].n, r);
}

int show_compared(struct store *s, const struct store_experiment *x, enum format format,
		  struct err *e)
{
	_cleanup_free_ struct compare_report *reports = NULL;
	struct str text = STR_INIT;
	struct match_options o;
	struct gathered g;
	int r;

	asked(x, &o);
	r = gathered_load(s, x->id, NULL, 0, &o, &g, e);
	if (r < 0)
		return r;
	reports = xcalloc(g.n_arms, sizeof(*reports));
	for (size_t i = 1; i < g.n_arms; i++)
		describe(&g, &o, x, i, &reports[i - 1]);
	render_compare(reports, g.n_arms - 1, format, &text);
	r = print(&text);
	str_release(&text);
	for (size_t i = 1; i < g.n_arms; i++)
		free((void *)reports[i - 1].not_counted);
	gathered_release(&g);
	return r;
}
