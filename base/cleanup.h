/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The four cleanup attributes: memory, descriptor, stream, directory. A variable
 * marked with one is released when it goes out of scope.
 */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline void cleanup_free(void *p)
{
	free(*(void **)p);
}

static inline void cleanup_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void cleanup_file(FILE **f)
{
	if (*f)
		fclose(*f);
}

static inline void cleanup_dir(DIR **d)
{
	if (*d)
		closedir(*d);
}

#define _cleanup_free_ __attribute__((cleanup(cleanup_free)))
#define _cleanup_fd_   __attribute__((cleanup(cleanup_fd)))
#define _cleanup_file_ __attribute__((cleanup(cleanup_file)))
#define _cleanup_dir_  __attribute__((cleanup(cleanup_dir)))

#endif
