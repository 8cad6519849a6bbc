/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words for verdicts, methods and footnotes. */
#include "report/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *compare_verdict_word(enum verdict v)
{
	static const char *const words[] = {
		[VERDICT_UNKNOWN] = "unknown",
		[VERDICT_SAME] = "same",
		[VERDICT_SLOWER] = "slower",
		[VERDICT_FASTER] = "faster",
	};

	return words[v];
}

const char *compare_verdict_loud(enum verdict v)
{
	return v == VERDICT_SLOWER   ? "SLOWER"
	       : v == VERDICT_FASTER ? "FASTER"
				     : compare_verdict_word(v);
}

static const struct {
	unsigned int note;
	const char *text;
} notes[] = {
	{ COMPARE_NOTE_FEW,
	  "too few for a rank test at this confidence: a t test on logarithms" },
	{ COMPARE_NOTE_T_WIDER, "few boots: the wider t interval counts" },
	{ COMPARE_NOTE_DRIFTS, "the difference drifts: blocks of time are the unit" },
	{ COMPARE_NOTE_SIGN_TEST, "the sign test alone would not show a difference" },
	{ COMPARE_NOTE_SESSIONS, "sessions differ: it depends on the machine's state" },
	{ COMPARE_NOTE_SEPARATE, "measured apart, not interleaved" },
	{ COMPARE_NOTE_TAKEN_INDEPENDENT, "values taken as independent" },
	{ COMPARE_NOTE_BELOW_DRIFT,
	  "smaller than this machine's drift between sessions" },
	{ COMPARE_NOTE_ONE_BOOT, "one boot a side: how boots differ is not known" },
	{ COMPARE_NOTE_CONSTANT_ARM, "one side does not vary" },
	{ COMPARE_NOTE_COARSE,
	  "its values are rounded too coarsely to establish sameness" },
	{ COMPARE_NOTE_UNEQUAL, "one side scatters more: the interval allows for it" },
	{ COMPARE_NOTE_ADJUSTED, "not significant among so many comparisons" },
	{ COMPARE_NOTE_SAME_BUT_DIFFERS, "there is a difference, below the margin" },
};

static const char *status_text(const struct comparison *c)
{
	switch (c->status) {
	case COMPARE_BAD_INPUT:
		return "a value cannot be compared: not a positive number";
	case COMPARE_TOO_FEW: return "fewer than three a side: no verdict";
	case COMPARE_ZERO_VARIANCE: return "nothing varies: nothing to test it by";
	default: return NULL;
	}
}

const char *compare_remark(const struct comparison *c, size_t i)
{
	const char *status = status_text(c);

	if (status && !i--)
		return status;
	for (size_t k = 0; k < sizeof(notes) / sizeof(notes[0]); k++)
		if (c->notes & notes[k].note && !i--)
			return notes[k].text;
	return NULL;
}

const char *compare_drift(const struct compare_row *row, char buf[COMPARE_DRIFT_MAX])
{
	const char *of = row->drift_of;
	const double pct = 100 * expm1(row->c.drift_log);

	if (!row->compared || !(row->c.notes & COMPARE_NOTE_BELOW_DRIFT) || !of)
		return NULL;
	if (!strcmp(of, "*"))
		snprintf(buf, COMPARE_DRIFT_MAX,
			 "drift taken as %.3g%%, the worst that calibrate has seen: "
			 "this was not calibrated",
			 pct);
	else if (strchr(of, '*'))
		snprintf(buf, COMPARE_DRIFT_MAX,
			 "drift taken as %.3g%%, the worst of %s: this was not "
			 "calibrated",
			 pct, of);
	else
		snprintf(buf, COMPARE_DRIFT_MAX, "it drifts by %.3g%%", pct);
	return buf;
}

const char *compare_layout(const struct compare_row *row)
{
	const bool changed = row->compared && (row->c.verdict == VERDICT_SLOWER ||
					       row->c.verdict == VERDICT_FASTER);

	return changed ? row->layout : NULL;
}
