/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ktoll ab` of two kernels, or of one with two command lines: boots instead of
 * processes. */
#ifndef CMD_AB_KERNEL_H
#define CMD_AB_KERNEL_H

#include "cmd/kernel.h"

struct ab_kernel {
	const char *image[2], *append[2];
	const char *name[2]; /* NULL: after the image's release and its append */
	const char *const *modifiers[2];
	struct kernel_options k;
	struct measure_options m;
	double margin, confidence;
	const char *const *globs;
	size_t n_globs;
};

/* An exit status. */
int ab_kernel(const struct ab_kernel *o, int argc, char **argv,
	      const struct catalogue_entry **entries, size_t n);

#endif
