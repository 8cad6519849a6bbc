/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of store/ share, and nobody else may see. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "store/store.h"

#include <sqlite3.h>

struct store {
	sqlite3 *db;
	char *path;
	sqlite3_stmt *add_process, *add_counter;
};

/* Turns what SQLite reports into an errno and a line. */
int sql_error(struct store *s, struct err *e, const char *doing);

int sql_exec(struct store *s, const char *sql, struct err *e, const char *doing);

/*
 * Prepares @sql and binds arguments by @types: i int64_t, t text or NULL, r double (NAN
 * becomes NULL).
 */
int sql_prepare(struct store *s, sqlite3_stmt **ret, struct err *e, const char *sql,
		const char *types, ...);

/* One statement that gives no rows. */
int sql_run(struct store *s, struct err *e, const char *doing, const char *sql,
	    const char *types, ...);

/*
 * The next row of a statement into *@ret_more; finalizes it at the end or on an error. 0
 * or -errno.
 */
int sql_next(struct store *s, sqlite3_stmt *st, bool *ret_more, struct err *e);

/* "[1,-2,3]" appended to @out. */
struct str;
void sql_json_array(const int64_t *v, size_t n, struct str *out);

/* The counters of the process just stored, inside its transaction. */
int sql_add_counters(struct store *s, int64_t process, const struct store_process *p,
		     struct err *e);

void sql_bind_real(sqlite3_stmt *st, int at, double v);
double sql_real(sqlite3_stmt *st, int col); /* NAN for NULL */
enum store_metric sql_metric(sqlite3_stmt *st, int col);
char *sql_text(sqlite3_stmt *st, int col); /* a copy, NULL for NULL */

#endif
