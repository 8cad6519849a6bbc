/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll path: which functions an op runs through, and what changed between kernels. */
#include "cmd/command.h"

#include "cmd/kernel.h"
#include "cmd/path_lines.h"
#include "cmd/path_rows.h"
#include "cmd/progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct command cmd_path;

typedef void report_fn(const struct path_report *r, struct str *out);

static const struct {
	const char *name;
	report_fn *report;
} formats[] = {
	{ "text", path_report_text },
	{ "folded", path_report_folded },
	{ "json", path_report_json },
	{ "svg", path_report_svg },
};

#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))

struct options {
	const char *kernels[PATH_ARMS], *vmlinux[PATH_ARMS];
	size_t n, n_vmlinux;
	const char *workload, *annotate;
	report_fn *report;
	bool quiet;
	struct modifiers modifiers;
	struct kernel_options k;
};

enum { OPT_VMLINUX = OPT_MEASURE_OWN, OPT_ANNOTATE };

static const struct option longs[] = {
	{ "kernel", required_argument, NULL, OPT_KERNEL },
	{ "append", required_argument, NULL, OPT_APPEND },
	{ "cpu-model", required_argument, NULL, OPT_CPU_MODEL },
	{ "mem", required_argument, NULL, OPT_MEM },
	{ "vmlinux", required_argument, NULL, OPT_VMLINUX },
	{ "with", required_argument, NULL, OPT_WITH },
	{ "annotate", required_argument, NULL, OPT_ANNOTATE },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "quiet", no_argument, NULL, 'q' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

static int take_format(struct options *o, const char *s, struct err *e)
{
	for (size_t i = 0; i < N_FORMATS; i++)
		if (!strcmp(s, formats[i].name)) {
			o->report = formats[i].report;
			return 0;
		}
	err_set(e, EINVAL, "unknown format '%s'", s);
	err_expect(e, "text, folded, json or svg");
	return -EINVAL;
}

/* One of at most two. */
static int take_file(const char **list, size_t *n, const char *what, struct err *e)
{
	if (*n == PATH_ARMS)
		return err_set(e, EINVAL, "%s more than twice", what);
	list[(*n)++] = optarg;
	return 0;
}

static int take(struct options *o, int opt, struct err *e)
{
	switch (opt) {
	case OPT_KERNEL: return take_file(o->kernels, &o->n, "--kernel", e);
	case OPT_VMLINUX: return take_file(o->vmlinux, &o->n_vmlinux, "--vmlinux", e);
	case OPT_ANNOTATE: o->annotate = optarg; return 0;
	case OPT_FORMAT: return take_format(o, optarg, e);
	case OPT_WITH:
		/* Windows are told from where the probe reads the counter. */
		if (!strcmp(optarg, "notsc"))
			return err_set(e, EINVAL, "--with notsc: path needs the counter");
		return modifiers_add(&o->modifiers, optarg, e);
	case 'q': o->quiet = true; return 0;
	default: return kernel_option(&o->k, opt, e);
	}
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	struct err e;
	int opt;

	while ((opt = next_option(&cmd_path, argc, argv, ":qh", longs)) != -1) {
		if (opt == 'h')
			return usage(&cmd_path);
		if (opt == '?')
			return EXIT_USAGE;
		if (take(o, opt, &e) < 0)
			return complain(EXIT_USAGE, &e);
	}
	if (argc - optind != 1)
		return bad_usage(&cmd_path, "%s",
				 argc == optind ? "which workload?"
						: "one workload at a time");
	o->workload = argv[optind];
	if (!o->n)
		return bad_usage(&cmd_path, "needs --kernel IMAGE, once or twice");
	if (o->n_vmlinux && o->n_vmlinux != o->n)
		return bad_usage(&cmd_path, "--vmlinux for each --kernel, or for none");
	if (o->annotate && o->report != path_report_text)
		return bad_usage(&cmd_path, "--annotate has no format but text");
	return -1;
}

/* ---- the workload ---- */

/* The one that is meant: by its label among those that match; of a 32-bit kernel the one
 * of its ABI. */
static const struct catalogue_entry *meant(const struct catalogue_entry *const *list,
					   size_t n, const char *name, unsigned int bits)
{
	const struct catalogue_entry *found = n == 1 ? list[0] : NULL;
	char label[CATALOGUE_LABEL_MAX];

	for (size_t i = 0; i < n && !found; i++)
		if (!strcmp(catalogue_label(list[i]->name, list[i]->abi, label), name))
			found = list[i];
	if (!found || bits == 64 || !strcmp(found->abi, "i386"))
		return found;
	for (size_t i = 0; i < catalogue_size; i++)
		if (!strcmp(catalogue[i].name, found->name) &&
		    !strcmp(catalogue[i].abi, "i386"))
			return &catalogue[i];
	return found;
}

static int workload(const struct options *o, unsigned int bits,
		    const struct catalogue_entry **ret, struct err *e)
{
	const struct catalogue_entry **list;
	size_t n;
	int r = catalogue_select(&o->workload, 1, &list, &n, e);

	if (r < 0)
		return -EINVAL;
	*ret = meant(list, n, o->workload, bits);
	free(list);
	if (*ret)
		return 0;
	err_set(e, EINVAL, "'%s' are %zu workloads", o->workload, n);
	err_expect(e, "one");
	return -EINVAL;
}

/* ---- the boots ---- */

static int boot(const struct options *o, const struct boot_arm *arm, size_t i,
		const struct catalogue_entry *entry, struct path_result *ret,
		struct err *e)
{
	const struct path_wish w = {
		.arm = arm,
		.entry = entry,
		.vmlinux = o->vmlinux[i],
		.stop = &interrupted,
	};
	int r;

	if (!o->quiet && progress_wanted())
		fprintf(stderr, "ktoll: booting %s ...\n", arm->image.release);
	r = path_run(&w, ret, e);
	if (ret->console && *ret->console)
		fprintf(stderr, "%s", ret->console);
	return r;
}

static int show(const struct options *o, const struct boot_arm *arms,
		const struct path_result *results, const struct catalogue_entry *entry)
{
	char label[CATALOGUE_LABEL_MAX];
	struct str text = STR_INIT, with = STR_INIT;
	struct path_rows rows;
	int status, r = 0;
	struct err e;

	for (size_t i = 0; i < o->modifiers.n; i++)
		str_addf(&with, "%s%s", i ? " " : "", o->modifiers.list[i]);
	path_rows_make(arms, results, o->n, entry,
		       catalogue_label(entry->name, entry->abi, label), str_get(&with),
		       &rows);
	if (o->annotate)
		r = path_lines(&rows.report, results, o->annotate, &text, &e);
	else
		o->report(&rows.report, &text);
	status = r ? complain(EXIT_CANNOT, &e) : print(&text);
	path_rows_release(&rows);
	str_release(&with);
	str_release(&text);
	return status;
}

static int open_arms(const struct options *o, struct boot_arm *arms, struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < o->n && !r; i++) {
		r = kernel_arm(&o->k, o->kernels[i], o->k.append,
			       modifiers_list(&o->modifiers), &arms[i], e);
		arms[i].name = arms[i].image.release;
	}
	if (!r && o->n > 1 && arms[0].image.bits != arms[1].image.bits) {
		err_set(e, EINVAL, "a %u-bit and a %u-bit kernel have no path in common",
			arms[0].image.bits, arms[1].image.bits);
		r = -EINVAL;
	}
	return r;
}

static int follow(const struct options *o, struct boot_arm *arms,
		  struct path_result *results)
{
	const struct catalogue_entry *entry = NULL;
	struct err e;
	int r = open_arms(o, arms, &e), bad = EXIT_CANNOT;

	if (!r) {
		r = workload(o, arms[0].image.bits, &entry, &e);
		bad = r ? EXIT_USAGE : EXIT_CANNOT;
	}
	catch_interrupts();
	for (size_t i = 0; i < o->n && !r; i++)
		r = boot(o, &arms[i], i, entry, &results[i], &e);
	if (r == -EINTR)
		return complainf(EXIT_SIGINT, "interrupted");
	return r ? complain(bad, &e) : show(o, arms, results, entry);
}

static int run(int argc, char **argv)
{
	struct options o = { .report = path_report_text,
			     .k = { .accel = -1, .exact = true } };
	struct boot_arm arms[PATH_ARMS] = { { .image = { .fd = -1 } },
					    { .image = { .fd = -1 } } };
	struct path_result results[PATH_ARMS] = { 0 };
	int status = parse(argc, argv, &o);

	if (status < 0)
		status = follow(&o, arms, results);
	for (size_t i = 0; i < PATH_ARMS; i++) {
		path_result_release(&results[i]);
		boot_arm_release(&arms[i]);
	}
	return status;
}

const struct command cmd_path = {
	.name = "path",
	.does = "show which functions an op runs through, instruction by instruction",
	.synopsis =
		"path --kernel IMAGE [--kernel IMAGE] [--append STRING] [--cpu-model MODEL]\n"
		"           [--mem MB] [--vmlinux FILE]... [--with MODIFIER]...\n"
		"           [--format text|folded|json|svg] [--annotate FUNCTION] [-q] WORKLOAD",
	.run = run,
};
