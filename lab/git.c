/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See git.h. */
#include "lab/git.h"

#include "base/cleanup.h"
#include "base/spawn.h"
#include "base/xalloc.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>

#define ARGS_MAX 24

/* What `git bisect run` or a hook may have set would point git at another repository. */
static const char runner[] =
	"unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR; "
	"export LC_ALL=C; exec git \"$@\"";

static void read_all(int fd, struct str *out)
{
	char buf[16384];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			str_addn(out, buf, (size_t)n);
}

/* The line that says it: git's "fatal: " or "error: ", else the last one. */
static void what_git_said(const struct str *text, struct err *e)
{
	const char *s = str_get(text), *line = s, *hit;
	size_t n;

	if ((hit = strstr(s, "fatal: ")) || (hit = strstr(s, "error: ")))
		line = hit + 7;
	n = strcspn(line, "\n");
	err_set(e, EIO, "git: %.*s", (int)n, *line ? line : "failed without a word");
}

static int run(const char *const *argv, struct str *out, struct err *e)
{
	struct str text = STR_INIT, said = STR_INIT;
	struct child c = CHILD_NONE;
	int status = 0, r = child_start(argv, NULL, 0, &c, e);

	if (r < 0)
		return r;
	read_all(c.out, &text);
	read_all(c.err, &said);
	r = child_wait(&c, &status);
	if (r < 0)
		err_errno(e, -r, "cannot wait for git");
	else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		r = err_set(e, ENOPKG, "git is not installed");
	else if (status) {
		what_git_said(&said, e);
		r = -EIO;
	}
	if (!r && out)
		str_addn(out, str_get(&text), text.len);
	str_release(&text);
	str_release(&said);
	return r;
}

int git_run(const char *repo, struct str *out, struct err *e, ...)
{
	const char *argv[ARGS_MAX + 8] = { "/bin/sh", "-c", runner, "sh", "-C", repo };
	size_t n = 6;
	va_list ap;
	int r;

	va_start(ap, e);
	while (n < ARGS_MAX + 7 && (argv[n] = va_arg(ap, const char *)))
		n++;
	va_end(ap);
	r = run(argv, out, e);
	if (r == -EIO)
		err_where(e, "%s", repo);
	/* What was named is none: that is the caller's mistake, and no trouble of git's.
	 */
	if (r == -EIO && e &&
	    (strstr(e->what, "not a git repository") ||
	     strstr(e->what, "cannot change to")))
		return -EINVAL;
	return r;
}

static char *line_of(struct str *text)
{
	char *s = str_detach(text);

	if (!s)
		return xstrdup("");
	s[strcspn(s, "\n")] = 0;
	return s;
}

int git_top(const char *repo, char **ret_path, struct err *e)
{
	struct str out = STR_INIT;
	int r = git_run(repo, &out, e, "rev-parse", "--path-format=absolute",
			"--git-common-dir", NULL);

	if (!r)
		*ret_path = line_of(&out);
	str_release(&out);
	return r;
}

int git_commit(const char *repo, const char *rev, char **ret_hash, struct err *e)
{
	_cleanup_free_ char *spec = xasprintf("%s^{commit}", rev);
	struct str out = STR_INIT;
	struct err detail;
	int r = *rev == '-' ? -EIO
			    : git_run(repo, &out, &detail, "rev-parse", "--verify",
				      "--quiet", spec, NULL);

	if (!r)
		*ret_hash = line_of(&out);
	str_release(&out);
	if (r == -EIO) {
		/* Is it the revision, or is there no repository? */
		r = git_run(repo, NULL, e, "rev-parse", "--git-dir", NULL);
		if (r)
			return r;
		err_set(e, EINVAL, "unknown revision '%s'", rev);
		err_where(e, "%s", repo);
		err_expect(e, "a commit, branch or tag");
		return -EINVAL;
	}
	if (r < 0 && e)
		*e = detail;
	return r;
}

/* "HASH PARENT...\tSUBJECT" */
static void parse_commit(char *line, struct git_commit *ret)
{
	char *tab = strchr(line, '\t'), *space;

	if (tab)
		*tab = 0;
	space = strchr(line, ' ');
	*ret = (struct git_commit){
		.subject = xstrdup(tab ? tab + 1 : ""),
		.merge = space && strchr(space + 1, ' '),
	};
	ret->hash = xstrndup(line, strcspn(line, " "));
}

#define FORMAT "--format=%H %P%x09%s"

int git_describe(const char *repo, const char *hash, struct git_commit *ret,
		 struct err *e)
{
	struct str out = STR_INIT;
	int r = git_run(repo, &out, e, "log", "-1", "--no-show-signature", FORMAT, hash,
			NULL);

	if (!r) {
		_cleanup_free_ char *line = line_of(&out);

		parse_commit(line, ret);
	}
	str_release(&out);
	return r;
}

static void add(struct git_range *r, const struct git_commit *c)
{
	r->v = xgrow(r->v, r->n, &r->cap, sizeof(*r->v));
	r->v[r->n++] = *c;
}

static int ends(const char *repo, const char *range, char **ret_a, char **ret_b,
		struct err *e)
{
	const char *dots = strstr(range, "..");
	_cleanup_free_ char *a = NULL;
	int r;

	if (!dots || dots[2] == '.' || strstr(dots + 2, "..")) {
		err_set(e, EINVAL, "'%s' is no range of commits", range);
		err_expect(e, "A..B");
		return -EINVAL;
	}
	a = dots == range ? xstrdup("HEAD") : xstrndup(range, (size_t)(dots - range));
	r = git_commit(repo, a, ret_a, e);
	return r ? r : git_commit(repo, dots[2] ? dots + 2 : "HEAD", ret_b, e);
}

static int list(const char *repo, const char *a, const char *b, struct git_range *ret,
		struct err *e)
{
	_cleanup_free_ char *spec = xasprintf("%s..%s", a, b);
	struct str out = STR_INIT;
	struct git_commit c;
	int r = git_run(repo, &out, e, "log", "--reverse", "--first-parent",
			"--no-show-signature", FORMAT, spec, NULL);
	char *save = NULL, *line;

	if (!r && out.len)
		for (line = strtok_r(out.s, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save)) {
			parse_commit(line, &c);
			ret->merges += c.merge;
			add(ret, &c);
		}
	str_release(&out);
	return r;
}

/* The first commit's first parent is what it changed. */
static int base(const char *repo, const char *a, struct git_range *r, struct err *e)
{
	_cleanup_free_ char *parent = xasprintf("%s^", r->v[0].hash), *hash = NULL;
	struct git_commit c;
	int error = git_commit(repo, parent, &hash, e);

	if (!error)
		error = git_describe(repo, hash, &c, e);
	if (error)
		return error;
	r->other_base = strcmp(hash, a) != 0;
	add(r, &c);
	memmove(r->v + 1, r->v, (r->n - 1) * sizeof(*r->v));
	r->v[0] = c;
	return 0;
}

int git_range(const char *repo, const char *range, struct git_range *ret, struct err *e)
{
	_cleanup_free_ char *a = NULL, *b = NULL;
	struct git_range r = { 0 };
	int error = ends(repo, range, &a, &b, e);

	if (!error && git_run(repo, NULL, e, "merge-base", "--is-ancestor", a, b, NULL)) {
		err_set(e, EINVAL, "'%s': the first is no ancestor of the second", range);
		error = -EINVAL;
	}
	if (!error)
		error = list(repo, a, b, &r, e);
	if (!error && !r.n)
		error = err_set(e, EINVAL, "'%s' has no commits", range);
	if (!error && r.n > GIT_RANGE_MAX)
		error = err_set(e, EINVAL, "'%s' has %zu commits: more than %d", range,
				r.n, GIT_RANGE_MAX);
	if (!error)
		error = base(repo, a, &r, e);
	if (error == -EINVAL)
		err_where(e, "%s", repo);
	if (error)
		git_range_release(&r);
	else
		*ret = r;
	return error;
}

void git_commit_release(struct git_commit *c)
{
	free(c->hash);
	free(c->subject);
	*c = (struct git_commit){ 0 };
}

void git_range_release(struct git_range *r)
{
	for (size_t i = 0; i < r->n; i++)
		git_commit_release(&r->v[i]);
	free(r->v);
	*r = (struct git_range){ 0 };
}

int git_clean(const char *repo, struct err *e)
{
	struct str out = STR_INIT;
	int r = git_run(repo, &out, e, "status", "--porcelain", "--untracked-files=no",
			NULL);

	if (!r && out.len) {
		err_set(e, EBUSY, "has changes that are not committed (%.*s)",
			(int)strcspn(out.s, "\n"), out.s);
		err_where(e, "%s", repo);
		err_expect(e, "commit or stash them: commits are what is measured");
		r = -EBUSY;
	}
	str_release(&out);
	return r;
}
