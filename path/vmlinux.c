/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See vmlinux.h. */
#include "path/vmlinux.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <archive.h>
#include <archive_entry.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define KERNEL_MAX  (512u << 20)
#define IMAGE_MAX   (256u << 20)
#define HEADER_NEED 0x250

static uint32_t le32(const unsigned char *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static int read_image(int fd, unsigned char **ret, size_t *ret_len, struct err *e)
{
	unsigned char *p;
	struct stat st;
	size_t got = 0;

	if (fstat(fd, &st) < 0)
		return err_errno(e, errno, "cannot read the kernel image");
	if (st.st_size < HEADER_NEED || st.st_size > IMAGE_MAX)
		return err_set(e, EBADMSG, "not a kernel image");
	p = xcalloc(1, (size_t)st.st_size);
	while (got < (size_t)st.st_size) {
		ssize_t n = pread(fd, p + got, (size_t)st.st_size - got, (off_t)got);

		if (n <= 0) {
			free(p);
			return err_set(e, EIO, "cannot read the kernel image");
		}
		got += (size_t)n;
	}
	*ret = p;
	*ret_len = got;
	return 0;
}

static struct archive *unpacker(const unsigned char *p, size_t len)
{
	struct archive *a = archive_read_new();
	struct archive_entry *entry;

	archive_read_support_filter_all(a);
	archive_read_support_format_raw(a);
	if (archive_read_open_memory(a, p, len) == ARCHIVE_OK &&
	    archive_read_next_header(a, &entry) == ARCHIVE_OK)
		return a;
	archive_read_free(a);
	return NULL;
}

/*
 * What comes out is judged by its beginning, not by how the unpacker ends: the kernel's
 * build puts the size behind the packed data, which some formats take for damage.
 */
static void unpack(struct archive *a, struct vmlinux *v)
{
	size_t cap = 0, n;
	const void *block;
	la_int64_t at;

	while (archive_read_data_block(a, &block, &n, &at) == ARCHIVE_OK) {
		if (v->len + n > KERNEL_MAX)
			break;
		while (v->len + n > cap) {
			cap = cap ? 2 * cap : 32u << 20;
			v->data = xrealloc(v->data, cap);
		}
		memcpy(v->data + v->len, block, n);
		v->len += n;
	}
}

/* ---- the ELF file ---- */

struct segment {
	uint32_t type;
	uint64_t offset, filesz;
};

static bool segment(const struct vmlinux *v, size_t i, struct segment *ret)
{
	const Elf64_Ehdr *wide = (const void *)v->data;
	const Elf32_Ehdr *narrow = (const void *)v->data;
	bool is64 = v->data[EI_CLASS] == ELFCLASS64;
	size_t n = is64 ? wide->e_phnum : narrow->e_phnum;
	size_t size = is64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
	uint64_t at = (is64 ? wide->e_phoff : narrow->e_phoff) + i * size;
	Elf64_Phdr p64;
	Elf32_Phdr p32;

	if (i >= n || at > v->len || size > v->len - at)
		return false;
	if (is64) {
		memcpy(&p64, v->data + at, size);
		*ret = (struct segment){ p64.p_type, p64.p_offset, p64.p_filesz };
	} else {
		memcpy(&p32, v->data + at, size);
		*ret = (struct segment){ p32.p_type, p32.p_offset, p32.p_filesz };
	}
	if (ret->offset > v->len || ret->filesz > v->len - ret->offset)
		ret->filesz = 0;
	return true;
}

static void notes(struct vmlinux *v, const struct segment *s)
{
	const unsigned char *p = v->data + s->offset;
	uint64_t at = 0;

	while (s->filesz - at >= 12) {
		uint32_t name = le32(p + at), desc = le32(p + at + 4);
		uint64_t body = at + 12 + ((name + 3ull) & ~3ull);
		uint64_t next = body + ((desc + 3ull) & ~3ull);

		if (body > s->filesz || desc > s->filesz - body)
			break;
		if (le32(p + at + 8) == NT_GNU_BUILD_ID && name == 4 && desc <= 32 &&
		    !memcmp(p + at + 12, "GNU", 4))
			for (uint32_t i = 0; i < desc; i++)
				snprintf(v->build_id + 2 * i, 3, "%02x", p[body + i]);
		if (next > s->filesz)
			break;
		at = next;
	}
}

static bool is_elf(const struct vmlinux *v)
{
	return v->len > sizeof(Elf64_Ehdr) && !memcmp(v->data, ELFMAG, SELFMAG);
}

int vmlinux_extract(int fd, struct vmlinux *ret, struct err *e)
{
	_cleanup_free_ unsigned char *image = NULL;
	struct vmlinux v = { 0 };
	uint64_t at, payload;
	struct archive *a;
	struct segment s;
	size_t len = 0;
	int r = read_image(fd, &image, &len, e);

	if (r < 0)
		return r;
	at = ((image[0x1f1] ? image[0x1f1] : 4) + 1) * 512ull + le32(image + 0x248);
	payload = le32(image + 0x24c);
	if (at > len || payload > len - at)
		return err_set(e, EBADMSG, "truncated kernel image");
	a = unpacker(image + at, payload);
	if (a)
		unpack(a, &v);
	archive_read_free(a);
	if (!is_elf(&v)) {
		vmlinux_release(&v);
		return err_set(e, ENOTSUP,
			       "cannot unpack the kernel inside the image (%s)",
			       a ? "no ELF file comes out" : "packed in an unknown way");
	}
	for (size_t i = 0; segment(&v, i, &s); i++)
		if (s.type == PT_NOTE)
			notes(&v, &s);
	*ret = v;
	return 0;
}

void vmlinux_release(struct vmlinux *v)
{
	free(v->data);
	*v = (struct vmlinux){ 0 };
}
