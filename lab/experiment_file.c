/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See experiment_file.h. libinih reads the syntax, this file the meaning. */
#include "lab/experiment_file.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As libinih was built in most distributions: what is longer it would cut in two. */
#define LINE_BYTES_MAX 198

struct parse {
	struct experiment_file *f;
	const char *file;
	struct err *e;
	bool failed;
};

/* Keeps the first complaint; 0 is what libinih takes for an error. */
static int bad(struct parse *p, const char *expected, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
static int bad(struct parse *p, const char *expected, const char *fmt, ...)
{
	char what[300];
	va_list ap;

	if (p->failed)
		return 0;
	p->failed = true;
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	err_set(p->e, EINVAL, "%s", what);
	if (expected)
		err_expect(p->e, "%s", expected);
	return 0;
}

static int text(struct parse *p, char **to, const char *key, const char *value)
{
	if (*to)
		return bad(p, NULL, "'%s' is given twice", key);
	if (!*value)
		return bad(p, "a value", "'%s' is empty", key);
	*to = xstrdup(value);
	return 1;
}

static int number(struct parse *p, unsigned int *to, const char *key, const char *value,
		  unsigned int min, unsigned int max)
{
	char expected[64], *end;
	unsigned long v;

	errno = 0;
	v = strtoul(value, &end, 10);
	snprintf(expected, sizeof(expected), "a number from %u to %u", min, max);
	if (*value < '0' || *value > '9' || *end || errno || v < min || v > max)
		return bad(p, expected, "%s = %s", key, value);
	*to = (unsigned int)v;
	return 1;
}

static int share(struct parse *p, double *to, const char *key, const char *value,
		 double min, double below)
{
	char expected[64], *end;
	double v = strtod(value, &end);

	if (*end == '%')
		end++;
	snprintf(expected, sizeof(expected), "a percentage from %g to below %g", min,
		 below);
	if (end == value || *end || !(v >= min) || !(v < below))
		return bad(p, expected, "%s = %s", key, value);
	*to = v / 100;
	return 1;
}

static int seed(struct parse *p, const char *value)
{
	char *end;
	unsigned long long v;

	errno = 0;
	v = strtoull(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || errno || v > INT64_MAX)
		return bad(p, "a number", "seed = %s", value);
	p->f->seed = v;
	p->f->seeded = true;
	return 1;
}

static int mode(struct parse *p, const char *value)
{
	p->f->exact = !strcmp(value, "exact");
	p->f->kvm = !strcmp(value, "kvm");
	if (p->f->exact || p->f->kvm)
		return 1;
	return bad(p, "exact or kvm", "mode = %s", value);
}

static int series_text(struct parse *p, const char *key, const char *value, bool *ret_is)
{
	struct experiment_file *f = p->f;
	const struct {
		const char *key;
		char **to;
	} texts[] = {
		{ "git", &f->git },
		{ "range", &f->range },
		{ "config", &f->config },
		{ "workloads", &f->workloads },
		{ "append", &f->append },
		{ "with", &f->with },
		{ "cpu-model", &f->cpu_model },
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!strcmp(key, texts[i].key))
			return text(p, texts[i].to, key, value);
	*ret_is = false;
	return 1;
}

static int in_series(struct parse *p, const char *key, const char *value)
{
	struct experiment_file *f = p->f;
	bool is = true;
	int r = series_text(p, key, value, &is);

	if (is)
		return r;
	if (!strcmp(key, "boots"))
		return number(p, &f->boots, key, value, 1, 10000);
	if (!strcmp(key, "retries")) {
		f->retries_set = true;
		return number(p, &f->retries, key, value, 0, 100);
	}
	if (!strcmp(key, "build-jobs"))
		return number(p, &f->build_jobs, key, value, 1, 4096);
	if (!strcmp(key, "mem"))
		return number(p, &f->mem_mb, key, value, 32, 1048576);
	if (!strcmp(key, "wall-limit"))
		return number(p, &f->wall_s, key, value, 1, 86400);
	if (!strcmp(key, "silence-limit"))
		return number(p, &f->silence_s, key, value, 1, 86400);
	if (!strcmp(key, "margin"))
		return share(p, &f->margin, key, value, 0, 1000);
	if (!strcmp(key, "confidence"))
		return share(p, &f->confidence, key, value, 50, 100);
	if (!strcmp(key, "seed"))
		return seed(p, value);
	if (!strcmp(key, "mode"))
		return mode(p, value);
	return bad(p, "see ktoll-experiment(5)", "[series] has no key '%s'", key);
}

static struct experiment_arm *arm_of(struct experiment_file *f, const char *name)
{
	for (size_t i = 0; i < f->n; i++)
		if (!strcmp(f->arm[i].name, name))
			return &f->arm[i];
	if (f->n == EXPERIMENT_FILE_ARMS_MAX)
		return NULL;
	f->arm = xgrow(f->arm, f->n, &f->cap, sizeof(*f->arm));
	f->arm[f->n] = (struct experiment_arm){ .name = xstrdup(name) };
	return &f->arm[f->n++];
}

static int in_arm(struct parse *p, const char *name, const char *key, const char *value)
{
	struct experiment_arm *a;

	while (*name == ' ')
		name++;
	if (!*name || strlen(name) > 128)
		return bad(p, "[arm NAME]", "an arm has a name of 1 to 128 characters");
	a = arm_of(p->f, name);
	if (!a)
		return bad(p, NULL, "more than %d arms", EXPERIMENT_FILE_ARMS_MAX);
	if (!strcmp(key, "kernel") || !strcmp(key, "commit")) {
		if (a->kernel || a->commit)
			return bad(p, "either kernel or commit, once",
				   "arm '%s' has a kernel already", name);
		return text(p, *key == 'k' ? &a->kernel : &a->commit, key, value);
	}
	if (!strcmp(key, "append"))
		return text(p, &a->append, key, value);
	if (!strcmp(key, "with"))
		return text(p, &a->with, key, value);
	return bad(p, "kernel, commit, append or with", "an arm has no key '%s'", key);
}

static int take(void *user, const char *section, const char *key, const char *value)
{
	struct parse *p = user;

	if (p->failed)
		return 0;
	if (!strcmp(section, "series"))
		return in_series(p, key, value);
	if (!strncmp(section, "arm ", 4))
		return in_arm(p, section + 4, key, value);
	if (!*section)
		return bad(p, "[series] or [arm NAME] first", "'%s' is in no section",
			   key);
	return bad(p, "[series] or [arm NAME]", "unknown section '%s'", section);
}

/* What libinih would cut or not see. */
static int check_bytes(struct parse *p, const char *buf, size_t len,
		       unsigned int *ret_line)
{
	size_t column = 0;

	*ret_line = 1;
	if (len > EXPERIMENT_FILE_BYTES_MAX)
		return bad(p, NULL, "larger than %d bytes", EXPERIMENT_FILE_BYTES_MAX);
	for (size_t i = 0; i < len; i++) {
		if (!buf[i])
			return bad(p, "text", "has a NUL byte");
		column = buf[i] == '\n' ? 0 : column + 1;
		if (column >= LINE_BYTES_MAX)
			return bad(p, NULL, "a line is longer than %d bytes",
				   LINE_BYTES_MAX);
		*ret_line += buf[i] == '\n';
	}
	*ret_line = 0;
	return 1;
}

/* What can only be said of the whole; 1: fine. */
static int check_whole(struct parse *p)
{
	const struct experiment_file *f = p->f;
	bool commits = f->range != NULL;

	for (size_t i = 0; i < f->n; i++) {
		if (!f->arm[i].kernel && !f->arm[i].commit)
			return bad(p, "kernel = IMAGE or commit = REVISION",
				   "arm '%s' has no kernel", f->arm[i].name);
		commits |= f->arm[i].commit != NULL;
	}
	if (f->range && f->n)
		return bad(p, "either", "has a range and arms");
	if (!f->range && f->n < 2)
		return bad(p, "two [arm NAME], or a range", "has fewer than two arms");
	if (commits && (!f->git || !f->config))
		return bad(
			p, "git = REPOSITORY and config = FILE in [series]",
			"has commits, but not where they are or how to configure them");
	return 1;
}

int experiment_file_parse(const char *buf, size_t len, const char *name,
			  struct experiment_file *ret, struct err *e)
{
	struct experiment_file f = { .margin = -1, .confidence = -1 };
	_cleanup_free_ char *copy = xstrndup(buf, len);
	struct err own;
	struct parse p = { .f = &f, .file = name, .e = e ? e : &own };
	unsigned int line = 0;
	int at = 0;

	if (check_bytes(&p, buf, len, &line)) {
		at = ini_parse_string(copy, take, &p);
		if (at && !p.failed)
			bad(&p, "[SECTION] or KEY = VALUE", "cannot be read");
		line = at > 0 ? (unsigned int)at : 0;
		if (!at)
			check_whole(&p);
	}
	if (p.failed) {
		if (line)
			err_where(p.e, "%s:%u", name, line);
		else
			err_where(p.e, "%s", name);
		experiment_file_release(&f);
		return -EINVAL;
	}
	*ret = f;
	return 0;
}

void experiment_file_release(struct experiment_file *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->arm[i].name);
		free(f->arm[i].kernel);
		free(f->arm[i].commit);
		free(f->arm[i].append);
		free(f->arm[i].with);
	}
	free(f->arm);
	free(f->git);
	free(f->range);
	free(f->config);
	free(f->workloads);
	free(f->append);
	free(f->with);
	free(f->cpu_model);
	memset(f, 0, sizeof(*f));
}
