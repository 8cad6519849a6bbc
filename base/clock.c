/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See clock.h. */
#include "base/clock.h"

#include <time.h>

static int64_t now_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

int64_t clock_monotonic_ns(void)
{
	return now_ns(CLOCK_MONOTONIC);
}

double clock_seconds(void)
{
	return (double)now_ns(CLOCK_MONOTONIC) / 1e9;
}

int64_t clock_realtime_ns(void)
{
	return now_ns(CLOCK_REALTIME);
}
