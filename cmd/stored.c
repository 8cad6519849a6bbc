/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See stored.h. */
#include "cmd/stored.h"

#include "base/xalloc.h"

#include <string.h>

int stored_load(struct store *s, int64_t id, struct stored *ret, struct err *e)
{
	int r = store_experiment_get(s, id, &ret->x, e);

	if (!r)
		r = store_boots(s, id, &ret->boots, &ret->n_boots, e);
	if (!r && ret->n_boots)
		r = store_facts(s, ret->boots[0].id, &ret->facts, &ret->n_facts, e);
	return r;
}

const char *stored_arm(const struct stored *s)
{
	return s->n_boots ? s->boots[0].arm : "";
}

const char *stored_fact(const void *stored, const char *key)
{
	const struct stored *s = stored;

	for (size_t i = 0; i < s->n_facts; i++)
		if (!strcmp(s->facts[i].key, key))
			return s->facts[i].value;
	return NULL;
}

struct run_fact *stored_facts(const struct stored *s)
{
	struct run_fact *facts = xcalloc(s->n_facts, sizeof(*facts));

	for (size_t i = 0; i < s->n_facts; i++)
		facts[i] = (struct run_fact){ s->facts[i].key, s->facts[i].value,
					      s->facts[i].reason };
	return facts;
}

void stored_release(struct stored *s)
{
	store_facts_free(s->facts, s->n_facts);
	store_boots_free(s->boots, s->n_boots);
	store_experiment_clear(&s->x);
}
