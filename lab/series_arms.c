/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From planned arms to images: built, opened, compared with the earlier ones. */
#include "lab/series_parts.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "lab/image_code.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void replace(char **to, const char *text)
{
	free(*to);
	*to = text ? xstrdup(text) : NULL;
}

size_t series_stands_for(const struct store_series_arm *arms, size_t n, size_t i)
{
	/* Only ever an earlier one. */
	while (arms[i].state == STORE_ARM_SAME && arms[i].same_as >= 0 &&
	       (size_t)arms[i].same_as < i)
		i = (size_t)arms[i].same_as;
	return i;
}

static bool equal_text(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

/* The first arm that boots the same code in the same way; @n if there is none. */
static size_t same_code(const struct store_series_arm *arms, size_t n,
			const struct store_series_arm *a)
{
	for (size_t i = 0; i < n; i++) {
		const struct store_series_arm *b = &arms[i];

		if (b->state != STORE_ARM_READY || !equal_text(a->append, b->append) ||
		    !equal_text(a->modifiers, b->modifiers))
			continue;
		if (!strcmp(a->sha256, b->sha256) ||
		    (*a->code && !strcmp(a->code, b->code)))
			return i;
	}
	return n;
}

static int broken(struct series *s, struct store_series_arm *a, const char *what,
		  const char *why, const char *lines, struct err *e)
{
	_cleanup_free_ char *reason = xasprintf("%s: %s", what, why);

	a->state = STORE_ARM_BROKEN;
	replace(&a->reason, reason);
	replace(&a->detail, lines);
	if (s->trouble)
		s->trouble(s->ctx, a->name, reason, lines);
	return store_series_arm_set(s->store, s->experiment, a, e);
}

/* *@ret_path NULL: it does not build, and that was noted. */
static int obtain(struct series *s, struct store_series_arm *a, char **ret_path,
		  struct err *e)
{
	struct built b = { 0 };
	int r;

	*ret_path = NULL;
	if (!a->is_commit) {
		*ret_path = xstrdup(a->source);
		return 0;
	}
	r = builder_image(s->builder, a->source, &b, e);
	/* A later commit may need an option that the base did not have. */
	if (r == -EINVAL && a->number > 0)
		r = broken(s, a, "cannot be used", e->what, NULL, e);
	else if (!r && !b.path)
		r = broken(s, a, "does not build", b.reason, b.detail, e);
	if (!r && b.path)
		*ret_path = xstrdup(b.path);
	built_release(&b);
	return r;
}

static int prepare(struct series *s, struct store_series_arm *arms, size_t i,
		   struct err *e)
{
	struct store_series_arm *a = &arms[i];
	struct vm_image image = { .fd = -1 };
	char code[SHA256_TEXT_BYTES] = "";
	_cleanup_free_ char *path = NULL;
	size_t same;
	int r = obtain(s, a, &path, e);

	if (r < 0 || !path)
		return r;
	r = vm_image_open(path, &image, e);
	/* As a commit may make it that breaks the header of the image. */
	if (a->is_commit && (r == -ENOEXEC || r == -EBADMSG))
		return broken(s, a, "builds no kernel", e->what, NULL, e);
	if (r < 0)
		return r;
	if (image_code(&image, code) < 0)
		code[0] = 0;
	replace(&a->image, path);
	replace(&a->sha256, image.sha256);
	replace(&a->code, code);
	vm_image_release(&image);
	same = same_code(arms, i, a);
	a->state = same < i ? STORE_ARM_SAME : STORE_ARM_READY;
	a->same_as = same < i ? (int64_t)same : 0;
	return store_series_arm_set(s->store, s->experiment, a, e);
}

int series_prepare(struct series *s, struct store_series_arm *arms, size_t n,
		   struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < n && !r; i++) {
		const struct series_event ev = { SERIES_BUILD, i, n, arms[i].name, NULL };

		if (s->stop && *s->stop)
			return -EINTR;
		if (arms[i].state != STORE_ARM_PLANNED)
			continue;
		if (s->progress)
			s->progress(s->ctx, &ev);
		r = prepare(s, arms, i, e);
	}
	return r;
}

/* Whether @image is what the arm was made with. */
static int check_image(const struct store_series_arm *a, const struct vm_image *image,
		       struct err *e)
{
	char code[SHA256_TEXT_BYTES] = "";

	if (!strcmp(image->sha256, a->sha256))
		return 0;
	/* Built anew, because the cache was emptied. */
	if (a->is_commit && *a->code && !image_code(image, code) &&
	    !strcmp(code, a->code))
		return 0;
	err_set(e, EINVAL, "the image is not the one that the series began with");
	err_where(e, "%s", a->image);
	return -EINVAL;
}

static int rebuild(struct series *s, struct store_series_arm *a, struct err *e)
{
	struct built b = { 0 };
	int r = builder_image(s->builder, a->source, &b, e);

	if (!r && b.path)
		replace(&a->image, b.path);
	else if (!r) {
		err_set(e, EINVAL, "does not build any more: %s", b.reason);
		err_where(e, "%s", a->name);
		r = -EINVAL;
	}
	built_release(&b);
	return r;
}

int series_open_arm(struct series *s, struct store_series_arm *a, struct boot_arm *ret,
		    struct err *e)
{
	int r = 0;

	*ret = (struct boot_arm){
		.name = a->name,
		.image = { .fd = -1 },
		.config = s->config,
		.wall_ms = s->wall_ms,
		.silence_ms = s->silence_ms,
		.pin = s->config.exact || s->pin < 0 ? NULL : &s->pin,
		.pin_may_fail = s->pin_may_fail,
	};
	ret->config.append = a->append;
	if (a->is_commit && access(a->image, R_OK) < 0)
		r = rebuild(s, a, e);
	if (!r)
		r = boot_arm_open(ret, a->image, s->config.accel, e);
	return r ? r : check_image(a, &ret->image, e);
}

int series_note_broken(struct series *s, struct store_series_arm *a, const char *why,
		       const char *lines, struct err *e)
{
	return broken(s, a, "does not come through", why, lines, e);
}
