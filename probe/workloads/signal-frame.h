/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernel puts on a stack for a handler, looked at by catching a signal. */
#ifndef PROBE_WORKLOADS_SIGNAL_FRAME_H
#define PROBE_WORKLOADS_SIGNAL_FRAME_H

#include "probe/workload.h"

/* Parts of the processor's state, as in XSTATE_BV. */
#define STATE_AVX    (1u << 2) /* upper halves of ymm */
#define STATE_AVX512 (1u << 6) /* upper halves of zmm 0 to 15 */

struct signal_frame {
	void *uc;         /* the ucontext; the memory stays, until the next signal */
	void *fpstate;    /* the extended state; NULL if there is none */
	uint32_t live;    /* STATE_... bits that were live when the signal came */
	bool on_altstack; /* all of it is on the alternate stack */
};

/*
 * Sends this task a SIGUSR1 and looks at the frame. @flags: SA_..._F. The handler stays
 * installed. 0, or -errno with w->why.
 */
int signal_frame_take(struct wl *w, unsigned long flags, struct signal_frame *ret);

/* Looks at a frame that still stands. */
void signal_frame_look(void *uc, struct signal_frame *ret);

/* 0 if the task that asks has all of @state live, else -EIO with w->why. */
int signal_state_live(struct wl *w, uint32_t state);

#endif
