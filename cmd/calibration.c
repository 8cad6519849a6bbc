/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See calibration.h. */
#include "cmd/calibration.h"

#include "base/cleanup.h"
#include "base/str.h"
#include "base/xalloc.h"

#include <jansson.h>
#include <math.h>
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
			"ab` (one workload).",
			smallest, seconds);
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

double calibration_drift_log(struct store *s, const char *machine)
{
	json_t *c = latest(s, machine);
	double pct = number(c, "drift_pct");

	json_decref(c);
	return isfinite(pct) && pct > 0 ? log1p(pct / 100) : 0;
}
