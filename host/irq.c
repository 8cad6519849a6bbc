/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See irq.h. */
#include "host/irq.h"

#include "base/cleanup.h"
#include "host/cpumask.h"
#include "host/lines.h"
#include "host/text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place of "CPUn" in the heading; offline CPUs have no column. */
static int column(const char *heading, int cpu)
{
	const char *p = heading;
	int i;

	for (i = 0;; i++) {
		p += strspn(p, " \t");
		if (strncmp(p, "CPU", 3))
			return i ? -ENOENT : -EBADMSG;
		if (text_count(p + 3, &p) == cpu)
			return i;
	}
}

static bool last_word_is(const char *line, const char *word)
{
	size_t n = strlen(word), len = strlen(line);

	while (len && line[len - 1] == ' ')
		len--;
	return len > n && !memcmp(line + len - n, word, n) && line[len - n - 1] == ' ';
}

static long long *kind(struct irq_counts *c, const char *label, const char *line)
{
	static const struct {
		const char *label;
		size_t offset;
	} kinds[] = {
		{ "LOC", offsetof(struct irq_counts, timer) },
		{ "RES", offsetof(struct irq_counts, ipi) },
		{ "CAL", offsetof(struct irq_counts, ipi) },
		{ "TLB", offsetof(struct irq_counts, ipi) },
		{ "NMI", offsetof(struct irq_counts, nmi) },
		{ "TRM", offsetof(struct irq_counts, thermal) },
		{ "THR", offsetof(struct irq_counts, thermal) },
		{ "MCE", offsetof(struct irq_counts, thermal) },
	};
	size_t i;

	if (*label >= '0' && *label <= '9')
		return last_word_is(line, "timer") || last_word_is(line, "arch_timer")
			       ? &c->timer
			       : &c->device;
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strncmp(label, kinds[i].label, 3))
			return (long long *)((char *)c + kinds[i].offset);
	return strncmp(label, "IPI", 3) ? &c->other : &c->ipi;
}

/* The lines that are polls of the machine checker or one global number, not interrupts.
 */
static bool not_an_interrupt(const char *label)
{
	return !strncmp(label, "MCP:", 4) || !strncmp(label, "ERR:", 4) ||
	       !strncmp(label, "MIS:", 4) || !strncmp(label, "PMI:", 4);
}

static void add(long long *total, long long v)
{
	if (__builtin_add_overflow(*total, v, total))
		*total = LLONG_MAX;
}

static int count_column(struct lines *l, int cpu, struct irq_counts *c)
{
	char *line, *label;
	const char *p;
	long long v;
	int r, i, col;

	r = lines_next(l, &line);
	if (r <= 0)
		return r ? r : -EBADMSG;
	col = column(line, cpu);
	if (col < 0)
		return col;
	while ((r = lines_next(l, &line)) > 0) {
		label = line + strspn(line, " \t");
		p = strchr(label, ':');
		if (!p || not_an_interrupt(label))
			continue;
		for (p++, v = -1, i = 0; i <= col; i++) {
			v = text_count(p, &p);
			if (v < 0)
				break;
		}
		if (v >= 0)
			add(kind(c, label, line), v);
	}
	return r;
}

static int count_file(int root, const char *path, int cpu, struct irq_counts *ret_counts)
{
	struct irq_counts c = { 0 };
	struct lines l;
	int r;

	r = lines_open(root, path, &l);
	if (r < 0)
		return r;
	r = count_column(&l, cpu, &c);
	lines_close(&l);
	if (r < 0)
		return r;
	*ret_counts = c;
	return 0;
}

int irq_count(int root, int cpu, struct irq_counts *ret_counts)
{
	return count_file(root, "proc/interrupts", cpu, ret_counts);
}

int irq_count_soft(int root, int cpu, long long *ret_count)
{
	struct irq_counts c;
	int r;

	r = count_file(root, "proc/softirqs", cpu, &c);
	if (r < 0)
		return r;
	*ret_count = c.other;
	return 0;
}

static bool routed_to(int root, int irq, int cpu, bool *seen)
{
	static const char *const files[] = { "effective_affinity_list",
					     "smp_affinity_list" };
	char path[96], list[TEXT_LINE_BYTES];
	struct cpumask mask;
	size_t i;

	for (i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "proc/irq/%d/%s", irq, files[i]);
		if (text_line(root, path, list, sizeof(list)) < 0 || !list[0] ||
		    cpumask_parse(list, &mask) < 0)
			continue;
		*seen = true;
		return cpumask_has(&mask, cpu);
	}
	return false;
}

int irq_routed(int root, int cpu, int *ret_count, char *ret_numbers, size_t size)
{
	_cleanup_dir_ DIR *dir = NULL;
	struct cpumask irqs = { 0 };
	bool seen = false;
	struct dirent *d;
	int n = 0, r;

	r = text_dir(root, "proc/irq", &dir);
	if (r < 0)
		return r;
	while ((d = readdir(dir))) {
		long long irq = text_count(d->d_name, NULL);

		if (irq < 0 || irq >= CPUMASK_BITS || !routed_to(root, irq, cpu, &seen))
			continue;
		cpumask_add(&irqs, irq);
		n++;
	}
	if (!seen)
		return -ENODATA;
	*ret_count = n;
	cpumask_format(&irqs, ret_numbers, size);
	return 0;
}
