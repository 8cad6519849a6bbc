/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See package.h. */
#include "vm/package.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define AR_MAGIC          "!<arch>\n"
#define AR_HEADER         60
#define RPM_MAGIC         "\xed\xab\xee\xdb"
#define CONTROL_MAX       65536
#define KERNEL_BYTES_MAX  (256ll << 20)
#define VMLINUX_BYTES_MAX (2048ll << 20)

/* What is looked for in a package. */
struct wanted {
	bool (*is)(const char *base); /* by "/" and the name of the file */
	const char *what;
	long long most; /* bytes */
	bool debug;     /* it is in packages of debugging symbols */
};

static bool is_kernel(const char *base)
{
	return !strncmp(base, "/vmlinuz", 8) || !strncmp(base, "/bzImage", 8);
}

/* Not the scripts for debuggers, which are called vmlinux-gdb.py. */
static bool is_vmlinux(const char *base)
{
	return !strcmp(base, "/vmlinux") ||
	       (!strncmp(base, "/vmlinux-", 9) && !strstr(base, "-gdb."));
}

static const struct wanted kernel = { is_kernel, "kernel", KERNEL_BYTES_MAX, false };
static const struct wanted vmlinux = { is_vmlinux, "vmlinux", VMLINUX_BYTES_MAX, true };

/* A .deb while it is read: the archive, and the one inside it. */
struct deb {
	const struct wanted *wanted;
	struct archive *outer;
	off_t bytes;    /* of the file */
	bool truncated; /* a member is longer than what is left of the file */
	char package[128], depends[256];
	char block[65536];
};

bool package_is(const void *begin, size_t len)
{
	return (len >= 8 && !memcmp(begin, AR_MAGIC, 8)) ||
	       (len >= 4 && !memcmp(begin, RPM_MAGIC, 4));
}

static int damaged(struct err *e, struct archive *a)
{
	const char *why = a ? archive_error_string(a) : NULL;

	return err_set(e, EBADMSG, "damaged or truncated package%s%s", why ? ": " : "",
		       why ?: "");
}

static bool is_wanted(const struct wanted *w, struct archive_entry *entry)
{
	const char *path = archive_entry_pathname(entry);
	const char *base = path ? strrchr(path, '/') : NULL;

	return base && archive_entry_filetype(entry) == AE_IFREG &&
	       archive_entry_size(entry) > 0 && w->is(base);
}

/* The first that is wanted of a tar or cpio: 0, -ENOENT if there is none. */
static int take(const struct wanted *w, struct archive *a, int to, char *member,
		struct err *e)
{
	struct archive_entry *entry;
	int r;

	while ((r = archive_read_next_header(a, &entry)) == ARCHIVE_OK ||
	       r == ARCHIVE_WARN) {
		if (!is_wanted(w, entry))
			continue;
		if (archive_entry_size(entry) > w->most)
			return err_set(e, EFBIG, "the %s in it is larger than %lld MB",
				       w->what, w->most >> 20);
		if (archive_read_data_into_fd(a, to) != ARCHIVE_OK)
			return damaged(e, a);
		snprintf(member, PACKAGE_MEMBER_BYTES, "%s",
			 archive_entry_pathname(entry));
		return 0;
	}
	return r == ARCHIVE_EOF ? -ENOENT : damaged(e, a);
}

static la_ssize_t from_outer(struct archive *a, void *ctx, const void **ret_block)
{
	struct deb *d = ctx;
	la_ssize_t n = archive_read_data(d->outer, d->block, sizeof(d->block));

	if (n < 0) {
		archive_set_error(a, EIO, "%s",
				  archive_error_string(d->outer) ?: "short member");
		return ARCHIVE_FATAL;
	}
	*ret_block = d->block;
	return n;
}

static struct archive *open_inner(struct deb *d)
{
	struct archive *a = archive_read_new();

	archive_read_support_filter_all(a);
	archive_read_support_format_tar(a);
	if (archive_read_open(a, d, NULL, from_outer, NULL) == ARCHIVE_OK)
		return a;
	archive_read_free(a);
	return NULL;
}

static void control_field(const char *text, const char *key, char *value, size_t size)
{
	const char *line = text;
	size_t n = strlen(key);

	while (line && strncmp(line, key, n)) {
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	if (line) {
		line += n;
		line += strspn(line, " ");
		snprintf(value, size, "%.*s", (int)strcspn(line, "\n"), line);
	}
}

/* Name and dependencies, for the message if there is no kernel; never an error. */
static void read_control(struct deb *d)
{
	struct archive *a = open_inner(d);
	static char text[CONTROL_MAX];
	struct archive_entry *entry;
	la_ssize_t n;

	while (a && archive_read_next_header(a, &entry) == ARCHIVE_OK) {
		const char *path = archive_entry_pathname(entry);

		if (!path || (strcmp(path, "./control") && strcmp(path, "control")))
			continue;
		n = archive_read_data(a, text, sizeof(text) - 1);
		text[n > 0 ? n : 0] = 0;
		control_field(text, "Package:", d->package, sizeof(d->package));
		control_field(text, "Depends:", d->depends, sizeof(d->depends));
		break;
	}
	archive_read_free(a);
}

static bool is_dbg(const struct deb *d)
{
	size_t n = strlen(d->package);

	return n > 4 && !strcmp(d->package + n - 4, "-dbg");
}

static int no_kernel(const struct deb *d, struct err *e)
{
	const char *image = strstr(d->depends, "linux-image-");
	const char *name = d->package[0] ? d->package : "the package";

	if (d->wanted->debug) {
		err_set(e, ENOENT, "%s has no vmlinux in it", name);
		err_expect(e, "a vmlinux with debug data, or linux-image-*-dbg");
	} else if (is_dbg(d)) {
		err_set(e, ENOENT, "%s holds debugging symbols, not a kernel", name);
		err_expect(e, "the package without -dbg");
	} else if (image) {
		err_set(e, ENOENT,
			"%s is a meta package, the kernel is in one it depends on", name);
		err_expect(e, "%.*s", (int)strcspn(image, " ,("), image);
	} else {
		err_set(e, ENOENT, "%s has no kernel in it", name);
		err_expect(e, "boot/vmlinuz-*");
	}
	return -ENOENT;
}

static int deb_member(struct deb *d, struct archive_entry *entry, int to, char *member,
		      struct err *e)
{
	const char *name = archive_entry_pathname(entry);
	struct archive *a;
	int r;

	if (archive_read_header_position(d->outer) + AR_HEADER +
		    archive_entry_size(entry) >
	    d->bytes)
		return err_set(e, EBADMSG, "truncated package: %s is cut short", name);
	if (!strncmp(name, "control.tar", 11)) {
		read_control(d);
		return is_dbg(d) && !d->wanted->debug ? no_kernel(d, e) : -EAGAIN;
	}
	if (strncmp(name, "data.tar", 8))
		return -EAGAIN;
	a = open_inner(d);
	if (!a)
		return damaged(e, d->outer);
	r = take(d->wanted, a, to, member, e);
	archive_read_free(a);
	return r == -ENOENT ? no_kernel(d, e) : r;
}

static int take_from_deb(const struct wanted *w, struct archive *outer, off_t bytes,
			 int to, char *member, struct err *e)
{
	static struct deb d;
	struct archive_entry *entry;
	int r;

	memset(&d, 0, sizeof(d));
	d.wanted = w;
	d.outer = outer;
	d.bytes = bytes;
	while ((r = archive_read_next_header(outer, &entry)) == ARCHIVE_OK) {
		r = deb_member(&d, entry, to, member, e);
		if (r != -EAGAIN)
			return r;
	}
	if (r != ARCHIVE_EOF)
		return damaged(e, outer);
	return err_set(e, EBADMSG, "truncated package: it has no data.tar");
}

static int package_take(const struct wanted *w, int fd, int to, char *ret_member,
			struct err *e)
{
	struct archive *a = archive_read_new();
	char magic[4] = "";
	struct stat st;
	int r;

	archive_read_support_filter_rpm(a);
	archive_read_support_filter_all(a);
	archive_read_support_format_ar(a);
	archive_read_support_format_cpio(a);
	if (fstat(fd, &st) < 0 || pread(fd, magic, 4, 0) < 0)
		r = err_errno(e, errno, "cannot read");
	else if (archive_read_open_fd(a, fd, 65536) != ARCHIVE_OK)
		r = damaged(e, a);
	else if (memcmp(magic, RPM_MAGIC, 4))
		r = take_from_deb(w, a, st.st_size, to, ret_member, e);
	else
		r = take(w, a, to, ret_member, e);
	if (r == -ENOENT && !memcmp(magic, RPM_MAGIC, 4)) {
		err_set(e, ENOENT, "the package has no %s in it", w->what);
		err_expect(e,
			   w->debug ? "usr/lib/debug/**/vmlinux, as kernel-debuginfo has"
				    : "lib/modules/*/vmlinuz or boot/vmlinuz-*, as "
				      "kernel-core has");
	}
	archive_read_free(a);
	return r;
}

int package_kernel(int fd, int to, char ret_member[PACKAGE_MEMBER_BYTES], struct err *e)
{
	return package_take(&kernel, fd, to, ret_member, e);
}

int package_vmlinux(int fd, int to, char ret_member[PACKAGE_MEMBER_BYTES], struct err *e)
{
	return package_take(&vmlinux, fd, to, ret_member, e);
}
