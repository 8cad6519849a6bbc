/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan reader: whatever it accepts must keep its promises. */
#include "probe/plan.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct plan_error bad = { 0, NULL };
	struct plan p;

	if (plan_parse((const char *)data, size, &p, &bad) < 0) {
		if (!bad.what)
			abort();
		return 0;
	}
	if (!p.workload[0] || strlen(p.workload) >= PLAN_NAME_MAX || !p.ops || !p.batches)
		abort();
	if (p.mode == PLAN_BATCH && p.warmup >= p.batches)
		abort();
	if (strchr(p.turns, 'w') && p.token_in < 0)
		abort();
	return 0;
}
