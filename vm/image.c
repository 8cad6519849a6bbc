/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See image.h. */
#include "vm/image.h"

#include "base/cleanup.h"
#include "vm/memfile.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD_BYTES  65536 /* the set-up code is at most 64 sectors */
#define IMAGE_MAX   (256ll << 20)
#define HEADER_NEED 0x268

static uint32_t le(const unsigned char *p, int n)
{
	uint32_t v = 0;

	while (n--)
		v = v << 8 | p[n];
	return v;
}

static bool has(const unsigned char *h, size_t len, size_t at, const char *magic,
		size_t n)
{
	return len >= at + n && !memcmp(h + at, magic, n);
}

static const char *elf_machine(const unsigned char *h, size_t len)
{
	if (len < 20)
		return "an ELF file";
	switch (le(h + 18, 2)) {
	case EM_X86_64:
	case EM_386: return "an uncompressed kernel or another ELF file";
	case EM_AARCH64: return "an ELF file for arm64";
	case EM_RISCV: return "an ELF file for riscv64";
	default: return "an ELF file for another architecture";
	}
}

/* What a file is that is not a bzImage. */
static const char *guess(const unsigned char *h, size_t len)
{
	if (has(h, len, 56, "ARM\x64", 4))
		return "a kernel for arm64";
	if (has(h, len, 48, "RISCV", 5))
		return "a kernel for riscv64";
	if (has(h, len, 0, "MZ", 2) && has(h, len, 4, "zimg", 4))
		return "a compressed EFI kernel of another architecture";
	if (has(h, len, 0, ELFMAG, 4))
		return elf_machine(h, len);
	if (has(h, len, 0, "\x1f\x8b", 2))
		return "a gzip file, as kernels for arm64 are";
	if (has(h, len, 0,
		"\xfd"
		"7zXZ",
		5))
		return "an xz file";
	if (!len)
		return "an empty file";
	return "not a kernel image";
}

static void version(const unsigned char *h, size_t len, struct vm_image *image)
{
	size_t at = 0x200 + le(h + 0x20e, 2), n = 0;

	if (at > 0x200)
		for (; at + n < len && h[at + n] && n + 1 < sizeof(image->version); n++)
			image->version[n] = h[at + n] >= 0x20 && h[at + n] < 0x7f
						    ? (char)h[at + n]
						    : '?';
	image->version[n] = 0;
	snprintf(image->release, sizeof(image->release), "%.*s",
		 (int)strcspn(image->version, " "), image->version);
}

static int header(const unsigned char *h, size_t len, struct vm_image *image,
		  struct err *e)
{
	uint64_t need;
	unsigned int protocol;

	if (!has(h, len, 0x1fe, "\x55\xaa", 2) || !has(h, len, 0x202, "HdrS", 4)) {
		err_set(e, ENOEXEC, "%s", guess(h, len));
		err_expect(e, "a bzImage (vmlinuz) for x86, or a .deb or .rpm with one");
		return -ENOEXEC;
	}
	if (len < HEADER_NEED)
		return err_set(e, EBADMSG, "truncated kernel image");
	need = ((h[0x1f1] ? h[0x1f1] : 4) + 1) * 512ull + le(h + 0x1f4, 4) * 16ull;
	/* The last 16 bytes may be rounded up. */
	if (need > image->bytes + 15)
		return err_set(e, EBADMSG,
			       "truncated kernel image: %zu bytes, its header says %llu",
			       image->bytes, (unsigned long long)need);
	protocol = le(h + 0x206, 2);
	image->bits = protocol >= 0x20c && le(h + 0x236, 2) & 1 ? 64 : 32;
	version(h, len, image);
	return 0;
}

static int copy(int from, int to, struct err *e)
{
	char buf[65536];
	long long total = 0;
	ssize_t n;
	int r = 0;

	while (!r && (n = read(from, buf, sizeof(buf))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_errno(e, errno, "cannot read");
		total += n;
		if (total > IMAGE_MAX)
			return err_set(e, EFBIG,
				       "not a kernel image: larger than %lld MB",
				       IMAGE_MAX >> 20);
		r = memfile_write(to, buf, (size_t)n, e);
	}
	return r;
}

/* Hashes what was copied and reads its header. */
static int examine(struct vm_image *image, struct err *e)
{
	_cleanup_free_ unsigned char *head = malloc(HEAD_BYTES);
	unsigned char buf[65536];
	struct sha256 s;
	size_t got = 0;
	ssize_t n;

	if (!head)
		return -ENOMEM;
	sha256_init(&s);
	image->bytes = 0;
	while ((n = pread(image->fd, buf, sizeof(buf), (off_t)image->bytes)) > 0) {
		if (!image->bytes) {
			got = (size_t)n;
			memcpy(head, buf, got);
		}
		sha256_add(&s, buf, (size_t)n);
		image->bytes += (size_t)n;
	}
	if (n < 0)
		return err_errno(e, errno, "cannot read");
	sha256_text(&s, image->sha256);
	return header(head, got, image, e);
}

static int fill(int from, struct vm_image *image, struct err *e)
{
	char begin[8] = "";
	struct stat st;
	ssize_t n;
	int r;

	if (fstat(from, &st) < 0)
		return err_errno(e, errno, "cannot read");
	if (!S_ISREG(st.st_mode))
		return err_set(e, EINVAL, "not a regular file");
	n = pread(from, begin, sizeof(begin), 0);
	if (n < 0)
		return err_errno(e, errno, "cannot read");
	image->fd = memfile_create("kernel", e);
	if (image->fd < 0)
		return image->fd;
	if (package_is(begin, (size_t)n))
		r = package_kernel(from, image->fd, image->member, e);
	else
		r = copy(from, image->fd, e);
	return r ?: examine(image, e);
}

int vm_image_open(const char *path, struct vm_image *ret, struct err *e)
{
	_cleanup_fd_ int from = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct vm_image image = { .fd = -1 };
	int r = from < 0 ? err_errno(e, errno, "cannot open") : fill(from, &image, e);

	if (r < 0) {
		if (image.member[0])
			err_where(e, "%s: %s", path, image.member);
		else
			err_where(e, "%s", path);
		vm_image_release(&image);
		return r;
	}
	*ret = image;
	return 0;
}

void vm_image_release(struct vm_image *image)
{
	if (image->fd >= 0)
		close(image->fd);
	image->fd = -1;
}
