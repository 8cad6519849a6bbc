/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was to be counted in two arms and was not, and why. */
#include "report/compare_parts.h"

#include "report/wrap.h"

#include <string.h>

static bool same_arm(const struct compare_refusal *a, const struct compare_refusal *b)
{
	return !a->arm == !b->arm && (!a->arm || !strcmp(a->arm, b->arm));
}

static bool together(const struct compare_refusal *a, const struct compare_refusal *b)
{
	return same_arm(a, b) && !strcmp(a->reason, b->reason);
}

bool compare_is_refused(const struct compare_report *r, const struct compare_row *row)
{
	for (size_t i = 0; i < r->n_not_counted && row->event; i++)
		if (!r->not_counted[i].arm &&
		    !strcmp(r->not_counted[i].event, row->event))
			return true;
	return false;
}

/* Those of one reason in one sentence. */
void compare_refused_text(const struct compare_report *r, const struct look *look,
			  struct str *out)
{
	struct str events = STR_INIT;

	for (size_t i = 0; i < r->n_not_counted; i++) {
		const struct compare_refusal *one = &r->not_counted[i];
		bool first = true;

		for (size_t k = 0; k < i; k++)
			first &= !together(&r->not_counted[k], one);
		if (!first)
			continue;
		str_reset(&events);
		for (size_t k = i; k < r->n_not_counted; k++)
			if (together(&r->not_counted[k], one))
				str_addf(&events, "%s%s", events.len ? ", " : "",
					 r->not_counted[k].event);
		sentence(out, look, 2, 6, "not counted%s%s: %s (%s)",
			 one->arm ? " in " : "", one->arm ? one->arm : "",
			 str_get(&events), one->reason);
	}
	str_release(&events);
}

static bool is(const json_t *entry, const char *key, const char *text)
{
	const char *s = json_string_value(json_object_get(entry, key));

	return s && !strcmp(s, text);
}

/* Of several reports each has the first arm. */
static bool listed(const json_t *list, const char *arm, const struct compare_refusal *one)
{
	const json_t *entry;
	size_t i;

	json_array_foreach ((json_t *)list, i, entry)
		if (is(entry, "arm", arm) && is(entry, "event", one->event) &&
		    is(entry, "reason", one->reason))
			return true;
	return false;
}

static void add_json(const char *arm, const struct compare_refusal *one, json_t *list)
{
	if (!listed(list, arm, one))
		json_array_append_new(list,
				      json_pack("{s:o,s:o,s:o}", "arm", text_json(arm),
						"event", text_json(one->event), "reason",
						text_json(one->reason)));
}

void compare_refused_json(const struct compare_report *r, json_t *list)
{
	for (size_t i = 0; i < r->n_not_counted; i++) {
		const struct compare_refusal *one = &r->not_counted[i];

		if (!one->arm || !strcmp(one->arm, r->arm_a))
			add_json(r->arm_a, one, list);
		if (!one->arm || !strcmp(one->arm, r->arm_b))
			add_json(r->arm_b, one, list);
	}
}
