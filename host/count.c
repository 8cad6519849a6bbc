/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See count.h. */
#include "host/count.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const char *count_status_name(enum count_status status)
{
	static const char *const names[] = { "counted", "scaled", "unused",
					     "unsupported" };

	return names[status];
}

double count_share(uint64_t enabled, uint64_t running)
{
	if (!enabled)
		return 0;
	/* The two are not read at one instant: by a few ns it may be more than all. */
	return running >= enabled ? 1 : (double)running / (double)enabled;
}

void count_scale(uint64_t value, uint64_t enabled, uint64_t running, double *ret_value,
		 enum count_status *ret_status)
{
	const double share = count_share(enabled, running);

	if (share < COUNT_UNUSED_BELOW) {
		*ret_value = NAN;
		*ret_status = COUNT_UNUSED;
		return;
	}
	*ret_value = (double)value / share;
	*ret_status = share < COUNT_SCALED_BELOW ? COUNT_SCALED : COUNT_COUNTED;
}

int count_parse(const void *buf, size_t len, struct count_group *ret)
{
	struct count_group g = { 0 };
	uint64_t head[3];

	if (len < sizeof(head))
		return -EBADMSG;
	memcpy(head, buf, sizeof(head));
	if (head[0] > COUNT_GROUP_MAX)
		return -E2BIG;
	g.n = (size_t)head[0];
	if (len != sizeof(head) + g.n * sizeof(g.value[0]))
		return -EBADMSG;
	g.enabled = head[1];
	g.running = head[2];
	memcpy(g.value, (const char *)buf + sizeof(head), g.n * sizeof(g.value[0]));
	*ret = g;
	return 0;
}
