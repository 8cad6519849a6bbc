/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds functions in the vDSO, the shared object that the kernel maps into every process.
 * Reads the image only; knows nothing of what the functions do.
 */
#ifndef PROBE_VDSO_H
#define PROBE_VDSO_H

/*
 * The address of the function @name in the object mapped at @image (AT_SYSINFO_EHDR), or
 * NULL if it has none of that name. Symbol versions do not matter: there is one of each.
 */
const void *vdso_symbol(const void *image, const char *name);

#endif
