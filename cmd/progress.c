/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See progress.h. */
#include "cmd/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile sig_atomic_t interrupted;

static void on_signal(int sig)
{
	interrupted = 1;
}

void catch_interrupts(void)
{
	struct sigaction act = { .sa_handler = on_signal };

	sigemptyset(&act.sa_mask);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

bool progress_wanted(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && (!term || strcmp(term, "dumb"));
}

void progress_draw(void *ctx, const struct session_progress *p)
{
	static double last = -1;

	if (last >= 0 && p->seconds - last < 0.1)
		return;
	last = p->seconds;
	fprintf(stderr, "\r\033[K%3.0f%%  %-32.32s",
		100.0 * (double)p->done / (double)p->total, p->label);
	if (p->seconds_left >= 0)
		fprintf(stderr, " %4.0f s left", p->seconds_left);
	else
		fprintf(stderr, " %s", p->meanwhile ? p->meanwhile : "calibrating");
	fflush(stderr);
}

void progress_clear(void)
{
	fputs("\r\033[K", stderr);
	fflush(stderr);
}
