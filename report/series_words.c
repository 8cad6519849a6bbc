/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands out in a series, in a sentence and in three lines. */
#include "report/series.h"

#include "base/xalloc.h"
#include "report/compare.h"
#include "report/number.h"
#include "report/escape.h"
#include "report/series_parts.h"
#include "report/wrap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMED_MAX       8 /* workloads in one sentence */
#define LINE_MAX_COMMIT 72

bool series_step_changed(const struct series_report *r, const struct series_step *s)
{
	if (!s->compared || s->no_change || s->varies)
		return false;
	if (r->exact)
		return s->c.value_a != s->c.value_b;
	return s->c.verdict == VERDICT_SLOWER || s->c.verdict == VERDICT_FASTER;
}

bool series_step_spans(const struct series_step *s, size_t arm)
{
	return s->compared && s->from + 1 < arm;
}

void series_clean(struct str *out, const char *s, size_t max, bool utf8)
{
	struct str text = STR_INIT;

	escape_text(&text, s, ESCAPE_TEXT, utf8);
	str_addn(out, str_get(&text), text_bytes(str_get(&text), (int)max));
	str_release(&text);
}

size_t series_length(const char *s)
{
	struct str text = STR_INIT;
	size_t n;

	escape_text(&text, s, ESCAPE_TEXT, true);
	n = (size_t)text_columns(str_get(&text));
	str_release(&text);
	return n;
}

void series_cut(struct str *out, const char *s, size_t n, bool utf8)
{
	const bool whole = series_length(s) <= n;

	series_clean(out, s, whole || n < 3 ? n : n - 2, utf8);
	if (!whole && n >= 3)
		str_add(out, "..");
}

const char *series_why(const struct series_arm *a)
{
	if (a->state == SERIES_WAITING)
		return "not measured yet";
	return a->reason ? a->reason : "no boot came through";
}

void series_change(const struct series_report *r, const struct series_step *s,
		   char buf[NUMBER_MAX])
{
	double d = s->c.value_b - s->c.value_a;

	if (r->exact && d == 0)
		snprintf(buf, NUMBER_MAX, "0");
	else if (r->exact)
		snprintf(buf, NUMBER_MAX, fabs(d) < 1000 ? "%+.4g" : "%+.0f", d);
	else
		number_change(s->c.estimate_pct, buf);
}

static void name_of(const struct series_report *r, size_t arm, struct str *out)
{
	const struct series_arm *a = &r->arm[arm];

	str_addf(out, "%zu (", arm);
	series_cut(out, a->subject ? a->subject : a->name, 72, true);
	str_addc(out, ')');
}

/* "syscall.null +7 (+2.1%), ..." of the steps into @arm; how many there are. */
static size_t list(const struct series_report *r, size_t arm, struct str *out)
{
	char change[NUMBER_MAX];
	size_t n = 0;

	for (size_t i = 0; i < r->blocks; i++) {
		const struct series_step *s = &r->block[i].cell[arm].prev;

		if (!series_step_changed(r, s))
			continue;
		if (n++ >= NAMED_MAX)
			continue;
		series_change(r, s, change);
		str_addf(out, "%s%s %s", n > 1 ? ", " : "", r->block[i].label, change);
		if (r->exact)
			str_addf(out, " (%+.2f%%)", s->c.estimate_pct);
		if (series_step_spans(s, arm))
			str_addf(out, " since %zu", s->from);
	}
	if (n > NAMED_MAX)
		str_addf(out, " and %zu more", n - NAMED_MAX);
	return n;
}

static void counted(const struct series_report *r, struct str *out)
{
	bool any = false;

	for (size_t i = 1; i < r->arms; i++) {
		struct str what = STR_INIT;

		if (list(r, i, &what)) {
			str_addf(out, "%sstep ", any ? "\n" : "");
			name_of(r, i, out);
			str_addf(out, " changes %s", str_get(&what));
			any = true;
		}
		str_release(&what);
	}
	if (!any)
		str_add(out, "no step changes anything");
}

static void found(const struct series_report *r, const struct series_block *b,
		  const struct series_found *f, struct str *out)
{
	str_addf(out, "%s: a step of %+.2f%% [%+.2f..%+.2f] ", b->label, f->change_pct,
		 f->lo_pct, f->hi_pct);
	if (f->from == f->to) {
		str_add(out, "at ");
	} else {
		str_addf(out, "between %zu and %zu; the likeliest is ", f->from, f->to);
	}
	name_of(r, f->at, out);
	str_addf(out, ", p %.2g", f->p);
}

static void scanned(const struct series_report *r, struct str *out)
{
	bool any = false;

	for (size_t i = 0; i < r->blocks; i++)
		for (size_t k = 0; k < r->block[i].n_found; k++) {
			str_add(out, any ? "\n" : "");
			found(r, &r->block[i], &r->block[i].found[k], out);
			any = true;
		}
	if (!any)
		str_add(out, "no step stands out in any workload");
}

void series_report_stands_out(const struct series_report *r, struct str *out)
{
	if (r->exact)
		counted(r, out);
	else
		scanned(r, out);
}

/* ---- three lines ---- */

static size_t last_measured(const struct series_report *r, const struct series_block *b)
{
	for (size_t i = r->arms; i-- > 1;)
		if (b->cell[i].base.compared || b->cell[i].base.no_change)
			return i;
	return 0;
}

static void cut(struct str *line)
{
	if (line->len > LINE_MAX_COMMIT) {
		line->len = LINE_MAX_COMMIT;
		memcpy(line->s + LINE_MAX_COMMIT - 3, "...", 4);
	}
}

struct commit_change {
	const struct series_block *b;
	const struct series_step *s;
};

static int by_size(const void *a, const void *b)
{
	const struct commit_change *x = a, *y = b;
	const double xs = fabs(x->s->c.estimate_pct), ys = fabs(y->s->c.estimate_pct);

	if (xs != ys)
		return xs > ys ? -1 : 1;
	return (x->b > y->b) - (x->b < y->b);
}

/* First against last, the largest first, as many workloads as fit. */
static void commit_changes(const struct series_report *r, struct str *line)
{
	struct commit_change *c = xcalloc(r->blocks + 1, sizeof(*c));
	size_t n = 0, said = 0;

	for (size_t i = 0; i < r->blocks; i++) {
		const size_t last = last_measured(r, &r->block[i]);
		const struct series_step *s = &r->block[i].cell[last].base;

		if (last && series_step_changed(r, s))
			c[n++] = (struct commit_change){ &r->block[i], s };
	}
	qsort(c, n, sizeof(*c), by_size);
	for (; said < n; said++) {
		const struct comparison *d = &c[said].s->c;
		char one[160], a[NUMBER_MAX], z[NUMBER_MAX];

		snprintf(one, sizeof(one), "%s%s %s -> %s (%+.2f%%)", said ? ", " : "",
			 c[said].b->label, number_text(d->value_a, a),
			 number_text(d->value_b, z), d->estimate_pct);
		if (line->len + strlen(one) > LINE_MAX_COMMIT - 14 && said)
			break;
		str_add(line, one);
	}
	if (!n)
		str_add(line, "no difference between the first and the last");
	if (said < n)
		str_addf(line, ", and %zu more", n - said);
	free(c);
}

/* In how many steps anything changes. */
static size_t commit_steps(const struct series_report *r)
{
	size_t n = 0;

	for (size_t k = 1; k < r->arms; k++) {
		bool any = false;

		for (size_t i = 0; i < r->blocks; i++)
			any |= series_step_changed(r, &r->block[i].cell[k].prev);
		n += any;
	}
	return n;
}

void series_report_commit(const struct series_report *r, struct str *out)
{
	struct str line = STR_INIT;
	size_t still = 0, moved = 0;

	for (size_t i = 0; i < r->blocks; i++) {
		moved += r->block[i].moved;
		still += !r->block[i].moved && !r->block[i].varies && !r->block[i].why &&
			 !r->block[i].lost;
	}
	str_addf(&line, "ktoll, %s, ",
		 r->exact ? "instructions counted under QEMU" : "ns, boots interleaved");
	series_clean(&line, r->arm[0].name, 16, false);
	str_add(&line, " -> ");
	series_clean(&line, r->arm[r->arms - 1].name, 16, false);
	cut(&line);
	str_addf(out, "%s\n", str_get(&line));
	str_reset(&line);
	str_add(&line, "  ");
	commit_changes(r, &line);
	cut(&line);
	str_addf(out, "%s\n", str_get(&line));
	str_addf(out, "  %zu of %zu workloads change, in %zu of %zu steps; margin %g%%\n",
		 moved, moved + still, commit_steps(r), r->arms - 1, r->margin_pct);
	str_release(&line);
}
