/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See own_file.h. */
#include "lab/own_file.h"

#include "base/cleanup.h"
#include "base/self.h"
#include "base/xalloc.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef KTOLL_LIBEXECDIR
#define KTOLL_LIBEXECDIR "/usr/local/libexec"
#endif

/* build/release/ktoll -> build/FOLDER/NAME, else the installed one. */
static char *search(const struct own_file *f)
{
	_cleanup_free_ char *build = self_folder(1);
	char *path = build ? xasprintf("%s/%s/%s", build, f->folder, f->name) : NULL;

	if (path && !access(path, f->mode))
		return path;
	free(path);
	return xasprintf("%s/ktoll/%s", KTOLL_LIBEXECDIR, f->name);
}

int own_file_find(const struct own_file *f, char **ret, struct err *e)
{
	char *path = f->given ? xstrdup(f->given) : search(f);

	if (access(path, f->mode) < 0) {
		int error = errno;

		err_errno(e, error, "cannot find %s", f->what);
		err_where(e, "%s", path);
		err_expect(e, "%s", f->expected);
		free(path);
		return -error;
	}
	*ret = path;
	return 0;
}
