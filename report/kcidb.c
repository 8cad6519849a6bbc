/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See kcidb.h. */
#include "report/kcidb.h"

#include "base/xalloc.h"
#include "report/number.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FNV_START 0xcbf29ce484222325u

struct document {
	const char *origin;
	json_t *checkouts, *builds, *tests;
};

/* FNV-1a; the terminating NUL counts, so that "a", "b" is not "ab". */
static uint64_t hash(uint64_t h, const char *s)
{
	for (s = s ? s : "";; s++) {
		h = (h ^ (unsigned char)*s) * 0x100000001b3u;
		if (!*s)
			return h;
	}
}

static uint64_t hash_number(uint64_t h, double v)
{
	struct str text = STR_INIT;

	str_addf(&text, "%.9g", v);
	h = hash(h, str_get(&text));
	str_release(&text);
	return h;
}

static json_t *identifier(const struct document *d, const char *what, uint64_t h)
{
	struct str text = STR_INIT;
	json_t *j;

	str_addf(&text, "%s:ktoll-%s-%016llx", d->origin, what, (unsigned long long)h);
	j = json_string(str_get(&text));
	str_release(&text);
	return j;
}

static json_t *object(const struct document *d, const char *what, uint64_t h)
{
	json_t *j = json_object();

	json_object_set_new(j, "id", identifier(d, what, h));
	json_object_set_new(j, "origin", json_string(d->origin));
	return j;
}

/* "syscall.null" as it is; anything else in the schema's words. The caller frees. */
static char *path_of(const char *label)
{
	struct str text = STR_INIT;
	bool begun = false;

	str_add(&text, "ktoll.");
	for (size_t n = 0; *label && n < 200; label++, n++) {
		const unsigned char c = (unsigned char)*label;

		if (c == '.' && begun && label[1] && label[1] != '.') {
			str_addc(&text, '.');
			begun = false;
		} else if (c != '.') {
			str_addc(&text, isalnum(c) || c == '-' ? (char)c : '_');
			begun = true;
		}
	}
	if (!begun)
		str_addc(&text, '_');
	return str_detach(&text);
}

static bool is_commit(const char *s)
{
	return strlen(s) == 40 && strspn(s, "0123456789abcdef") == 40;
}

static void set_text(json_t *j, const char *key, const char *s)
{
	if (s && *s)
		json_object_set_new(j, key, text_json(s));
}

/* A checkout and a build of @arm. */
static void add_arm(const struct document *d, const char *arm, const char *architecture,
		    uint64_t h, json_t *misc)
{
	json_t *checkout = object(d, "checkout", h), *build = object(d, "build", h);

	if (is_commit(arm))
		json_object_set_new(checkout, "git_commit_hash", json_string(arm));
	json_array_append_new(d->checkouts, checkout);
	json_object_set_new(build, "checkout_id", identifier(d, "checkout", h));
	if (architecture && *architecture &&
	    strspn(architecture, "abcdefghijklmnopqrstuvwxyz0123456789_") ==
		    strlen(architecture))
		json_object_set_new(build, "architecture", json_string(architecture));
	set_text(misc, "arm", arm);
	json_object_set_new(build, "misc", misc);
	json_array_append_new(d->builds, build);
}

/* The number in the unit's base: seconds for all times. */
static json_t *number(double v, const char *unit)
{
	static const struct {
		const char *unit;
		double scale;
	} times[] = { { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 }, { "s", 1 } };
	json_t *j = json_object();

	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		if (strcmp(unit, times[i].unit))
			continue;
		v *= times[i].scale;
		unit = "s";
		break;
	}
	json_object_set_new(j, "value", json_real(v));
	if (*unit)
		json_object_set_new(j, "unit", text_json(unit));
	json_object_set_new(j, "prefix", json_string("metric"));
	return j;
}

static json_t *add_test(const struct document *d, uint64_t build, const char *kind,
			const char *label, const char *status, json_t *misc)
{
	json_t *j = object(d, kind, hash(hash(build, kind), label));
	char *path = path_of(label);

	json_object_set_new(j, "build_id", identifier(d, "build", build));
	json_object_set_new(j, "path", json_string(path));
	json_object_set_new(j, "status", json_string(status));
	if (misc)
		json_object_set_new(j, "misc", misc);
	json_array_append_new(d->tests, j);
	free(path);
	return j;
}

static void begin(struct document *d, const char *origin)
{
	*d = (struct document){
		.origin = origin ? origin : "ktoll",
		.checkouts = json_array(),
		.builds = json_array(),
		.tests = json_array(),
	};
}

static void finish(struct document *d, struct str *out)
{
	json_t *top = json_pack("{s:{s:i,s:i},s:o,s:o,s:o,s:[],s:[]}", "version", "major",
				5, "minor", 3, "checkouts", d->checkouts, "builds",
				d->builds, "tests", d->tests, "issues", "incidents");

	json_out(top, out);
}

static const char *fact(const struct run_report *r, const char *key)
{
	for (size_t i = 0; i < r->n_facts; i++)
		if (!strcmp(r->facts[i].key, key))
			return r->facts[i].value;
	return NULL;
}

static const char *status_of(const char *status)
{
	return !strcmp(status, "done")   ? "DONE"
	       : !strcmp(status, "skip") ? "SKIP"
	       : !strcmp(status, "fail") ? "ERROR"
					 : "FAIL"; /* crash, timeout: the kernel's own */
}

static void run_test(const struct document *d, const struct run_report *r,
		     const struct run_row *row, uint64_t build)
{
	const char *status = status_of(row->status);
	json_t *misc = json_object(), *test;

	set_text(misc, "per", row->unit);
	set_text(misc, "abi", row->abi);
	json_object_set_new(misc, "n", json_integer((json_int_t)row->processes));
	if (isfinite(row->lo) && isfinite(row->hi))
		json_object_set_new(misc, "interval",
				    json_pack("[f,f]", row->lo, row->hi));
	if (isfinite(row->best))
		json_object_set_new(misc, "best", json_real(row->best));
	if (isfinite(row->median))
		json_object_set_new(misc, "median", json_real(row->median));
	test = add_test(d, build, "measurement", row->label, status, misc);
	if (!strcmp(status, "DONE") && isfinite(row->value))
		json_object_set_new(test, "number",
				    number(row->value, r->exact ? "instructions" : "ns"));
	else
		set_text(test, "comment", row->reason);
}

void run_report_kcidb(const struct run_report *r, const char *origin, struct str *out)
{
	uint64_t h = hash(hash(FNV_START, "run"), r->arm);
	json_t *misc = json_object();
	struct document d;

	begin(&d, origin);
	for (size_t i = 0; i < r->n_facts; i++)
		h = hash(hash(h, r->facts[i].key), r->facts[i].value);
	for (size_t i = 0; i < r->n; i++)
		h = hash_number(hash(h, r->rows[i].label), r->rows[i].value);
	set_text(misc, "kernel_release", fact(r, "kernel.release"));
	set_text(misc, "kernel_build_id", fact(r, "kernel.build_id"));
	add_arm(&d, r->arm, fact(r, "kernel.arch"), h, misc);
	for (size_t i = 0; i < r->n; i++)
		run_test(&d, r, &r->rows[i], h);
	finish(&d, out);
}

static json_t *comparison_misc(const struct compare_report *r,
			       const struct compare_row *row)
{
	json_t *misc = json_object(), *remarks = json_array();
	char drift[COMPARE_DRIFT_MAX];
	const char *text;

	set_text(misc, "against", r->arm_a);
	json_object_set_new(misc, "verdict",
			    json_string(compare_verdict_word(row->c.verdict)));
	json_object_set_new(misc, "margin_pct", json_real(r->margin_pct));
	json_object_set_new(misc, "confidence_pct", json_real(r->confidence_pct));
	if (isfinite(row->c.estimate_pct))
		json_object_set_new(misc, "change_pct", json_real(row->c.estimate_pct));
	if (isfinite(row->c.diff_pct.lo) && isfinite(row->c.diff_pct.hi))
		json_object_set_new(
			misc, "interval_pct",
			json_pack("[f,f]", row->c.diff_pct.lo, row->c.diff_pct.hi));
	for (size_t i = 0; (text = compare_remark(&row->c, i)); i++)
		json_array_append_new(remarks, json_string(text));
	if (compare_drift(row, drift))
		json_array_append_new(remarks, json_string(drift));
	json_object_set_new(misc, "remarks", remarks);
	return misc;
}

/* unknown is neither PASS nor FAIL: the test did run, and says nothing of the code. */
static const char *verdict_status(enum verdict v)
{
	return v == VERDICT_SLOWER ? "FAIL" : v == VERDICT_UNKNOWN ? "DONE" : "PASS";
}

static void measurement(const struct document *d, const struct compare_row *row, double v,
			size_t n, uint64_t build)
{
	json_t *misc = json_pack("{s:I}", "n", (json_int_t)n), *test;

	set_text(misc, "per", row->per);
	set_text(misc, "abi", row->abi);
	test = add_test(d, build, "measurement", row->label, "DONE", misc);
	json_object_set_new(test, "number", number(v, row->unit));
}

static void compare_row_tests(const struct document *d, const struct compare_report *r,
			      const struct compare_row *row, uint64_t a, uint64_t b,
			      bool first)
{
	if (!row->compared) {
		json_t *test = add_test(d, b, "comparison", row->label, "SKIP", NULL);

		set_text(test, "comment", row->why ? row->why : row->status);
		return;
	}
	if (first && isfinite(row->value_a))
		measurement(d, row, row->value_a, row->n_a, a);
	if (isfinite(row->value_b))
		measurement(d, row, row->value_b, row->n_b, b);
	add_test(d, b, "comparison", row->label, verdict_status(row->c.verdict),
		 comparison_misc(r, row));
}

/* The same arm in two comparisons is one build. */
static bool known(const uint64_t *list, size_t n, uint64_t h)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == h)
			return true;
	return false;
}

void compare_report_kcidb(const struct compare_report *r, size_t n, const char *origin,
			  struct str *out)
{
	uint64_t *builds = xcalloc(2 * n + 1, sizeof(*builds)), all = FNV_START;
	size_t n_builds = 0;
	struct document d;

	begin(&d, origin);
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < r[k].n; i++)
			all = hash_number(hash_number(hash(all, r[k].rows[i].label),
						      r[k].rows[i].value_a),
					  r[k].rows[i].value_b);
	for (size_t k = 0; k < n; k++) {
		const char *const names[2] = { r[k].arm_a, r[k].arm_b };
		uint64_t h[2];
		bool first[2];

		for (int i = 0; i < 2; i++) {
			h[i] = hash(all, names[i]);
			/* an arm against itself is two builds all the same */
			if (i && h[1] == h[0])
				h[1] = hash(h[1], "b");
			first[i] = !known(builds, n_builds, h[i]);
			if (!first[i])
				continue;
			builds[n_builds++] = h[i];
			add_arm(&d, names[i], NULL, h[i], json_object());
		}
		for (size_t i = 0; i < r[k].n; i++)
			compare_row_tests(&d, &r[k], &r[k].rows[i], h[0], h[1], first[0]);
	}
	finish(&d, out);
	free(builds);
}
