/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Wire text into the store, samples a second, beside `sqlite3 .import` of the same
 * samples as rows of a table without any index (the cheapest there is). In pairs;
 * medians. usage: ingest [ROUNDS [SAMPLES_OF_A_PROCESS]]
 */
#include "base/xalloc.h"
#include "lab/ingest.h"
#include "lab/summarise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TOTAL 1000000

static int processes, samples;

struct text {
	char *buf;
	size_t len, cap;
};

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static int put(void *ctx, const char *line, size_t len)
{
	struct text *t = ctx;

	while (t->len + len > t->cap) {
		t->cap = t->cap ? t->cap * 2 : 1 << 20;
		t->buf = xrealloc(t->buf, t->cap);
	}
	memcpy(t->buf + t->len, line, len);
	t->len += len;
	return 0;
}

static void calibration(struct wire_out *o, uint64_t ticks)
{
	wire_begin(o, "calibration");
	wire_u64(o, "ticks", ticks);
	wire_u64(o, "ns", ticks / 2);
	wire_u64(o, "width", 100);
	wire_end(o);
}

/* One process as the probe writes it; values of six digits, some flagged. */
static void process_text(struct text *t, unsigned int seed)
{
	static struct wire_out o;
	int i = 0;

	wire_init(&o, put, t);
	wire_begin(&o, "hello");
	wire_str(&o, "abi", "x86_64");
	wire_str(&o, "build", "30d6696b952f3ebeccde678e3e5e64cb8697616a");
	wire_end(&o);
	wire_begin(&o, "workload");
	wire_str(&o, "name", "syscall.null");
	wire_u64(&o, "per", 1);
	wire_end(&o);
	while (i < samples) {
		wire_begin(&o, "samples");
		wire_u64(&o, "first", (uint64_t)i);
		wire_u64(&o, "ops", 500);
		for (; i < samples && wire_room(&o) >= WIRE_VALUE_MAX; i++) {
			seed = seed * 1664525 + 1013904223;
			wire_value(&o, 200000 + seed % 100000,
				   i < 2     ? "w"
				   : i == 20 ? "p"
					     : "");
		}
		wire_end(&o);
	}
	for (int k = 1; k <= 3; k++)
		calibration(&o, (uint64_t)k * 100000000);
	wire_begin(&o, "end");
	wire_str(&o, "status", "done");
	wire_end(&o);
	wire_begin(&o, "bye");
	wire_u64(&o, "lines", o.seq + 1);
	wire_end(&o);
}

static void die(const char *what)
{
	fprintf(stderr, "ingest: %s\n", what);
	exit(3);
}

static double ours(const struct text *texts, const char *path)
{
	const struct store_new_experiment x = { "bench", "[]", "0", "-", 0, 0 };
	double begin = seconds();
	int64_t id, boot, workload;
	struct store *s;
	struct err e;

	if (store_open(path, STORE_CREATE, &s, &e) < 0 ||
	    store_experiment_begin(s, &x, &id, &e) < 0 ||
	    store_boot_begin(s, id, "bench", "host", STORE_TIME, 0, NULL, 0, &boot, &e) <
		    0 ||
	    store_workload(s, "syscall.null", "x86_64", 1, "op", 1, &workload, &e) < 0)
		die(e.what);
	for (int i = 0; i < processes; i++) {
		struct store_process p = { .modifiers = "" };
		struct ingest in;

		ingest_init(&in);
		ingest_feed(&in, texts[i].buf, texts[i].len);
		ingest_finish(&in, &p);
		summarise(&p, in.per);
		p.boot_id = boot;
		p.workload_id = workload;
		p.number = i;
		if (strcmp(p.status, "done") || (int)p.n != samples ||
		    isnan(p.summary.p25))
			die(p.reason ? p.reason : "wrong result");
		if (store_process_add(s, &p, NULL, &e) < 0)
			die(e.what);
		ingest_release(&in);
	}
	store_close(s);
	return seconds() - begin;
}

static void write_csv(const char *path)
{
	FILE *f = fopen(path, "w");

	for (int i = 0; f && i < processes; i++) {
		unsigned int seed = (unsigned int)i;

		for (int k = 0; k < samples; k++) {
			seed = seed * 1664525 + 1013904223;
			fprintf(f, "%d,%d,%u,%s\n", i, k, 200000 + seed % 100000,
				k < 2     ? "w"
				: k == 20 ? "p"
					  : "");
		}
	}
	if (!f || fclose(f))
		die("cannot write the CSV file");
}

static double theirs(const char *csv, const char *db)
{
	char *command = xasprintf(
		"sqlite3 %s 'PRAGMA journal_mode=WAL' "
		"'PRAGMA synchronous=NORMAL' "
		"'CREATE TABLE sample (process INTEGER, number INTEGER, "
		"ticks INTEGER, flags TEXT)' '.import --csv %s sample' > /dev/null",
		db, csv);
	double begin = seconds();

	if (system(command))
		die("sqlite3 failed");
	free(command);
	return seconds() - begin;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof(*v), by_value);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 7;
	char dir[] = "/tmp/ktoll-ingest.XXXXXX";
	struct text *texts;
	double a[64], b[64], ratio[64];
	char *csv, *db;

	samples = argc > 2 ? atoi(argv[2]) : 50;
	if (samples < 30 || samples > TOTAL)
		return 2;
	processes = TOTAL / samples;
	texts = xcalloc((size_t)processes, sizeof(*texts));
	if (rounds < 1 || rounds > 64 || !mkdtemp(dir))
		return 2;
	for (int i = 0; i < processes; i++)
		process_text(&texts[i], (unsigned int)i);
	csv = xasprintf("%s/samples.csv", dir);
	write_csv(csv);
	for (int r = 0; r < rounds; r++) {
		db = xasprintf("%s/ours%d.db", dir, r);
		a[r] = ours(texts, db);
		free(db);
		db = xasprintf("%s/theirs%d.db", dir, r);
		b[r] = theirs(csv, db);
		free(db);
		ratio[r] = a[r] / b[r];
	}
	printf("%d processes of %d samples, %d rounds, medians:\n", processes, samples,
	       rounds);
	printf("  wire text into the store  %.2f s, %.0f samples/s\n", median(a, rounds),
	       TOTAL / median(a, rounds));
	printf("  sqlite3 .import of rows   %.2f s\n", median(b, rounds));
	printf("  ratio                     %.2f\n", median(ratio, rounds));
	free(csv);
	csv = xasprintf("rm -rf %s", dir);
	return system(csv) != 0;
}
