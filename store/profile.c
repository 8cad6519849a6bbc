/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See profile.h. */
#include "store/profile.h"

#include "store/internal.h"

#include <stdlib.h>

int store_profile_add(struct store *s, int64_t process, const char *build_id,
		      const char *profile, struct err *e)
{
	return sql_run(
		s, e, "store a profile",
		"INSERT INTO profile (process_id, build_id, profile) VALUES (?, ?, ?)",
		"itt", process, build_id, profile);
}

/* CROSS JOIN: profiles are few and looked for often, processes are many. */
static const char select_sql[] =
	"WITH f(boot, release, image, sha256, cpu_model, append) AS (SELECT boot_id, "
	"max(CASE key WHEN 'kernel.release' THEN value END), "
	"max(CASE key WHEN 'id.vm.image' THEN value END), "
	"max(CASE key WHEN 'id.vm.image.sha256' THEN value END), "
	"max(CASE key WHEN 'vm.cpu_model' THEN value END), "
	"max(CASE key WHEN 'vm.append' THEN value END) FROM fact "
	"WHERE boot_id IN (SELECT boot_id FROM profile CROSS JOIN process "
	"ON process_id = id) "
	"GROUP BY boot_id) "
	"SELECT p.id, b.id, b.experiment_id, p.began_ns, a.name, w.name, w.abi, w.unit, "
	"p.modifiers, w.rev, q.build_id, f.release, f.image, f.sha256, f.cpu_model, "
	"f.append, p.exact, p.agree, q.profile "
	"FROM profile q CROSS JOIN process p ON p.id = q.process_id "
	"JOIN boot b ON b.id = p.boot_id JOIN arm a ON a.id = b.arm_id "
	"JOIN workload w ON w.id = p.workload_id LEFT JOIN f ON f.boot = b.id "
	"WHERE (?1 = 0 OR b.experiment_id = ?1) AND (?2 IS NULL OR w.name = ?2) "
	"AND (?3 IS NULL OR w.abi = ?3) "
	"AND ((?4 IS NULL AND ?5 IS NULL AND ?6 IS NULL) OR a.name = ?4 "
	"OR (q.build_id = ?5 AND ?5 <> '') OR f.sha256 = ?6) "
	"AND (?8 IS NULL OR p.modifiers IN (SELECT p2.modifiers FROM process p2 "
	"JOIN boot b2 ON b2.id = p2.boot_id JOIN arm a2 ON a2.id = b2.arm_id "
	"WHERE a2.name = ?8 AND p2.workload_id = p.workload_id)) "
	"ORDER BY p.id DESC LIMIT ?7";

static void read_row(sqlite3_stmt *st, void *profile)
{
	*(struct store_profile *)profile = (struct store_profile){
		.process_id = sqlite3_column_int64(st, 0),
		.boot_id = sqlite3_column_int64(st, 1),
		.experiment = sqlite3_column_int64(st, 2),
		.made_ns = sqlite3_column_int64(st, 3),
		.arm = sql_copy(st, 4),
		.workload = sql_copy(st, 5),
		.abi = sql_copy(st, 6),
		.unit = sql_copy(st, 7),
		.modifiers = sql_copy(st, 8),
		.rev = (unsigned int)sqlite3_column_int64(st, 9),
		.build_id = sql_copy(st, 10),
		.release = sql_copy(st, 11),
		.image = sql_copy(st, 12),
		.image_sha256 = sql_copy(st, 13),
		.cpu_model = sql_copy(st, 14),
		.append = sql_copy(st, 15),
		.exact = sql_real(st, 16),
		.agree = sql_real(st, 17),
		.profile = sql_copy(st, 18),
	};
}

void store_profile_clear(struct store_profile *p)
{
	free(p->arm);
	free(p->workload);
	free(p->abi);
	free(p->unit);
	free(p->modifiers);
	free(p->build_id);
	free(p->release);
	free(p->image);
	free(p->image_sha256);
	free(p->cpu_model);
	free(p->append);
	free(p->profile);
	*p = (struct store_profile){ 0 };
}

static void clear(void *profile)
{
	store_profile_clear(profile);
}

static const struct sql_element profiles = { sizeof(struct store_profile), read_row,
					     clear };

int store_profiles(struct store *s, const struct store_profile_wish *w, size_t most,
		   struct store_profile **ret, size_t *ret_n, struct err *e)
{
	void *list;
	int r = sql_array(s, &profiles, &list, ret_n, e, select_sql, "itttttit",
			  w->experiment, w->workload, w->abi, w->arm, w->build_id,
			  w->image_sha256, (int64_t)most, w->as_arm);

	if (!r)
		*ret = list;
	return r;
}

void store_profiles_free(struct store_profile *p, size_t n)
{
	sql_array_free(&profiles, p, n);
}
