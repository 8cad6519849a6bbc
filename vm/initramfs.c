/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See initramfs.h. */
#include "vm/initramfs.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "vm/memfile.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

struct writer {
	struct archive *a;
	int inode;
	struct err *e;
};

/* One entry; @data is a file's content or a symbolic link's target. */
struct item {
	const char *path;
	unsigned int type, mode;
	const void *data;
	size_t len;
	unsigned int major, minor;
};

static int add(struct writer *w, const struct item *i)
{
	struct archive_entry *entry = archive_entry_new();
	int r;

	archive_entry_set_pathname(entry, i->path);
	archive_entry_set_filetype(entry, i->type);
	archive_entry_set_perm(entry, (mode_t)i->mode);
	archive_entry_set_ino64(entry, ++w->inode);
	archive_entry_set_nlink(entry, 1);
	archive_entry_set_mtime(entry, 0, 0);
	archive_entry_set_uid(entry, 0);
	archive_entry_set_gid(entry, 0);
	archive_entry_set_size(entry, i->type == AE_IFREG ? (la_int64_t)i->len : 0);
	if (i->type == AE_IFLNK)
		archive_entry_set_symlink(entry, i->data);
	if (i->type == AE_IFCHR) {
		archive_entry_set_rdevmajor(entry, i->major);
		archive_entry_set_rdevminor(entry, i->minor);
	}
	r = archive_write_header(w->a, entry);
	archive_entry_free(entry);
	if (r == ARCHIVE_OK && i->type == AE_IFREG && i->len)
		r = archive_write_data(w->a, i->data, i->len) == (la_ssize_t)i->len
			    ? ARCHIVE_OK
			    : ARCHIVE_FATAL;
	if (r == ARCHIVE_OK)
		return 0;
	return err_set(w->e, EIO, "cannot write the initramfs: %s",
		       archive_error_string(w->a) ?: i->path);
}

static int add_file(struct writer *w, const char *file, const char *as, const char *what)
{
	_cleanup_free_ char *data = NULL;
	struct item item = { .path = as, .type = AE_IFREG, .mode = 0755 };
	int r;

	if (!file)
		return 0;
	r = root_read(AT_FDCWD, file, &data, &item.len);
	if (r < 0) {
		err_errno(w->e, -r, "cannot read the %s", what);
		err_where(w->e, "%s", file);
		return r;
	}
	item.data = data;
	return add(w, &item);
}

static int add_all(struct writer *w, const struct vm_initramfs_spec *spec)
{
	const struct item items[] = {
		{ "dev", AE_IFDIR, 0755 },
		{ "dev/console", AE_IFCHR, 0600, NULL, 0, 5, 1 },
		{ "dev/null", AE_IFCHR, 0666, NULL, 0, 1, 3 },
		{ "dev/zero", AE_IFCHR, 0666, NULL, 0, 1, 5 },
		{ "dev/ttyS1", AE_IFCHR, 0600, NULL, 0, 4, 65 },
		{ "proc", AE_IFDIR, 0755 },
		{ "sys", AE_IFDIR, 0755 },
		{ "init", AE_IFLNK, 0777,
		  spec->bits == 64 ? "probe.x86_64" : "probe.i386" },
		{ "plan", AE_IFREG, 0644, spec->plan, spec->plan_bytes },
	};
	int r = 0;

	for (size_t i = 0; i < sizeof(items) / sizeof(items[0]) && !r; i++)
		r = add(w, &items[i]);
	r = r ?: add_file(w, spec->probe_x86_64, "probe.x86_64", "probe");
	r = r ?: add_file(w, spec->probe_i386, "probe.i386", "probe");
	for (size_t i = 0; spec->modules && spec->modules[i] && !r; i++) {
		char as[16];

		snprintf(as, sizeof(as), "module.%zu", i);
		r = add_file(w, spec->modules[i], as, "module");
	}
	return r;
}

static int write_archive(int fd, const struct vm_initramfs_spec *spec, struct err *e)
{
	struct writer w = { .a = archive_write_new(), .e = e };
	int r;

	archive_write_set_format_cpio_newc(w.a);
	archive_write_add_filter_gzip(w.a);
	archive_write_set_options(w.a, "gzip:compression-level=9,gzip:!timestamp");
	archive_write_set_bytes_in_last_block(w.a, 1);
	r = archive_write_open_fd(w.a, fd);
	if (r == ARCHIVE_OK)
		r = add_all(&w, spec);
	else
		r = err_set(e, EIO, "cannot write the initramfs: %s",
			    archive_error_string(w.a) ?: "unknown");
	if (!r && archive_write_close(w.a) != ARCHIVE_OK)
		r = err_set(e, EIO, "cannot write the initramfs: %s",
			    archive_error_string(w.a) ?: "unknown");
	archive_write_free(w.a);
	return r;
}

int vm_initramfs_build(const struct vm_initramfs_spec *spec, struct vm_initramfs *ret,
		       struct err *e)
{
	const char *own = spec->bits == 64 ? spec->probe_x86_64 : spec->probe_i386;
	struct vm_initramfs i = { -1, 0 };
	struct stat st;
	int r;

	if (!own)
		return err_set(e, EINVAL, "no probe of %u bits to be the guest's init",
			       spec->bits);
	i.fd = memfile_create("initramfs", e);
	if (i.fd < 0)
		return i.fd;
	r = write_archive(i.fd, spec, e);
	if (!r && fstat(i.fd, &st) < 0)
		r = err_errno(e, errno, "cannot write the initramfs");
	if (r < 0) {
		vm_initramfs_release(&i);
		return r;
	}
	i.bytes = (size_t)st.st_size;
	*ret = i;
	return 0;
}

void vm_initramfs_release(struct vm_initramfs *i)
{
	if (i->fd >= 0)
		close(i->fd);
	i->fd = -1;
}
