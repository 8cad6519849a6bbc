/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two clocks that ktoll itself looks at: how long, and when. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC, and seconds of it: for distances. */
int64_t clock_monotonic_ns(void);
double clock_seconds(void);

/* Nanoseconds since the epoch: what the store keeps. */
int64_t clock_realtime_ns(void);

#endif
