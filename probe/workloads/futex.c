/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Futex calls that find nothing to do: the way in, the hash, the way out. */
#include "probe/workload.h"

static uint32_t word = 1;

static int setup(struct wl *w)
{
	long r = sys_futex(&word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL);

	if (r == -ENOSYS)
		return workload_skip(w, "this kernel has no futexes");
	return r < 0 ? workload_fail(w, r, "FUTEX_WAKE refused") : 0;
}

WORKLOAD(futex_wake_none, .name = "futex.wake-none", .rev = 1, .setup = setup,
	 .summary = "private FUTEX_WAKE of a word that nobody waits for")
{
	return op_bad(sys_futex(&word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL) != 0);
}

WORKLOAD(futex_wait_eagain, .name = "futex.wait-eagain", .rev = 1, .setup = setup,
	 .summary = "private FUTEX_WAIT for a word that has another value already: "
		    "EAGAIN")
{
	return op_bad(sys_futex(&word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 0, NULL) !=
		      -EAGAIN);
}
