/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What QEMU says on its machine protocol (QMP): one JSON object a line. Only reading, and
 * only what ktoll wants to know; no I/O.
 */
#ifndef VM_QMP_H
#define VM_QMP_H

#include <stdbool.h>
#include <stddef.h>

#define QMP_LINE_MAX 65536
#define QMP_CPUS_MAX 64

enum qmp_kind {
	QMP_OTHER,    /* an event or object that says nothing to us */
	QMP_GREETING, /* the first thing it says */
	QMP_RETURN,   /* a command worked; .cpus if it was query-cpus-fast */
	QMP_ERROR,    /* one did not: .text */
	QMP_SHUTDOWN, /* the guest is at its end: .text is the reason, "guest-reset" */
	QMP_PANICKED, /* the guest said that it panicked */
};

struct qmp_message {
	enum qmp_kind kind;
	char text[128];
	int thread[QMP_CPUS_MAX]; /* of each virtual CPU, in the order of their index */
	size_t cpus;
};

/* Reads one line. 0, or -EBADMSG if it is not a JSON object. */
int qmp_parse(const char *line, size_t len, struct qmp_message *ret);

/* Cuts a stream into lines. Lines longer than QMP_LINE_MAX are dropped and counted. */
struct qmp_reader {
	void (*message)(void *ctx, const struct qmp_message *m);
	void *ctx;
	size_t bad; /* lines that were no messages */
	bool skipping;
	size_t len;
	char buf[QMP_LINE_MAX];
};

void qmp_reader_init(struct qmp_reader *r,
		     void (*message)(void *, const struct qmp_message *), void *ctx);
void qmp_feed(struct qmp_reader *r, const char *buf, size_t len);

#endif
