/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of ktoll's own that it needs besides itself: the probes, the plug-in. */
#ifndef LAB_OWN_FILE_H
#define LAB_OWN_FILE_H

#include "base/err.h"

struct own_file {
	const char *given; /* its path, as the environment has it; NULL: to be searched */
	const char *folder; /* of the build tree, beside that of the variant */
	const char *name;
	int mode;             /* of access(2): what is to be done with it */
	const char *what;     /* "the QEMU plug-in" */
	const char *expected; /* where else it may be */
};

/*
 * What is given; else in the build tree that ktoll runs from; else where it was
 * installed. The caller frees *@ret. -errno of access(2) with @e.
 */
int own_file_find(const struct own_file *f, char **ret, struct err *e);

#endif
