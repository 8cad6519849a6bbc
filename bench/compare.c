/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long a comparison of two arms with ten million stored samples takes, and 10,000
 * resamples for 60 workloads. Makes the database first (not timed).
 * usage: compare KTOLL
 */
#include "base/xalloc.h"
#include "stats/permute.h"
#include "stats/random.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WORKLOADS 60
#define PROCESSES 1667 /* of each workload and arm */
#define SAMPLES   50
#define ROUNDS    64

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void die(const struct err *e)
{
	fprintf(stderr, "compare: %s\n", e->what);
	exit(3);
}

static int64_t ticks[SAMPLES];
static uint8_t flags[SAMPLES];

static void add_arm(struct store *s, const char *arm, unsigned int shift)
{
	const struct store_fact facts[] = { { (char *)"id.boot", (char *)"one", NULL } };
	const struct store_new_experiment x = { "run", "[]", "0", "-", 0, 0 };
	int64_t id, boot, workload;
	unsigned int seed = shift;
	struct err e;

	if (store_experiment_begin(s, &x, &id, &e) < 0 ||
	    store_boot_begin(s, id, arm, "host", STORE_TIME, 0, facts, 1, &boot, &e) < 0)
		die(&e);
	for (int w = 0; w < WORKLOADS; w++) {
		char name[32];

		snprintf(name, sizeof(name), "bench.w%d", w);
		if (store_workload(s, name, "x86_64", 1, "op", 1, &workload, &e) < 0)
			die(&e);
		for (int i = 0; i < PROCESSES; i++) {
			struct store_process p = { .boot_id = boot,
						   .workload_id = workload,
						   .number = i,
						   .mode = "batch",
						   .modifiers = "",
						   .status = "done",
						   .conditions = "{}",
						   .ops = 500,
						   .ns_per_tick = 0.4,
						   .n = SAMPLES,
						   .ticks = ticks,
						   .flags = flags };

			for (int k = 0; k < SAMPLES; k++) {
				seed = seed * 1664525 + 1013904223;
				ticks[k] = 200000 + seed % 20000;
			}
			p.summary.p25 = 160 + shift + (double)(seed % 1000) / 1000;
			if (store_process_add(s, &p, NULL, &e) < 0)
				die(&e);
		}
	}
}

static void resampling(void)
{
	double *d = xcalloc(ROUNDS * WORKLOADS, sizeof(*d)), t[WORKLOADS], p[WORKLOADS];
	struct random_state rng;
	double begin;

	rng = random_seeded(7);
	for (int i = 0; i < ROUNDS * WORKLOADS; i++)
		d[i] = (double)random_below(&rng, 1000) / 1000 - 0.5;
	begin = seconds();
	permute_max_t(d, ROUNDS, WORKLOADS, 10000, &rng, t, p);
	printf("10,000 sign flips of %d rounds, %d workloads: %.2f s\n", ROUNDS,
	       WORKLOADS, seconds() - begin);
	free(d);
}

int main(int argc, char **argv)
{
	char dir[] = "/tmp/ktoll-compare.XXXXXX";
	char *path, *command;
	struct store *s;
	struct err e;
	double begin;

	if (argc != 2 || !mkdtemp(dir))
		return 2;
	path = xasprintf("%s/db", dir);
	if (store_open(path, STORE_CREATE, &s, &e) < 0)
		die(&e);
	add_arm(s, "a", 0);
	add_arm(s, "b", 1);
	store_close(s);
	command = xasprintf("%s compare --db %s a b > /dev/null", argv[1], path);
	for (int i = 0; i < 5; i++) {
		begin = seconds();
		if (system(command) < 0)
			return 3;
		printf("compare of two arms, %d samples in all: %.2f s\n",
		       2 * WORKLOADS * PROCESSES * SAMPLES, seconds() - begin);
	}
	resampling();
	free(command);
	command = xasprintf("rm -rf %s", dir);
	return system(command) != 0;
}
