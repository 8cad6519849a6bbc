/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzz target: perf stat, its three forms. */
#include "fuzz/fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = { "perf-stat", "perf-stat-csv",
					       "perf-stat-json" };

	import_fuzz(formats, sizeof(formats) / sizeof(formats[0]), data, size);
	return 0;
}
