/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Made-up kernel images and packages, in memory and as files. */
#ifndef TESTS_VM_KERNEL_H
#define TESTS_VM_KERNEL_H

#include "tests/unit.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define IMAGE_BYTES (5 * 512 + 64)

struct scratch {
	char dir[32], path[64];
};

static inline void scratch_init(struct scratch *s)
{
	strcpy(s->dir, "/tmp/ktoll-vm-XXXXXX");
	assert_non_null(mkdtemp(s->dir));
	snprintf(s->path, sizeof(s->path), "%s/file", s->dir);
}

static inline void scratch_put(const struct scratch *s, const void *data, size_t len)
{
	int fd = open(s->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, len), (ssize_t)len);
	close(fd);
}

static inline void scratch_release(const struct scratch *s)
{
	unlink(s->path);
	rmdir(s->dir);
}

/* A bzImage of 4 set-up sectors and 64 bytes of code. */
static inline void make_image(unsigned char image[IMAGE_BYTES], unsigned int bits)
{
	memset(image, 0, IMAGE_BYTES);
	image[0x1f1] = 4;
	image[0x1f4] = 4; /* 64 bytes */
	image[0x1fe] = 0x55;
	image[0x1ff] = 0xaa;
	memcpy(image + 0x202, "HdrS", 4);
	image[0x206] = 0x0f; /* protocol 2.15 */
	image[0x207] = 0x02;
	image[0x20f] = 0x04; /* version string at 0x200 + 0x400 */
	image[0x236] = bits == 64;
	strcpy((char *)image + 0x600, "6.1.0-test (builder@host) #1 SMP");
}

static inline void add_file(struct archive *a, const char *path, const void *data,
			    size_t len)
{
	struct archive_entry *e = archive_entry_new();

	archive_entry_set_pathname(e, path);
	archive_entry_set_filetype(e, AE_IFREG);
	archive_entry_set_perm(e, 0644);
	archive_entry_set_size(e, (la_int64_t)len);
	assert_int_equal(archive_write_header(a, e), ARCHIVE_OK);
	assert_int_equal(archive_write_data(a, data, len), (la_ssize_t)len);
	archive_entry_free(e);
}

/* A tar.gz of one file, in memory. */
static inline size_t make_tar(char *buf, size_t size, const char *path, const void *data,
			      size_t len)
{
	struct archive *a = archive_write_new();
	size_t used = 0;

	archive_write_set_format_gnutar(a);
	archive_write_add_filter_gzip(a);
	archive_write_set_bytes_in_last_block(a, 1);
	assert_int_equal(archive_write_open_memory(a, buf, size, &used), ARCHIVE_OK);
	add_file(a, path, data, len);
	assert_int_equal(archive_write_close(a), ARCHIVE_OK);
	archive_write_free(a);
	return used;
}

/* A .deb as a file: @control is the control file, @path and @data its only member. */
static inline void make_deb(const struct scratch *s, const char *control,
			    const char *path, const void *data, size_t len)
{
	static char tar[65536];
	struct archive *a = archive_write_new();
	size_t n;

	archive_write_set_format_ar_svr4(a);
	assert_int_equal(archive_write_open_filename(a, s->path), ARCHIVE_OK);
	add_file(a, "debian-binary", "2.0\n", 4);
	n = make_tar(tar, sizeof(tar), "./control", control, strlen(control));
	add_file(a, "control.tar.gz", tar, n);
	n = make_tar(tar, sizeof(tar), path, data, len);
	add_file(a, "data.tar.gz", tar, n);
	assert_int_equal(archive_write_close(a), ARCHIVE_OK);
	archive_write_free(a);
}

#endif
