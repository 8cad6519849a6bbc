/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lmbench's programs: lines "NAME: 1.1531 microseconds" and the rows of lat_ctx under
 * "size=0k ovr=2.65, as printed by each program or gathered in a results file or a
 * transcript. A line "--- text" starts another part of the file. The tables of sizes
 * (memory, file system) print no unit and are not read.
 *
 * Some programs print a number though they measured nothing: lat_proc exec without
 * its program, lat_tcp without its server. What contradicts the other results of the
 * same part is refused here.
 */
#include "import/importers.h"

#include "base/xalloc.h"
#include "import/number.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *word, *unit;
	enum import_direction d;
} units[] = {
	{ "microseconds", "us", IMPORT_LOWER_IS_BETTER },
	{ "nanoseconds", "ns", IMPORT_LOWER_IS_BETTER },
	{ "milliseconds", "ms", IMPORT_LOWER_IS_BETTER },
	{ "KB/sec", "KB/s", IMPORT_HIGHER_IS_BETTER },
	{ "MB/sec", "MB/s", IMPORT_HIGHER_IS_BETTER },
};

/* How the names of its latencies begin. */
static const char *const names[] = {
	"Simple ",
	"Null syscall",
	"Select on ",
	"Signal handler ",
	"Protection fault",
	"Pipe latency",
	"AF_UNIX sock stream ",
	"Process fork",
	"Procedure call",
	"Pagefaults on ",
	"UDP latency ",
	"TCP latency ",
	"RPC/udp latency ",
	"RPC/tcp latency ",
	"TCP/IP connection ",
	"Fifo latency",
	"Fcntl lock latency",
	"Semaphore latency",
	"integer ",
	"uint64 ",
	"float ",
	"double ",
	"Pipe bandwidth",
	"UNIX connection ",
	"AF_UNIX connection ",
};

struct line {
	struct span name, value;
	size_t unit;
};

static bool is_line(const char *s, struct line *l)
{
	struct span w[3];
	const char *colon;
	size_t i;

	/* The last colon on the line: names hold colons too; a blank may be missing. */
	colon = strrchr(s, ':');
	if (!colon || text_words(colon + 1, w, 3) != 2)
		return false;
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!span_is(w[1], units[i].word))
			continue;
		l->value = w[0];
		l->unit = i;
		return true;
	}
	return false;
}

static bool read_line(const char *s, struct line *l)
{
	const char *start = text_skip(s);

	if (!is_line(start, l))
		return false;
	l->name = span_trim((struct span){ start, l->value.s - start });
	/* The name ends at the colon before the value. */
	while (l->name.n && l->name.s[l->name.n - 1] != ':')
		l->name.n--;
	l->name.n -= l->name.n > 0;
	l->name = span_trim(l->name);
	return l->name.n > 0;
}

/* "\"size=0k ovr=0.27" */
static bool ctx_title(const char *s, uint64_t *ret_kb, struct span *ret_ovr)
{
	const char *ovr;
	size_t n;

	if (!text_starts(s, "\"size=", &s))
		return false;
	n = strspn(s, "0123456789");
	if (num_scan_uint(s, n, ret_kb) != NUM_OK || s[n] != 'k' ||
	    !text_starts(s + n + 1, " ovr=", &ovr))
		return false;
	*ret_ovr = span_trim(span_of(ovr));
	return ret_ovr->n > 0;
}

static size_t claim(const struct text *t)
{
	struct span ovr;
	struct line l;
	size_t i, k;
	uint64_t kb;

	for (i = 0; i < t->n; i++) {
		if (ctx_title(text_line(t, i), &kb, &ovr))
			return i + 1;
		if (!read_line(text_line(t, i), &l))
			continue;
		for (k = 0; k < sizeof(names) / sizeof(names[0]); k++)
			if (span_starts(l.name, names[k]))
				return i + 1;
	}
	return 0;
}

/* The part of the file that is being read. */
struct part {
	char *name;      /* what somebody wrote above it, or NULL */
	size_t first, n; /* its metrics, by their number in the result */
	size_t missing;  /* line that says a file or a program was missing, from 1 */
	bool ctx;        /* rows of lat_ctx are due */
	bool table;      /* rows of another table are */
	uint64_t ctx_kb;
	char ovr[24];
};

static int store_line(const struct text *t, size_t i, const struct line *l,
		      const struct part *p, struct import_result *res, struct err *e)
{
	struct import_metric *m;
	char *name;
	double v;
	int r;

	r = text_number(t, i, l->value, "a number", &v, e);
	if (r < 0)
		return r;
	name = span_dup(l->name);
	m = result_metric(res, p->name, name, units[l->unit].unit, units[l->unit].d, i);
	free(name);
	metric_value(m, v);
	return 0;
}

/* "8 10.44": so many processes, microseconds. */
static int ctx_row(const struct text *t, size_t i, const struct span *w,
		   const struct part *p, struct import_result *res, struct err *e)
{
	struct import_metric *m;
	uint64_t procs;
	char name[80];
	double v;
	int r;

	if (num_scan_uint(w[0].s, w[0].n, &procs) != NUM_OK)
		return text_bad(t, i, e, "processes and microseconds",
				"'%s' is no row of lat_ctx",
				TEXT_QUOTE(span_of(text_line(t, i))));
	r = text_number(t, i, w[1], "microseconds", &v, e);
	if (r < 0)
		return r;
	snprintf(name, sizeof(name), "lat_ctx size=%lluk %llu procs",
		 (unsigned long long)p->ctx_kb, (unsigned long long)procs);
	m = result_metric(res, p->name, name, "us", IMPORT_LOWER_IS_BETTER, i);
	metric_value(m, v);
	metric_note(m, "lat_ctx took its overhead of %s us off", p->ovr);
	return 0;
}

static struct import_metric *find(struct import_result *res, const struct part *p,
				  const char *name)
{
	struct import_metric *m = result_find(res, p->name, name, "us");

	return m && m->n_values ? m : NULL;
}

static double smallest(const struct import_metric *m)
{
	double v = m->values[0];
	size_t i;

	for (i = 1; i < m->n_values; i++)
		v = m->values[i] < v ? m->values[i] : v;
	return v;
}

/* An execve on top of a fork costs more than the fork, run by run. */
static void check_exec(struct import_result *res, const struct part *p)
{
	struct import_metric *fork = find(res, p, "Process fork+exit");
	struct import_metric *exec = find(res, p, "Process fork+execve");
	size_t i;

	if (!exec)
		return;
	if (p->missing) {
		metric_refuse(exec,
			      "%.4f us, but line %zu says that a file is missing: "
			      "lat_proc does not notice when the execve fails",
			      exec->values[0], p->missing);
		return;
	}
	for (i = 0; fork && i < exec->n_values && i < fork->n_values; i++) {
		if (exec->values[i] > fork->values[i])
			continue;
		metric_refuse(exec,
			      "%.4f us with an execve, %.4f us without: the execve "
			      "cannot have worked",
			      exec->values[i], fork->values[i]);
		return;
	}
}

/* A round trip through TCP or UDP costs more than one through a pipe. */
static void check_net(struct import_result *res, const struct part *p)
{
	struct import_metric *pipe = find(res, p, "Pipe latency"), *m;
	static const char *const net[] = {
		"TCP latency using ",         "UDP latency using ",
		"RPC/tcp latency using ",     "RPC/udp latency using ",
		"TCP/IP connection cost to ",
	};
	size_t i, k;

	for (i = p->first; i < res->n_metrics; i++) {
		m = &res->metrics[i];
		for (k = 0; k < sizeof(net) / sizeof(net[0]); k++)
			if (!strncmp(m->name, net[k], strlen(net[k])))
				break;
		if (k == sizeof(net) / sizeof(net[0]) || !m->n_values ||
		    strcmp(m->unit, "us") != 0)
			continue;
		metric_note(m, "lmbench prints a time even if no server answered");
		if (pipe && smallest(m) < smallest(pipe))
			metric_refuse(m,
				      "%.4f us, but a pipe took %.4f us: no server can "
				      "have answered",
				      smallest(m), smallest(pipe));
	}
}

/* The same program elsewhere in the file took several times as long. */
static void check_parts(struct import_result *res)
{
	struct import_metric *a, *b;
	size_t i, k;

	for (i = 0; i < res->n_metrics && res->n_metrics < 1000; i++) {
		for (k = 0; k < res->n_metrics; k++) {
			a = &res->metrics[i];
			b = &res->metrics[k];
			if (!a->n_values || !b->n_values || strcmp(a->name, b->name) ||
			    !strstr(a->name, " latency using ") ||
			    smallest(b) < 4 * smallest(a))
				continue;
			metric_refuse(a,
				      "%.4f us, but %.4f us in another part of the file: "
				      "no server can have answered",
				      smallest(a), smallest(b));
		}
	}
}

static void end_part(struct import_result *res, const struct part *p)
{
	check_exec(res, p);
	check_net(res, p);
}

/* A row of numbers only, under some title. */
static bool is_row(const struct span *w, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!isdigit((unsigned char)w[i].s[0]))
			return false;
	return n > 0;
}

static void other_line(const struct text *t, size_t i, struct part *p,
		       struct import_result *res)
{
	const char *s = text_line(t, i);
	struct span w[8];
	size_t n = text_words(s, w, 8);
	bool failed;

	if (text_is_status(s, &failed)) {
		if (failed)
			result_warn(res, "line %zu: '%s'", i + 1, TEXT_QUOTE(span_of(s)));
	} else if (strstr(s, "No such file or directory")) {
		p->missing = i + 1;
		result_warn(res, "line %zu: '%s'", i + 1, TEXT_QUOTE(span_of(s)));
	} else if (s[0] == '"' && !p->table) {
		p->table = true;
		result_warn(res, "line %zu: '%s' and its table are not read: no unit",
			    i + 1, TEXT_QUOTE(span_of(s)));
	} else if (s[0] == '$' || (p->table && is_row(w, n))) {
		return;
	} else if (s[0] == '[') {
		if (strstr(s, "hung") || strstr(s, "killed"))
			result_warn(res, "line %zu: '%s'", i + 1, TEXT_QUOTE(span_of(s)));
	} else if (n) {
		result_warn(res, "line %zu: '%s' is not read", i + 1,
			    TEXT_QUOTE(span_of(s)));
	}
}

/* "--- text", "# text", or "text:" alone on its line: another kernel, another try. */
static bool is_part(const char *s, struct span *ret_name)
{
	struct span line = span_trim(span_of(s));

	if (text_is_heading(s, ret_name))
		return true;
	*ret_name = line;
	if (line.n > 1 && line.s[0] == '#') {
		*ret_name = span_trim((struct span){ line.s + 1, line.n - 1 });
		return true;
	}
	if (line.n < 2 || line.n > 80 || line.s[line.n - 1] != ':' || line.s[0] == '$' ||
	    line.s[0] == '[')
		return false;
	ret_name->n--;
	return !memchr(line.s, ':', line.n - 1);
}

static int one_line(const struct text *t, size_t i, struct part *p,
		    struct import_result *res, struct err *e)
{
	const char *s = text_line(t, i);
	struct span ovr, w[3], name;
	struct line l;

	if (is_part(s, &name)) {
		end_part(res, p);
		free(p->name);
		*p = (struct part){ .name = span_dup(name), .first = res->n_metrics };
		return 0;
	}
	if (ctx_title(s, &p->ctx_kb, &ovr)) {
		p->ctx = true;
		p->table = false;
		text_quote(ovr, p->ovr, sizeof(p->ovr));
		return 0;
	}
	if (read_line(s, &l)) {
		p->ctx = p->table = false;
		return store_line(t, i, &l, p, res, e);
	}
	if (text_blank(s)) {
		p->ctx = p->table = false;
		return 0;
	}
	if (p->ctx && isdigit((unsigned char)s[0]) && text_words(s, w, 3) == 2)
		return ctx_row(t, i, w, p, res, e);
	p->ctx = false;
	other_line(t, i, p, res);
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	struct part p = { 0 };
	size_t i;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++)
		r = one_line(t, i, &p, res, e);
	if (r >= 0) {
		end_part(res, &p);
		check_parts(res);
		result_single_group(res);
	}
	free(p.name);
	return r;
}

const struct importer import_lmbench = {
	.name = "lmbench",
	.about = "lines of lmbench's programs",
	.claim = claim,
	.parse = parse,
};
