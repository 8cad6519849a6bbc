/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stored profile. What can be read is written again, and that must be read as the same.
 * The sources are included: path/ is none of the layers that every fuzz target links.
 */
#include "path/kept.c"
#include "path/profile.c"

#include <assert.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Only for what nobody calls here. */
void replay(const struct profile_input *in, struct profile *p, struct footprint *f)
{
}

const char *insn_cost_name(enum insn_cost cost)
{
	static const char *const names[COST_NONE] = { "CR3 write", "CR write", "WRMSR" };

	return names[cost] ? names[cost] : "other";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct kept a, b;
	char *text, *again;
	struct err e;

	if (kept_parse((const char *)data, size, &a, &e) < 0)
		return 0;
	assert(!kept_text(&a.profile, a.units, a.note, &text, &e));
	assert(!kept_parse(text, strlen(text), &b, &e));
	assert(a.profile.total == b.profile.total);
	assert(a.profile.n_rows == b.profile.n_rows);
	assert(!kept_text(&b.profile, b.units, b.note, &again, &e));
	assert(!strcmp(text, again));
	free(text);
	free(again);
	kept_release(&a);
	kept_release(&b);
	return 0;
}
