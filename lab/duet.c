/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See duet.h. */
#include "lab/duet.h"

#include "stats/location.h"
#include "stats/quantile.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define BATCHES_MAX 1000

/* Descriptors of the token in a probe: out of the way of the standard three. */
#define TOKEN_IN  3
#define TOKEN_OUT 4

static void append(char *s, size_t size, const char *more)
{
	strncat(s, more, size - strlen(s) - 1);
}

void duet_turns(struct draw *d, unsigned int slices, char *a, char *b, size_t size)
{
	char *turns[2] = { a, b };
	size_t now = 0;

	a[0] = b[0] = 0;
	for (unsigned int i = 0; i < 2 * slices; i++) {
		size_t next = i % 2 ? !now : draw_below(d, 2);

		if (!i) {
			append(turns[!next], size, "p");
			append(turns[next], size, "w");
		} else if (next != now) {
			append(turns[now], size, "p");
			append(turns[next], size, "w");
		}
		append(turns[next], size, "r");
		now = next;
	}
	append(turns[now], size, "p");
	append(turns[!now], size, "w");
}

struct tokens {
	int to_a[2], to_b[2];
};

static void close_pipe(int fd[2])
{
	for (int i = 0; i < 2; i++) {
		if (fd[i] >= 0)
			close(fd[i]);
		fd[i] = -1;
	}
}

static int make_tokens(struct tokens *t, struct err *e)
{
	*t = (struct tokens){ { -1, -1 }, { -1, -1 } };
	if (pipe2(t->to_a, O_CLOEXEC) < 0 || pipe2(t->to_b, O_CLOEXEC) < 0) {
		int error = errno;

		close_pipe(t->to_a);
		close_pipe(t->to_b);
		return err_errno(e, error, "cannot make a pipe");
	}
	return 0;
}

static int start(struct duet *u, int i, const char *path, struct lab_plan *plan,
		 const struct duet_shape *shape, const char *turns,
		 const struct tokens *t, struct err *e)
{
	const struct child_fd fds[2] = {
		{ i ? t->to_b[0] : t->to_a[0], TOKEN_IN },
		{ i ? t->to_a[1] : t->to_b[1], TOKEN_OUT },
	};
	struct str text = STR_INIT;
	int r;

	plan->mode = "batch";
	plan->batches = shape->batches;
	plan->warmup = shape->warmup;
	plan->turns = turns;
	plan->token_in = TOKEN_IN;
	plan->token_out = TOKEN_OUT;
	lab_plan_text(plan, &text);
	r = probe_start(&u->probe[i], path, str_get(&text), fds, 2, e);
	str_release(&text);
	return r;
}

int duet_run(struct duet *u, const char *const path[2], struct lab_plan plan[2],
	     const struct duet_shape *shape, struct draw *d, unsigned int timeout_ms,
	     const volatile sig_atomic_t *stop, struct err *e)
{
	struct probe *const both[2] = { &u->probe[0], &u->probe[1] };
	char a[6 * DUET_SLICES_MAX + 8], b[6 * DUET_SLICES_MAX + 8];
	const char *const turns[2] = { a, b };
	struct tokens t;
	int first, r;

	memset(u, 0, sizeof(*u));
	u->probe[0].child = u->probe[1].child = (struct child)CHILD_NONE;
	u->d = NAN;
	r = make_tokens(&t, e);
	if (r < 0)
		return r;
	duet_turns(d, shape->slices, a, b, sizeof(a));
	/* Which of them is the elder is drawn too: it gets other memory, and waits
	 * longer. */
	first = (int)draw_below(d, 2);
	r = start(u, first, path[first], &plan[first], shape, turns[first], &t, e);
	if (!r)
		r = start(u, !first, path[!first], &plan[!first], shape, turns[!first],
			  &t, e);
	/* Only the probes hold the ends now: when one dies the other reads the end. */
	close_pipe(t.to_a);
	close_pipe(t.to_b);
	if (!r)
		r = probe_collect(both, 2, timeout_ms, stop);
	if (r < 0)
		return r;
	for (int i = 0; i < 2; i++)
		probe_result(&u->probe[i], plan[i].events, &u->result[i]);
	if (!strcmp(u->result[0].status, "done") &&
	    !strcmp(u->result[1].status, "done") &&
	    duet_difference(&u->result[0], &u->result[1], shape, &u->d) < 0)
		u->d = NAN;
	return 0;
}

void duet_release(struct duet *u)
{
	probe_release(&u->probe[0]);
	probe_release(&u->probe[1]);
}

/* 25th percentile of one slice, in ticks. */
static int slice_head(const struct store_process *p, const struct duet_shape *shape,
		      unsigned int slice, double *ret)
{
	double x[BATCHES_MAX];
	size_t n = 0;

	for (unsigned int i = shape->warmup; i < shape->batches; i++)
		x[n++] = (double)p->ticks[slice * shape->batches + i];
	return quantile(x, n, 0.25, ret);
}

int duet_difference(const struct store_process *a, const struct store_process *b,
		    const struct duet_shape *shape, double *ret_d)
{
	const size_t n = (size_t)shape->slices * shape->batches;
	double e[DUET_SLICES_MAX];

	if (a->n != n || b->n != n || shape->slices > DUET_SLICES_MAX ||
	    shape->batches > BATCHES_MAX || shape->warmup >= shape->batches || !a->ops ||
	    !b->ops)
		return -ENODATA;
	for (unsigned int i = 0; i < shape->slices; i++) {
		double x, y;

		if (slice_head(a, shape, i, &x) < 0 || slice_head(b, shape, i, &y) < 0)
			return -ENODATA;
		if (!(x > 0) || !(y > 0))
			return -EINVAL;
		e[i] = log(y / b->ops) - log(x / a->ops);
	}
	return location_of_slices(e, shape->slices, ret_d);
}
