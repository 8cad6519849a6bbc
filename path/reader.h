/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what the plug-in wrote (path/trace.h), checked once: afterwards nothing in it can
 * be out of range.
 */
#ifndef PATH_READER_H
#define PATH_READER_H

#include "base/err.h"
#include "path/trace.h"

struct trace_insn {
	uint64_t vaddr;
	uint8_t size;
	uint8_t bytes[TRACE_INSN_BYTES];
};

/* What was executed between two clock readings. */
struct trace_window {
	size_t begin, end; /* in words */
	uint64_t begun;    /* instructions, those that faulted included */
};

struct trace {
	uint32_t *words;
	size_t n;
	struct trace_insn *insns;
	size_t n_insns, cap_insns;
	struct trace_window *windows;
	size_t n_windows, cap_windows;
	bool full; /* the plug-in stopped at its limit: the last window is not whole */
};

enum trace_kind { TRACE_IS_INSN, TRACE_IS_ACCESS, TRACE_IS_CPU };

struct trace_event {
	enum trace_kind kind;
	uint32_t value;    /* number of the instruction, or of the CPU */
	uint64_t vaddr;    /* of an access */
	unsigned int size; /* of an access, in bytes */
	bool store;
};

/* Takes @words (from malloc()) over, whatever comes of it. -EBADMSG with @e. */
int trace_parse(uint32_t *words, size_t n, struct trace *ret, struct err *e);

/* A whole file. */
int trace_read(const char *path, struct trace *ret, struct err *e);

/* The next event of a window; @pos begins at its .begin. False at its end. */
bool trace_next(const struct trace *t, const struct trace_window *w, size_t *pos,
		struct trace_event *ret);

/* Fine on a zeroed one. */
void trace_release(struct trace *t);

#endif
