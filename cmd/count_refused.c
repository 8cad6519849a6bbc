/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See count_refused.h. */
#include "cmd/count_refused.h"

#include "base/xalloc.h"

#include <stdlib.h>
#include <string.h>

#define KEY "counter."

const char *count_refused(const struct store_fact *fact)
{
	return fact->reason && !strncmp(fact->key, KEY, strlen(KEY))
		       ? fact->key + strlen(KEY)
		       : NULL;
}

static bool has(const struct store_fact *facts, size_t n, const struct store_fact *fact)
{
	for (size_t i = 0; i < n; i++)
		if (facts[i].reason && !strcmp(facts[i].key, fact->key) &&
		    !strcmp(facts[i].reason, fact->reason))
			return true;
	return false;
}

/* Those of @facts that @others have not; @arm NULL: that they have, too. */
static void add(const struct store_fact *facts, size_t n, const struct store_fact *others,
		size_t n_others, const char *arm, struct compare_refusal *list,
		size_t *ret_n)
{
	for (size_t i = 0; i < n; i++)
		if (count_refused(&facts[i]) && has(others, n_others, &facts[i]) == !arm)
			list[(*ret_n)++] = (struct compare_refusal){
				.event = count_refused(&facts[i]),
				.reason = facts[i].reason,
				.arm = arm,
			};
}

void count_refused_of_arms(const struct store_fact *a, size_t n_a,
			   const struct store_fact *b, size_t n_b,
			   struct compare_report *r)
{
	struct compare_refusal *list = xcalloc(n_a + n_b + 1, sizeof(*list));
	size_t n = 0;

	add(a, n_a, b, n_b, NULL, list, &n);
	add(a, n_a, b, n_b, r->arm_a, list, &n);
	add(b, n_b, a, n_a, r->arm_b, list, &n);
	r->not_counted = list;
	r->n_not_counted = n;
}
