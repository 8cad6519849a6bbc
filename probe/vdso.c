/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See vdso.h. The formats are those of the System V ABI, chapters 4 and 5. */
#include "probe/vdso.h"

#include "probe/lib.h"

#include <linux/elf.h>

#ifdef __x86_64__
typedef Elf64_Ehdr ehdr;
typedef Elf64_Phdr phdr;
typedef Elf64_Dyn dyn;
typedef Elf64_Sym sym;
#else
typedef Elf32_Ehdr ehdr;
typedef Elf32_Phdr phdr;
typedef Elf32_Dyn dyn;
typedef Elf32_Sym sym;
#endif

#define DT_GNU_HASH_TAG 0x6ffffef5
#define SYMBOLS_MAX     4096 /* a vDSO has about twenty */

struct object {
	const char *bias; /* what is to be added to an address in the object */
	const sym *symbols;
	const char *strings;
	const uint32_t *hash, *gnu_hash;
};

/* Where the object's dynamic section is, and its bias; NULL if it has none. */
static const dyn *find_dynamic(const ehdr *eh, struct object *o)
{
	const phdr *ph = (const phdr *)((const char *)eh + eh->e_phoff);
	const phdr *load = NULL, *dynamic = NULL;

	for (unsigned int i = 0; i < eh->e_phnum; i++) {
		if (ph[i].p_type == PT_LOAD && !load)
			load = &ph[i];
		else if (ph[i].p_type == PT_DYNAMIC)
			dynamic = &ph[i];
	}
	if (!load || !dynamic)
		return NULL;
	o->bias = (const char *)eh + load->p_offset - load->p_vaddr;
	return (const dyn *)(o->bias + dynamic->p_vaddr);
}

/* The old table says how many symbols there are; the new one ends with the last chain. */
static uint32_t count_symbols(const struct object *o)
{
	uint32_t buckets, first, n = 0;
	const uint32_t *bucket, *chain;

	if (o->hash)
		return o->hash[1];
	if (!o->gnu_hash)
		return 0;
	buckets = o->gnu_hash[0];
	first = o->gnu_hash[1];
	/* The Bloom filter between is of words as wide as an address. */
	bucket = o->gnu_hash + 4 + o->gnu_hash[2] * (sizeof(long) / sizeof(*bucket));
	chain = bucket + buckets;
	for (uint32_t i = 0; i < buckets; i++)
		if (bucket[i] > n)
			n = bucket[i];
	if (n < first)
		return 0;
	while (n < SYMBOLS_MAX && !(chain[n - first] & 1))
		n++;
	return n + 1;
}

const void *vdso_symbol(const void *image, const char *name)
{
	struct object o = { 0 };
	const dyn *d = find_dynamic(image, &o);
	uint32_t n;

	for (; d && d->d_tag != DT_NULL; d++) {
		const void *at = o.bias + d->d_un.d_ptr;

		if (d->d_tag == DT_SYMTAB)
			o.symbols = at;
		else if (d->d_tag == DT_STRTAB)
			o.strings = at;
		else if (d->d_tag == DT_HASH)
			o.hash = at;
		else if (d->d_tag == DT_GNU_HASH_TAG)
			o.gnu_hash = at;
	}
	if (!o.symbols || !o.strings)
		return NULL;
	n = count_symbols(&o);
	for (uint32_t i = 0; i < n && i < SYMBOLS_MAX; i++) {
		const sym *s = &o.symbols[i];

		if (s->st_shndx != SHN_UNDEF && (s->st_info & 0xf) == STT_FUNC &&
		    str_eq(o.strings + s->st_name, name))
			return o.bias + s->st_value;
	}
	return NULL;
}
