/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See log.h. */
#include "report/log.h"

#include "report/number.h"

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

void log_report_text(const struct log_row *rows, size_t n, struct str *out)
{
	char when[32];

	if (!n) {
		str_add(out, "nothing is stored yet: `ktoll run` measures this kernel\n");
		return;
	}
	str_addf(out, "%5s  %-19s  %-8s %-11s %7s %9s  %s\n", "id", "began", "command",
		 "state", "seconds", "processes", "arms");
	for (size_t i = 0; i < n; i++) {
		const struct log_row *r = &rows[i];
		char took[24] = "-";

		if (r->ended_ns)
			snprintf(took, sizeof(took), "%.0f",
				 (double)(r->ended_ns - r->began_ns) / 1e9);
		str_addf(out, "%5lld  %-19s  %-8s %-11s %7s %9lld  %s", (long long)r->id,
			 log_time(r->began_ns, when), r->command, r->state, took,
			 (long long)r->processes, r->arms ? r->arms : "-");
		if (r->failed)
			str_addf(out, " (%lld failed)", (long long)r->failed);
		if (r->reason)
			str_addf(out, ": %s", r->reason);
		str_addc(out, '\n');
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
