/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Private files in memory: they have no name, and are gone with the last descriptor,
 * however this process ends. A child that inherits the descriptor opens them by the path
 * of memfile_path().
 */
#ifndef VM_MEMFILE_H
#define VM_MEMFILE_H

#include "base/err.h"

#include <stddef.h>

#define MEMFILE_PATH_BYTES 32

/* The descriptor (closed at exec), or -errno. */
int memfile_create(const char *name, struct err *e);

/* Writes all of it; 0 or -errno. */
int memfile_write(int fd, const void *data, size_t len, struct err *e);

/* "/proc/self/fd/N"; returns @buf. */
const char *memfile_path(int fd, char buf[MEMFILE_PATH_BYTES]);

#endif
