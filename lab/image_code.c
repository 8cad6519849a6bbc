/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See image_code.h. */
#include "lab/image_code.h"

#include "base/cleanup.h"
#include "base/str.h"

#include <archive.h>
#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define KERNEL_MAX (512u << 20)

/* Widths and places of the two classes of ELF, as far as they are needed. */
struct section {
	uint32_t name, type;
	uint64_t flags, offset, size;
};

struct elf {
	const unsigned char *data;
	size_t len;
	bool wide;
	uint64_t table;
	unsigned int n, entry, names;
};

static bool inside(const struct elf *f, uint64_t at, uint64_t size)
{
	return at <= f->len && size <= f->len - at;
}

static int begin(struct elf *f)
{
	const unsigned char *d = f->data;

	if (f->len < sizeof(Elf64_Ehdr) || memcmp(d, ELFMAG, SELFMAG))
		return -EBADMSG;
	f->wide = d[EI_CLASS] == ELFCLASS64;
	if (f->wide) {
		Elf64_Ehdr h;

		memcpy(&h, d, sizeof(h));
		f->table = h.e_shoff;
		f->n = h.e_shnum;
		f->entry = h.e_shentsize;
		f->names = h.e_shstrndx;
	} else {
		Elf32_Ehdr h;

		memcpy(&h, d, sizeof(h));
		f->table = h.e_shoff;
		f->n = h.e_shnum;
		f->entry = h.e_shentsize;
		f->names = h.e_shstrndx;
	}
	if (f->entry != (f->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)) || !f->n ||
	    f->names >= f->n || !inside(f, f->table, (uint64_t)f->n * f->entry))
		return -EBADMSG;
	return 0;
}

static void section(const struct elf *f, unsigned int i, struct section *ret)
{
	const unsigned char *at = f->data + f->table + (uint64_t)i * f->entry;

	if (f->wide) {
		Elf64_Shdr h;

		memcpy(&h, at, sizeof(h));
		*ret = (struct section){ h.sh_name, h.sh_type, h.sh_flags, h.sh_offset,
					 h.sh_size };
	} else {
		Elf32_Shdr h;

		memcpy(&h, at, sizeof(h));
		*ret = (struct section){ h.sh_name, h.sh_type, h.sh_flags, h.sh_offset,
					 h.sh_size };
	}
}

/* NUL-terminated inside the table of names, or "". */
static const char *name_of(const struct elf *f, uint32_t name)
{
	struct section names;

	section(f, f->names, &names);
	if (!inside(f, names.offset, names.size) || name >= names.size ||
	    !memchr(f->data + names.offset + name, 0, names.size - name))
		return "";
	return (const char *)f->data + names.offset + name;
}

static void blot(unsigned char *data, size_t len, const char *text, size_t n)
{
	unsigned char *at = data;

	while (n > 3 && (at = memmem(at, len - (size_t)(at - data), text, n)))
		memset(at, 'x', n);
}

/* "RELEASE (BY@HOST) #1 SMP DATE": release and what follows the parenthesis. */
static void blot_version(unsigned char *data, size_t len, const char *version)
{
	const char *paren = strstr(version, ") "), *open = strchr(version, '(');

	blot(data, len, version, strcspn(version, " "));
	if (paren)
		blot(data, len, paren + 2, strlen(paren + 2));
	if (paren && open && open < paren)
		blot(data, len, open, (size_t)(paren - open));
}

int image_code_elf(unsigned char *data, size_t len, const char *version,
		   char ret_text[SHA256_TEXT_BYTES])
{
	struct elf f = { .data = data, .len = len };
	struct sha256 sum;
	unsigned int hashed = 0;
	int r = begin(&f);

	if (r < 0)
		return r;
	blot_version(data, len, version);
	/* The banner may have reached into the tables: look again. */
	if (begin(&f) < 0)
		return -EBADMSG;
	sha256_init(&sum);
	for (unsigned int i = 0; i < f.n; i++) {
		struct section s;
		const char *name;

		section(&f, i, &s);
		name = name_of(&f, s.name);
		if (!(s.flags & SHF_ALLOC) || s.type == SHT_NOBITS ||
		    s.type == SHT_NOTE || !strncmp(name, ".notes", 6) ||
		    !strcmp(name, "__bug_table"))
			continue;
		if (!inside(&f, s.offset, s.size))
			return -EBADMSG;
		sha256_add(&sum, name, strlen(name) + 1);
		sha256_add(&sum, &s.size, sizeof(s.size));
		sha256_add(&sum, data + s.offset, s.size);
		hashed++;
	}
	if (!hashed)
		return -EBADMSG;
	sha256_text(&sum, ret_text);
	return 0;
}

static int inflate(const void *packed, size_t len, struct str *out)
{
	struct archive *a = archive_read_new();
	struct archive_entry *entry;
	char buf[65536];
	la_ssize_t n = -1;

	archive_read_support_filter_all(a);
	archive_read_support_format_raw(a);
	if (archive_read_open_memory(a, packed, len) == ARCHIVE_OK &&
	    archive_read_next_header(a, &entry) == ARCHIVE_OK)
		/* Behind the compressed kernel stands its length: an end that a filter
		 * may dislike. What came is looked at. */
		while (out->len < KERNEL_MAX &&
		       (n = archive_read_data(a, buf, sizeof(buf))) > 0)
			str_addn(out, buf, (size_t)n);
	archive_read_free(a);
	return out->len && out->len < KERNEL_MAX ? 0 : -ENOTSUP;
}

static uint32_t le32(const unsigned char *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

int image_code(const struct vm_image *image, char ret_text[SHA256_TEXT_BYTES])
{
	_cleanup_free_ unsigned char *whole = malloc(image->bytes);
	struct str kernel = STR_INIT;
	uint64_t at, len;
	int r;

	if (!whole || image->bytes < 0x268 ||
	    pread(image->fd, whole, image->bytes, 0) != (ssize_t)image->bytes)
		return -ENOTSUP;
	/* payload_offset and payload_length of the boot protocol, 2.08 and later */
	at = ((whole[0x1f1] ? whole[0x1f1] : 4) + 1) * 512ull + le32(whole + 0x248);
	len = le32(whole + 0x24c);
	if (whole[0x206] + whole[0x207] * 256 < 0x208 || !len || at > image->bytes ||
	    len > image->bytes - at)
		return -ENOTSUP;
	r = inflate(whole + at, len, &kernel);
	if (!r)
		r = image_code_elf((unsigned char *)kernel.s, kernel.len, image->version,
				   ret_text);
	str_release(&kernel);
	return r < 0 ? -ENOTSUP : 0;
}
