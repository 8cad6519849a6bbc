/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path_kept.h. */
#include "cmd/path_kept.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int take(struct store_profile *row, struct path_kept *ret, struct err *e)
{
	struct path_kept k = { .row = *row };
	int r = kept_parse(row->profile, strlen(row->profile), &k.kept, e);

	if (r < 0) {
		err_where(e, "process %lld", (long long)row->process_id);
		return r;
	}
	catalogue_label(row->workload, row->abi, k.label);
	free(k.row.profile);
	k.row.profile = NULL;
	*row = (struct store_profile){ 0 };
	*ret = k;
	return 0;
}

int path_kept_find(struct store *s, const struct store_profile_wish *w,
		   struct path_kept *ret, struct err *e)
{
	struct store_profile *list = NULL;
	size_t n = 0;
	int r = store_profiles(s, w, 1, &list, &n, e);

	if (!r && !n) {
		err_set(e, ENOENT, "no path is kept of %s",
			w->workload ? w->workload : "it");
		err_where(e, "%s", w->arm ? w->arm : store_path(s));
		err_expect(e, "what `ktoll path`, or --exact --path, has stored");
		r = -ENOENT;
	}
	if (!r)
		r = take(&list[0], ret, e);
	store_profiles_free(list, n);
	return r;
}

static const char *known(const char *s)
{
	return s ? s : "unknown";
}

void path_kept_rows(const struct path_kept *k, size_t n, struct path_rows *ret)
{
	const struct path_subject what = {
		.label = k[0].label,
		.workload = k[0].row.workload,
		.abi = k[0].row.abi,
		.unit = k[0].row.unit,
		.modifiers = k[0].row.modifiers,
	};
	struct path_shown shown[PATH_ARMS];

	for (size_t i = 0; i < n; i++)
		shown[i] = (struct path_shown){
			.image = known(k[i].row.image),
			.release = known(k[i].row.release),
			.build_id = k[i].row.build_id,
			.cpu_model = known(k[i].row.cpu_model),
			.note = k[i].kept.note,
			.exact = k[i].row.exact,
			.agree = k[i].row.agree,
			.units = k[i].kept.units,
			.profile = &k[i].kept.profile,
		};
	path_rows_make(shown, n, &what, ret);
}

void path_kept_release(struct path_kept *k)
{
	store_profile_clear(&k->row);
	kept_release(&k->kept);
}
