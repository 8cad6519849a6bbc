/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What people use instead of ktoll, to stand beside it: one long loop of getppid(2) (as
 * lmbench and perf bench time it), and the fenced counter loop around each getpid(2) that
 * is posted to the kernel lists. Prints one number a line. usage: loops long SECONDS |
 * loops fenced RUNS CALLS
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static uint64_t ticks(void)
{
	uint32_t lo, hi;

	asm volatile("mfence; rdtsc; mfence" : "=a"(lo), "=d"(hi) : : "memory");
	return (uint64_t)hi << 32 | lo;
}

static long bare_call(long nr)
{
	long r;

	asm volatile("syscall" : "=a"(r) : "0"(nr) : "rcx", "r11", "memory");
	return r;
}

static void long_loop(double seconds)
{
	double begin = now_ns(), end = begin;
	unsigned long n = 0;

	while (end - begin < seconds * 1e9) {
		for (int i = 0; i < 10000; i++)
			bare_call(SYS_getppid);
		n += 10000;
		end = now_ns();
	}
	printf("%.2f\n", (end - begin) / (double)n);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The median of a run, in ns by the rate over that run; then what the fences cost alone.
 */
static void fenced(int runs, int calls)
{
	uint64_t *v = calloc((size_t)calls, sizeof(*v)),
		 *empty = calloc((size_t)calls, sizeof(*v));

	for (int r = 0; r < runs; r++) {
		uint64_t t0 = ticks();
		double ns0 = now_ns(), rate;

		for (int i = 0; i < calls; i++) {
			uint64_t a = ticks();

			bare_call(SYS_getpid);
			v[i] = ticks() - a;
		}
		for (int i = 0; i < calls; i++) {
			uint64_t a = ticks();

			empty[i] = ticks() - a;
		}
		rate = (now_ns() - ns0) / (double)(ticks() - t0);
		qsort(v, (size_t)calls, sizeof(*v), by_value);
		qsort(empty, (size_t)calls, sizeof(*v), by_value);
		printf("%.2f %.2f\n", (double)v[calls / 4] * rate,
		       (double)empty[calls / 4] * rate);
	}
	free(v);
	free(empty);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "long"))
		long_loop(atof(argv[2]));
	else if (argc == 4 && !strcmp(argv[1], "fenced"))
		fenced(atoi(argv[2]), atoi(argv[3]));
	else
		return 2;
	return 0;
}
