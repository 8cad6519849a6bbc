/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What read(2) of a group of counters gives, and what it is worth: a group that had to
 * share the counters with others ran for part of the time only, and its counts are then
 * estimates. Source: perf_event_open(2), "Reading results".
 */
#ifndef HOST_COUNT_H
#define HOST_COUNT_H

#include <stddef.h>
#include <stdint.h>

#define COUNT_GROUP_MAX 32

/* Of time running by time enabled. */
#define COUNT_SCALED_BELOW 0.95
#define COUNT_UNUSED_BELOW 0.20

enum count_status {
	COUNT_COUNTED,
	COUNT_SCALED, /* the estimate of one that ran for less than 95 % of the time */
	COUNT_UNUSED, /* ran for less than 20 %, or was never enabled: no number */
	COUNT_UNSUPPORTED, /* the caller's to say: cannot be opened, or stays at zero */
};

/* "counted", "scaled", "unused", "unsupported". */
const char *count_status_name(enum count_status status);

/* Share of the enabled time that it ran, 0 to 1; 0 if it was never enabled. */
double count_share(uint64_t enabled, uint64_t running);

/* *@ret_value is @value for the whole time enabled; NAN where *@ret_status is unused. */
void count_scale(uint64_t value, uint64_t enabled, uint64_t running, double *ret_value,
		 enum count_status *ret_status);

struct count_group {
	uint64_t enabled, running; /* ns, of all of them: they are counted at once */
	uint64_t value[COUNT_GROUP_MAX];
	size_t n;
};

/*
 * Takes a buffer of PERF_FORMAT_GROUP with both times and no ids apart. -EBADMSG if it is
 * none of as many counters as it says; -E2BIG if those are more than COUNT_GROUP_MAX.
 */
int count_parse(const void *buf, size_t len, struct count_group *ret);

#endif
