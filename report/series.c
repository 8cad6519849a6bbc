/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A series as text and mail. */
#include "report/series.h"

#include "report/compare.h"
#include "report/series_parts.h"
#include "report/wrap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LEAST   14 /* a longer name is not cut to less */
#define NUMBER_WIDTH 5  /* of an arm's number, with its space */
#define COLUMN_WIDTH 10 /* value, prev, base: each with its space */
#define BROKEN_LINES 6

static const char verdict_head[] = "against prev";

struct layout {
	struct look look;
	size_t width, name;
	bool narrow; /* no room for the change against the first */
	bool apart;  /* a name has a line of its own */
};

#define WIDTH_LEAST 40 /* below that no table is one */

/* Of the page alone, not yet of its columns. */
static struct layout page_of(const struct look *look)
{
	const int width = look_prose(look);
	struct layout l = { .look = *look };

	l.look.width = width < WIDTH_LEAST ? WIDTH_LEAST : width;
	l.width = (size_t)l.look.width;
	return l;
}

static void padded(const struct layout *l, struct str *out, const char *s, size_t n)
{
	struct str text = STR_INIT;

	series_cut(&text, s, n, l->look.utf8);
	str_add(out, str_get(&text));
	add_blanks(out, (int)n - text_columns(str_get(&text)));
	str_release(&text);
}

/* How far it is, if it is not done. */
static void progress(const struct series_report *r, const struct layout *l,
		     struct str *out)
{
	size_t left = 0;

	for (size_t i = 0; i < r->boots; i++)
		left += !strcmp(r->boot[i].state, "planned");
	if (!strcmp(r->state, "done"))
		return;
	if (r->boots)
		sentence(out, &l->look, 0, 2, "%s: %zu of %zu boots are left%s", r->state,
			 left, r->boots,
			 left < r->boots ? ", this is of the others" : "");
	else
		sentence(out, &l->look, 0, 2, "%s: nothing was booted yet", r->state);
	if (strcmp(r->state, "running"))
		sentence(out, &l->look, 0, 2, "`ktoll series --resume %lld` goes on",
			 r->experiment);
}

/* Cut to @n, and the end of the line, without a space there: git would complain. */
static void last_words(const struct layout *l, struct str *out, const char *s, size_t n)
{
	series_cut(out, s, n, l->look.utf8);
	while (out->len && out->s[out->len - 1] == ' ')
		out->s[--out->len] = 0;
	str_addc(out, '\n');
}

static void title(const struct series_report *r, const struct layout *l, struct str *out)
{
	struct str line = STR_INIT;

	str_add(&line, "ktoll series: ");
	series_clean(&line, r->arm[0].name, 24, l->look.utf8);
	str_add(&line, " .. ");
	series_clean(&line, r->arm[r->arms - 1].name, 24, l->look.utf8);
	str_addn(out, str_get(&line), text_bytes(str_get(&line), (int)l->width));
	str_addc(out, '\n');
	sentence(out, &l->look, 0, 2, "%s; lower is better",
		 r->exact ? "instructions per unit, counted under QEMU: any difference "
			    "is one, no test is needed"
			  : "ns per unit, boots in rounds of random order");
	if (r->machine)
		sentence(out, &l->look, 0, 2, "%s", r->machine);
	str_reset(&line);
	if (!r->exact)
		str_addf(&line, "; %g%%, Holm over %zu", r->confidence_pct, r->family);
	sentence(out, &l->look, 0, 2,
		 "%zu arms, %u boot%s each; margin %g%%%s; experiment %lld", r->arms,
		 r->rounds, r->rounds == 1 ? "" : "s", r->margin_pct, str_get(&line),
		 r->experiment);
	str_release(&line);
	progress(r, l, out);
	if (r->note)
		sentence(out, &l->look, 0, 2, "%s", r->note);
}

static void arm_line(const struct series_report *r, size_t i, const struct layout *l,
		     struct str *out)
{
	const struct series_arm *a = &r->arm[i];
	struct str text = STR_INIT;

	str_addf(&text, "%s%s%s", a->name, a->subject ? " " : "",
		 a->subject ? a->subject : "");
	if (a->state == SERIES_SAME && a->same_as + 1 == i)
		str_add(&text, " - no code change");
	else if (a->state == SERIES_SAME)
		str_addf(&text, " - the code of %zu again", a->same_as);
	else if (a->state == SERIES_BROKEN || a->state == SERIES_WAITING)
		str_addf(&text, " - %s", series_why(a));
	else if (a->failed)
		str_addf(&text, " - %zu of its boots did not come through", a->failed);
	sentence(out, &l->look, 2, 6, "%2zu  %s", i, str_get(&text));
	str_release(&text);
}

/* What the last column says of a row. */
static void verdict(const struct series_report *r, size_t i, const struct series_cell *c,
		    char *buf, size_t size)
{
	const struct series_step *s = &c->prev;
	const double widest = fmax(fabs(s->c.diff_pct.lo), fabs(s->c.diff_pct.hi));
	int n = 0;

	buf[0] = 0;
	if (s->no_change)
		snprintf(buf, size, "no code change");
	else if (s->compared && s->varies)
		snprintf(buf, size, "varies");
	else if (s->compared && r->exact && s->c.value_a != s->c.value_b)
		n = snprintf(buf, size, "%s %+.2f%%", compare_verdict_loud(s->c.verdict),
			     s->c.estimate_pct);
	else if (s->compared && !r->exact && interval_exists(s->c.diff_pct) &&
		 widest < 100)
		n = snprintf(buf, size, "%s %+.*f..%+.*f",
			     compare_verdict_loud(s->c.verdict), widest < 10 ? 2 : 1,
			     s->c.diff_pct.lo, widest < 10 ? 2 : 1, s->c.diff_pct.hi);
	else if (s->compared)
		n = snprintf(buf, size, "%s", compare_verdict_loud(s->c.verdict));
	if (n > 0 && series_step_spans(s, i))
		snprintf(buf + n, size - (size_t)n, " vs %zu", s->from);
}

static const char *no_number_of(const struct series_arm *a)
{
	return a->state == SERIES_WAITING || a->state == SERIES_BROKEN ? series_why(a)
								       : "no number";
}

static void row_name(const struct series_report *r, size_t i, const struct layout *l,
		     struct str *out)
{
	const char *name = r->arm[i].subject ? r->arm[i].subject : r->arm[i].name;

	str_addf(out, "%4zu ", i);
	if (l->apart) {
		last_words(l, out, name, l->width - NUMBER_WIDTH);
		str_addf(out, "%*s", NUMBER_WIDTH - 1, "");
	} else {
		padded(l, out, name, l->name);
	}
}

static void row(const struct series_report *r, const struct series_block *b, size_t i,
		const struct layout *l, struct str *out)
{
	const struct series_cell *c = &b->cell[i];
	char value[NUMBER_MAX], prev[NUMBER_MAX] = "", base[NUMBER_MAX] = "", said[64];

	row_name(r, i, l, out);
	if (!c->n) {
		str_addc(out, ' ');
		last_words(l, out, no_number_of(&r->arm[i]),
			   l->width - l->name - NUMBER_WIDTH - 1);
		return;
	}
	if (c->prev.no_change)
		snprintf(prev, sizeof(prev), "0");
	if (c->prev.compared)
		series_change(r, &c->prev, prev);
	if (c->base.compared)
		series_change(r, &c->base, base);
	if (c->base.no_change && i)
		snprintf(base, sizeof(base), "0");
	verdict(r, i, c, said, sizeof(said));
	str_addf(out, " %9s", number_text(c->value, value));
	/* No space at the end of a line: git would complain. */
	if (*prev || *base || *said)
		str_addf(out, l->narrow ? " %9s%.0s%s%s" : " %9s %9s%s%s", prev, base,
			 *said ? "  " : "", said);
	str_addc(out, '\n');
}

static void block(const struct series_report *r, const struct series_block *b,
		  const struct layout *l, struct str *out)
{
	str_addf(out, "\n%s, %s per %s\n", b->label, b->unit, b->per);
	str_addf(out,
		 l->narrow ? "   # %-*s %9s %9s%.0s  %s\n"
			   : "   # %-*s %9s %9s %9s  %s\n",
		 l->apart ? -1 : (int)l->name, l->apart ? "" : "arm", "value", "prev",
		 "base", verdict_head);
	for (size_t i = 0; i < r->arms; i++)
		row(r, b, i, l, out);
}

static bool shown(const struct series_block *b)
{
	return b->moved || b->lost;
}

/* As wide as the names and the verdicts of the rows that are shown want it. */
static struct layout layout_for(const struct series_report *r, const struct look *look)
{
	struct layout l = page_of(look);
	size_t verdicts = strlen(verdict_head), rest;
	char said[64];

	for (size_t i = 0; i < r->arms; i++) {
		const struct series_arm *a = &r->arm[i];
		const size_t n = series_length(a->subject ? a->subject : a->name);

		l.name = n > l.name ? n : l.name;
		for (size_t k = 0; k < r->blocks; k++) {
			if (!shown(&r->block[k]))
				continue;
			verdict(r, i, &r->block[k].cell[i], said, sizeof(said));
			verdicts = strlen(said) > verdicts ? strlen(said) : verdicts;
		}
	}
	rest = NUMBER_WIDTH + 3 * COLUMN_WIDTH + 2 + verdicts;
	l.narrow = rest + (l.name < NAME_LEAST ? l.name : NAME_LEAST) > l.width;
	rest -= l.narrow ? COLUMN_WIDTH : 0;
	l.apart = rest + (l.name < NAME_LEAST ? l.name : NAME_LEAST) > l.width;
	if (l.apart)
		l.name = 0;
	else if (l.name + rest > l.width)
		l.name = l.width - rest;
	else if (l.name < strlen("arm"))
		l.name = strlen("arm");
	return l;
}

/* Names of the blocks that @want picks, in one paragraph. */
static void together(const struct series_report *r, const struct layout *l,
		     const char *head, bool (*want)(const struct series_block *b),
		     struct str *out)
{
	struct str names = STR_INIT;
	size_t n = 0;

	for (size_t i = 0; i < r->blocks; i++)
		if (want(&r->block[i]))
			str_addf(&names, "%s%s", n++ ? ", " : "", r->block[i].label);
	if (n)
		sentence(out, &l->look, 2, 4, "%s (%zu) - %s", head, n, str_get(&names));
	str_release(&names);
}

static bool still(const struct series_block *b)
{
	return !b->moved && !b->varies && !b->unknown && !b->lost && !b->why;
}

/* No proof of a step is none of its absence. */
static bool undecided(const struct series_block *b)
{
	return b->unknown && !b->moved && !b->varies && !b->lost && !b->why;
}

static bool only_varies(const struct series_block *b)
{
	return b->varies && !b->moved && !b->lost;
}

static bool no_number(const struct series_block *b)
{
	return b->why != NULL;
}

/* What @arm does not run, and why: the workloads of one reason together. */
static void lost_by(const struct series_report *r, size_t arm, const struct layout *l,
		    struct str *out)
{
	for (size_t i = 0; i < r->blocks; i++) {
		const char *why = r->block[i].cell[arm].why;
		struct str names = STR_INIT;
		bool said = !r->block[i].lost || !why;

		for (size_t k = 0; k < r->blocks && !said; k++) {
			const char *other = r->block[k].cell[arm].why;

			if (!r->block[k].lost || !other || strcmp(why, other))
				continue;
			said = k < i;
			str_addf(&names, "%s%s", names.len ? ", " : "",
				 r->block[k].label);
		}
		if (!said)
			sentence(out, &l->look, 2, 4, "%zu has no number of %s - %s", arm,
				 str_get(&names), why);
		str_release(&names);
	}
}

static void stands_out(const struct series_report *r, const struct layout *l,
		       struct str *out)
{
	struct str text = STR_INIT;
	char *save = NULL;

	series_report_stands_out(r, &text);
	for (char *line = strtok_r(text.s, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		sentence(out, &l->look, 2, 4, "%s", line);
	str_release(&text);
}

/* The last lines of what is broken, behind two spaces: nothing of it starts a line. */
static void broken(const struct series_report *r, const struct layout *l, struct str *out)
{
	for (size_t i = 0; i < r->arms; i++) {
		const char *lines = r->arm[i].lines, *p;
		size_t n = 0;

		if (r->arm[i].state != SERIES_BROKEN || !lines || !*lines)
			continue;
		str_addf(out, "\n  the last lines of %zu\n", i);
		for (p = lines; *p; p++)
			n += *p == '\n';
		for (p = lines; *p && n > BROKEN_LINES; p++)
			n -= *p == '\n';
		while (*p) {
			char *one = strndup(p, strcspn(p, "\n"));

			str_add(out, "    ");
			last_words(l, out, one ? one : "", l->width - 4);
			free(one);
			p += strcspn(p, "\n");
			p += *p == '\n';
		}
	}
}

static void legend(const struct series_report *r, const struct layout *l, struct str *out)
{
	bool any = false, spans = false;

	for (size_t i = 0; i < r->blocks; i++) {
		any |= shown(&r->block[i]);
		for (size_t k = 1; k < r->arms; k++)
			spans |= series_step_spans(&r->block[i].cell[k].prev, k) &&
				 shown(&r->block[i]);
	}
	if (any)
		sentence(out, &l->look, 2, 4,
			 "prev is this arm against the one before it%s%s",
			 l->narrow ? "; base is left out for the width"
				   : ", base against 0",
			 r->exact ? "; in instructions" : "");
	if (spans)
		sentence(
			out, &l->look, 2, 4,
			"vs N, since N - against arm N, as those between have no number: "
			"what they change is in this step too");
	if (any && r->exact)
		sentence(out, &l->look, 2, 4,
			 "SLOWER, FASTER - by more than the margin; same - by less");
	if (r->exact && r->rounds < 2)
		sentence(out, &l->look, 2, 4,
			 "one boot each - where work varies from boot to boot that shows "
			 "as a step too; --boots 2 tells them apart");
}

static void one_arm(const struct series_report *r, size_t i, const struct layout *l,
		    struct str *out)
{
	const struct series_arm *a = &r->arm[i];
	struct str text = STR_INIT;

	str_addf(&text, "%s", a->source ? a->source : "?");
	if (a->append && *a->append)
		str_addf(&text, ", append %s", a->append);
	if (a->modifiers && *a->modifiers)
		str_addf(&text, ", with %s", a->modifiers);
	if (a->state == SERIES_SAME)
		str_addf(&text, ": the boots of %zu", a->same_as);
	for (size_t k = 0, n = 0; k < r->boots; k++) {
		const struct series_boot *b = &r->boot[k];

		if (b->arm != i)
			continue;
		str_add(&text, n++ ? ", " : ": ");
		if (b->boot_id)
			str_addf(&text, "boot %lld ", b->boot_id);
		str_add(&text, b->state);
		if (b->attempts > 1)
			str_addf(&text, " at attempt %zu", b->attempts);
	}
	sentence(out, &l->look, 2, 6, "%2zu  %s", i, str_get(&text));
	str_release(&text);
}

void series_report_boots(const struct series_report *r, const struct look *look,
			 struct str *out)
{
	const struct layout l = page_of(look);

	str_add(out, "\nimages and boots\n");
	for (size_t i = 0; i < r->arms; i++)
		one_arm(r, i, &l, out);
}

void series_report_text(const struct series_report *r, const struct look *look,
			struct str *out)
{
	const struct layout l = layout_for(r, look);

	title(r, &l, out);
	str_addc(out, '\n');
	for (size_t i = 0; i < r->arms; i++)
		arm_line(r, i, &l, out);
	for (size_t i = 0; i < r->blocks; i++)
		if (shown(&r->block[i]))
			block(r, &r->block[i], &l, out);
	str_addc(out, '\n');
	if (r->blocks)
		stands_out(r, &l, out);
	for (size_t i = 0; i < r->arms; i++)
		lost_by(r, i, &l, out);
	together(r, &l, "nothing happens", still, out);
	together(r, &l, "unknown, neither a step nor none is established", undecided,
		 out);
	together(r, &l, "varies, no verdict", only_varies, out);
	together(r, &l, "no number", no_number, out);
	legend(r, &l, out);
	broken(r, &l, out);
}
