/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzz target: tools with JSON documents, and their other forms. */
#include "fuzz/fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = { "hyperfine", "google-benchmark", "pyperf",
					       "cyclictest" };

	import_fuzz(formats, sizeof(formats) / sizeof(formats[0]), data, size);
	return 0;
}
