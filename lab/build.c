/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See build.h. Running make is in build_make.c. */
#include "lab/build.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/rootfd.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "lab/build_config.h"
#include "lab/build_mark.h"
#include "lab/build_make.h"
#include "lab/git.h"
#include "vm/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LOCK_WAIT_S 60

struct builder {
	struct builder_spec spec;
	char *images, *tree, *src, *out; /* folders */
	char *config;                    /* what is written to .config */
	size_t config_len;
	char key[17]; /* of the configuration */
	int lock;     /* -1: the tree is not ours yet */
	struct str wanting;
};

char *builder_cache(void)
{
	const char *own = getenv("KTOLL_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (own && *own)
		return xstrdup(own);
	if (xdg && *xdg == '/')
		return xasprintf("%s/ktoll", xdg);
	return xasprintf("%s/.cache/ktoll", home && *home ? home : "");
}

static int make_folders(const char *path, struct err *e)
{
	char *copy = xasprintf("%s/", path);
	int r = 0;

	for (char *p = strchr(copy + 1, '/'); p && !r; p = strchr(p + 1, '/')) {
		*p = 0;
		if (mkdir(copy, 0777) < 0 && errno != EEXIST) {
			r = err_errno(e, errno, "cannot make the folder");
			err_where(e, "%s", copy);
		}
		*p = '/';
	}
	free(copy);
	return r;
}

static int read_file(const char *path, char **ret, size_t *ret_len, struct err *e)
{
	_cleanup_free_ char *real = realpath(path, NULL);
	_cleanup_fd_ int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int r = real ? root_read(root, real + 1, ret, ret_len) : -errno;

	if (r < 0) {
		err_errno(e, -r, "cannot read");
		err_where(e, "%s", path);
	}
	return r;
}

static void key_of(const char *const *parts, size_t n, char ret[17])
{
	char text[SHA256_TEXT_BYTES];
	struct sha256 s;

	sha256_init(&s);
	for (size_t i = 0; i < n; i++)
		sha256_add(&s, parts[i], strlen(parts[i]) + 1);
	sha256_text(&s, text);
	snprintf(ret, 17, "%.16s", text);
}

/* The configuration as it is used: its own version suffix is not for us. */
static int take_config(struct builder *b, struct err *e)
{
	_cleanup_free_ char *compiler = build_compiler();
	_cleanup_free_ char *text = NULL;
	struct str config = STR_INIT;
	size_t len = 0;
	int r = read_file(b->spec.config, &text, &len, e);

	if (r < 0)
		return r;
	r = build_config_is(text, len, e);
	if (r < 0) {
		err_where(e, "%s", b->spec.config);
		return r;
	}
	str_addn(&config, text, len);
	str_add(&config, "\n# CONFIG_LOCALVERSION_AUTO is not set\n");
	key_of((const char *const[]){ str_get(&config), compiler }, 2, b->key);
	b->config_len = config.len;
	b->config = str_detach(&config);
	return 0;
}

static int name_folders(struct builder *b, struct err *e)
{
	_cleanup_free_ char *cache = builder_cache(), *top = NULL;
	char key[17];
	int r = git_top(b->spec.repo, &top, e);

	if (r < 0)
		return r;
	key_of((const char *const[]){ top }, 1, key);
	b->images = xasprintf("%s/images", cache);
	b->tree = xasprintf("%s/trees/%s", cache, key);
	b->src = xasprintf("%s/src", b->tree);
	b->out = xasprintf("%s/%s", b->tree, b->key);
	r = make_folders(b->images, e);
	return r ? r : make_folders(b->out, e);
}

int builder_open(const struct builder_spec *spec, struct builder **ret, struct err *e)
{
	struct builder *b = xcalloc(1, sizeof(*b));
	int r;

	b->spec = *spec;
	b->lock = -1;
	r = build_tools(e);
	if (!r)
		r = take_config(b, e);
	if (!r)
		r = name_folders(b, e);
	if (r < 0)
		builder_close(b);
	else
		*ret = b;
	return r;
}

void builder_close(struct builder *b)
{
	if (!b)
		return;
	if (b->lock >= 0)
		close(b->lock);
	free(b->images);
	free(b->tree);
	free(b->src);
	free(b->out);
	free(b->config);
	str_release(&b->wanting);
	free(b);
}

const char *builder_key(const struct builder *b)
{
	return b->key;
}

const char *builder_wanting(const struct builder *b)
{
	return str_get(&b->wanting);
}

/* A make that a killed ktoll left holds it too, until it is gone. */
static int lock_tree(struct builder *b, struct err *e)
{
	_cleanup_free_ char *path = xasprintf("%s/lock", b->tree);
	const struct timespec pause = { .tv_nsec = 200000000 };
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0) {
		int error = errno;

		err_errno(e, error, "cannot open");
		err_where(e, "%s", path);
		return -error;
	}
	for (int i = 0; flock(fd, LOCK_EX | LOCK_NB) < 0; i++) {
		int error = errno;

		if (error != EWOULDBLOCK || i > LOCK_WAIT_S * 5 || *b->spec.stop) {
			close(fd);
			if (*b->spec.stop)
				return -EINTR;
			err_set(e, EBUSY, "another build uses this tree");
			err_where(e, "%s", b->tree);
			return -EBUSY;
		}
		nanosleep(&pause, NULL);
	}
	b->lock = fd;
	return 0;
}

/* What a kill left in the worktree's administration would stop git. */
static void drop_stale_lock(struct builder *b)
{
	struct str dir = STR_INIT;
	struct err ignored;

	if (!git_run(b->src, &dir, &ignored, "rev-parse", "--path-format=absolute",
		     "--git-path", "index.lock", NULL) &&
	    dir.len) {
		dir.s[strcspn(dir.s, "\n")] = 0;
		unlink(dir.s);
	}
	str_release(&dir);
}

static bool is_worktree(struct builder *b)
{
	_cleanup_free_ char *top = NULL, *ours = NULL;
	struct err ignored;

	return !access(b->src, F_OK) && !git_top(b->src, &top, &ignored) &&
	       !git_top(b->spec.repo, &ours, &ignored) && !strcmp(top, ours);
}

static int check_out(struct builder *b, const char *commit, struct err *e)
{
	int r;

	if (is_worktree(b)) {
		drop_stale_lock(b);
		r = git_run(b->src, NULL, e, "checkout", "--quiet", "--force", "--detach",
			    commit, NULL);
		if (!r)
			r = git_run(b->src, NULL, e, "clean", "-qfdx", NULL);
		/* What a kill left there may be beyond git's help. */
		if (r != -EIO)
			return r;
	}
	r = build_remove(b->src, e);
	if (!r)
		git_run(b->spec.repo, NULL, e, "worktree", "prune", NULL);
	return r ? r
		 : git_run(b->spec.repo, NULL, e, "worktree", "add", "--quiet", "--force",
			   "--force", "--detach", b->src, commit, NULL);
}

static int write_config(struct builder *b, struct err *e)
{
	_cleanup_free_ char *path = xasprintf("%s/.config", b->out);
	FILE *f = fopen(path, "w");
	int error = 0;

	if (!f)
		error = errno;
	else if (fwrite(b->config, 1, b->config_len, f) != b->config_len)
		error = errno;
	if (f && fclose(f) == EOF && !error)
		error = errno;
	if (error) {
		err_errno(e, error, "cannot write");
		err_where(e, "%s", path);
	}
	return -error;
}

static int check_config(struct builder *b, struct err *e)
{
	_cleanup_free_ char *path = xasprintf("%s/.config", b->out), *text = NULL;
	size_t len = 0;
	int r = read_file(path, &text, &len, e);

	str_reset(&b->wanting);
	if (!r)
		r = build_config_check(text, len, &b->wanting, e);
	if (r == -EINVAL)
		err_where(e, "%s", b->spec.config);
	return r;
}

/* Copied under another name and flushed first: what has the name is whole. */
static int keep(struct builder *b, const char *path, struct err *e)
{
	_cleanup_free_ char *from = xasprintf("%s/arch/x86/boot/bzImage", b->out);
	_cleanup_free_ char *tmp = xasprintf("%s.%ld", path, (long)getpid());
	int r = build_copy(from, tmp, e);

	if (!r && rename(tmp, path) < 0) {
		r = err_errno(e, errno, "cannot rename");
		err_where(e, "%s", tmp);
	}
	if (r < 0)
		unlink(tmp);
	return r;
}

static struct build_make make_of(struct builder *b)
{
	return (struct build_make){
		.src = b->src,
		.out = b->out,
		.jobs = b->spec.jobs,
		.lock = b->lock,
		.stop = b->spec.stop,
		.progress = b->spec.progress,
		.ctx = b->spec.ctx,
	};
}

/* Up to a configuration that is checked; the mark is left for who goes on. */
static int configure(struct builder *b, const char *commit, bool *ret_works,
		     struct built *ret, struct err *e)
{
	struct build_make m;
	int r = b->lock < 0 ? lock_tree(b, e) : 0;

	if (!r)
		r = check_out(b, commit, e);
	if (!r)
		r = build_mark_begin(b->out, e);
	if (!r)
		r = write_config(b, e);
	m = make_of(b);
	if (!r)
		r = build_make(&m, "olddefconfig", ret_works, ret, e);
	return !r && *ret_works ? check_config(b, e) : r;
}

static int build(struct builder *b, const char *commit, const char *path,
		 struct built *ret, struct err *e)
{
	bool works = false;
	int r = configure(b, commit, &works, ret, e);

	if (!r && works) {
		const struct build_make m = make_of(b);

		r = build_make(&m, "bzImage", &works, ret, e);
	}
	if (!r)
		r = build_mark_end(b->out, e);
	if (!r && works)
		r = keep(b, path, e);
	if (!r && works)
		ret->path = xstrdup(path);
	return r;
}

static char *image_path(const struct builder *b, const char *commit)
{
	return xasprintf("%s/%s-%s.bzImage", b->images, commit, b->key);
}

int builder_check(struct builder *b, const char *commit, struct err *e)
{
	_cleanup_free_ char *path = image_path(b, commit);
	struct built ignored = { 0 };
	bool works = false;
	int r;

	if (!access(path, R_OK))
		return 0;
	r = configure(b, commit, &works, &ignored, e);
	if (!r)
		r = build_mark_end(b->out, e);
	built_release(&ignored);
	return r;
}

int builder_image(struct builder *b, const char *commit, struct built *ret, struct err *e)
{
	_cleanup_free_ char *path = image_path(b, commit);
	double began;
	int r;

	memset(ret, 0, sizeof(*ret));
	if (!access(path, R_OK)) {
		ret->path = xstrdup(path);
		ret->cached = true;
		return 0;
	}
	began = clock_seconds();
	r = build(b, commit, path, ret, e);
	ret->seconds = clock_seconds() - began;
	return r;
}

void built_release(struct built *b)
{
	free(b->path);
	free(b->detail);
	memset(b, 0, sizeof(*b));
}
