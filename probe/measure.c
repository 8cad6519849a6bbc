/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See measure.h. */
#include "probe/measure.h"

#include "probe/lib.h"
#include "probe/task.h"

#define TRY_OPS         4
#define CALIBRATE_TRIES 3

struct run {
	const struct workload *wl;
	struct wl *w;
	struct measurement *m;
	struct rusage last;
	unsigned int cpu;
	uint64_t took_ns; /* the timed part of the last batch; when calibrating */
};

static uint64_t timeval_ns(const struct __kernel_old_timeval *t)
{
	return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_usec * 1000u;
}

/* What the system has counted since the last call goes to the sums if it was timed. */
static bool account(struct run *r, bool timed)
{
	struct rusage now;
	bool preempted;

	sys_getrusage(RUSAGE_SELF, &now);
	preempted = now.ru_nivcsw != r->last.ru_nivcsw;
	if (timed) {
		struct usage *u = &r->m->usage;

		u->nvcsw += (uint64_t)(now.ru_nvcsw - r->last.ru_nvcsw);
		u->nivcsw += (uint64_t)(now.ru_nivcsw - r->last.ru_nivcsw);
		u->minflt += (uint64_t)(now.ru_minflt - r->last.ru_minflt);
		u->majflt += (uint64_t)(now.ru_majflt - r->last.ru_majflt);
	}
	r->last = now;
	return preempted;
}

/* Only where the task is free to move does it cost a call to find out. */
static uint32_t moved(struct run *r)
{
	unsigned int cpu = r->cpu;

	if (r->w->plan->cpu >= 0)
		return 0;
	sys_getcpu(&cpu);
	if (cpu == r->cpu)
		return 0;
	r->cpu = cpu;
	return SAMPLE_MIGRATED;
}

static void count_end(struct run *r, bool warmup)
{
	struct counters *c = &r->m->counters;

	if (r->m->n < r->m->room)
		counters_end(c, warmup, r->m->counts + (size_t)r->m->n * c->n);
}

/* @ticks is the later reading less the earlier one: of a clock that went back,
 * "negative". */
static void keep(struct run *r, uint64_t ticks, uint32_t ops, uint32_t flags)
{
	struct sample *s = &r->m->samples[r->m->n];

	if (r->m->n == r->m->room)
		return;
	if (ticks >> 63)
		flags |= SAMPLE_BACKWARD;
	else if (!ticks)
		flags |= SAMPLE_ZERO;
	s->ticks = ticks >> 63 ? -ticks : ticks;
	s->ops = ops;
	s->flags = flags;
	r->m->n++;
}

static void calibration_point(struct run *r, int i)
{
	struct calibration *c = &r->m->cal[i];

	clock_pair(&r->w->clock, &c->ticks, &c->ns, &c->width);
}

/* The second calibration point is taken when half of the samples are. */
static void middle(struct run *r)
{
	if (r->m->n < r->m->room >> 1 || r->m->cal[1].ns)
		return;
	calibration_point(r, 1);
}

static int batch(struct run *r, uint32_t ops, uint32_t flags)
{
	const struct workload *wl = r->wl;
	struct wl *w = r->w;
	const bool calibrating = w->plan->mode == PLAN_CALIBRATE;
	uint64_t begin, end, ns = 0;
	int error;

	if (wl->before) {
		error = wl->before(w, ops);
		if (error)
			return error;
		account(r, false);
	}
	if (calibrating)
		ns = clock_raw_ns();
	if (r->m->counters.n)
		counters_begin(&r->m->counters);
	begin = clock_now(&w->clock);
	wl->batch(w, ops);
	end = clock_now(&w->clock);
	if (r->m->counters.n)
		count_end(r, flags & SAMPLE_WARMUP);
	if (calibrating)
		r->took_ns = clock_raw_ns() - ns;
	w->ops += ops;
	middle(r);
	/* Tasks on one CPU preempt each other: there it is the workload. */
	if (account(r, true) && !wl->switches)
		flags |= SAMPLE_PREEMPTED;
	keep(r, end - begin, ops, flags | moved(r));
	if (w->result < 0)
		return workload_fail(w, -EIO, "an op did not do what it is there for");
	if (wl->after) {
		error = wl->after(w, ops);
		account(r, false);
		return error;
	}
	return 0;
}

static int slice(struct run *r)
{
	const struct plan *p = r->w->plan;
	int error = 0;

	for (uint32_t i = 0; i < p->batches && !error; i++)
		error = batch(r, p->ops, i < p->warmup ? SAMPLE_WARMUP : 0);
	return error;
}

static int pass_token(struct wl *w, bool take)
{
	char byte = 't';
	long r;

	do {
		r = take ? sys_read(w->plan->token_in, &byte, 1)
			 : sys_write(w->plan->token_out, &byte, 1);
	} while (r == -EINTR);
	if (r == 1)
		return 0;
	return workload_fail(w, r < 0 ? r : -EPIPE,
			     "the other side of the token is gone");
}

static int slices(struct run *r)
{
	const char *turn = r->w->plan->turns;
	int error = 0;

	if (!*turn)
		return slice(r);
	for (; *turn && !error; turn++)
		error = *turn == 'r' ? slice(r) : pass_token(r->w, *turn == 'w');
	return error;
}

static int each(struct run *r)
{
	const struct workload *wl = r->wl;
	const struct plan *p = r->w->plan;
	const uint32_t half = (p->ops + 1) >> 1;
	uint32_t chunk = wl->max_ops && wl->max_ops < half ? wl->max_ops : half;
	uint64_t *ticks = task_memory(chunk * sizeof(*ticks));
	int error = 0;

	if (!ticks)
		return workload_fail(r->w, -ENOMEM, "no memory for the samples");
	for (uint32_t done = 0; done < p->ops && !error; done += chunk) {
		if (p->ops - done < chunk)
			chunk = p->ops - done;
		if (wl->before)
			error = wl->before(r->w, chunk);
		if (error)
			break;
		account(r, false);
		wl->each(r->w, ticks, chunk);
		r->w->ops += chunk;
		account(r, true);
		for (uint32_t i = 0; i < chunk; i++)
			keep(r, ticks[i], 1, done + i < p->warmup ? SAMPLE_WARMUP : 0);
		middle(r);
		if (r->w->result < 0)
			error = workload_fail(r->w, -EIO,
					      "an op did not do what it is there for");
		else if (wl->after)
			error = wl->after(r->w, chunk);
	}
	return error;
}

/*
 * Doubles the op count until the quickest of a few batches takes the target. Every batch
 * is kept as a sample: whoever reads them chooses.
 */
static int calibrate(struct run *r)
{
	const struct plan *p = r->w->plan;
	const uint32_t max = r->wl->max_ops ? r->wl->max_ops : PLAN_OPS_MAX >> 1;

	for (uint32_t ops = 1;; ops <<= 1) {
		uint64_t quickest = UINT64_MAX;

		for (int i = 0; i < CALIBRATE_TRIES; i++) {
			int error = batch(r, ops, 0);

			if (error)
				return error;
			if (r->took_ns < quickest)
				quickest = r->took_ns;
		}
		if (quickest >= p->target_ns || ops >= max >> 1)
			return 0;
	}
}

static int body(struct run *r)
{
	switch (r->w->plan->mode) {
	case PLAN_EACH: return each(r);
	case PLAN_CALIBRATE: return calibrate(r);
	case PLAN_TRY: return batch(r, TRY_OPS, 0);
	default: return slices(r);
	}
}

static int timed(struct run *r)
{
	struct rusage begin, end;
	uint64_t wall = clock_raw_ns();
	int error;

	sys_getrusage(RUSAGE_SELF, &begin);
	r->last = begin;
	sys_getcpu(&r->cpu);
	r->m->cpu_begin = (int)r->cpu;
	calibration_point(r, 0);
	error = body(r);
	calibration_point(r, 2);
	counters_stop(&r->m->counters);
	sys_getrusage(RUSAGE_SELF, &end);
	sys_getcpu(&r->cpu);
	r->m->cpu_end = (int)r->cpu;
	r->m->usage.wall_ns = clock_raw_ns() - wall;
	r->m->usage.user_ns = timeval_ns(&end.ru_utime) - timeval_ns(&begin.ru_utime);
	r->m->usage.system_ns = timeval_ns(&end.ru_stime) - timeval_ns(&begin.ru_stime);
	return error;
}

/* "saw 12 context switches in 40 ops that are 2 each" */
static int disproved(struct wl *w, const char *what, uint64_t seen, unsigned int per)
{
	str_copy(w->why, sizeof(w->why), "counted ");
	str_append_u64(w->why, sizeof(w->why), seen);
	str_append(w->why, sizeof(w->why), " ");
	str_append(w->why, sizeof(w->why), what);
	str_append(w->why, sizeof(w->why), " in ");
	str_append_u64(w->why, sizeof(w->why), w->ops);
	str_append(w->why, sizeof(w->why), " ops, expected ");
	str_append_u64(w->why, sizeof(w->why), per);
	str_append(w->why, sizeof(w->why), " each: the op did not take its path");
	return -EIO;
}

/* Rule 4: an op proves that it happened. */
static int prove(const struct workload *wl, struct wl *w, const struct usage *u)
{
	const uint64_t switches = u->nvcsw + u->nivcsw + w->switches;
	const uint64_t faults = u->minflt + u->majflt;

	if (wl->events && w->events != w->ops * wl->events)
		return disproved(w, "events", w->events, wl->events);
	/* A peer on another CPU may not have gone to sleep yet when the last op is over.
	 */
	if (wl->switches &&
	    (switches + wl->switches) * 100 < w->ops * wl->switches * (100 - wl->slack))
		return disproved(w, "context switches", switches, wl->switches);
	if (wl->faults && faults * 100 < w->ops * wl->faults * 98)
		return disproved(w, "page faults", faults, wl->faults);
	if (wl->faults && faults * 100 > w->ops * wl->faults * 102 + 6400)
		return disproved(w, "page faults", faults, wl->faults);
	return 0;
}

static uint32_t count_samples(const struct plan *p)
{
	uint32_t slices_n = 0;

	if (p->mode == PLAN_EACH)
		return p->ops;
	if (p->mode == PLAN_CALIBRATE || p->mode == PLAN_TRY)
		return 32 * CALIBRATE_TRIES;
	for (const char *t = p->turns; *t; t++)
		slices_n += *t == 'r';
	return p->batches * (slices_n ? slices_n : 1);
}

/* What a fork costs must not depend on how many samples there are. */
static void *sample_memory(size_t bytes)
{
	void *p = task_memory(bytes);

	if (p)
		sys_madvise(p, bytes, MADV_DONTFORK);
	return p;
}

/* Before the workload makes its tasks: they are counted too. */
static int count_open(const struct workload *wl, struct wl *w, struct measurement *m)
{
	if (!w->plan->n_counts)
		return 0;
	m->counts =
		sample_memory((size_t)m->room * w->plan->n_counts * sizeof(*m->counts));
	if (!m->counts)
		return workload_fail(w, -ENOMEM, "no memory for the counts");
	counters_open(&m->counters, w->plan, wl->switches || wl->tasks);
	return 0;
}

int measure(const struct workload *wl, struct wl *w, struct measurement *m)
{
	struct run r = { .wl = wl, .w = w, .m = m };
	int error;

	if (wl->max_ops && w->plan->ops > wl->max_ops && w->plan->mode == PLAN_BATCH)
		return workload_fail(w, -EINVAL,
				     "more ops than one batch of it can hold");
	m->room = count_samples(w->plan);
	m->samples = sample_memory(m->room * sizeof(*m->samples));
	if (!m->samples)
		return workload_fail(w, -ENOMEM, "no memory for the samples");
	error = count_open(wl, w, m);
	if (!error && wl->setup)
		error = wl->setup(w);
	if (!error)
		error = timed(&r);
	/* After a failure nothing is waited for: what was started dies with the process.
	 */
	if (!error && wl->teardown)
		error = wl->teardown(w);
	return error ?: prove(wl, w, &m->usage);
}
