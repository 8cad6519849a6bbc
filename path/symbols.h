/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of code addresses, wherever they come from. */
#ifndef PATH_SYMBOLS_H
#define PATH_SYMBOLS_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symbol {
	uint64_t addr, size; /* size 0: up to the next one */
	char *name;
	bool global;
};

struct symbols {
	struct symbol *v;
	size_t n, cap;
};

/* @name is copied. */
void symbols_add(struct symbols *s, uint64_t addr, uint64_t size, const char *name,
		 bool global);

/*
 * Sorts by address and keeps one name of those that share one: no mark of a section
 * (__sched_text_start, _stext) before one, then global before local, then not __ia32_,
 * then with the fewest underscores in front, then the first in the alphabet. Before
 * anything is found.
 */
void symbols_finish(struct symbols *s);

/* The symbol that @addr is in, or NULL. */
const struct symbol *symbols_find(const struct symbols *s, uint64_t addr);
/* By its exact name; the first if there are several. */
const struct symbol *symbols_named(const struct symbols *s, const char *name);

/* Fine on a zeroed one. */
void symbols_release(struct symbols *s);

#define BUILD_ID_TEXT 65 /* hexadecimal, with its NUL */

/*
 * Adds the functions of an ELF file's symbol table, which need not be there (none are
 * added then). @ret_build_id: "" if it has none. -errno with @e if it is no ELF file.
 */
int symbols_elf(const char *path, struct symbols *s, char ret_build_id[BUILD_ID_TEXT],
		struct err *e);

/*
 * The two addresses at which the probe reads the clock around a batch: the RDTSC
 * instructions in its function `batch`. -ENOENT with @e if the file does not tell.
 */
int symbols_marks(const char *path, uint64_t *ret_begin, uint64_t *ret_end,
		  struct err *e);

#endif
