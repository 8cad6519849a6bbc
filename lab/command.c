/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See command.h. */
#include "lab/command.h"

#include "lab/summarise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* Of what wait4(2) says: behind any group of events. */
#define COMMAND_USAGE_GROUP EVENTS_MAX

static const char zero_why[] = "stayed at zero while the command ran";
static const char unused_why[] =
	"had a counter of the PMU for less than 20 % of the time: ask for fewer events";

struct catalogue_entry command_entry(const char *name)
{
	return (struct catalogue_entry){
		.name = name,
		.abi = "",
		.per = 1,
		.unit = "run",
		.rev = 1,
		.summary = "a command, from its execution to its end",
	};
}

static void count_while(void *tally, bool on)
{
	if (on)
		tally_begin(tally);
	else
		tally_end(tally);
}

static int count(const struct command_how *how, struct held *h, struct command_run *run,
		 struct err *e)
{
	struct tally t;
	int r = tally_open(how->events, h->pid, how->cpus, how->n_cpus, &t, e);

	if (r < 0) {
		held_drop(h);
		return r;
	}
	h->watch = count_while;
	h->ctx = &t;
	r = held_run(h, how->timeout_ms, how->stop, &run->end);
	if (!r)
		r = tally_read(&t, run->counts, e);
	tally_close(&t);
	return r;
}

static int cannot_execute(const struct command_how *how, int error, struct err *e)
{
	err_errno(e, -error, "cannot run the command");
	err_where(e, "%s", how->path);
	return error;
}

int command_run(const struct command_how *how, struct command_run *ret, struct err *e)
{
	const struct held_how start = { how->path, how->argv, how->cpu,
					how->show_output };
	struct held h;
	int r;

	memset(ret, 0, sizeof(*ret));
	r = held_start(&start, &h, e);
	if (r < 0)
		return r;
	if (how->events && how->events->n)
		r = count(how, &h, ret, e);
	else
		r = held_run(&h, how->timeout_ms, how->stop, &ret->end);
	if (!r && ret->end.error)
		r = cannot_execute(how, ret->end.error, e);
	return r;
}

static void give_reason(struct command_run *run, const char *what)
{
	const char *said = tail_last_line(&run->end.said);

	snprintf(run->reason, sizeof(run->reason), "%s%s%s", what, *said ? ": " : "",
		 said);
}

/* The status word; fills the reason. */
static const char *ending(const struct command_how *how, struct command_run *run)
{
	const int status = run->end.status;
	char what[64];

	if (run->end.timed_out) {
		snprintf(run->reason, sizeof(run->reason), "no end within %g s: killed",
			 how->timeout_ms / 1e3);
		return "timeout";
	}
	if (WIFSIGNALED(status)) {
		snprintf(what, sizeof(what), "killed by signal %d (%s)", WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
		give_reason(run, what);
		return "crash";
	}
	if (!WEXITSTATUS(status))
		return "done";
	snprintf(what, sizeof(what), "exit status %d", WEXITSTATUS(status));
	give_reason(run, what);
	return how->ignore_failure ? "done" : "fail";
}

static uint64_t ns_of(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_usec * 1000;
}

/* One of what wait4(2) says. */
static void add_usage(struct command_run *run, struct store_process *p, const char *name,
		      const char *unit, uint64_t value)
{
	int64_t *kept = &run->rusage[p->n_counters];

	*kept = (int64_t)value;
	run->counters[p->n_counters++] = (struct store_counter){
		.event = name,
		.pmu = "",
		.scope = "task",
		.unit = unit,
		.status = "counted",
		.group = COMMAND_USAGE_GROUP,
		.running = 1,
		.value = (double)value,
		.counts = kept,
		.n = 1,
	};
}

static void add_event(struct command_run *run, struct store_process *p,
		      const struct events *ev, size_t i)
{
	const struct tally_count *c = &run->counts[i];
	const struct event *event = &ev->list[i];

	run->counted[i] = (int64_t)c->value;
	run->counters[p->n_counters++] = (struct store_counter){
		.event = event->name,
		.pmu = event->pmu,
		.scope = ev->everywhere ? "system" : "task",
		.unit = event->time ? "ns" : "",
		.status = count_status_name(c->status),
		.reason = c->status == COUNT_UNUSED        ? unused_why
			  : c->status != COUNT_UNSUPPORTED ? NULL
			  : event->why                     ? event->why
							   : zero_why,
		.group = event->group,
		.running = event->error ? NAN : count_share(c->enabled, c->running),
		.value = c->scaled,
		.counts = event->error ? NULL : &run->counted[i],
		.n = event->error ? 0 : 1,
	};
}

static void add_counters(const struct command_how *how, struct command_run *run,
			 struct store_process *p)
{
	add_usage(run, p, "user-time", "ns", p->user_ns);
	add_usage(run, p, "system-time", "ns", p->system_ns);
	if (how->switches) {
		add_usage(run, p, "voluntary-switches", "", p->nvcsw);
		add_usage(run, p, "involuntary-switches", "", p->nivcsw);
	}
	for (size_t i = 0; how->events && i < how->events->n; i++)
		add_event(run, p, how->events, i);
	p->counters = run->counters;
}

static void set_conditions(const struct command_how *how, struct command_run *run)
{
	const int urgent = run->end.urgent;

	snprintf(run->conditions, sizeof(run->conditions),
		 "{%s\"realtime-wait\": \"%s%s%s\"}",
		 how->cpu < 0 ? "" : "\"affinity\": \"set\", ",
		 urgent ? "refused (" : "set", urgent ? strerrorname_np(-urgent) : "",
		 urgent ? ")" : "");
}

void command_result(const struct command_how *how, struct command_run *run,
		    struct store_process *ret)
{
	const struct rusage *u = &run->end.usage;

	run->ticks = run->end.wall_ns;
	run->flags = 0;
	set_conditions(how, run);
	*ret = (struct store_process){
		.began_ns = run->end.began_ns,
		.mode = "batch",
		.modifiers = "",
		.status = ending(how, run),
		.clock = "clock-gettime",
		.conditions = run->conditions,
		.ops = 1,
		.ns_per_tick = 1,
		.clock_drift = NAN,
		.exact = NAN,
		.agree = NAN,
		.nvcsw = (uint64_t)u->ru_nvcsw,
		.nivcsw = (uint64_t)u->ru_nivcsw,
		.minflt = (uint64_t)u->ru_minflt,
		.majflt = (uint64_t)u->ru_majflt,
		.user_ns = ns_of(u->ru_utime),
		.system_ns = ns_of(u->ru_stime),
		.wall_ns = (uint64_t)run->end.wall_ns,
		.n = 1,
		.ticks = &run->ticks,
		.flags = &run->flags,
	};
	ret->reason = run->reason[0] ? run->reason : NULL;
	summarise(ret, 1);
	if (!strcmp(ret->status, "done"))
		add_counters(how, run, ret);
}
