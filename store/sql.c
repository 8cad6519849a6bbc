/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQLite made short: errors to errno, statements with bound arguments. */
#include "store/internal.h"

#include "base/xalloc.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int sql_error(struct store *s, struct err *e, const char *doing)
{
	int error;

	switch (sqlite3_errcode(s->db)) {
	case SQLITE_FULL: error = ENOSPC; break;
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_CANTOPEN: error = EACCES; break;
	case SQLITE_BUSY:
	case SQLITE_LOCKED: error = EBUSY; break;
	case SQLITE_NOTADB:
	case SQLITE_CORRUPT: error = EBADF; break;
	default: error = EIO;
	}
	err_set(e, error, "cannot %s: %s", doing, sqlite3_errmsg(s->db));
	err_where(e, "%s", s->path);
	return -error;
}

int sql_exec(struct store *s, const char *sql, struct err *e, const char *doing)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return sql_error(s, e, doing);
	return 0;
}

void sql_bind_real(sqlite3_stmt *st, int at, double v)
{
	if (isnan(v))
		sqlite3_bind_null(st, at);
	else
		sqlite3_bind_double(st, at, v);
}

static int prepare(struct store *s, sqlite3_stmt **ret, struct err *e, const char *sql,
		   const char *types, va_list ap)
{
	sqlite3_stmt *st;

	*ret = NULL;
	if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) != SQLITE_OK)
		return sql_error(s, e, "use the database");
	for (int i = 1; *types; types++, i++) {
		if (*types == 'i')
			sqlite3_bind_int64(st, i, va_arg(ap, int64_t));
		else if (*types == 'r')
			sql_bind_real(st, i, va_arg(ap, double));
		else
			sqlite3_bind_text(st, i, va_arg(ap, const char *), -1,
					  SQLITE_TRANSIENT);
	}
	*ret = st;
	return 0;
}

int sql_prepare(struct store *s, sqlite3_stmt **ret, struct err *e, const char *sql,
		const char *types, ...)
{
	va_list ap;
	int r;

	va_start(ap, types);
	r = prepare(s, ret, e, sql, types, ap);
	va_end(ap);
	return r;
}

int sql_run(struct store *s, struct err *e, const char *doing, const char *sql,
	    const char *types, ...)
{
	sqlite3_stmt *st = NULL;
	va_list ap;
	int r;

	va_start(ap, types);
	r = prepare(s, &st, e, sql, types, ap);
	va_end(ap);
	if (r < 0)
		return r;
	if (sqlite3_step(st) != SQLITE_DONE)
		r = sql_error(s, e, doing);
	sqlite3_finalize(st);
	return r;
}

int sql_begin(struct store *s, struct err *e, const char *doing)
{
	return sql_exec(s, "BEGIN IMMEDIATE", e, doing);
}

int sql_finish(struct store *s, int r, struct err *e, const char *doing)
{
	if (!r)
		r = sql_exec(s, "COMMIT", e, doing);
	if (r < 0)
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return r;
}

/* SQLite takes no lock of such a file: what was read of a new one is worth nothing. */
static int still_as_it_was(struct store *s, struct err *e)
{
	const struct stat *was = s->as_it_was;
	struct stat is;

	if (!was ||
	    (!stat(s->path, &is) && is.st_ino == was->st_ino &&
	     is.st_size == was->st_size && is.st_mtim.tv_sec == was->st_mtim.tv_sec &&
	     is.st_mtim.tv_nsec == was->st_mtim.tv_nsec))
		return 0;
	err_set(e, EBUSY, "the database was written to while it was read");
	err_where(e, "%s", s->path);
	return -EBUSY;
}

int sql_next(struct store *s, sqlite3_stmt *st, int r, struct err *e)
{
	if (r >= 0) {
		r = sqlite3_step(st);
		if (r == SQLITE_ROW)
			return 1;
		r = r == SQLITE_DONE ? still_as_it_was(s, e)
				     : sql_error(s, e, "read the database");
	}
	sqlite3_finalize(st);
	return r;
}

int sql_array(struct store *s, const struct sql_element *what, void **ret, size_t *ret_n,
	      struct err *e, const char *sql, const char *types, ...)
{
	size_t n = 0, cap = 0;
	char *array = NULL;
	sqlite3_stmt *st;
	va_list ap;
	int r;

	va_start(ap, types);
	r = prepare(s, &st, e, sql, types, ap);
	va_end(ap);
	while ((r = sql_next(s, st, r, e)) > 0) {
		array = xgrow(array, n, &cap, what->size);
		memset(array + n * what->size, 0, what->size);
		what->read(st, array + n++ * what->size);
	}
	if (r < 0) {
		sql_array_free(what, array, n);
		return r;
	}
	*ret = array;
	*ret_n = n;
	return 0;
}

void sql_array_free(const struct sql_element *what, void *array, size_t n)
{
	for (size_t i = 0; what->clear && i < n; i++)
		what->clear((char *)array + i * what->size);
	free(array);
}

int sql_number(struct store *s, int64_t *ret, struct err *e, const char *sql,
	       const char *types, ...)
{
	bool found = false;
	sqlite3_stmt *st;
	va_list ap;
	int r;

	va_start(ap, types);
	r = prepare(s, &st, e, sql, types, ap);
	va_end(ap);
	while ((r = sql_next(s, st, r, e)) > 0) {
		*ret = sqlite3_column_int64(st, 0);
		found = true;
	}
	if (!r && !found) {
		r = err_set(e, EIO, "cannot read the database: a row is missing");
		err_where(e, "%s", s->path);
	}
	return r;
}

double sql_real(sqlite3_stmt *st, int col)
{
	return sqlite3_column_type(st, col) == SQLITE_NULL
		       ? NAN
		       : sqlite3_column_double(st, col);
}

const char *sql_text(sqlite3_stmt *st, int col)
{
	return (const char *)sqlite3_column_text(st, col);
}

char *sql_copy(sqlite3_stmt *st, int col)
{
	const char *s = sql_text(st, col);

	return s ? xstrdup(s) : NULL;
}

enum store_metric sql_metric(sqlite3_stmt *st, int col)
{
	const char *s = sql_text(st, col);

	return s && !strcmp(s, "instructions") ? STORE_INSTRUCTIONS : STORE_TIME;
}
