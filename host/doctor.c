/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See doctor.h: the frame. The checks are tables in the doctor_*.c beside it. */
#include "host/doctor.h"

#include "base/rootfd.h"
#include "base/xalloc.h"
#include "host/doctor_parts.h"
#include "host/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct doctor_check *const tables[] = {
	doctor_load_checks,
	doctor_cpu_checks,
	doctor_kernel_checks,
	doctor_task_checks,
};

#define TABLES (sizeof(tables) / sizeof(tables[0]))

const char *doctor_state_name(enum doctor_state state)
{
	static const char *const names[] = { "not visible", "good", "bad" };

	return names[state];
}

static void set(struct doctor_finding *f, enum doctor_state state, const char *fmt,
		va_list ap)
{
	f->state = state;
	vsnprintf(f->found, sizeof(f->found), fmt, ap);
}

void doctor_good(struct doctor_finding *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(f, DOCTOR_GOOD, fmt, ap);
	va_end(ap);
}

void doctor_bad(struct doctor_finding *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(f, DOCTOR_BAD, fmt, ap);
	va_end(ap);
}

void doctor_hidden(struct doctor_finding *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(f, DOCTOR_HIDDEN, fmt, ap);
	va_end(ap);
}

void doctor_unreadable(struct doctor_finding *f, const char *path, int error)
{
	doctor_hidden(f, "%s: %s", path, text_reason(error));
}

void doctor_fix(struct doctor_finding *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->fix, sizeof(f->fix), fmt, ap);
	va_end(ap);
}

bool doctor_number(const struct doctor_ctx *c, struct doctor_finding *f, const char *path,
		   long long *ret_value)
{
	int r = root_read_number(c->root, path, ret_value);

	if (r == -EINVAL)
		doctor_hidden(f, "%s: not a number", path);
	else if (r < 0)
		doctor_unreadable(f, path, r);
	return r == 0;
}

bool doctor_line(const struct doctor_ctx *c, struct doctor_finding *f, const char *path,
		 char *ret_buf, size_t size)
{
	int r = text_line(c->root, path, ret_buf, size);

	if (r < 0)
		doctor_unreadable(f, path, r);
	return r == 0;
}

bool doctor_mask(const struct doctor_ctx *c, struct doctor_finding *f, const char *path,
		 struct cpumask *ret_mask)
{
	char list[TEXT_LINE_BYTES];

	if (!doctor_line(c, f, path, list, sizeof(list)))
		return false;
	if (!cpumask_parse(list, ret_mask))
		return true;
	doctor_hidden(f, "%s: not a list of CPUs", path);
	return false;
}

bool doctor_not_built(const struct doctor_ctx *c, const char *option)
{
	return c->config_known && !strcmp(kconfig_get(&c->config, option), "n");
}

/* What several checks need, read once. */
static void open_ctx(struct doctor_ctx *c)
{
	char line[TEXT_LINE_BYTES];
	int r;

	text_file(c->root, "proc/cpuinfo", &c->cpuinfo);
	text_file(c->root, "proc/self/status", &c->status);
	if (!text_line(c->root, "proc/cmdline", line, sizeof(line)))
		c->cmdline = xstrdup(line);
	r = text_line(c->root, "proc/sys/kernel/osrelease", line, sizeof(line));
	c->config_known =
		kconfig_read(c->root, r < 0 ? NULL : line, &c->config, NULL) == 0;
	c->virtual = c->cpuinfo ? machine_virtual(c->cpuinfo) : MACHINE_UNKNOWN;
	interference_diff(c->before, c->after, &c->change);
}

static void close_ctx(struct doctor_ctx *c)
{
	free(c->cpuinfo);
	free(c->status);
	free(c->cmdline);
	kconfig_release(&c->config);
}

static void run(const struct doctor_ctx *c, const struct doctor_check *check,
		struct doctor_report *report)
{
	struct doctor_finding *f = &report->v[report->n++];

	*f = (struct doctor_finding){ .check = check };
	check->look(c, f);
	text_clean(f->found, strlen(f->found));
	if (f->state == DOCTOR_GOOD)
		f->fix[0] = 0;
	else if (f->state == DOCTOR_BAD && !f->fix[0])
		snprintf(f->fix, sizeof(f->fix), "%s", check->fix);
	text_clean(f->fix, strlen(f->fix));
	report->bad += f->state == DOCTOR_BAD;
	report->hidden += f->state == DOCTOR_HIDDEN;
}

void doctor_judge(int root, const struct cpu_choice *cpus,
		  const struct interference *before, const struct interference *after,
		  struct doctor_report *ret_report)
{
	struct doctor_ctx c = {
		.root = root, .cpus = cpus, .before = before, .after = after
	};
	struct doctor_report report = { 0 };
	const struct doctor_check *check;
	size_t n = 0, i;

	open_ctx(&c);
	for (i = 0; i < TABLES; i++)
		for (check = tables[i]; check->id; check++)
			n++;
	report.v = xcalloc(n, sizeof(*report.v));
	for (i = 0; i < TABLES; i++)
		for (check = tables[i]; check->id; check++)
			run(&c, check, &report);
	close_ctx(&c);
	*ret_report = report;
}

void doctor_examine(int root, const struct cpu_choice *cpus, unsigned int settle_ms,
		    struct doctor_report *ret_report)
{
	struct timespec wait = { settle_ms / 1000, settle_ms % 1000 * 1000000L };
	struct interference before, after;

	interference_take(root, cpus->measure, &before);
	if (settle_ms)
		while (nanosleep(&wait, &wait) < 0 && errno == EINTR)
			;
	interference_take(root, cpus->measure, &after);
	doctor_judge(root, cpus, &before, &after, ret_report);
}

void doctor_release(struct doctor_report *r)
{
	free(r->v);
	*r = (struct doctor_report){ 0 };
}
