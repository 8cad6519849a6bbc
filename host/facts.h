/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything about a kernel and its machine that could explain a difference between two
 * measurements: a list of (key, value), read through a root fd.
 *
 * Keys are lower-case names joined by dots and are database keys: never give one another
 * meaning. How a fact may be used is in its key:
 *
 *	now.*           moves by itself within a boot (load, uptime): kept, never compared
 *	id.*            names the boot or machine: differs without explaining anything
 *	anything else   a condition: two arms that differ in it differ in more than the
 *patch
 *
 * Groups: kernel (with kernel.config and kernel.entry), mitigation, cpu, clock, machine,
 * mm, sched, security, trace, bpf, watchdog, self. A value is printable ASCII of at most
 * 4095 bytes; "none" is a file that was read and was empty.
 */
#ifndef HOST_FACTS_H
#define HOST_FACTS_H

#include <stddef.h>

enum fact_kind { FACT_CONDITION, FACT_IDENTITY, FACT_MOMENT };

struct fact {
	char *key;
	char *value; /* NULL: unknown */
	char *why;   /* the reason it is unknown, "PATH: permission denied"; else NULL */
};

struct facts {
	struct fact *v;
	size_t n, cap;
};

/*
 * Appends all facts to @f (zeroed, or already holding some), in a fixed order, those of
 * one CPU for @cpu, the measuring one. Cannot fail: what cannot be read is unknown. A key
 * that is already there keeps its value. About 10 ms.
 */
void facts_collect(int root, int cpu, struct facts *f);

/* Appends one; @value printf style. Also for callers with facts of their own. */
void facts_add(struct facts *f, const char *key, const char *value, ...)
	__attribute__((format(printf, 3, 4)));
void facts_add_unknown(struct facts *f, const char *key, const char *why, ...)
	__attribute__((format(printf, 3, 4)));

/* Appends it, or gives the one that is there another value. */
void facts_set(struct facts *f, const char *key, const char *value, ...)
	__attribute__((format(printf, 3, 4)));

/* The fact, or NULL; and its value, NULL if it is unknown or not there. */
const struct fact *facts_find(const struct facts *f, const char *key);
const char *facts_get(const struct facts *f, const char *key);

/* From the key alone, so that it also serves for facts out of a store. */
enum fact_kind fact_kind(const char *key);

/* Fine on a zeroed one. */
void facts_release(struct facts *f);

#endif
