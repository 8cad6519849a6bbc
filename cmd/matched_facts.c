/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of both sides: whether that forbids comparing them, and what differs. */
#include "cmd/matched_parts.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "host/facts.h"

#include <stdarg.h>
#include <string.h>

#define COUNTED "counter.events"

/* Facts that make two machines two machines: their times say nothing about each other. */
static const char *const must_agree[] = { "cpu.model", "cpu.vendor", "kernel.arch" };

void match_complain(struct str *list, const char *fmt, ...)
{
	va_list ap;

	if (list->len)
		str_add(list, "; ");
	va_start(ap, fmt);
	str_addv(list, fmt, ap);
	va_end(ap);
}

void match_check_machines(const struct source *a, const struct source *b, struct str *bad)
{
	if (a->kind != SOURCE_ARM || b->kind != SOURCE_ARM)
		return;
	for (size_t i = 0; i < sizeof(must_agree) / sizeof(must_agree[0]); i++) {
		const char *x = source_fact(a, must_agree[i]),
			   *y = source_fact(b, must_agree[i]);

		if (x && y && strcmp(x, y))
			match_complain(bad, "%s: %s and %s", must_agree[i], x, y);
	}
}

static bool wanted_fact(const struct store_fact *f)
{
	return fact_kind(f->key) == FACT_CONDITION && strncmp(f->key, "meanwhile.", 10) &&
	       strncmp(f->key, "counter.", 8);
}

static void add_fact(struct matched *m, const char *key, const char *a, const char *b)
{
	if (!a && !b)
		return;
	if (a && b && !strcmp(a, b))
		m->n_same++;
	else
		m->differ[m->n_differ++] = (struct compare_fact){ key, a, b };
}

void match_facts(const struct source *a, const struct source *b, struct matched *m)
{
	const char *x = source_fact(a, COUNTED), *y = source_fact(b, COUNTED);

	m->differ = xcalloc(a->n_facts + 1, sizeof(*m->differ));
	for (size_t i = 0; i < a->n_facts; i++)
		if (wanted_fact(&a->facts[i]))
			add_fact(m, a->facts[i].key, a->facts[i].value,
				 source_fact(b, a->facts[i].key));
	/* Most arms lack it: nothing is counted beside their times. */
	if (x || y)
		add_fact(m, COUNTED, x ?: "none", y ?: "none");
}
