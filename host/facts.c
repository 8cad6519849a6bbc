/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See facts.h: the list itself. What is collected is in the facts_*.c beside it. */
#include "host/facts.h"

#include "base/xalloc.h"
#include "host/facts_parts.h"
#include "host/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *format_clean(const char *fmt, va_list ap)
{
	char buf[TEXT_LINE_BYTES];

	vsnprintf(buf, sizeof(buf), fmt, ap);
	text_clean(buf, strlen(buf));
	return xstrdup(buf);
}

static struct fact *append(struct facts *f, const char *key)
{
	if (facts_find(f, key))
		return NULL;
	f->v = xgrow(f->v, f->n, &f->cap, sizeof(*f->v));
	f->v[f->n] = (struct fact){ .key = xstrdup(key) };
	return &f->v[f->n++];
}

void facts_add(struct facts *f, const char *key, const char *value, ...)
{
	struct fact *fact = append(f, key);
	va_list ap;

	if (!fact)
		return;
	va_start(ap, value);
	fact->value = format_clean(value, ap);
	va_end(ap);
}

void facts_add_unknown(struct facts *f, const char *key, const char *why, ...)
{
	struct fact *fact = append(f, key);
	va_list ap;

	if (!fact)
		return;
	va_start(ap, why);
	fact->why = format_clean(why, ap);
	va_end(ap);
}

void facts_set(struct facts *f, const char *key, const char *value, ...)
{
	struct fact *fact = NULL;
	va_list ap;

	for (size_t i = 0; i < f->n && !fact; i++)
		if (!strcmp(f->v[i].key, key))
			fact = &f->v[i];
	if (!fact)
		fact = append(f, key);
	free(fact->value);
	free(fact->why);
	fact->why = NULL;
	va_start(ap, value);
	fact->value = format_clean(value, ap);
	va_end(ap);
}

const struct fact *facts_find(const struct facts *f, const char *key)
{
	size_t i;

	for (i = 0; i < f->n; i++)
		if (!strcmp(f->v[i].key, key))
			return &f->v[i];
	return NULL;
}

const char *facts_get(const struct facts *f, const char *key)
{
	const struct fact *fact = facts_find(f, key);

	return fact ? fact->value : NULL;
}

enum fact_kind fact_kind(const char *key)
{
	if (!strncmp(key, "now.", 4))
		return FACT_MOMENT;
	return strncmp(key, "id.", 3) ? FACT_CONDITION : FACT_IDENTITY;
}

void facts_release(struct facts *f)
{
	size_t i;

	for (i = 0; i < f->n; i++) {
		free(f->v[i].key);
		free(f->v[i].value);
		free(f->v[i].why);
	}
	free(f->v);
	*f = (struct facts){ 0 };
}

/* The files several groups need are read once. */
static void open_source(struct facts_source *s)
{
	char line[TEXT_LINE_BYTES];
	char *text;
	int r;

	s->cpuinfo_error = text_file(s->root, "proc/cpuinfo", &s->cpuinfo);
	s->status_error = text_file(s->root, "proc/self/status", &s->status);
	if (!text_line(s->root, "proc/cmdline", line, sizeof(line)))
		s->cmdline = xstrdup(line);
	r = text_line(s->root, "proc/sys/kernel/osrelease", line, sizeof(line));
	text = r < 0 ? NULL : line;
	s->config_error = kconfig_read(s->root, text, &s->config, &s->config_why);
}

void facts_collect(int root, int cpu, struct facts *f)
{
	struct facts_source s = { .root = root, .cpu = cpu < 0 ? 0 : cpu, .facts = f };

	open_source(&s);
	facts_kernel(&s);
	facts_config(&s);
	facts_cpu(&s);
	facts_tuning(&s);
	facts_self(&s);
	free(s.cpuinfo);
	free(s.status);
	free(s.cmdline);
	kconfig_release(&s.config);
}

void fact_unreadable(struct facts_source *s, const char *key, const char *path, int error)
{
	facts_add_unknown(s->facts, key, "%s: %s", path, text_reason(error));
}

void fact_text(struct facts_source *s, const char *key, const char *value)
{
	/* "(null)" is how the kernel prints a mask it never allocated. */
	facts_add(s->facts, key, "%s",
		  *value && strcmp(value, "(null)") ? value : "none");
}

void fact_file(struct facts_source *s, const char *key, const char *path)
{
	char line[TEXT_LINE_BYTES];
	int r;

	r = text_line(s->root, path, line, sizeof(line));
	if (r < 0)
		fact_unreadable(s, key, path, r);
	else
		fact_text(s, key, line);
}

void fact_choice(struct facts_source *s, const char *key, const char *path)
{
	char line[TEXT_LINE_BYTES], *open, *close;
	int r;

	r = text_line(s->root, path, line, sizeof(line));
	if (r < 0) {
		fact_unreadable(s, key, path, r);
		return;
	}
	open = line + strcspn(line, "[(");
	close = open + strcspn(open, "])");
	if (*open && *close) {
		*close = 0;
		fact_text(s, key, open + 1);
	} else {
		fact_text(s, key, line);
	}
}

void fact_files(struct facts_source *s, const struct fact_path *v)
{
	for (; v->key; v++)
		(v->choice ? fact_choice : fact_file)(s, v->key, v->path);
}

void fact_field(struct facts_source *s, const char *key, const char *text, int error,
		const char *path, const char *field)
{
	char line[TEXT_LINE_BYTES];

	if (error < 0)
		fact_unreadable(s, key, path, error);
	else if (text_field(text, field, line, sizeof(line)))
		fact_text(s, key, line);
	else
		facts_add_unknown(s->facts, key, "%s: no \"%s\"", path, field);
}
