/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between the files build*.c: what is half written when make is killed. Make takes a file
 * for done that is newer than what it is made of, so a killed compiler or linker could
 * leave half an object for the next build to link. While make runs, the file
 * .ktoll-building stands in the tree; if it is still there when the next build begins,
 * all that was written since then is removed.
 */
#ifndef LAB_BUILD_MARK_H
#define LAB_BUILD_MARK_H

#include "base/err.h"

/* Removes what a killed build wrote in @out, and marks it as being built. */
int build_mark_begin(const char *out, struct err *e);

/* Make ended by itself: flushes all to the disk, and takes the mark away. */
int build_mark_end(const char *out, struct err *e);

#endif
