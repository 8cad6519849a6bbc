/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes the stream of a machine's wire apart: init's own lines say where the lines of
 * each process begin and end (probe/machine.h). What a process says is passed on
 * as it is, damaged lines included: whoever reads it keeps account of them. No I/O.
 */
#ifndef VM_FRAMES_H
#define VM_FRAMES_H

#include "wire/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum vm_process_end {
	VM_EXITED,  /* .value is its exit status */
	VM_SIGNAL,  /* .value is the signal that killed it */
	VM_OVERDUE, /* killed by init when its time was over */
	VM_NOEXEC,  /* the kernel would not run the probe: .value is the errno */
	VM_REFUSED, /* init would not start it: .value is the errno */
	VM_LOST,    /* the line that says how it ended never came */
};

struct vm_process {
	uint64_t n; /* which plan of the file, from 0 */
	char abi[16];
	enum vm_process_end end;
	unsigned int value;
};

/* Any of them may be NULL. */
struct vm_frames_ops {
	/* A piece of a file of the guest; see vm/files.h. */
	void (*file)(void *ctx, const char *path, uint64_t at, const char *data,
		     size_t len);
	void (*begin)(void *ctx, const struct vm_process *p);
	void (*bytes)(void *ctx, const char *buf, size_t len);
	void (*end)(void *ctx, const struct vm_process *p);
};

struct vm_frames {
	const struct vm_frames_ops *ops;
	void *ctx;
	bool complete;         /* the last line came */
	unsigned int machines; /* how often an init began: more than 1 is a reboot */
	uint64_t processes;    /* that began */
	uint64_t bytes, lost, corrupt, foreign; /* of init's own lines */
	uint32_t next_seq;
	bool running;
	struct vm_process now;
	bool cut; /* inside a line that is longer than a line may be */
	size_t len;
	char buf[WIRE_LINE_MAX];
};

void vm_frames_init(struct vm_frames *f, const struct vm_frames_ops *ops, void *ctx);
void vm_frames_feed(struct vm_frames *f, const char *buf, size_t len);

/* At the end of the stream: a process that still runs is lost. */
void vm_frames_finish(struct vm_frames *f);

/* "killed by signal 11 (...)", "exit status 2"; "" for status 0. Returns @buf. */
const char *vm_process_text(const struct vm_process *p, char *buf, size_t len);

#endif
