/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll check: one comparison against a stored arm as an exit status. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/check_measure.h"
#include "cmd/terminal.h"
#include "lab/build.h"
#include "lab/git.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const struct command cmd_check;

/* What `git bisect run` takes: 0 good, 1 bad, 125 skip; 128 ends the bisection. */
enum { BISECT_SKIP = 125, BISECT_ABORT = 128 };

enum {
	OPT_AGAINST = OPT_MEASURE_OWN,
	OPT_FAIL_IF,
	OPT_MAX,
	OPT_BISECT,
	OPT_VERIFY_ENDS,
};

static const struct option longs[] = {
	{ "against", required_argument, NULL, OPT_AGAINST },
	{ "kernel", required_argument, NULL, OPT_KERNEL },
	{ "fail-if", required_argument, NULL, OPT_FAIL_IF },
	{ "max", required_argument, NULL, OPT_MAX },
	{ "bisect", no_argument, NULL, OPT_BISECT },
	{ "verify-ends", no_argument, NULL, OPT_VERIFY_ENDS },
	{ "append", required_argument, NULL, OPT_APPEND },
	BUILD_LONGS,
	VERDICT_LONGS,
	KERNEL_LONGS,
	ARM_LONGS,
	MEASURE_LONGS,
};

static int take_max(struct check_options *o, const char *text, struct err *e)
{
	const char *eq = strrchr(text, '=');
	char *end;
	double v = eq ? strtod(eq + 1, &end) : 0;

	if (!eq || eq == text || end == eq + 1 || *end || !(v > 0) || !isfinite(v)) {
		err_set(e, EINVAL, "--max: '%s' is no good", text);
		err_expect(e, "WORKLOAD=VALUE");
		return -EINVAL;
	}
	if (o->n_max == CHECK_MAX)
		return err_set(e, E2BIG, "more than %d --max", CHECK_MAX);
	o->max[o->n_max++] = (struct check_limit){ text, (size_t)(eq - text), v };
	return 0;
}

static int take_fail_if(struct check_options *o, const char *text, struct err *e)
{
	o->different = !strcmp(text, "different");
	if (o->different || !strcmp(text, "slower"))
		return 0;
	err_set(e, EINVAL, "--fail-if: '%s' is no good", text);
	err_expect(e, "slower or different");
	return -EINVAL;
}

static int take(void *options, int opt, struct err *e)
{
	struct check_options *o = options;
	int r;

	switch (opt) {
	case OPT_AGAINST: o->against = optarg; return parse_arm("--against", optarg, e);
	case OPT_KERNEL: o->kernel = optarg; return 0;
	case OPT_FAIL_IF: return take_fail_if(o, optarg, e);
	case OPT_MAX: return take_max(o, optarg, e);
	case OPT_BISECT: o->bisect = true; return 0;
	case OPT_MARGIN: return parse_margin_or_0(optarg, &o->margin, e);
	case OPT_VERIFY_ENDS: o->verify_ends = true; return 0;
	default:
		r = verdict_option(opt, &o->margin, &o->confidence, e);
		if (r > 0)
			r = build_option(&o->build, opt, e);
		if (r > 0)
			r = kernel_option(&o->k, opt, e);
		return r > 0 ? measure_option(&o->m, opt, FORMATS_PLAIN, e) : r;
	}
}

int check_parse(int argc, char **argv, struct check_options *o)
{
	int status = read_options(&cmd_check, argc, argv, ":qh", longs, take, o);

	if (status >= 0)
		return status;
	o->globs = (const char *const *)argv + optind;
	o->n_globs = (size_t)(argc - optind);
	if (!o->against)
		return bad_usage(&cmd_check, "--against ARM is needed");
	if (o->kernel && o->build.git)
		return bad_usage(&cmd_check, "either --kernel or --git, not both");
	if (!o->build.git != !o->build.config)
		return bad_usage(&cmd_check, "--git and --config belong together");
	if (o->verify_ends && (!o->build.git || !o->bisect))
		return bad_usage(&cmd_check,
				 "--verify-ends goes with --bisect and --git");
	return -1;
}

/* ---- both ends ---- */

/*
 * Where it is noted that they were verified: once for a bisection, which is known by when
 * it was started, as its ends move while it goes on. NULL: none goes on.
 */
static char *note_path(const struct check_options *o)
{
	_cleanup_free_ char *cache = builder_cache(), *start = NULL;
	struct str path = STR_INIT;
	struct err ignored;
	struct stat st;
	int r = git_run(o->build.git, &path, &ignored, "rev-parse",
			"--path-format=absolute", "--git-path", "BISECT_START", NULL);

	start = xstrndup(str_get(&path), strcspn(str_get(&path), "\n"));
	str_release(&path);
	if (r < 0 || stat(start, &st) < 0)
		return NULL;
	return xasprintf("%s/images/ends-%llx-%llx-%lx", cache,
			 (unsigned long long)st.st_ino,
			 (unsigned long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

static int verify_one(const struct check_options *o, const char *hash, bool good,
		      struct err *e)
{
	struct check_outcome c;
	int r = check_measure(o, hash, &c, e);

	if (!r && c.result != (good ? CHECK_GOOD : CHECK_BAD)) {
		err_set(e, EINVAL, "%.12s is called %s, and is %s", hash,
			good ? "good" : "bad", check_result_words[c.result]);
		err_expect(e, "ends that this check tells apart");
		r = -EINVAL;
	}
	check_outcome_release(&c);
	return r;
}

/* The ends as bisect has them: "HASH refs/bisect/bad" and "... refs/bisect/good-...". */
static int verify_all(const struct check_options *o, char *refs, struct err *e)
{
	char *save = NULL;
	int ends = 0, r = 0;

	for (char *line = strtok_r(refs, "\n", &save); line && !r;
	     line = strtok_r(NULL, "\n", &save), ends++) {
		char *space = strchr(line, ' ');

		if (!space)
			continue;
		*space = 0;
		r = verify_one(o, line, strstr(space + 1, "good-") != NULL, e);
	}
	if (!r && ends < 2)
		r = err_set(e, EINVAL, "the bisection has no ends yet");
	return r;
}

static int verify_ends(const struct check_options *o, struct err *e)
{
	_cleanup_free_ char *note = note_path(o);
	struct str refs = STR_INIT;
	int fd, r;

	if (!note)
		return err_set(e, EINVAL, "no bisection goes on in %s", o->build.git);
	if (!access(note, F_OK))
		return 0;
	r = git_run(o->build.git, &refs, e, "for-each-ref",
		    "--format=%(objectname) %(refname)", "refs/bisect/bad",
		    "refs/bisect/good-*", NULL);
	if (!r && refs.len)
		r = verify_all(o, refs.s, e);
	str_release(&refs);
	if (r < 0)
		return r;
	fd = open(note, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd >= 0)
		close(fd);
	return 0;
}

/* ---- one check ---- */

static int say(const struct check_options *o, const struct check_outcome *c)
{
	struct str text = STR_INIT;
	int status;

	if (o->m.format == FORMAT_JSON) {
		check_json(o, c, &text);
	} else {
		check_text(o, c, false, &text);
		clean_lines(&text);
	}
	status = print(&text);
	str_release(&text);
	return status;
}

static int status_of(const struct check_options *o, enum check_result result)
{
	switch (result) {
	case CHECK_GOOD: return EXIT_OK;
	case CHECK_BAD: return EXIT_SLOWER;
	case CHECK_BROKEN: return o->bisect ? BISECT_SKIP : EXIT_SLOWER;
	default: return o->bisect ? BISECT_SKIP : EXIT_OK;
	}
}

static int check(const struct check_options *o)
{
	_cleanup_free_ char *head = NULL;
	struct check_outcome c = { 0 };
	struct err e;
	int r = 0, status;

	if (o->build.git)
		r = git_clean(o->build.git, &e);
	if (!r && o->build.git)
		r = git_commit(o->build.git, "HEAD", &head, &e);
	if (!r && o->verify_ends)
		r = verify_ends(o, &e);
	if (!r)
		r = check_measure(o, head, &c, &e);
	if (!r) {
		status = say(o, &c);
		status = status ? status : status_of(o, c.result);
	} else if (r == -EINTR) {
		status = complainf(EXIT_SIGINT, "interrupted");
	} else {
		status = complain(r == -EINVAL || r == -ENOENT || r == -EBUSY
					  ? EXIT_USAGE
					  : EXIT_CANNOT,
				  &e);
	}
	check_outcome_release(&c);
	return status;
}

static int run(int argc, char **argv)
{
	struct check_options o = CHECK_OPTIONS_DEFAULT;
	bool bisect = false;
	int status;

	/* Also of a wrong command line: 2 would be taken for "bad". */
	for (int i = 1; i < argc; i++)
		bisect |= !strcmp(argv[i], "--bisect");
	o.argc = argc;
	o.argv = argv;
	status = check_parse(argc, argv, &o);
	if (status < 0) {
		measure_seed(&o.m);
		status = check(&o);
	}
	if (bisect && status != EXIT_OK && status != EXIT_SLOWER && status != BISECT_SKIP)
		return BISECT_ABORT;
	return status;
}

const struct command cmd_check = {
	.name = "check",
	.does = "hold a kernel against a stored arm: an exit status for scripts and bisect",
	.synopsis =
		"check --against ARM [--kernel IMAGE | --git REPO --config FILE]\n"
		"          [--fail-if slower|different] [--max WORKLOAD=VALUE]... [--bisect]\n"
		"          [--verify-ends] [--as NAME] [--build-jobs N] [--append STRING] [--exact]\n"
		"          [--accel kvm|tcg] [--boots N] [--cpu-model MODEL] [--mem MB] [--unpinned]\n"
		"          [--with MODIFIER]... [--margin PCT] [--confidence PCT] [--cpu N]\n"
		"          [--seed N] [--format text|json] [--db FILE] [-q] [GLOB...]",
	.run = run,
};
