/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a check says: text, JSON, and both again out of the store. */
#include "cmd/check_measure.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/terminal.h"
#include "report/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void row_text(const struct check_options *o, const struct compare_row *row,
		     struct str *out)
{
	const struct check_limit *l = check_limit_of(o, row);

	if (!row->compared) {
		str_addf(out, "  %s: no number (%s)\n", row->label,
			 row->why ? row->why : row->status);
		return;
	}
	str_addf(out, "  %s: %.6g -> %.6g %s per %s, %+.2f%%, %s", row->label,
		 row->value_a, row->value_b, row->unit, row->per, row->c.estimate_pct,
		 compare_verdict_word(row->c.verdict));
	if (l && row->value_b > l->value)
		str_addf(out, ", above its limit of %g", l->value);
	if (row->c.verdict == VERDICT_UNKNOWN && compare_remark(&row->c, 0))
		str_addf(out, " (%s)", compare_remark(&row->c, 0));
	str_addc(out, '\n');
}

void check_text(const struct check_options *o, const struct check_outcome *c, bool all,
		struct str *out)
{
	const struct check_counts *k = &c->counts;

	if (c->result == CHECK_BROKEN) {
		str_addf(out, "ktoll check: %s\n", c->why);
		return;
	}
	str_addf(out, "ktoll check: %s: %s against %s: ", check_result_words[c->result],
		 c->arm, o->against);
	str_addf(out, "%zu slower, %zu faster, %zu same", k->slower, k->faster, k->same);
	if (k->unknown)
		str_addf(out, ", %zu unknown", k->unknown);
	if (k->missing)
		str_addf(out, ", %zu without a number", k->missing);
	if (k->over)
		str_addf(out, ", %zu above the limit", k->over);
	str_addf(out, "; margin %g%%, experiment %lld\n", 100 * c->margin,
		 (long long)c->experiment);
	for (size_t i = 0; i < c->m.n; i++) {
		const struct compare_row *row = &c->m.rows[i];
		const bool open = c->result == CHECK_UNDECIDED &&
				  (!row->compared || row->c.verdict == VERDICT_UNKNOWN);

		if (all || check_row_bad(o, row) || open ||
		    (row->compared && row->c.verdict == VERDICT_FASTER))
			row_text(o, row, out);
	}
}

/* ---- for programs ---- */

static void comparison_json(const struct check_options *o, const struct check_outcome *c,
			    json_t **ret)
{
	const struct match_options about = { .margin = c->margin,
					     .confidence = o->confidence };
	struct compare_report r = matched_report(&c->m, &about);
	struct str text = STR_INIT;

	r.arm_a = o->against;
	r.arm_b = c->arm;
	r.family = c->m.n;
	r.experiment = c->experiment;
	compare_report_json(&r, 1, &text);
	*ret = json_loads(str_get(&text), 0, NULL);
	str_release(&text);
}

void check_json(const struct check_options *o, const struct check_outcome *c,
		struct str *out)
{
	const struct check_counts *k = &c->counts;
	json_t *top = NULL;

	if (c->result == CHECK_BROKEN)
		top = json_pack("{s:i,s:o,s:[]}", "schema", 1, "experiment",
				c->experiment ? json_integer(c->experiment) : json_null(),
				"rows");
	else
		comparison_json(o, c, &top);
	json_object_set_new(top, "check",
			    json_pack("{s:s,s:o,s:o,s:o,s:I,s:I,s:I,s:I,s:I,s:I}",
				      "result", check_result_words[c->result], "why",
				      text_json(*c->why ? c->why : NULL), "against",
				      text_json(o->against), "arm", text_json(c->arm),
				      "slower", (json_int_t)k->slower, "faster",
				      (json_int_t)k->faster, "same", (json_int_t)k->same,
				      "unknown", (json_int_t)k->unknown, "missing",
				      (json_int_t)k->missing, "over_limit",
				      (json_int_t)k->over));
	json_out(top, out);
}

/* ---- out of the store ---- */

/* The command line that was stored; *@ret_strings holds what @ret points to. */
static int arguments(const struct store_experiment *x, json_t **ret_strings, char ***ret,
		     int *ret_n, struct err *e)
{
	json_t *list = json_loads(x->arguments ? x->arguments : "", 0, NULL);
	const size_t n = json_array_size(list);
	bool bad = !n || n > 4096;

	for (size_t i = 0; i < n; i++)
		bad |= !json_is_string(json_array_get(list, i));
	if (bad) {
		json_decref(list);
		return err_set(e, EBADMSG, "the arguments of experiment %lld are damaged",
			       (long long)x->id);
	}
	*ret = xcalloc(n + 1, sizeof(**ret));
	for (size_t i = 0; i < n; i++)
		(*ret)[i] = (char *)json_string_value(json_array_get(list, i));
	*ret_strings = list;
	*ret_n = (int)n;
	return 0;
}

static int boots_text(struct store *s, const struct store_experiment *x, struct str *out,
		      struct err *e)
{
	struct store_boot *boots = NULL;
	size_t n = 0;
	int r = store_boots(s, x->id, &boots, &n, e);

	str_addf(out, "  %s, %zu boot%s", x->state, n, n == 1 ? "" : "s");
	for (size_t i = 0; i < n; i++)
		str_addf(out, "%s%lld of %s", i ? ", " : ": ", (long long)boots[i].id,
			 boots[i].arm);
	str_addc(out, '\n');
	store_boots_free(boots, n);
	return r;
}

int check_show(struct store *s, const struct store_experiment *x, enum format format)
{
	struct check_options o = CHECK_OPTIONS_DEFAULT;
	struct check_outcome c = { 0 };
	_cleanup_free_ char **argv = NULL;
	struct str text = STR_INIT;
	json_t *strings = NULL;
	struct err e;
	int argc = 0, status, r = arguments(x, &strings, &argv, &argc, &e);

	if (!r) {
		optind = 0; /* from the beginning */
		status = check_parse(argc, argv, &o);
		if (status >= 0) {
			json_decref(strings);
			return status;
		}
		r = check_again(s, x->id, &o, &c, &e);
	}
	if (!r && format == FORMAT_JSON)
		check_json(&o, &c, &text);
	else if (!r)
		check_text(&o, &c, true, &text);
	if (!r && format == FORMAT_TEXT) {
		r = boots_text(s, x, &text, &e);
		clean_lines(&text);
	}
	status = r ? complain(EXIT_CANNOT, &e) : print(&text);
	str_release(&text);
	check_outcome_release(&c);
	json_decref(strings);
	return status;
}
