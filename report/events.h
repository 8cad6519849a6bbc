/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events that can be counted, as text, JSON and CSV. */
#ifndef REPORT_EVENTS_H
#define REPORT_EVENTS_H

#include "base/str.h"
#include "report/look.h"

struct event_row {
	const char *name, *what;
	const char *why; /* it cannot be counted here; NULL: it can */
};

/* Reasons are few and long: the text has each once, below. */
void events_report_text(const struct event_row *rows, size_t n, const struct look *look,
			struct str *out);
void events_report_json(const struct event_row *rows, size_t n, struct str *out);
void events_report_csv(const struct event_row *rows, size_t n, struct str *out);

#endif
