/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See qmp.h. */
#include "vm/qmp.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static void text(struct qmp_message *m, const json_t *value)
{
	const char *s = json_string_value(value);

	snprintf(m->text, sizeof(m->text), "%s", s ?: "");
}

/* [{"cpu-index": 0, "thread-id": 25627, ...}, ...] */
static void cpus(struct qmp_message *m, const json_t *list)
{
	size_t i;
	json_t *cpu;

	if (json_array_size(list) > QMP_CPUS_MAX)
		return;
	json_array_foreach (list, i, cpu) {
		json_int_t index = json_integer_value(json_object_get(cpu, "cpu-index"));
		json_int_t id = json_integer_value(json_object_get(cpu, "thread-id"));

		if (index < 0 || index >= (json_int_t)json_array_size(list) || id <= 0 ||
		    id > INT_MAX) {
			m->cpus = 0;
			return;
		}
		m->thread[index] = (int)id;
		m->cpus = i + 1;
	}
}

static void event(struct qmp_message *m, const json_t *o, const char *name)
{
	if (!strcmp(name, "SHUTDOWN")) {
		m->kind = QMP_SHUTDOWN;
		text(m, json_object_get(json_object_get(o, "data"), "reason"));
	} else if (!strcmp(name, "GUEST_PANICKED")) {
		m->kind = QMP_PANICKED;
	}
}

int qmp_parse(const char *line, size_t len, struct qmp_message *ret)
{
	json_t *o = json_loadb(line, len, 0, NULL);
	const char *name;

	if (!json_is_object(o)) {
		json_decref(o);
		return -EBADMSG;
	}
	memset(ret, 0, sizeof(*ret));
	name = json_string_value(json_object_get(o, "event"));
	if (name) {
		event(ret, o, name);
	} else if (json_object_get(o, "QMP")) {
		ret->kind = QMP_GREETING;
	} else if (json_object_get(o, "return")) {
		ret->kind = QMP_RETURN;
		cpus(ret, json_object_get(o, "return"));
	} else if (json_object_get(o, "error")) {
		ret->kind = QMP_ERROR;
		text(ret, json_object_get(json_object_get(o, "error"), "desc"));
	}
	json_decref(o);
	return 0;
}

void qmp_reader_init(struct qmp_reader *r,
		     void (*message)(void *, const struct qmp_message *), void *ctx)
{
	r->message = message;
	r->ctx = ctx;
	r->bad = 0;
	r->skipping = false;
	r->len = 0;
}

static void one_line(struct qmp_reader *r)
{
	struct qmp_message m;

	if (r->len && r->buf[r->len - 1] == '\r')
		r->len--;
	if (r->skipping || (r->len && qmp_parse(r->buf, r->len, &m) < 0))
		r->bad++;
	else if (r->len)
		r->message(r->ctx, &m);
	r->skipping = false;
	r->len = 0;
}

void qmp_feed(struct qmp_reader *r, const char *buf, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (buf[i] == '\n')
			one_line(r);
		else if (r->len == sizeof(r->buf))
			r->skipping = true;
		else
			r->buf[r->len++] = buf[i];
	}
}
