/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See self.h. */
#include "base/self.h"

#include "base/xalloc.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

char *self_folder(unsigned int up)
{
	char path[PATH_MAX];
	const ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0)
		return NULL;
	path[n] = 0;
	for (unsigned int i = 0; i <= up; i++) {
		char *slash = strrchr(path, '/');

		if (!slash)
			return NULL;
		*slash = 0;
	}
	return xstrdup(path);
}
