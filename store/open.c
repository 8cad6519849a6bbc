/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening, refusing what is not ours, and migrating. */
#include "store/internal.h"

#include "base/xalloc.h"
#include "store/schema.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define APPLICATION_ID 0x6b746f6c /* "ktol" */
#define WAIT_MS        30000

static int make_directories(const char *path, struct err *e)
{
	char *copy = xstrdup(path);
	int r = 0;

	for (char *p = strchr(copy + 1, '/'); p && !r; p = strchr(p + 1, '/')) {
		*p = 0;
		if (mkdir(copy, 0777) < 0 && errno != EEXIST) {
			r = err_errno(e, errno, "cannot make the directory");
			err_where(e, "%s", copy);
		}
		*p = '/';
	}
	free(copy);
	return r;
}

/* Ours, empty, or somebody else's? */
static int identify(struct store *s, int *ret_version, struct err *e)
{
	int64_t id = 0, version = 0, tables = 0;
	int r = sql_number(s, &id, e, "PRAGMA application_id", "");

	if (!r)
		r = sql_number(s, &version, e, "PRAGMA user_version", "");
	if (!r)
		r = sql_number(s, &tables, e, "SELECT count(*) FROM sqlite_schema", "");
	if (r < 0)
		return r;
	*ret_version = (int)version; /* 32 bits in the file */
	if (id != APPLICATION_ID && (id || tables)) {
		err_set(e, EBADF, "this is the database of another program");
		err_where(e, "%s", s->path);
		return -EBADF;
	}
	if (*ret_version > schema_version) {
		err_set(e, ENOTSUP, "made by a newer ktoll: schema %d, this one knows %d",
			*ret_version, schema_version);
		err_where(e, "%s", s->path);
		return -ENOTSUP;
	}
	return 0;
}

/* Looks again inside the transaction: another ktoll may have been quicker. */
static int migrate(struct store *s, struct err *e)
{
	char after[96];
	int version, r;

	r = sql_begin(s, e, "lock the database");
	if (r < 0)
		return r;
	r = identify(s, &version, e);
	for (; !r && version < schema_version; version++)
		r = sql_exec(s, schema_migrations[version], e,
			     "bring the schema up to date");
	snprintf(after, sizeof(after),
		 "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID,
		 schema_version);
	if (!r)
		r = sql_exec(s, after, e, "bring the schema up to date");
	return sql_finish(s, r, e, "bring the schema up to date");
}

/*
 * Two that make one file at once are in each other's way here, and SQLite does not wait
 * by itself when the journal mode changes: it could be for ever.
 */
static int use_wal(struct store *s, struct err *e)
{
	const struct timespec pause = { .tv_nsec = 10000000 };
	int r = -EBUSY;

	for (int waited_ms = 0; r == -EBUSY && waited_ms < WAIT_MS; waited_ms += 10) {
		r = sql_exec(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
			     e, "set up the database");
		if (r == -EBUSY)
			nanosleep(&pause, NULL);
	}
	return r;
}

static int prepare_for_use(struct store *s, enum store_open_mode mode, struct err *e)
{
	int version = 0, r;

	sqlite3_busy_timeout(s->db, WAIT_MS);
	/* In one transaction: while another ktoll makes the file it is ours or empty, not
	 * half. */
	r = sql_exec(s, "BEGIN", e, "read the database");
	if (!r)
		r = identify(s, &version, e);
	sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
	if (r < 0)
		return r;
	if (mode == STORE_READ && !version) {
		err_set(e, ENOTSUP, "holds nothing");
		err_where(e, "%s", s->path);
		err_expect(e, "a database that `ktoll run` has written to");
		return -ENOTSUP;
	}
	if (mode == STORE_READ && version < schema_version)
		return -ESTALE;
	r = sql_exec(s, "PRAGMA foreign_keys = ON", e, "set up the database");
	if (r < 0 || mode == STORE_READ)
		return r;
	r = use_wal(s, e);
	return r < 0 || version == schema_version ? r : migrate(s, e);
}

int store_open(const char *path, enum store_open_mode mode, struct store **ret,
	       struct err *e)
{
	static const int flags[] = {
		[STORE_READ] = SQLITE_OPEN_READONLY,
		[STORE_WRITE] = SQLITE_OPEN_READWRITE,
		[STORE_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
	};
	struct stat st;
	struct store *s;
	int r;

	if (mode == STORE_CREATE) {
		r = make_directories(path, e);
		if (r < 0)
			return r;
	} else if (stat(path, &st) < 0) {
		r = errno;
		err_errno(e, r, "cannot open the database");
		err_where(e, "%s", path);
		return -r;
	}
	s = xcalloc(1, sizeof(*s));
	s->path = xstrdup(path);
	if (sqlite3_open_v2(path, &s->db, flags[mode], NULL) != SQLITE_OK)
		r = sql_error(s, e, "open the database");
	else
		r = prepare_for_use(s, mode, e);
	if (r < 0) {
		store_close(s);
		/* An older ktoll's: it can be read when it has been brought up to date.
		 */
		return r == -ESTALE ? store_open(path, STORE_WRITE, ret, e) : r;
	}
	*ret = s;
	return 0;
}

void store_close(struct store *s)
{
	if (!s)
		return;
	sqlite3_finalize(s->add_process);
	sqlite3_finalize(s->add_counter);
	sqlite3_close(s->db);
	free(s->path);
	free(s);
}

const char *store_path(const struct store *s)
{
	return s->path;
}
