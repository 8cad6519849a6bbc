/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A command: one `const struct command` at the end of its file, one pointer in main.c.
 * The only layer that prints, and the only one that decides an exit status.
 */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include "base/err.h"
#include "base/str.h"
#include "store/store.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

enum exit_status {
	EXIT_OK = 0,
	EXIT_SLOWER = 1, /* a path is slower, or a check failed */
	EXIT_USAGE = 2,
	EXIT_CANNOT = 3,   /* could not measure: the environment */
	EXIT_SIGINT = 130, /* interrupted; what was done is kept */
};

struct command {
	const char *name;
	const char *does;     /* one line, lower case */
	const char *synopsis; /* after "ktoll "; equals the manual page's */
	int (*run)(int argc, char **argv);
	void (*more_help)(struct str *out); /* -h ends with it; NULL: nothing */
};

extern const struct command cmd_ab, cmd_calibrate, cmd_check, cmd_compare, cmd_doctor;
extern const struct command cmd_import, cmd_list, cmd_log, cmd_path, cmd_plot, cmd_report;
extern const struct command cmd_run, cmd_series, cmd_show, cmd_stat;

/* "ktoll: WHERE: WHAT (expected ...)" on stderr; returns @status. */
int complain(int status, const struct err *e);
/* The same from a format. */
int complainf(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* For a wrong command line: one line on stderr with what is wrong; EXIT_USAGE. */
int bad_usage(const struct command *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Takes one option, whose value is optarg. Negative with @e: its value is no good. */
typedef int option_fn(void *options, int opt, struct err *e);

/*
 * Reads all options of @c: -h prints its usage, each other one goes to @take with
 * @options. -1: go on, with what stands at argv[optind]; else an exit status.
 */
int read_options(const struct command *c, int argc, char **argv, const char *shorts,
		 const struct option *longs, option_fn *take, void *options);

/* Options that several commands have. */
enum {
	OPT_DB = 256,
	OPT_FORMAT,
	OPT_COLOR,
	OPT_FIRST_OWN, /* a command's own long options begin here */
};

enum format {
	FORMAT_TEXT,
	FORMAT_JSON,
	FORMAT_CSV,
	FORMAT_MAIL,
	FORMAT_KTAP,
	FORMAT_KCIDB,
	FORMAT_MARKDOWN,
};

/* Sets of them, a bit each. */
enum {
	FORMATS_PLAIN = 1 << FORMAT_TEXT | 1 << FORMAT_JSON,
	FORMATS_TABLE = FORMATS_PLAIN | 1 << FORMAT_CSV,
	FORMATS_RUN = FORMATS_TABLE | 1 << FORMAT_KTAP | 1 << FORMAT_KCIDB |
		      1 << FORMAT_MARKDOWN,
	FORMATS_COMPARE = FORMATS_RUN | 1 << FORMAT_MAIL,
};

/* One of the formats that @allowed has bits for; -EINVAL with @e. */
int parse_format(const char *s, unsigned int allowed, enum format *ret, struct err *e);
int parse_number(const char *option, const char *s, uint64_t min, uint64_t max,
		 uint64_t *ret, struct err *e);

/* The database's path: @option, else $KTOLL_DB, else in $XDG_DATA_HOME. The caller frees.
 */
char *database_path(const char *option);

/* Writes it all to stdout, and makes sure that it arrived. */
int print(const struct str *text);

/*
 * @words[@n] as an array of JSON, as the store has arguments and notes; "?" for what is
 * no UTF-8. The caller frees.
 */
char *words_json(char *const *words, size_t n);

/* Whether an experiment that says it is running still is. */
bool owner_alive(const char *owner);
/* Names this process for owner_alive(). The caller frees. */
char *owner_self(void);

#endif
