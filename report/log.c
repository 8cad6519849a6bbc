/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See log.h. */
#include "report/log.h"

#include "report/escape.h"
#include "report/number.h"
#include "report/table.h"
#include "report/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *log_time(int64_t ns, char buf[32])
{
	time_t t = (time_t)(ns / 1000000000);
	struct tm tm;

	if (!localtime_r(&t, &tm) || !strftime(buf, 32, "%Y-%m-%d %H:%M:%S", &tm))
		strcpy(buf, "?");
	return buf;
}

/* What the last column says: names, and what went wrong. */
static void arms_text(const struct log_row *r, const struct look *look, struct str *out)
{
	struct str raw = STR_INIT;

	str_add(&raw, r->arms ? r->arms : "-");
	if (r->failed)
		str_addf(&raw, " (%lld failed)", (long long)r->failed);
	if (r->reason)
		str_addf(&raw, ": %s", r->reason);
	escape_text(out, str_get(&raw), ESCAPE_TEXT, look->utf8);
	str_release(&raw);
}

#define ARMS_LEAST 20

static void one_row(const struct log_row *r, const struct table *t,
		    const struct look *look, struct str *out)
{
	char id[24], when[32], took[24] = "-", processes[24];
	struct str front = STR_INIT, arms = STR_INIT;

	if (r->ended_ns)
		snprintf(took, sizeof(took), "%.0f",
			 (double)(r->ended_ns - r->began_ns) / 1e9);
	snprintf(id, sizeof(id), "%5lld", (long long)r->id);
	snprintf(processes, sizeof(processes), "%lld", (long long)r->processes);
	table_row(t,
		  (const char *const[]){ id, log_time(r->began_ns, when), r->command,
					 r->state, took, processes, "." },
		  &front);
	front.s[--front.len] = 0; /* the place where the arms begin */
	arms_text(r, look, &arms);
	if (!look->width) {
		str_addf(out, "%s%s\n", front.s, str_get(&arms));
	} else if (text_columns(front.s) + ARMS_LEAST > look->width) {
		while (front.len && front.s[front.len - 1] == ' ')
			front.s[--front.len] = 0;
		str_addf(out, "%s\n", front.s);
		wrap(out, look->width, 7, 7, str_get(&arms));
	} else {
		wrap_term(out, look->width, 0, text_columns(front.s), front.s,
			  str_get(&arms));
	}
	str_release(&front);
	str_release(&arms);
}

void log_report_text(const struct log_row *rows, size_t n, const struct look *look,
		     struct str *out)
{
	struct table t = { .c = { { "   id", 5, .left = true },
				  { "began", 19, .gap = 2, .left = true },
				  { "command", 9, .gap = 2, .left = true },
				  { "state", 11, .left = true },
				  { "seconds", 7, .drop = 1 },
				  { "processes", 9, .drop = 2 },
				  { "arms", 4, .gap = 2, .left = true } },
			   .n = 7,
			   .tail = ARMS_LEAST - 4 };

	if (!n) {
		str_add(out, "nothing is stored yet: `ktoll run` measures this kernel\n");
		return;
	}
	table_fit(&t, look);
	table_head(&t, out);
	for (size_t i = 0; i < n; i++)
		one_row(&rows[i], &t, look, out);
	table_left_out(&t, look, "a wider terminal or --format csv shows them", out);
}

void log_report_csv(const struct log_row *rows, size_t n, struct str *out)
{
	str_add(out, "experiment,command,arms,state,reason,seed,began_ns,ended_ns,"
		     "processes,failed\n");
	for (size_t i = 0; i < n; i++) {
		const struct log_row *r = &rows[i];

		str_addf(out, "%lld,", (long long)r->id);
		csv_text(out, r->command);
		str_addc(out, ',');
		csv_text(out, r->arms ? r->arms : "");
		str_addf(out, ",%s,", r->state);
		csv_text(out, r->reason ? r->reason : "");
		str_addf(out, ",%lld,%lld,", (long long)r->seed, (long long)r->began_ns);
		if (r->ended_ns)
			str_addf(out, "%lld", (long long)r->ended_ns);
		str_addf(out, ",%lld,%lld\n", (long long)r->processes,
			 (long long)r->failed);
	}
}

void log_report_json(const struct log_row *rows, size_t n, struct str *out)
{
	json_t *top = json_object(), *list = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	for (size_t i = 0; i < n; i++) {
		const struct log_row *r = &rows[i];
		json_t *j = json_object();
		json_t *arguments =
			r->arguments ? json_loads(r->arguments, 0, NULL) : NULL;

		json_object_set_new(j, "experiment", json_integer(r->id));
		json_object_set_new(j, "command", text_json(r->command));
		json_object_set_new(j, "arguments", arguments ? arguments : json_null());
		json_object_set_new(j, "arms", text_json(r->arms));
		json_object_set_new(j, "state", text_json(r->state));
		json_object_set_new(j, "reason", text_json(r->reason));
		json_object_set_new(j, "seed", json_integer(r->seed));
		json_object_set_new(j, "began_ns", json_integer(r->began_ns));
		json_object_set_new(j, "ended_ns",
				    r->ended_ns ? json_integer(r->ended_ns)
						: json_null());
		json_object_set_new(j, "processes", json_integer(r->processes));
		json_object_set_new(j, "failed", json_integer(r->failed));
		json_array_append_new(list, j);
	}
	json_object_set_new(top, "experiments", list);
	json_out(top, out);
}
