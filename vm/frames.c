/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See frames.h. */
#include "vm/frames.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const ends[] = {
	[VM_EXITED] = "exited", [VM_SIGNAL] = "signal",   [VM_OVERDUE] = "timeout",
	[VM_NOEXEC] = "noexec", [VM_REFUSED] = "refused",
};

void vm_frames_init(struct vm_frames *f, const struct vm_frames_ops *ops, void *ctx)
{
	memset(f, 0, sizeof(*f));
	f->ops = ops;
	f->ctx = ctx;
}

static void pass(struct vm_frames *f, const char *buf, size_t len)
{
	if (!f->running)
		return;
	if (f->ops->bytes && len)
		f->ops->bytes(f->ctx, buf, len);
}

static void end(struct vm_frames *f, enum vm_process_end how, uint64_t value)
{
	if (!f->running)
		return;
	f->running = false;
	f->now.end = how;
	f->now.value = (unsigned int)value;
	if (f->ops->end)
		f->ops->end(f->ctx, &f->now);
}

static uint64_t number(const struct wire_line *line, const char *key)
{
	struct wire_word w;
	uint64_t v;
	size_t pos = 0;

	while (wire_next(line, &pos, &w))
		if (wire_is_key(&w, key) && !wire_word_u64(&w, &v, NULL, NULL))
			return v;
	return 0;
}

static size_t string(const struct wire_line *line, const char *key, char *buf,
		     size_t size)
{
	struct wire_word w;
	size_t pos = 0;

	buf[0] = 0;
	while (wire_next(line, &pos, &w))
		if (wire_is_key(&w, key) && !wire_word_str(&w, buf, size))
			return strlen(buf);
	return 0;
}

static void on_machine(struct vm_frames *f, const struct wire_line *line)
{
	end(f, VM_LOST, 0);
	f->machines++;
}

static void on_file(struct vm_frames *f, const struct wire_line *line)
{
	char path[256], data[512];
	size_t len = string(line, "data", data, sizeof(data));

	if (f->ops->file && string(line, "path", path, sizeof(path)))
		f->ops->file(f->ctx, path, number(line, "at"), data, len);
}

static void on_process(struct vm_frames *f, const struct wire_line *line)
{
	end(f, VM_LOST, 0);
	memset(&f->now, 0, sizeof(f->now));
	f->now.n = number(line, "n");
	string(line, "abi", f->now.abi, sizeof(f->now.abi));
	f->running = true;
	f->processes++;
	if (f->ops->begin)
		f->ops->begin(f->ctx, &f->now);
}

static void on_exit_line(struct vm_frames *f, const struct wire_line *line)
{
	uint64_t value = number(line, "value") ?: number(line, "errno");
	enum vm_process_end how = VM_LOST;
	char text[16];

	string(line, "how", text, sizeof(text));
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!strcmp(text, ends[i]))
			how = (enum vm_process_end)i;
	/* The exit of another process: the one between has been lost. */
	if (f->running && f->now.n != number(line, "n"))
		how = VM_LOST;
	end(f, how, value);
}

static void on_complete(struct vm_frames *f, const struct wire_line *line)
{
	end(f, VM_LOST, 0);
	f->complete = true;
}

static const struct {
	const char *type;
	void (*take)(struct vm_frames *f, const struct wire_line *line);
} types[] = {
	{ "machine", on_machine }, { "file", on_file },         { "process", on_process },
	{ "exit", on_exit_line },  { "complete", on_complete },
};

/* A whole line, its newline included; false if it is not one of init's. */
static bool own_line(struct vm_frames *f, const char *buf, size_t len)
{
	struct wire_line line;

	if (len && buf[len - 1] == '\n')
		len--;
	if (len && buf[len - 1] == '\r')
		len--;
	switch (wire_parse(buf, len, &line)) {
	case 0: break;
	case -EBADMSG: f->corrupt += !f->running; return false;
	default: f->foreign += !f->running && len; return false;
	}
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (!wire_is_type(&line, types[i].type))
			continue;
		if (line.seq > f->next_seq)
			f->lost += line.seq - f->next_seq;
		f->next_seq = line.seq + 1;
		types[i].take(f, &line);
		return true;
	}
	return false;
}

static void whole_line(struct vm_frames *f)
{
	if (f->cut || !own_line(f, f->buf, f->len))
		pass(f, f->buf, f->len);
	f->cut = false;
	f->len = 0;
}

void vm_frames_feed(struct vm_frames *f, const char *buf, size_t len)
{
	f->bytes += len;
	for (size_t i = 0; i < len; i++) {
		f->buf[f->len++] = buf[i];
		if (buf[i] == '\n') {
			whole_line(f);
		} else if (f->len == sizeof(f->buf)) {
			pass(f, f->buf, f->len);
			f->cut = true;
			f->len = 0;
		}
	}
}

void vm_frames_finish(struct vm_frames *f)
{
	if (f->len)
		whole_line(f);
	end(f, VM_LOST, 0);
}

const char *vm_process_text(const struct vm_process *p, char *buf, size_t len)
{
	buf[0] = 0;
	switch (p->end) {
	case VM_EXITED:
		if (p->value)
			snprintf(buf, len, "exit status %u", p->value);
		break;
	case VM_SIGNAL:
		snprintf(buf, len, "killed by signal %u (%s)", p->value,
			 strsignal((int)p->value));
		break;
	case VM_OVERDUE:
		snprintf(buf, len, "no end within the time limit: killed");
		break;
	case VM_NOEXEC:
		snprintf(buf, len, "this kernel does not run programs of this ABI (%s)",
			 strerror((int)p->value));
		break;
	case VM_REFUSED:
		snprintf(buf, len, "not started: %s", strerror((int)p->value));
		break;
	case VM_LOST: snprintf(buf, len, "the machine ended before it did"); break;
	}
	return buf;
}
