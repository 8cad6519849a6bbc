/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What else the machine did meanwhile: counters and gauges read before and after an
 * experiment (or a process of it) and subtracted. Evidence only: judges nothing.
 */
#ifndef HOST_INTERFERENCE_H
#define HOST_INTERFERENCE_H

#include <limits.h>
#include <stdbool.h>

enum interference_id {
	/* Of the measuring CPU, in clock ticks of 1/100 s (USER_HZ), from /proc/stat. */
	INTERFERENCE_TICKS,
	INTERFERENCE_BUSY,
	INTERFERENCE_STEAL,
	/* Of all CPUs together. */
	INTERFERENCE_TICKS_ALL,
	INTERFERENCE_BUSY_ALL,
	INTERFERENCE_STEAL_ALL,
	INTERFERENCE_SWITCHES_ALL,
	INTERFERENCE_FORKS_ALL,
	/* Interrupts taken by the measuring CPU, from /proc/interrupts. */
	INTERFERENCE_IRQ_TIMER,
	INTERFERENCE_IRQ_DEVICE,
	INTERFERENCE_IRQ_IPI,
	INTERFERENCE_IRQ_NMI,
	INTERFERENCE_IRQ_THERMAL,
	INTERFERENCE_IRQ_OTHER,
	INTERFERENCE_SOFTIRQ,
	/* Frequency limited by heat or power, from thermal_throttle/. */
	INTERFERENCE_THROTTLE_CORE,
	INTERFERENCE_THROTTLE_PACKAGE,
	/* Time some task of the machine waited, from /proc/pressure. */
	INTERFERENCE_PSI_CPU,
	INTERFERENCE_PSI_MEMORY,
	INTERFERENCE_PSI_IO,
	INTERFERENCE_MAJOR_FAULTS_ALL,
	INTERFERENCE_SWAPPED_ALL,
	/* Gauges: as they are now. */
	INTERFERENCE_RUNNABLE,
	INTERFERENCE_FREQ,
	INTERFERENCE_TEMPERATURE,
	INTERFERENCE_COUNT
};

struct interference_item {
	const char *key;  /* a database key: "irq.timer" */
	const char *unit; /* "ticks", "count", "us", "kHz", "millidegrees C", "tasks" */
	bool counter;     /* only grows; false: a gauge */
	const char *what; /* one line */
};

/* Indexed by enum interference_id. */
extern const struct interference_item interference_items[INTERFERENCE_COUNT];

#define INTERFERENCE_UNKNOWN LLONG_MIN

struct interference {
	int cpu;
	long long at_ns;                     /* CLOCK_MONOTONIC */
	long long value[INTERFERENCE_COUNT]; /* INTERFERENCE_UNKNOWN: not readable */
	char clocksource[64];                /* "" unknown */
};

struct interference_change {
	long long elapsed_ns;
	/* After minus before; unknown if either is, or if a counter went backwards. */
	long long delta[INTERFERENCE_COUNT];
	bool clocksource_changed; /* both known, and different */
};

/* Reads everything for @cpu. Cannot fail: what cannot be read is unknown. */
void interference_take(int root, int cpu, struct interference *ret_now);

void interference_diff(const struct interference *before,
		       const struct interference *after,
		       struct interference_change *ret_change);

#endif
