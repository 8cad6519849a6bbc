/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output that is recognised and holds no number to store: failures of the tools, and
 * tables rounded for people while the tool has a better format. Only the messages
 * are here.
 */
#include "import/importers.h"

#include <string.h>

static const struct {
	const char *start;    /* the line starts with it ... */
	const char *contains; /* ... or, and, has this in it */
	const char *what, *expected;
} known[] = {
	{ "Workload failed:", NULL, "perf could not run the command",
	  "a run that worked" },
	{ "event syntax error:", NULL, "perf did not know the event",
	  "a run that worked" },
	{ "The ", " event is not supported", "perf could not count the event",
	  "a run that worked" },
	{ "Failed to open ", " counter", "perf could not count", "a run that worked" },
	{ "| Command ", "| ", "a table for people, rounded",
	  "what hyperfine --export-json writes" },
	{ NULL, "\xe2\x94\x82 sec/op", "a table of benchstat, rounded",
	  "the benchmark lines it was made from" },
	{ NULL, " vs base ", "a table of benchstat, rounded",
	  "the benchmark lines it was made from" },
	{ "name ", "old time/op", "a table of benchstat, rounded",
	  "the benchmark lines it was made from" },
	{ "ministat: ", NULL, "ministat refused its input", "its input, corrected" },
	{ "Dataset ", "must contain at least", "ministat refused its input",
	  "its input, corrected" },
};

static bool matches(const char *line, const char *start, const char *contains)
{
	if (start && !text_starts(line, start, NULL))
		return false;
	return !contains || strstr(line, contains);
}

int import_refuse_known(const struct text *t, struct err *e)
{
	size_t i, k;

	for (i = 0; i < t->n; i++) {
		const char *line = text_skip(text_line(t, i));

		for (k = 0; k < sizeof(known) / sizeof(known[0]); k++)
			if (matches(line, known[k].start, known[k].contains))
				return text_bad(t, i, e, known[k].expected, "%s: '%s'",
						known[k].what, TEXT_QUOTE(span_of(line)));
	}
	return 0;
}
