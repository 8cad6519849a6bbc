/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzz target: perf bench and hackbench. */
#include "fuzz/fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = { "perf-bench", "perf-bench-simple",
					       "hackbench" };

	import_fuzz(formats, sizeof(formats) / sizeof(formats[0]), data, size);
	return 0;
}
