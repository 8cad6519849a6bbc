/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See symbols.h: names, build id and marks out of ELF files, read by libelf. */
#include "path/symbols.h"

#include "base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>

struct file {
	int fd;
	Elf *elf;
};

static int file_open(const char *path, struct file *f, struct err *e)
{
	f->elf = NULL;
	elf_version(EV_CURRENT);
	f->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (f->fd < 0) {
		int error = errno;

		err_errno(e, error, "cannot open");
		err_where(e, "%s", path);
		return -error;
	}
	f->elf = elf_begin(f->fd, ELF_C_READ_MMAP, NULL);
	if (f->elf && elf_kind(f->elf) == ELF_K_ELF)
		return 0;
	err_set(e, ENOEXEC, "not an ELF file");
	err_where(e, "%s", path);
	return -ENOEXEC;
}

static void file_close(struct file *f)
{
	elf_end(f->elf);
	if (f->fd >= 0)
		close(f->fd);
}

/* The kernel's entries, in assembly, have no type. Below it, labels have none either. */
#define KERNEL_LOWEST 0xc0000000u

static bool is_entry(struct file *f, const GElf_Sym *sym)
{
	Elf_Scn *scn = elf_getscn(f->elf, sym->st_shndx);
	GElf_Shdr head;

	return GELF_ST_TYPE(sym->st_info) == STT_NOTYPE &&
	       sym->st_value >= KERNEL_LOWEST && scn && gelf_getshdr(scn, &head) &&
	       head.sh_flags & SHF_EXECINSTR;
}

static void add_functions(struct file *f, Elf_Scn *scn, const GElf_Shdr *head,
			  struct symbols *s)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t n = head->sh_entsize ? head->sh_size / head->sh_entsize : 0;
	GElf_Sym sym;

	for (size_t i = 0; data && i < n; i++) {
		const char *name;

		if (!gelf_getsym(data, (int)i, &sym) || sym.st_shndx == SHN_UNDEF)
			continue;
		if (GELF_ST_TYPE(sym.st_info) != STT_FUNC && !is_entry(f, &sym))
			continue;
		name = elf_strptr(f->elf, head->sh_link, sym.st_name);
		if (name && *name)
			symbols_add(s, sym.st_value, sym.st_size, name,
				    GELF_ST_BIND(sym.st_info) != STB_LOCAL);
	}
}

static void read_build_id(Elf_Scn *scn, char out[BUILD_ID_TEXT])
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t at = 0, name, desc;
	GElf_Nhdr note;

	while (data && (at = gelf_getnote(data, at, &note, &name, &desc)) > 0) {
		const unsigned char *p = data->d_buf;

		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
		    memcmp(p + name, "GNU", 4) || note.n_descsz > 32)
			continue;
		for (size_t i = 0; i < note.n_descsz; i++)
			snprintf(out + 2 * i, 3, "%02x", p[desc + i]);
	}
}

int symbols_elf(const char *path, struct symbols *s, char ret_build_id[BUILD_ID_TEXT],
		struct err *e)
{
	struct file f = { .fd = -1 };
	Elf_Scn *scn = NULL;
	GElf_Shdr head;
	int r = file_open(path, &f, e);

	ret_build_id[0] = 0;
	while (!r && (scn = elf_nextscn(f.elf, scn)) != NULL) {
		if (!gelf_getshdr(scn, &head))
			continue;
		if (head.sh_type == SHT_SYMTAB)
			add_functions(&f, scn, &head, s);
		if (head.sh_type == SHT_NOTE)
			read_build_id(scn, ret_build_id);
	}
	file_close(&f);
	return r;
}

/* The bytes of [addr, addr + size), or NULL. */
static const unsigned char *bytes_at(struct file *f, uint64_t addr, uint64_t size)
{
	size_t n, len;
	const char *raw = elf_rawfile(f->elf, &len);
	GElf_Phdr p;

	if (!raw || elf_getphdrnum(f->elf, &n) < 0)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		if (!gelf_getphdr(f->elf, (int)i, &p) || p.p_type != PT_LOAD)
			continue;
		if (addr < p.p_vaddr || addr - p.p_vaddr > p.p_filesz ||
		    size > p.p_filesz - (addr - p.p_vaddr))
			continue;
		if (p.p_offset > len || p.p_filesz > len - p.p_offset)
			continue;
		return (const unsigned char *)raw + p.p_offset + (addr - p.p_vaddr);
	}
	return NULL;
}

/* All places of RDTSC between two LFENCE in the function. */
static size_t clock_reads(const unsigned char *p, uint64_t size, uint64_t at[2])
{
	static const unsigned char read[] = { 0x0f, 0xae, 0xe8, 0x0f,
					      0x31, 0x0f, 0xae, 0xe8 };
	size_t n = 0;

	for (uint64_t i = 0; i + sizeof(read) <= size; i++) {
		if (memcmp(p + i, read, sizeof(read)))
			continue;
		if (n < 2)
			at[n] = i + 3;
		n++;
	}
	return n;
}

int symbols_marks(const char *path, uint64_t *ret_begin, uint64_t *ret_end, struct err *e)
{
	char build_id[BUILD_ID_TEXT];
	struct symbols s = { 0 };
	const struct symbol *batch;
	const unsigned char *p;
	struct file f = { .fd = -1 };
	uint64_t at[2];
	int r = symbols_elf(path, &s, build_id, e);

	if (!r)
		r = file_open(path, &f, e);
	if (r < 0)
		goto out;
	r = -ENOENT;
	batch = symbols_named(&s, "batch");
	p = batch ? bytes_at(&f, batch->addr, batch->size) : NULL;
	if (p && clock_reads(p, batch->size, at) == 2) {
		*ret_begin = batch->addr + at[0];
		*ret_end = batch->addr + at[1];
		r = 0;
	}
	if (r < 0) {
		err_set(e, ENOENT, "it does not say where it reads the clock");
		err_where(e, "%s", path);
		err_expect(e, "the probe with its symbols, as `make` leaves it");
	}
out:
	file_close(&f);
	symbols_release(&s);
	return r;
}
