/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Experiment files. What is accepted must be whole: names and kernels, at least two arms
 * or a range. The source is included: lab/ is none of the layers that every target links.
 */
#include "lab/experiment_file.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct experiment_file f;
	struct err e;

	if (experiment_file_parse((const char *)data, size, "fuzz", &f, &e) < 0) {
		if (!e.what[0] || !e.where[0])
			abort();
		return 0;
	}
	if (f.n < 2 && !f.range)
		abort();
	for (size_t i = 0; i < f.n; i++)
		if (!*f.arm[i].name || !f.arm[i].kernel == !f.arm[i].commit)
			abort();
	experiment_file_release(&f);
	return 0;
}
