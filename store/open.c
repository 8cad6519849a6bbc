/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening, refusing what is not ours, and migrating. */
#include "store/internal.h"

#include "base/cleanup.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "store/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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

/* ---- what cannot be written ---- */

/* Why @path cannot be used so (R_OK, W_OK); 0: it can. */
static int why_not(const char *path, int how)
{
	return faccessat(AT_FDCWD, path, how, AT_EACCESS) < 0 ? errno : 0;
}

/* What SQLite says of it is no more than that it cannot open a file. */
static int cannot_write(const char *path, struct err *e)
{
	_cleanup_free_ char *copy = xstrdup(path);
	int file = why_not(path, W_OK), folder = why_not(dirname(copy), W_OK | X_OK);

	if (file == ENOENT)
		err_errno(e, folder ? folder : EACCES, "the database cannot be made");
	else if (file)
		err_errno(e, file, "the database cannot be written");
	else if (folder)
		err_errno(e, folder,
			  "the database cannot be written, as its folder cannot");
	else
		return -EACCES;
	err_where(e, "%s", path);
	return -EACCES;
}

static int cannot_migrate(const char *path, struct err *e)
{
	err_set(e, EACCES,
		"made by an older ktoll and read-only: its schema cannot be brought up "
		"to date");
	err_where(e, "%s", path);
	err_expect(e, "a copy of it in a folder that can be written");
	return -EACCES;
}

/* What was committed there is in no file that can be read without writing. */
static int log_is_empty(const char *path, struct err *e)
{
	_cleanup_free_ char *real = realpath(path, NULL);
	_cleanup_free_ char *wal = xasprintf("%s-wal", real ? real : path);
	struct stat st;

	if (stat(wal, &st) < 0 || !st.st_size)
		return 0;
	err_set(e, EACCES,
		"holds what is not yet in the database, whose folder cannot be written");
	err_where(e, "%s", wal);
	err_expect(e, "a copy of both files in a folder that can be written");
	return -EACCES;
}

/* @path as a URI of a file that does not change. */
static char *unchanging(const char *path)
{
	struct str uri = STR_INIT;

	str_addf(&uri, "file:%s", *path == '/' ? "//" : "");
	for (; *path; path++)
		str_addf(&uri, strchr("%?#", *path) ? "%%%02X" : "%c",
			 (unsigned char)*path);
	str_addf(&uri, "?immutable=1");
	return str_detach(&uri);
}

/* ---- opening ---- */

static int open_file(const char *path, enum store_open_mode mode, bool immutable,
		     struct store **ret, struct err *e)
{
	static const int flags[] = {
		[STORE_READ] = SQLITE_OPEN_READONLY,
		[STORE_WRITE] = SQLITE_OPEN_READWRITE,
		[STORE_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
	};
	_cleanup_free_ char *uri = immutable ? unchanging(path) : NULL;
	struct store *s = xcalloc(1, sizeof(*s));
	int r = 0;

	s->path = xstrdup(path);
	if (immutable) {
		s->as_it_was = xcalloc(1, sizeof(*s->as_it_was));
		if (stat(path, s->as_it_was) < 0)
			r = err_errno(e, errno, "cannot open the database");
	}
	if (!r &&
	    sqlite3_open_v2(uri ? uri : path, &s->db,
			    flags[mode] | (uri ? SQLITE_OPEN_URI : 0), NULL) != SQLITE_OK)
		r = sql_error(s, e, "open the database");
	/* SQLite opens for reading what it cannot open for writing. */
	if (!r && mode != STORE_READ && sqlite3_db_readonly(s->db, "main"))
		r = err_set(e, EACCES, "the database cannot be written");
	if (!r)
		r = prepare_for_use(s, mode, e);
	if (r < 0)
		store_close(s);
	else
		*ret = s;
	return r;
}

static int open_for_writing(const char *path, enum store_open_mode mode,
			    struct store **ret, struct err *e)
{
	int r = open_file(path, mode, false, ret, e);

	return r == -EACCES ? cannot_write(path, e) : r;
}

/*
 * A reader, too, needs a -wal and a -shm beside the database, which a read-only folder
 * has not unless a writer was killed there. Without them all is in the database itself.
 */
static int open_for_reading(const char *path, struct store **ret, struct err *e)
{
	int r = open_file(path, STORE_READ, false, ret, e), why;

	if (r == -EACCES) {
		why = why_not(path, R_OK);
		if (why) {
			err_errno(e, why, "the database cannot be read");
			err_where(e, "%s", path);
			return r;
		}
		r = log_is_empty(path, e);
		if (!r)
			r = open_file(path, STORE_READ, true, ret, e);
	}
	/* An older ktoll's: it can be read when it has been brought up to date. */
	if (r == -ESTALE) {
		r = open_file(path, STORE_WRITE, false, ret, e);
		if (r == -EACCES)
			r = cannot_migrate(path, e);
	}
	return r;
}

int store_open(const char *path, enum store_open_mode mode, struct store **ret,
	       struct err *e)
{
	struct stat st;
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
	return mode == STORE_READ ? open_for_reading(path, ret, e)
				  : open_for_writing(path, mode, ret, e);
}

void store_close(struct store *s)
{
	if (!s)
		return;
	sqlite3_finalize(s->add_process);
	sqlite3_finalize(s->add_counter);
	sqlite3_close(s->db);
	free(s->as_it_was);
	free(s->path);
	free(s);
}

const char *store_path(const struct store *s)
{
	return s->path;
}
