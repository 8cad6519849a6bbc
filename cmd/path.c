/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll path: which functions an op runs through, and what changed between kernels. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/kernel.h"
#include "cmd/path_kept.h"
#include "cmd/path_lines.h"
#include "cmd/path_rows.h"
#include "cmd/progress.h"
#include "cmd/terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct command cmd_path;

typedef void report_fn(const struct path_report *r, struct str *out);

static void text_report(const struct path_report *r, struct str *out)
{
	const struct look look = look_of(FORMAT_TEXT);

	path_report_text(r, &look, out);
}

static const struct {
	const char *name;
	report_fn *report;
} formats[] = {
	{ "text", text_report },
	{ "folded", path_report_folded },
	{ "json", path_report_json },
	{ "svg", path_report_svg },
};

#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))

struct options {
	const char *kernels[PATH_ARMS], *vmlinux[PATH_ARMS];
	const char *names[PATH_ARMS]; /* of the arms to keep them as */
	const char *kept[PATH_ARMS];  /* arms to show instead of booting anything */
	size_t n, n_vmlinux, n_names, n_kept;
	const char *db, *workload, *annotate;
	report_fn *report;
	bool quiet;
	struct modifiers modifiers;
	struct kernel_options k;
};

enum { OPT_VMLINUX = OPT_MEASURE_OWN, OPT_ANNOTATE, OPT_ARM };

static const struct option longs[] = {
	{ "kernel", required_argument, NULL, OPT_KERNEL },
	{ "append", required_argument, NULL, OPT_APPEND },
	{ "cpu-model", required_argument, NULL, OPT_CPU_MODEL },
	{ "mem", required_argument, NULL, OPT_MEM },
	{ "module", required_argument, NULL, OPT_MODULE },
	{ "vmlinux", required_argument, NULL, OPT_VMLINUX },
	{ "with", required_argument, NULL, OPT_WITH },
	{ "annotate", required_argument, NULL, OPT_ANNOTATE },
	{ "as", required_argument, NULL, OPT_AS },
	{ "arm", required_argument, NULL, OPT_ARM },
	{ "db", required_argument, NULL, OPT_DB },
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

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;
	switch (opt) {
	case OPT_KERNEL: return take_file(o->kernels, &o->n, "--kernel", e);
	case OPT_VMLINUX:
		if (kernel_named_file("--vmlinux", optarg, e) < 0)
			return -EINVAL;
		return take_file(o->vmlinux, &o->n_vmlinux, "--vmlinux", e);
	case OPT_AS:
		if (parse_arm("--as", optarg, e) < 0)
			return -EINVAL;
		return take_file(o->names, &o->n_names, "--as", e);
	case OPT_ARM: return take_file(o->kept, &o->n_kept, "--arm", e);
	case OPT_DB: o->db = optarg; return 0;
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

static int check_options(const struct options *o)
{
	if (!o->n && !o->n_kept)
		return bad_usage(&cmd_path, "needs --kernel IMAGE, once or twice");
	if (o->n_kept &&
	    (o->n || o->k.append || o->annotate || o->n_names || o->n_vmlinux ||
	     o->modifiers.n || o->k.cpu_model || o->k.mem_mb || o->k.n_modules))
		return bad_usage(&cmd_path,
				 "--arm shows what is kept: nothing is booted");
	if (o->n_vmlinux && o->n_vmlinux != o->n)
		return bad_usage(&cmd_path, "--vmlinux for each --kernel, or for none");
	if (o->n_names && o->n_names != o->n)
		return bad_usage(&cmd_path, "--as for each --kernel, or for none");
	if (o->annotate && o->report != text_report)
		return bad_usage(&cmd_path, "--annotate has no format but text");
	return -1;
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	int status = read_options(&cmd_path, argc, argv, ":qh", longs, take, o);

	if (status >= 0)
		return status;
	if (argc - optind != 1)
		return bad_usage(&cmd_path, "%s",
				 argc == optind ? "which workload?"
						: "one workload at a time");
	o->workload = argv[optind];
	return check_options(o);
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

static int boot(const struct options *o, const struct experiment *x,
		const struct boot_arm *arm, size_t i, const struct catalogue_entry *entry,
		struct path_result *ret, struct err *e)
{
	const struct path_wish w = {
		.store = x->store,
		.experiment = x->id,
		.host_facts = x->machine.facts,
		.n_host_facts = x->machine.n,
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
	_cleanup_free_ char *with = modifiers_text(modifiers_list(&o->modifiers));
	char label[CATALOGUE_LABEL_MAX];
	const struct path_subject what = { catalogue_label(entry->name, entry->abi,
							   label),
					   entry->name, entry->abi, entry->unit, with };
	struct path_shown shown[PATH_ARMS];
	struct str text = STR_INIT;
	struct path_rows rows;
	int status, r = 0;
	struct err e;

	for (size_t i = 0; i < o->n; i++)
		shown[i] = (struct path_shown){
			.image = arms[i].image_path,
			.release = arms[i].image.release,
			.build_id = results[i].build_id,
			.cpu_model = arms[i].config.cpu_model,
			.note = results[i].note,
			.exact = results[i].exact,
			.agree = results[i].agree,
			.units = results[i].units,
			.profile = &results[i].profile,
		};
	path_rows_make(shown, o->n, &what, &rows);
	if (o->annotate)
		r = path_lines(&rows.report, results, o->annotate, &text, &e);
	else
		o->report(&rows.report, &text);
	status = r ? complain(EXIT_CANNOT, &e) : print(&text);
	path_rows_release(&rows);
	str_release(&text);
	return status;
}

static int open_arms(const struct options *o, struct boot_arm *arms, struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < o->n && !r; i++) {
		r = kernel_arm(&o->k, o->kernels[i], o->k.append,
			       modifiers_list(&o->modifiers), &arms[i], e);
		if (!r)
			arms[i].name = kernel_arm_name(&arms[i], o->names[i]);
	}
	if (!r && o->n > 1 && arms[0].image.bits != arms[1].image.bits) {
		err_set(e, EINVAL, "a %u-bit and a %u-bit kernel have no path in common",
			arms[0].image.bits, arms[1].image.bits);
		r = -EINVAL;
	}
	if (!r && o->n > 1 && !strcmp(arms[0].name, arms[1].name)) {
		err_set(e, EINVAL, "both kernels would be kept as '%s'", arms[0].name);
		err_expect(e, "--as NAME for each of them");
		r = -EINVAL;
	}
	return r;
}

/* An exit status. */
static int measure(const struct options *o, int argc, char **argv, struct boot_arm *arms,
		   const struct catalogue_entry *entry)
{
	struct path_result results[PATH_ARMS] = { 0 };
	struct experiment x;
	int r, status;
	struct err e;

	catch_interrupts();
	r = experiment_begin(&x, "path", argc, argv, o->db, -1, 0, &e);
	for (size_t i = 0; i < o->n && !r; i++)
		r = boot(o, &x, &arms[i], i, entry, &results[i], &e);
	experiment_end(&x, r, &e);
	status = experiment_status(&x, r, &e);
	if (!r)
		status = show(o, arms, results, entry);
	experiment_release(&x);
	for (size_t i = 0; i < PATH_ARMS; i++)
		path_result_release(&results[i]);
	return status;
}

static int follow(const struct options *o, int argc, char **argv, struct boot_arm *arms)
{
	const struct catalogue_entry *entry = NULL;
	struct err e;
	int r = open_arms(o, arms, &e);

	if (r < 0)
		return complain(r == -EINVAL ? EXIT_USAGE : EXIT_CANNOT, &e);
	r = workload(o, arms[0].image.bits, &entry, &e);
	return r < 0 ? complain(EXIT_USAGE, &e) : measure(o, argc, argv, arms, entry);
}

/* ---- what is kept ---- */

static int find_kept(const struct options *o, struct path_kept *k, struct err *e)
{
	_cleanup_free_ char *path = database_path(o->db);
	const struct catalogue_entry *entry = NULL;
	struct store *s = NULL;
	int r = workload(o, 64, &entry, e);

	if (!r)
		r = store_open(path, STORE_READ, &s, e);
	for (size_t i = 0; i < o->n_kept && !r; i++) {
		const struct store_profile_wish w = {
			.workload = entry->name,
			.abi = entry->abi,
			.arm = o->kept[i],
		};

		r = path_kept_find(s, &w, &k[i], e);
		if (r == -ENOENT) /* not so of the database */
			r = -EINVAL;
	}
	store_close(s);
	return r;
}

static int show_kept(const struct options *o)
{
	struct path_kept k[PATH_ARMS] = { 0 };
	struct str text = STR_INIT;
	struct path_rows rows;
	struct err e;
	int r = find_kept(o, k, &e), status;

	if (r < 0) {
		status = complain(r == -EINVAL ? EXIT_USAGE : EXIT_CANNOT, &e);
	} else {
		path_kept_rows(k, o->n_kept, &rows);
		o->report(&rows.report, &text);
		status = print(&text);
		path_rows_release(&rows);
	}
	str_release(&text);
	for (size_t i = 0; i < PATH_ARMS; i++)
		path_kept_release(&k[i]);
	return status;
}

static int run(int argc, char **argv)
{
	struct options o = { .report = text_report, .k = { .accel = -1, .exact = true } };
	struct boot_arm arms[PATH_ARMS] = { { .image = { .fd = -1 } },
					    { .image = { .fd = -1 } } };
	int status = parse(argc, argv, &o);

	if (status >= 0)
		return status;
	if (o.n_kept)
		return show_kept(&o);
	status = follow(&o, argc, argv, arms);
	for (size_t i = 0; i < PATH_ARMS; i++) {
		free((char *)arms[i].name);
		boot_arm_release(&arms[i]);
	}
	return status;
}

const struct command cmd_path = {
	.name = "path",
	.does = "show which functions an op runs through, instruction by instruction",
	.synopsis =
		"path --kernel IMAGE [--kernel IMAGE] [--append STRING] [--cpu-model MODEL]\n"
		"           [--mem MB] [--module FILE]... [--vmlinux FILE]... [--with MODIFIER]...\n"
		"           [--as NAME]... [--annotate FUNCTION]\n"
		"           [--format text|folded|json|svg] [--db FILE] [-q] WORKLOAD\n"
		"       ktoll path --arm NAME [--arm NAME] [--format text|folded|json|svg]\n"
		"           [--db FILE] WORKLOAD",
	.run = run,
};
