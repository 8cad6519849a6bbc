/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of store/ share, and nobody else may see. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "store/store.h"

#include <sqlite3.h>
#include <sys/stat.h>

struct store {
	sqlite3 *db;
	char *path;
	sqlite3_stmt *add_process, *add_counter;
	struct stat *as_it_was; /* of a file read as one that nobody writes; else NULL */
};

/* Turns what SQLite reports into an errno and a line. */
int sql_error(struct store *s, struct err *e, const char *doing);

int sql_exec(struct store *s, const char *sql, struct err *e, const char *doing);

/*
 * Prepares @sql and binds arguments by @types: i int64_t, t text or NULL, r double (NAN
 * becomes NULL). *@ret is NULL after an error.
 */
int sql_prepare(struct store *s, sqlite3_stmt **ret, struct err *e, const char *sql,
		const char *types, ...);

/* One statement that gives no rows. */
int sql_run(struct store *s, struct err *e, const char *doing, const char *sql,
	    const char *types, ...);

/* A write transaction; @doing is what fails where it cannot begin. */
int sql_begin(struct store *s, struct err *e, const char *doing);
/* The end of one: committed if @r, what became of its statements, is 0. @r or -errno. */
int sql_finish(struct store *s, int r, struct err *e, const char *doing);

/*
 * The next row of @st: 1, 0 at the end, or -errno. @r is what preparing it, or the work
 *on the row before, gave: a negative one ends the reading and is returned. The end,
 *however it comes, finalizes @st:
 *
 *	sqlite3_stmt *st;
 *	int r = sql_prepare(s, &st, e, ...);
 *
 *	while ((r = sql_next(s, st, r, e)) > 0)
 *		r = row(ctx, ...);
 *	return r;
 */
int sql_next(struct store *s, sqlite3_stmt *st, int r, struct err *e);

/* How a row becomes an element of an array. */
struct sql_element {
	size_t size;
	void (*read)(sqlite3_stmt *st, void *element); /* a zeroed one */
	void (*clear)(void *element); /* frees what it holds; NULL: nothing */
};

/* All rows of a query as an array, which is the caller's: sql_array_free(). */
int sql_array(struct store *s, const struct sql_element *what, void **ret, size_t *ret_n,
	      struct err *e, const char *sql, const char *types, ...);
void sql_array_free(const struct sql_element *what, void *array, size_t n);

/* The integer that a query of one row and one column gives. */
int sql_number(struct store *s, int64_t *ret, struct err *e, const char *sql,
	       const char *types, ...);

/* "[1,-2,3]" appended to @out. */
struct str;
void sql_json_array(const int64_t *v, size_t n, struct str *out);

/* The counters of the process just stored, inside its transaction. */
int sql_add_counters(struct store *s, int64_t process, const struct store_process *p,
		     struct err *e);

void sql_bind_real(sqlite3_stmt *st, int at, double v);
double sql_real(sqlite3_stmt *st, int col); /* NAN for NULL */
enum store_metric sql_metric(sqlite3_stmt *st, int col);
const char *sql_text(sqlite3_stmt *st, int col); /* NULL for NULL; until the next row */
char *sql_copy(sqlite3_stmt *st, int col);       /* the same as a copy */

#endif
