/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The summary that lmbench makes of several hosts or kernels: tables whose columns
 * are where the ruler of dashes says; a blank field was not measured. The title of
 * a table gives unit and direction. Each row is a part of its own, named by host
 * and kernel.
 */
#include "import/importers.h"

#include "base/xalloc.h"
#include "import/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 24
#define MAX_ROWS    1000
#define NAME_SIZE   40

struct column {
	size_t from, to;
	char name[NAME_SIZE];
};

struct table {
	const char *unit; /* NULL: nothing to import */
	enum import_direction d;
	struct column column[MAX_COLUMNS];
	size_t n;
	bool context; /* of context switches */
	size_t first_row;
};

static const struct {
	const char *in_title, *unit;
	enum import_direction d;
} titles[] = {
	{ "in microseconds - smaller is better", "us", IMPORT_LOWER_IS_BETTER },
	{ "in nanoseconds - smaller is better", "ns", IMPORT_LOWER_IS_BETTER },
	{ "in MB/s - bigger is better", "MB/s", IMPORT_HIGHER_IS_BETTER },
};

static bool is_title(const char *s, struct table *tab)
{
	size_t i;

	for (i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
		if (!strstr(s, titles[i].in_title))
			continue;
		*tab = (struct table){ .unit = titles[i].unit, .d = titles[i].d };
		tab->context = strstr(s, "ontext switching") != NULL;
		return true;
	}
	return false;
}

/* "--------- ------------- ---- ----": dashes and blanks, several columns. */
static bool is_ruler(const char *s)
{
	return text_starts(s, "---", NULL) && strchr(s, ' ') &&
	       strspn(s, "- \t") == strlen(s) && strstr(s, " -");
}

static size_t claim(const struct text *t)
{
	struct table tab;
	size_t i;

	/* The title, a line of dashes, two or three lines of heads, the ruler. */
	for (i = 0; i < t->n; i++)
		if (strstr(text_line(t, i), "L M B E N C H"))
			return i + 1;
	for (i = 0; i + 1 < t->n; i++)
		if (is_title(text_line(t, i), &tab) &&
		    text_starts(text_line(t, i + 1), "------------", NULL))
			return i + 1;
	return 0;
}

static void read_ruler(const char *s, struct table *tab)
{
	size_t i = 0;

	tab->n = 0;
	while (s[i] && tab->n < MAX_COLUMNS) {
		while (s[i] == ' ')
			i++;
		if (s[i] != '-')
			break;
		tab->column[tab->n].from = i;
		while (s[i] == '-')
			i++;
		tab->column[tab->n].to = i;
		tab->column[tab->n].name[0] = 0;
		tab->n++;
	}
}

static size_t overlap(size_t from, size_t to, const struct column *c)
{
	size_t a = from > c->from ? from : c->from, b = to < c->to ? to : c->to;

	return b > a ? b - a : 0;
}

/* Each word of a head belongs to the column it covers most. */
static void add_heads(const char *s, struct table *tab)
{
	struct span w[MAX_COLUMNS * 2];
	size_t n = text_words(s, w, MAX_COLUMNS * 2), i, k, best, most, len;

	for (i = 0; i < n; i++) {
		size_t from = w[i].s - s, to = from + w[i].n;

		for (k = 0, most = 0, best = 0; k < tab->n; k++) {
			if (overlap(from, to, &tab->column[k]) > most) {
				most = overlap(from, to, &tab->column[k]);
				best = k;
			}
		}
		if (!most)
			continue;
		len = strlen(tab->column[best].name);
		snprintf(tab->column[best].name + len, NAME_SIZE - len, "%s%.*s",
			 len ? " " : "", (int)w[i].n, w[i].s);
	}
}

/* Heads that stand over two columns. */
static void name_files(struct table *tab, const char *heads)
{
	static const char *const names[] = { "0K file create", "0K file delete",
					     "10K file create", "10K file delete" };
	size_t i;

	if (!strstr(heads, " 0K File ") || !strstr(heads, " 10K File ") || tab->n < 6)
		return;
	for (i = 0; i < 4; i++)
		snprintf(tab->column[2 + i].name, NAME_SIZE, "%s", names[i]);
}

static int read_heads(const struct text *t, size_t title, size_t ruler, struct table *tab,
		      struct err *e)
{
	size_t i = title + 1, k;

	/* The heads are between the line of dashes under the title and the ruler. */
	while (i < ruler && !text_starts(text_line(t, i), "---", NULL))
		i++;
	read_ruler(text_line(t, ruler), tab);
	if (i + 1 < ruler)
		for (k = i + 1; k < ruler; k++)
			add_heads(text_line(t, k), tab);
	if (i + 1 < ruler)
		name_files(tab, text_line(t, i + 1));
	if (tab->n < 3 || !text_starts(tab->column[0].name, "Host", NULL))
		return text_bad(t, ruler, e, "Host, OS and columns of results",
				"the head of this table is not understood");
	for (i = 2; i < tab->n; i++) {
		for (k = 2; k < i && tab->column[i].name[0]; k++)
			if (!strcmp(tab->column[i].name, tab->column[k].name))
				return text_bad(t, ruler, e, NULL,
						"two columns are called '%s'",
						tab->column[i].name);
	}
	return 0;
}

static struct span cell(const char *s, const struct column *c)
{
	size_t len = strlen(s), from = c->from < len ? c->from : len;
	size_t to = c->to < len ? c->to : len;

	return span_trim((struct span){ s + from, to - from });
}

/* "194.", "1.6600", "12.K": K is thousands. */
static int number(const struct text *t, size_t i, struct span w, double *ret_v,
		  struct err *e)
{
	bool thousands = w.n > 1 && w.s[w.n - 1] == 'K';
	int r;

	if (thousands)
		w.n--;
	r = text_number(t, i, w, "a number in every column", ret_v, e);
	if (r >= 0 && thousands)
		*ret_v *= 1000;
	return r;
}

/*
 * The fields of a row by column. If there are as many as columns they are in order,
 * else each must be under one column only.
 */
static int cells(const struct text *t, size_t i, const struct table *tab,
		 struct span *ret_cells, struct err *e)
{
	const char *s = text_line(t, i);
	struct span w[MAX_COLUMNS * 2];
	size_t n = text_words(s, w, MAX_COLUMNS * 2), k, c, hits, at, first = 0;

	while (first < n && (size_t)(w[first].s - s) < tab->column[1].to)
		first++;
	/* "No L2 cache?" is of several words, and no result. */
	while (n > first && !strcmp(tab->column[tab->n - 1].name, "Guesses") &&
	       (size_t)(w[n - 1].s - s) + 2 > tab->column[tab->n - 1].from)
		n--;
	for (c = 0; c < tab->n; c++)
		ret_cells[c] = (struct span){ 0 };
	for (k = first; k < n; k++) {
		size_t from = w[k].s - s, to = from + w[k].n;

		for (c = 2, hits = 0, at = 0; c < tab->n; c++) {
			if (!overlap(from, to, &tab->column[c]))
				continue;
			at = c;
			hits++;
		}
		if (n - first == tab->n - 2)
			at = 2 + k - first;
		else if (hits != 1)
			return text_bad(t, i, e, "fields under the ruler",
					"'%s' is not under one column", TEXT_QUOTE(w[k]));
		if (ret_cells[at].n)
			return text_bad(t, i, e, "fields under the ruler",
					"'%s' is the second under its column",
					TEXT_QUOTE(w[k]));
		ret_cells[at] = w[k];
	}
	return 0;
}

static char *host_and_kernel(const char *s, const struct table *tab)
{
	struct span host = cell(s, &tab->column[0]), os = cell(s, &tab->column[1]);

	return xasprintf("%.*s %.*s", (int)host.n, host.s, (int)os.n, os.s);
}

/* Rows of one host and kernel in a table are numbered from the second on. */
static char *row_name(const struct text *t, size_t i, const struct table *tab)
{
	char *name = host_and_kernel(text_line(t, i), tab), *other;
	unsigned int same = 1;
	size_t k;

	for (k = tab->first_row; k < i; k++) {
		other = host_and_kernel(text_line(t, k), tab);
		same += !strcmp(name, other);
		free(other);
	}
	if (same == 1)
		return name;
	other = xasprintf("%s (%u)", name, same);
	free(name);
	return other;
}

static bool no_result(const struct column *c)
{
	return !strcmp(c->name, "Mhz") || !strcmp(c->name, "Guesses");
}

static int store(const struct text *t, size_t i, const struct table *tab, size_t c,
		 struct span w, const char *part, double *first,
		 struct import_result *res, struct err *e)
{
	const struct column *col = &tab->column[c];
	struct import_metric *m;
	double v;
	int r;

	r = number(t, i, w, &v, e);
	if (r < 0)
		return r;
	if (!col->name[0])
		return text_bad(t, i, e, NULL, "column %zu has no name", c + 1);
	m = result_metric(res, part, col->name, tab->unit, tab->d, i);
	/* The local latencies repeat the first context switch, shortened. */
	if (m->n_values)
		return 0;
	metric_value(m, v);
	if (!tab->context)
		return 0;
	*first = *first > 0 ? *first : v;
	if (v < *first / 2)
		metric_note(
			m,
			"less than half of the first column: lat_ctx took too much off, "
			"do not trust it");
	return 0;
}

static int row(const struct text *t, size_t i, const struct table *tab,
	       struct import_result *res, struct err *e)
{
	struct span w[MAX_COLUMNS];
	double first = 0;
	char *part;
	size_t c;
	int r;

	if (i - tab->first_row >= MAX_ROWS)
		return text_bad(t, i, e, NULL, "more than %d rows in a table", MAX_ROWS);
	r = cells(t, i, tab, w, e);
	if (r < 0)
		return r;
	part = row_name(t, i, tab);
	for (c = 2; c < tab->n && r >= 0; c++)
		if (w[c].n && !no_result(&tab->column[c]))
			r = store(t, i, tab, c, w[c], part, &first, res, e);
	free(part);
	return r;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	struct table tab = { 0 };
	size_t i, title = 0;
	bool in_rows = false;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++) {
		const char *s = text_line(t, i);

		if (is_title(s, &tab)) {
			title = i;
			in_rows = false;
		} else if (!tab.unit) {
			continue;
		} else if (is_ruler(s) && !in_rows) {
			r = read_heads(t, title, i, &tab, e);
			tab.first_row = i + 1;
			in_rows = true;
		} else if (text_blank(s)) {
			tab.unit = in_rows ? NULL : tab.unit;
		} else if (in_rows && text_starts(s, "make", NULL)) {
			tab.unit = NULL; /* how the Makefile ends */
		} else if (in_rows) {
			r = row(t, i, &tab, res, e);
		}
	}
	return r;
}

const struct importer import_lmbench_summary = {
	.name = "lmbench-summary",
	.about = "lmbench's summary",
	.claim = claim,
	.parse = parse,
};
