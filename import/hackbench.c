/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hackbench: two lines that say how it was set up and "Time: seconds"; several runs
 * in a row are several values. Whether it used pipes or sockets it does not print.
 */
#include "import/importers.h"

#include "base/xalloc.h"

#include <stdlib.h>
#include <string.h>

/* The set-up; old versions do not say whether tasks are processes. */
static const char *mode(const char *line)
{
	if (text_starts(line, "Running in process mode with ", NULL))
		return "hackbench process";
	if (text_starts(line, "Running in threaded mode with ", NULL))
		return "hackbench threads";
	if (text_starts(line, "Running with ", NULL) && strstr(line, " tasks"))
		return "hackbench";
	return NULL;
}

static size_t claim(const struct text *t)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (mode(text_line(t, i)))
			return i + 1;
	return 0;
}

struct setup {
	char *part; /* what somebody wrote above it, or NULL */
	const char *name;
	char *groups, *messages; /* the lines that say how many */
};

/* One run: the same set-up is the same metric, another one is another group. */
static int one_time(const struct text *t, size_t i, const char *rest,
		    const struct setup *s, bool several, struct import_result *res,
		    struct err *e)
{
	struct import_metric *m;
	struct span w[2];
	char *how, *part;
	double v;
	int r;

	if (!s->name)
		return text_bad(t, i, e, "Running in ... mode with ...",
				"a time without a set-up");
	if (text_words(rest, w, 2) != 1)
		return text_bad(t, i, e, "Time: seconds", "'%s' is no time",
				TEXT_QUOTE(span_of(rest)));
	r = text_number(t, i, w[0], "seconds", &v, e);
	if (r < 0)
		return r;
	how = xasprintf("%s%s%s", s->groups, s->messages ? "; " : "", s->messages ?: "");
	part = xasprintf("%s%s%s", s->part ?: "", s->part && several ? ": " : "",
			 several ? how : "");
	m = result_metric(res, part, s->name, "s", IMPORT_LOWER_IS_BETTER, i);
	free(part);
	metric_value(m, v);
	metric_note(m, "%s", how);
	free(how);
	return 0;
}

static void set(char **dst, const char *s)
{
	free(*dst);
	*dst = s ? xstrdup(s) : NULL;
}

/* True if the set-ups in the file are not all the same. */
static bool differ(const struct text *t)
{
	const char *first = NULL, *messages = NULL;
	size_t i;

	for (i = 0; i < t->n; i++) {
		const char *s = text_line(t, i), **known = NULL;

		if (mode(s))
			known = &first;
		else if (text_starts(s, "Each sender will pass ", NULL))
			known = &messages;
		if (known && *known && strcmp(*known, s) != 0)
			return true;
		if (known)
			*known = s;
	}
	return false;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	bool several = differ(t), failed;
	struct setup s = { 0 };
	const char *rest;
	struct span part;
	size_t i, open = 0;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++) {
		const char *line = text_line(t, i);

		if (mode(line)) {
			if (open)
				result_warn(res, "line %zu: this run has no time", open);
			open = i + 1;
			s.name = mode(line);
			set(&s.groups, line);
			set(&s.messages, NULL);
		} else if (text_starts(line, "Each sender will pass ", NULL)) {
			set(&s.messages, line);
		} else if (text_starts(line, "Time: ", &rest)) {
			r = one_time(t, i, rest, &s, several, res, e);
			open = 0;
		} else if (text_is_heading(line, &part)) {
			free(s.part);
			s.part = span_dup(part);
		} else if (text_is_status(line, &failed) && failed) {
			result_warn(res, "line %zu: '%s': a run failed", i + 1,
				    TEXT_QUOTE(span_of(line)));
		}
	}
	if (open && r >= 0)
		result_warn(res, "line %zu: this run has no time", open);
	free(s.part);
	free(s.groups);
	free(s.messages);
	result_single_group(res);
	return r;
}

const struct importer import_hackbench = {
	.name = "hackbench",
	.about = "what hackbench prints",
	.claim = claim,
	.parse = parse,
};
