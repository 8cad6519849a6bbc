/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an importer is, and all there are. One file per foreign format; import.c has
 * the table and decides.
 */
#ifndef IMPORT_IMPORTERS_H
#define IMPORT_IMPORTERS_H

#include "import/result.h"
#include "import/text.h"

struct importer {
	const char *name;  /* a word for options and messages */
	const char *about; /* a few words */

	/*
	 * The number (from 1) of a line that proves that this text is of this format,
	 * 0 if there is none. NULL: only when the user names the format. Two proofs by
	 * different importers and the file is refused.
	 */
	size_t (*claim)(const struct text *t);

	/* Adds to @r; 0 or -errno with @e set. May be called without a claim. */
	int (*parse)(const struct text *t, const struct import_opts *opts,
		     struct import_result *r, struct err *e);
};

extern const struct importer import_columns;
extern const struct importer import_cyclictest;
extern const struct importer import_go;
extern const struct importer import_google_benchmark;
extern const struct importer import_hackbench;
extern const struct importer import_hyperfine;
extern const struct importer import_lmbench;
extern const struct importer import_lmbench_summary;
extern const struct importer import_ministat;
extern const struct importer import_perf_bench;
extern const struct importer import_perf_bench_simple;
extern const struct importer import_perf_stat;
extern const struct importer import_perf_stat_csv;
extern const struct importer import_perf_stat_json;
extern const struct importer import_pyperf;
extern const struct importer import_rdtsc;
extern const struct importer import_stress_ng;
extern const struct importer import_sysbench;
extern const struct importer import_table;
extern const struct importer import_unixbench;
extern const struct importer import_will_it_scale;

/*
 * Output that is known, and known to hold no importable number (messages of failure,
 * tables made for people). Sets @e and returns -EINVAL if @t is such, else 0.
 */
int import_refuse_known(const struct text *t, struct err *e);

#endif
