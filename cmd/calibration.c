/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See calibration.h. */
#include "cmd/calibration.h"

#include "base/cleanup.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "lab/catalogue.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *calibration_machine_of(const char *(*get)(const void *ctx, const char *key),
			     const void *ctx)
{
	const char *id = get(ctx, "id.machine"), *model = get(ctx, "cpu.model");
	const char *guest = get(ctx, "machine.hypervisor");

	if (!id && !model)
		return NULL;
	return xasprintf("%s, %s, hypervisor %s", id ? id : "?", model ? model : "?",
			 guest ? guest : "?");
}

static json_t *latest(struct store *s, const char *machine)
{
	_cleanup_free_ char *text = NULL;
	int64_t made_ns;
	struct err e;

	if (!machine || store_calibration_get(s, machine, &text, &made_ns, &e) < 0)
		return NULL;
	return json_loads(text, 0, NULL);
}

static double number(const json_t *object, const char *key)
{
	const json_t *v = json_object_get(object, key);

	return json_is_number(v) ? json_number_value(v) : NAN;
}

/* ---- drift ---- */

struct measured {
	char *label;
	const char *name; /* the same without its ABI */
	double pct;
};

struct calibration_drifts {
	struct measured *list;
	size_t n;
	double worst_pct; /* NAN: not known */
};

static const char *name_of(const char *label)
{
	char other[CATALOGUE_LABEL_MAX];

	for (size_t i = 0; i < catalogue_size; i++)
		if (!strcmp(label,
			    catalogue_label(catalogue[i].name, catalogue[i].abi, other)))
			return catalogue[i].name;
	return label;
}

static struct calibration_drifts *drifts_of(const json_t *c)
{
	const json_t *aa = json_object_get(c, "aa"),
		     *list = json_object_get(aa, "workloads");
	struct calibration_drifts *d = xcalloc(1, sizeof(*d));

	d->list = xcalloc(json_array_size(list) + 1, sizeof(*d->list));
	d->worst_pct = number(c, "drift_pct");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *w = json_array_get(list, i);
		const char *label = json_string_value(json_object_get(w, "workload"));
		struct measured *m = &d->list[d->n];

		m->pct = number(w, "drift_pct");
		if (!label || !(m->pct >= 0))
			continue;
		m->label = xstrdup(label);
		m->name = name_of(m->label);
		d->worst_pct = fmax(d->worst_pct, m->pct);
		d->n++;
	}
	return d;
}

struct calibration_drifts *calibration_drifts(struct store *s, const char *machine)
{
	json_t *c = latest(s, machine);
	struct calibration_drifts *d = c ? drifts_of(c) : NULL;

	json_decref(c);
	return d;
}

void calibration_drifts_free(struct calibration_drifts *d)
{
	for (size_t i = 0; d && i < d->n; i++)
		free(d->list[i].label);
	if (d)
		free(d->list);
	free(d);
}

static double worst_of_family(const struct calibration_drifts *d, const char *name)
{
	const size_t first_word = strcspn(name, ".") + 1;
	double worst = NAN;

	for (size_t i = 0; i < d->n; i++)
		if (strchr(name, '.') && !strncmp(d->list[i].name, name, first_word))
			worst = fmax(worst, d->list[i].pct);
	return worst;
}

static struct calibration_drift drift(double pct, const char *of, size_t length,
				      const char *end)
{
	struct calibration_drift d = { .log = log1p(pct / 100) };

	snprintf(d.of, sizeof(d.of), "%.*s%s", (int)length, of, end);
	return d;
}

struct calibration_drift calibration_drift_of(const struct calibration_drifts *d,
					      const char *name, const char *abi)
{
	char label[CATALOGUE_LABEL_MAX];
	double family;

	if (!d || !(d->worst_pct >= 0))
		return (struct calibration_drift){ 0 };
	if (!*abi)
		return drift(d->worst_pct, "", 0, "*");
	catalogue_label(name, abi, label);
	for (size_t i = 0; i < d->n; i++)
		if (!strcmp(d->list[i].label, label))
			return drift(d->list[i].pct, label, strlen(label), "");
	family = worst_of_family(d, name);
	return family >= 0 ? drift(family, name, strcspn(name, "."), ".*")
			   : drift(d->worst_pct, "", 0, "*");
}

/* ---- what is quoted ---- */

static void quote_drifts(const json_t *c, struct str *out)
{
	struct calibration_drifts *d = drifts_of(c);
	const struct measured *least = d->list, *most = d->list;

	for (size_t i = 1; i < d->n; i++) {
		least = d->list[i].pct < least->pct ? &d->list[i] : least;
		most = d->list[i].pct > most->pct ? &d->list[i] : most;
	}
	if (d->n)
		str_addf(out, "%sMeasured drift between sessions: %s %.2g%%",
			 out->len ? " " : "", least->label, least->pct);
	if (d->n && most != least)
		str_addf(out, " to %s %.2g%%", most->label, most->pct);
	str_add(out, d->n ? "." : "");
	calibration_drifts_free(d);
}

char *calibration_quote(struct store *s, const char *machine)
{
	json_t *c = latest(s, machine), *aa = json_object_get(c, "aa");
	struct str text = STR_INIT;
	double smallest = number(c, "smallest_pct"),
	       seconds = number(c, "smallest_seconds");

	if (isfinite(smallest) && isfinite(seconds))
		str_addf(
			&text,
			"On this machine changes under %.2g%% cannot be seen in %.0f s of `ktoll "
			"ab` (one workload; the worst of those calibrated).",
			smallest, seconds);
	quote_drifts(c, &text);
	if (aa && json_is_true(json_object_get(aa, "failed")))
		str_addf(
			&text,
			"%sWARNING: here the kernel against itself was called different in %.0f "
			"of %.0f comparisons, more than chance allows: take no verdict from this "
			"machine.",
			text.len ? " " : "", number(aa, "different"),
			number(aa, "comparisons"));
	json_decref(c);
	if (text.len)
		return str_detach(&text);
	str_release(&text);
	return NULL;
}
