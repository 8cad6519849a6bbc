/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between facts.c and the files that collect one group each; nobody else includes it.
 */
#ifndef HOST_FACTS_PARTS_H
#define HOST_FACTS_PARTS_H

#include <stdbool.h>

#include "base/err.h"
#include "host/facts.h"
#include "host/kconfig.h"

struct facts_source {
	int root, cpu;
	struct facts *facts;
	char *cpuinfo, *status, *cmdline; /* NULL: unreadable */
	int cpuinfo_error, status_error;
	struct kconfig config; /* empty unless config_error is 0 */
	int config_error;
	struct err config_why;
};

struct fact_path {
	const char *key, *path;
	bool choice; /* "a [b] c" or "a (b) c": the one in brackets */
};

/* The groups, in the order of the list. */
void facts_kernel(struct facts_source *s);
void facts_config(struct facts_source *s);
void facts_cpu(struct facts_source *s);
void facts_tuning(struct facts_source *s);
void facts_self(struct facts_source *s);

/* One fact each: unknown with "PATH: reason"; a value ("none" if empty); a one-line file.
 */
void fact_unreadable(struct facts_source *s, const char *key, const char *path,
		     int error);
void fact_text(struct facts_source *s, const char *key, const char *value);
void fact_file(struct facts_source *s, const char *key, const char *path);
void fact_choice(struct facts_source *s, const char *key, const char *path);

/* A table of them, ended by a NULL key. */
void fact_files(struct facts_source *s, const struct fact_path *v);

/* The line "@field : value" of @text, which was read from @path with result @error. */
void fact_field(struct facts_source *s, const char *key, const char *text, int error,
		const char *path, const char *field);

#endif
