/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the instructions of an op went, of one kernel or of two side by side: the report
 * of `ktoll path`. Gets finished numbers, per unit; no mathematics but sums.
 */
#ifndef REPORT_PATH_H
#define REPORT_PATH_H

#include "base/str.h"
#include "report/look.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PATH_ARMS 2

enum path_side { PATH_USER, PATH_KERNEL, PATH_INTERRUPTS, PATH_SIDES };

struct path_amounts {
	double insns, calls, loads, stores, branches, taken;
	const double *costs; /* as many as there are names of them */
};

/* A node of the tree of calls; they come in call order, parents first. */
struct path_node {
	unsigned int depth; /* 0: called by nothing that is seen */
	enum path_side side;
	const char *name;
	double insns, calls; /* its own, not those of what it calls */
	bool inlined;        /* into the one above it: it is not called */
	uint64_t count;      /* its own instructions in the batch */
};

/* A function of either kernel. */
struct path_function {
	enum path_side side;
	const char *name;
	bool in[PATH_ARMS];
	struct path_amounts v[PATH_ARMS];
	uint64_t addr[PATH_ARMS]; /* 0: none */
	const char *kind;         /* same, more, less, only-a, only-b */
	const char *moved; /* where it may have been inlined, or taken out of; NULL */
};

struct path_side_sum {
	struct path_amounts sum;
	/* Distinct ones of the whole batch. */
	uint64_t code_lines, code_pages, data_lines, data_pages;
};

struct path_arm {
	const char *image, *release, *build_id, *cpu_model;
	const char *note; /* why there are no names; "" */
	double exact, agree_pct;
	struct path_side_sum sides[PATH_SIDES];
	const struct path_node *nodes;
	size_t n_nodes;
};

struct path_report {
	const char *label, *workload, *abi, *unit;
	const char *modifiers; /* "" */
	uint64_t units;        /* in the batch */
	struct path_arm arms[PATH_ARMS];
	size_t n_arms;
	const struct path_function *functions; /* in the order to be shown */
	size_t n_functions;
	const char *const *cost_names;
	size_t n_costs;
};

/* Where @look is narrow, columns that matter less are left out, and named. */
void path_report_text(const struct path_report *r, const struct look *look,
		      struct str *out);
void path_report_json(const struct path_report *r, struct str *out);

/*
 * Folded stacks, as flame graph programs read them: "side;function;function COUNT", or
 * with both counts for two kernels. The counts are instructions of the whole batch.
 */
void path_report_folded(const struct path_report *r, struct str *out);

/* A flame graph for each kernel in one self-contained file without scripts. */
void path_report_svg(const struct path_report *r, struct str *out);

/* The flame graph of one of its kernels as an <svg> element, to be put into a page. */
void path_report_flame(const struct path_report *r, size_t arm, struct str *out);

/* An instruction of one function, or of both kernels' if it is in both. */
struct path_line {
	bool in[PATH_ARMS];
	double count[PATH_ARMS]; /* per unit */
	uint64_t addr[PATH_ARMS];
	const char *text;
	const char *other; /* of B where it goes elsewhere than A's; NULL: the same */
	const char *line;  /* of the source; "" */
	bool apart;        /* something in front of it was not executed */
};

void path_report_lines(const struct path_report *r, const char *function,
		       const struct path_line *lines, size_t n, struct str *out);

#define PATH_AMOUNT_MAX 32

/* At most three decimals, no zeros behind: "38", "7.25", "-0.125"; returns @buf. */
const char *path_amount(double v, char buf[PATH_AMOUNT_MAX]);

/* "user", "kernel", "interrupts" */
const char *path_side_name(enum path_side side);

#endif
