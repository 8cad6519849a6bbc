/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A series for programs: JSON and CSV. */
#include "report/series.h"

#include "report/compare.h"
#include "report/series_parts.h"

#include <math.h>

static const char *state_word(const struct series_arm *a)
{
	static const char *const words[] = {
		[SERIES_MEASURED] = "measured",
		[SERIES_SAME] = "no code change",
		[SERIES_BROKEN] = "broken",
		[SERIES_WAITING] = "waiting",
	};

	return words[a->state];
}

static json_t *side_json(const struct series_report *r, const struct series_block *b,
			 size_t arm)
{
	json_t *j = json_object();

	json_object_set_new(j, "arm", text_json(r->arm[arm].name));
	json_object_set_new(j, "value", number_json(b->cell[arm].value));
	json_object_set_new(j, "n", json_integer((json_int_t)b->cell[arm].n));
	return j;
}

static const char *verdict_word(const struct series_step *s)
{
	if (s->no_change)
		return "same";
	return s->compared && !s->varies ? compare_verdict_word(s->c.verdict) : "unknown";
}

static json_t *remarks_json(const struct series_report *r, const struct series_cell *c,
			    size_t arm)
{
	const struct series_step *s = &c->prev;
	json_t *list = json_array();
	const char *text;

	if (s->no_change)
		json_array_append_new(list, json_string("no code change"));
	if (s->varies)
		json_array_append_new(list, json_string("not the same in every boot: "
							"work that varies"));
	if (series_step_spans(s, arm))
		json_array_append_new(list,
				      json_string("what the arms between the two change, "
						  "which have no number, is in it too"));
	if (!c->n && c->why)
		json_array_append_new(list, text_json(c->why));
	for (size_t i = 0; s->compared && (text = compare_remark(&s->c, i)); i++)
		json_array_append_new(list, json_string(text));
	if (r->arm[arm].state == SERIES_BROKEN && r->arm[arm].reason)
		json_array_append_new(list, text_json(r->arm[arm].reason));
	return list;
}

static void step_json(json_t *j, const struct series_step *s)
{
	const struct comparison *c = &s->c;

	json_object_set_new(j, "change_pct",
			    s->no_change
				    ? json_real(0)
				    : number_json(s->compared ? c->estimate_pct : NAN));
	json_object_set_new(j, "interval_pct",
			    s->compared ? interval_json(c->diff_pct.lo, c->diff_pct.hi)
					: json_null());
	json_object_set_new(j, "p", number_json(s->compared ? c->p_diff : NAN));
	json_object_set_new(j, "p_adjusted",
			    number_json(s->compared ? c->p_diff_adjusted : NAN));
	json_object_set_new(j, "verdict", json_string(verdict_word(s)));
	json_object_set_new(j, "more",
			    s->compared && c->advice.more && !c->advice.beyond
				    ? json_integer((json_int_t)c->advice.more)
				    : json_null());
}

static json_t *row_json(const struct series_report *r, const struct series_block *b,
			size_t arm)
{
	const struct series_cell *c = &b->cell[arm];
	json_t *j = json_object(), *base = json_object();

	json_object_set_new(j, "workload", text_json(b->workload));
	json_object_set_new(j, "abi", text_json(b->abi));
	json_object_set_new(j, "unit", text_json(b->unit));
	json_object_set_new(j, "per", text_json(b->per));
	json_object_set_new(j, "number", json_integer((json_int_t)arm));
	json_object_set_new(j, "a", side_json(r, b, c->prev.from));
	json_object_set_new(j, "b", side_json(r, b, arm));
	step_json(j, &c->prev);
	json_object_set_new(j, "direction", json_string("lower is better"));
	json_object_set_new(base, "a", side_json(r, b, 0));
	step_json(base, &c->base);
	json_object_set_new(j, "base", base);
	json_object_set_new(j, "remarks", remarks_json(r, c, arm));
	return j;
}

static json_t *arms_json(const struct series_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->arms; i++) {
		const struct series_arm *a = &r->arm[i];
		json_t *j = json_object();

		json_object_set_new(j, "number", json_integer((json_int_t)i));
		json_object_set_new(j, "arm", text_json(a->name));
		json_object_set_new(j, "subject", text_json(a->subject));
		json_object_set_new(j, "state", json_string(state_word(a)));
		json_object_set_new(j, "same_as",
				    a->state == SERIES_SAME
					    ? json_integer((json_int_t)a->same_as)
					    : json_null());
		json_object_set_new(j, "reason", text_json(a->reason));
		json_object_set_new(j, "lines", text_json(a->lines));
		json_object_set_new(j, "boots", json_integer((json_int_t)a->boots));
		json_object_set_new(j, "failed", json_integer((json_int_t)a->failed));
		json_object_set_new(j, "source", text_json(a->source));
		json_object_set_new(j, "append", text_json(a->append));
		json_object_set_new(j, "modifiers", text_json(a->modifiers));
		json_array_append_new(list, j);
	}
	return list;
}

static json_t *boots_json(const struct series_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->boots; i++) {
		const struct series_boot *b = &r->boot[i];
		json_t *j = json_object();

		json_object_set_new(j, "round", json_integer((json_int_t)b->round));
		json_object_set_new(j, "number", json_integer((json_int_t)b->arm));
		json_object_set_new(j, "state", json_string(b->state));
		json_object_set_new(j, "attempts", json_integer((json_int_t)b->attempts));
		json_object_set_new(j, "boot",
				    b->boot_id ? json_integer(b->boot_id) : json_null());
		json_array_append_new(list, j);
	}
	return list;
}

static json_t *steps_json(const struct series_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->blocks; i++)
		for (size_t k = 0; k < r->block[i].n_found; k++) {
			const struct series_found *f = &r->block[i].found[k];

			json_array_append_new(
				list,
				json_pack("{s:o,s:o,s:I,s:I,s:I,s:f,s:f}", "workload",
					  text_json(r->block[i].workload), "abi",
					  text_json(r->block[i].abi), "at",
					  (json_int_t)f->at, "from", (json_int_t)f->from,
					  "to", (json_int_t)f->to, "change_pct",
					  f->change_pct, "p", f->p));
		}
	return list;
}

void series_report_json(const struct series_report *r, struct str *out)
{
	json_t *top = json_object(), *rows = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	json_object_set_new(top, "experiment", json_integer(r->experiment));
	json_object_set_new(top, "state", text_json(r->state));
	json_object_set_new(top, "margin_pct", json_real(r->margin_pct));
	json_object_set_new(top, "confidence_pct", json_real(r->confidence_pct));
	json_object_set_new(top, "family", json_integer((json_int_t)r->family));
	json_object_set_new(top, "unit_of_replication", json_string("boot"));
	json_object_set_new(top, "exact", json_boolean(r->exact));
	json_object_set_new(top, "rounds", json_integer(r->rounds));
	json_object_set_new(top, "machine", text_json(r->machine));
	json_object_set_new(top, "note", text_json(r->note));
	json_object_set_new(top, "arms", arms_json(r));
	json_object_set_new(top, "boots", boots_json(r));
	for (size_t i = 0; i < r->blocks; i++)
		for (size_t k = 1; k < r->arms; k++)
			json_array_append_new(rows, row_json(r, &r->block[i], k));
	json_object_set_new(top, "rows", rows);
	json_object_set_new(top, "steps", steps_json(r));
	json_out(top, out);
}

static void step_csv(const struct series_step *s, bool against, struct str *out)
{
	const double numbers[] = { s->c.estimate_pct, s->c.diff_pct.lo, s->c.diff_pct.hi,
				   s->c.p_diff, s->c.p_diff_adjusted };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		str_addc(out, ',');
		if (s->compared)
			csv_number(out, numbers[i]);
		else if (!i && s->no_change)
			csv_number(out, 0);
	}
	/* Nothing was compared: no verdict, not even an unknown one. */
	str_addf(out, ",%s", against ? verdict_word(s) : "");
}

void series_report_csv(const struct series_report *r, struct str *out)
{
	str_add(out, "workload,abi,unit,per,number,arm,subject,state,value,n,"
		     "prev_change_pct,prev_lo_pct,prev_hi_pct,prev_p,prev_p_adjusted,"
		     "prev_verdict,base_change_pct,base_lo_pct,base_hi_pct,base_p,"
		     "base_p_adjusted,base_verdict\n");
	for (size_t i = 0; i < r->blocks; i++)
		for (size_t k = 0; k < r->arms; k++) {
			const struct series_block *b = &r->block[i];
			const char *const words[] = { b->workload, b->abi, b->unit,
						      b->per };

			csv_texts(out, words, sizeof(words) / sizeof(words[0]));
			str_addf(out, "%zu,", k);
			csv_text(out, r->arm[k].name);
			str_addc(out, ',');
			csv_text(out, r->arm[k].subject);
			str_addf(out, ",%s,", state_word(&r->arm[k]));
			csv_number(out, b->cell[k].value);
			str_addf(out, ",%zu", b->cell[k].n);
			step_csv(&b->cell[k].prev, k > 0, out);
			step_csv(&b->cell[k].base, k > 0, out);
			str_addc(out, '\n');
		}
}
