/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See arms_option.h. */
#include "cmd/arms_option.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/calibration.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int workloads_option(const char **globs, struct match_options *m, struct err *e)
{
	if (m->n_globs == ARMS_GLOBS)
		return err_set(e, E2BIG, "too many --workloads");
	globs[m->n_globs++] = optarg;
	m->globs = globs;
	return 0;
}

static int take(void *options, int opt, struct err *e)
{
	struct arms_options *o = options;

	switch (opt) {
	case 'o': o->output = optarg; return 0;
	case OPT_DB: o->db = optarg; return 0;
	case OPT_PLOT_EVENT: o->event = optarg; return 0;
	case OPT_FORCE: o->match.force = true; return 0;
	case OPT_MARGIN:
	case OPT_CONFIDENCE:
		return verdict_option(opt, &o->match.margin, &o->match.confidence, e);
	default: return workloads_option(o->globs, &o->match, e);
	}
}

int arms_parse(const struct command *c, const struct option *longs, int argc, char **argv,
	       struct arms_options *o)
{
	int status = read_options(c, argc, argv, ":o:h", longs, take, o);

	if (status >= 0)
		return status;
	o->names = argv + optind;
	o->n_names = (size_t)(argc - optind);
	if (!o->n_names)
		return bad_usage(c, "takes an experiment's id, or arms");
	if (o->n_names > GATHERED_ARMS)
		return bad_usage(c, "takes at most %d arms", GATHERED_ARMS);
	if (!o->output)
		return bad_usage(c, "needs -o FILE");
	return -1;
}

/* What this machine is known to drift by, as `compare` takes it. */
static struct calibration_drifts *drifts_of(struct store *s, const char *arm)
{
	struct calibration_drifts *drifts = NULL;
	struct source src = { 0 };
	struct err ignored;

	if (!s || source_load(s, arm, STORE_P25, &src, &ignored) < 0)
		return NULL;
	if (src.kind == SOURCE_ARM) {
		_cleanup_free_ char *machine = source_machine(&src);

		drifts = calibration_drifts(s, machine);
	}
	source_release(&src);
	return drifts;
}

int arms_load(struct arms_options *o, struct store **ret_store, struct gathered *ret,
	      struct err *e)
{
	const char *first = o->names[0];
	const bool number =
		o->n_names == 1 && strspn(first, "0123456789") == strlen(first);
	struct match_options match = o->match;
	struct calibration_drifts *drifts;
	struct store *s;
	uint64_t id = 0;
	int r = source_store(o->db, &s, e);

	if (r < 0)
		return r;
	/* an arm called "12" is an arm */
	if (number && (!s || store_has_arm(s, first, e) < 0)) {
		r = parse_number("EXPERIMENT", first, 1, INT64_MAX, &id, e);
		if (!r && !s) {
			err_set(e, ENOENT, "no database, and so no experiment %s", first);
			r = -ENOENT;
		}
	}
	o->experiment = (int64_t)id;
	match.drifts = drifts = id ? NULL : drifts_of(s, first);
	if (!r)
		r = gathered_load(s, o->experiment, o->names, id ? 0 : o->n_names, &match,
				  ret, e);
	calibration_drifts_free(drifts);
	if (r < 0)
		store_close(s);
	else
		*ret_store = s;
	return r;
}

int arms_status(int r, const struct err *e)
{
	return complain(r == -EIO || r == -EBUSY ? EXIT_CANNOT : EXIT_USAGE, e);
}

int write_whole(const char *path, const struct str *text, struct err *e)
{
	_cleanup_free_ char *temporary = NULL;
	struct stat st;
	bool bad, in_place;
	FILE *f;

	if (!strcmp(path, "-"))
		return print(text);
	/* renaming over /dev/null would take it from the whole machine */
	in_place = !stat(path, &st) && !S_ISREG(st.st_mode);
	temporary =
		in_place ? xstrdup(path) : xasprintf("%s.%ld.tmp", path, (long)getpid());
	f = fopen(temporary, "we");
	if (!f) {
		err_errno(e, errno, "cannot write it");
		err_where(e, "%s", path);
		return -EIO;
	}
	bad = fwrite(str_get(text), 1, text->len, f) != text->len;
	bad |= fclose(f) == EOF;
	if (bad || (!in_place && rename(temporary, path) < 0)) {
		err_errno(e, errno, "cannot write it");
		err_where(e, "%s", path);
		if (!in_place)
			unlink(temporary);
		return -EIO;
	}
	return 0;
}
