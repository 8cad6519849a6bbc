/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See catalogue.h. */
#include "lab/catalogue.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *catalogue_label(const char *name, const char *abi,
			    char buf[CATALOGUE_LABEL_MAX])
{
	if (!*abi || !strcmp(abi, CATALOGUE_NATIVE_ABI))
		snprintf(buf, CATALOGUE_LABEL_MAX, "%s", name);
	else
		snprintf(buf, CATALOGUE_LABEL_MAX, "%s.%s", abi, name);
	return buf;
}

static bool matches(const char *glob, const struct catalogue_entry *c)
{
	char label[CATALOGUE_LABEL_MAX], full[CATALOGUE_LABEL_MAX];

	snprintf(full, sizeof(full), "%s.%s", c->abi, c->name);
	return !fnmatch(glob, catalogue_label(c->name, c->abi, label), 0) ||
	       !fnmatch(glob, full, 0);
}

int catalogue_select(const char *const *globs, size_t n_globs,
		     const struct catalogue_entry ***ret, size_t *ret_n, struct err *e)
{
	_cleanup_free_ bool *taken = xcalloc(catalogue_size, sizeof(*taken));
	const struct catalogue_entry **list;
	size_t n = 0;

	for (size_t g = 0; g < n_globs; g++) {
		bool any = false;

		for (size_t i = 0; i < catalogue_size; i++)
			if (matches(globs[g], &catalogue[i]))
				any = taken[i] = true;
		if (!any) {
			err_set(e, ENOENT, "no workload matches '%s'", globs[g]);
			err_expect(e, "a name or pattern of `ktoll list`");
			return -ENOENT;
		}
	}
	list = xcalloc(catalogue_size, sizeof(*list));
	for (size_t i = 0; i < catalogue_size; i++)
		if (!n_globs || taken[i])
			list[n++] = &catalogue[i];
	*ret = list;
	*ret_n = n;
	return 0;
}
