/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pair of ctx.pipe.process.same-cpu again, with more for a task switch to do: the
 * time stamp counter off in one of the tasks only, so that each switch flips CR4.TSD; or
 * live vector registers in both.
 */
#include "probe/workloads/pair.h"
#include "probe/workloads/signal-frame.h"
#include "probe/xstate.h"

static struct wl *measured; /* the peer has a copy */
static uint32_t state;

static int counter_mode(void)
{
	int mode = 0;

	sys_prctl(PR_GET_TSC, P(&mode), 0, 0, 0);
	return mode;
}

static long without_counter(void)
{
	long r = sys_prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) ?: pair_echo();

	return r ?: op_bad(counter_mode() != PR_TSC_SIGSEGV);
}

static int setup_notsc(struct wl *w)
{
	if (w->plan->with & PLAN_WITH_NOTSC)
		return workload_skip(w, "the plan turns the counter off in both tasks");
	if (counter_mode() != PR_TSC_ENABLE)
		return workload_skip(w,
				     "this kernel cannot turn the time stamp counter off "
				     "(PR_SET_TSC)");
	return pair_open_pipes(w) ?: pair_start(w, without_counter, pair_send) ?:
	       pair_ready(w, pair_trip_byte());
}

static int teardown_notsc(struct wl *w)
{
	int error = pair_stop(w);

	if (!error && counter_mode() != PR_TSC_ENABLE)
		error = workload_fail(w, -EIO, "the time stamp counter is off here, too");
	return error;
}

static void make_live(void)
{
	if (state & STATE_AVX512)
		xstate_dirty_avx512();
	else
		xstate_dirty_avx();
}

static long with_state(void)
{
	make_live();
	return pair_echo() ?: signal_state_live(measured, state);
}

static int start_with_state(struct wl *w, uint32_t live)
{
	measured = w;
	state = live;
	make_live();
	return pair_open_pipes(w) ?: pair_start(w, with_state, pair_send) ?:
	       pair_ready(w, pair_trip_byte());
}

static int setup_avx(struct wl *w)
{
	if (!xstate_has_avx())
		return workload_skip(
			w, "this CPU has no AVX, or the kernel has not enabled it");
	return start_with_state(w, STATE_AVX);
}

static int setup_avx512(struct wl *w)
{
	if (!xstate_has_avx512())
		return workload_skip(w, "this CPU has no AVX-512, or the kernel has not "
					"enabled it");
	return start_with_state(w, STATE_AVX512);
}

static int teardown_state(struct wl *w)
{
	return pair_stop(w) ?: signal_state_live(w, state);
}

WORKLOAD(ctx_pipe_notsc, .name = "ctx.pipe-notsc.process.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2,
	 .setup = setup_notsc, .teardown = teardown_notsc,
	 .summary = "as ctx.pipe.process.same-cpu, with rdtsc disabled in one of the two")
{
	return pair_trip_byte();
}

WORKLOAD(ctx_pipe_avx, .name = "ctx.pipe-avx.process.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2,
	 .setup = setup_avx, .teardown = teardown_state,
	 .summary = "as ctx.pipe.process.same-cpu, with live AVX registers in both")
{
	return pair_trip_byte();
}

WORKLOAD(ctx_pipe_avx512, .name = "ctx.pipe-avx512.process.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2,
	 .setup = setup_avx512, .teardown = teardown_state,
	 .summary = "as ctx.pipe.process.same-cpu, with live AVX-512 registers in both")
{
	return pair_trip_byte();
}
