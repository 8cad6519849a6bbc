/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See kallsyms.h. */
#include "path/kallsyms.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOKENS    256
#define TOKEN_MAX 64
#define NAME_MAX_ 512
#define SYMS_MIN  64u
#define SYMS_MAX  (4u << 20)
#define NAMES_MAX (64u << 20)

struct tables {
	const unsigned char *data;
	size_t len, ptr;      /* size of a pointer */
	size_t token_table;   /* all are offsets in data */
	size_t token_index;   /* of 256 u16 */
	size_t num_at, names; /* num_syms itself, and the names */
	uint32_t num;
	size_t offsets;
	uint64_t base;
	bool percpu;
};

static uint32_t u32(const struct tables *t, size_t at)
{
	uint32_t v;

	memcpy(&v, t->data + at, sizeof(v));
	return v;
}

static uint32_t u16(const struct tables *t, size_t at)
{
	uint16_t v;

	memcpy(&v, t->data + at, sizeof(v));
	return v;
}

static size_t align(size_t at, size_t to)
{
	return (at + to - 1) & ~(to - 1);
}

/* ---- the tokens ---- */

static bool index_at(const struct tables *t, size_t at)
{
	if (at + 2 * TOKENS > t->len || u16(t, at) != 0)
		return false;
	for (size_t i = 1; i < TOKENS; i++) {
		uint32_t a = u16(t, at + 2 * i - 2), b = u16(t, at + 2 * i);

		if (b < a + 2 || b > a + TOKEN_MAX)
			return false;
	}
	return true;
}

/* The table whose texts begin where the index says and that ends where the index begins.
 */
static bool table_before(struct tables *t, size_t index)
{
	const size_t last = u16(t, index + 2 * (TOKENS - 1));

	for (size_t back = last + 2; back < last + TOKEN_MAX + t->ptr; back++) {
		size_t at, i;

		if (back > index)
			return false;
		at = index - back;
		if (at % 4)
			continue;
		for (i = 1; i < TOKENS; i++)
			if (t->data[at + u16(t, index + 2 * i) - 1])
				break;
		if (i < TOKENS || !memchr(t->data + at + last, 0, back - last))
			continue;
		t->token_table = at;
		t->token_index = index;
		return true;
	}
	return false;
}

static bool find_tokens(struct tables *t, size_t from)
{
	for (size_t at = align(from, 4); at + 2 * TOKENS <= t->len; at += 4)
		if (u16(t, at) == 0 && index_at(t, at) && table_before(t, at))
			return true;
	return false;
}

/* ---- the names ---- */

/* The length and the tokens of the name at @at; 0 if there can be none. */
static size_t name_at(const struct tables *t, size_t at, size_t end, size_t *ret_tokens)
{
	size_t len;

	if (at + 2 > end)
		return 0;
	len = t->data[at++];
	if (len & 0x80)
		len = (len & 0x7f) | (size_t)t->data[at++] << 7;
	if (!len || len > NAME_MAX_ || at + len > end)
		return 0;
	*ret_tokens = at;
	return len;
}

static const char *token(const struct tables *t, unsigned int i)
{
	return (const char *)t->data + t->token_table + u16(t, t->token_index + 2 * i);
}

static bool is_type(char c)
{
	return c && strchr("aAbBdDgGiInNrRsStTuUvVwWpP", c);
}

/* Walks over all names: where they end, or 0. @marks gets every 256th if not NULL. */
static size_t walk(const struct tables *t, size_t at, uint32_t num, size_t end)
{
	for (uint32_t i = 0; i < num; i++) {
		size_t tokens = 0, len = name_at(t, at, end, &tokens);

		if (!len || !is_type(token(t, t->data[tokens])[0]))
			return 0;
		at = tokens + len;
	}
	return at;
}

/* The markers say where every 256th name is: nothing else looks like that. */
static bool markers_fit(const struct tables *t, size_t names, size_t names_end,
			uint32_t num)
{
	size_t at = names, m = align(names_end, t->ptr);

	for (uint32_t i = 0; i < num; i++) {
		size_t tokens = 0, len = name_at(t, at, names_end, &tokens);

		if (i % 256 == 0) {
			if (m + 4 > t->len || u32(t, m) != at - names)
				return false;
			m += 4;
		}
		at = tokens + len;
	}
	return true;
}

static bool find_names(struct tables *t)
{
	const size_t end = t->token_table;
	const size_t least = end > NAMES_MAX ? end - NAMES_MAX : 0;

	for (size_t at = end & ~(t->ptr - 1); at >= least + t->ptr;) {
		uint32_t num;
		size_t names, names_end;

		at -= t->ptr;
		num = u32(t, at);
		names = align(at + 4, t->ptr);
		if (num < SYMS_MIN || num > SYMS_MAX || !walk(t, names, SYMS_MIN, end))
			continue;
		names_end = walk(t, names, num, end);
		if (!names_end || !markers_fit(t, names, names_end, num))
			continue;
		t->num_at = at;
		t->names = names;
		t->num = num;
		return true;
	}
	return false;
}

/* ---- the addresses ---- */

static uint64_t pointer(const struct tables *t, size_t at)
{
	return u32(t, at) | (t->ptr == 8 ? (uint64_t)u32(t, at + 4) << 32 : 0);
}

static uint64_t address(const struct tables *t, uint32_t i)
{
	int32_t offset = (int32_t)u32(t, t->offsets + 4 * (size_t)i);

	if (!t->percpu)
		return t->base + (uint32_t)offset;
	return offset >= 0 ? (uint64_t)offset : t->base - 1 - (uint64_t)(int64_t)offset;
}

/* Symbols are sorted by their address: what is not in order is not the table. */
static bool ordered(const struct tables *t)
{
	uint64_t before = 0, bad = 0;

	for (uint32_t i = 0; i < t->num; i++) {
		uint64_t a = address(t, i);

		bad += a < before;
		before = a;
	}
	return bad <= t->num / 1000 && address(t, t->num - 1) >= t->base &&
	       address(t, t->num - 1) > address(t, 0);
}

static bool addresses_at(struct tables *t, size_t offsets, size_t base)
{
	const uint64_t lowest = t->ptr == 8 ? 0xffffffff80000000u : 0x40000000u;

	if (offsets + 4 * (size_t)t->num > t->len || base + t->ptr > t->len)
		return false;
	t->offsets = offsets;
	t->base = pointer(t, base);
	if (t->base < lowest)
		return false;
	t->percpu = false;
	if (ordered(t))
		return true;
	t->percpu = true;
	return ordered(t);
}

static bool find_addresses(struct tables *t)
{
	const size_t bytes = 4 * (size_t)t->num;
	size_t behind = align(t->token_index + 2 * TOKENS, t->ptr);
	size_t base = t->num_at - t->ptr;

	if (addresses_at(t, behind, align(behind + bytes, t->ptr)))
		return true;
	if (t->num_at < t->ptr + align(bytes, t->ptr))
		return false;
	return addresses_at(t, base - align(bytes, t->ptr), base);
}

/* ---- all together ---- */

static size_t expand(const struct tables *t, size_t tokens, size_t len,
		     char out[NAME_MAX_])
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		for (const char *p = token(t, t->data[tokens + i]);
		     *p && n + 1 < NAME_MAX_; p++)
			out[n++] = *p;
	out[n] = 0;
	return n;
}

static void add_all(const struct tables *t, struct symbols *s)
{
	char name[NAME_MAX_];
	size_t at = t->names;

	for (uint32_t i = 0; i < t->num; i++) {
		size_t tokens = 0, len = name_at(t, at, t->token_table, &tokens);

		at = tokens + len;
		/* Padding in front of functions: no function of its own. */
		if (expand(t, tokens, len, name) < 2 || !strchr("tTwWi", name[0]) ||
		    !strncmp(name + 1, "__pfx_", 6))
			continue;
		symbols_add(s, address(t, i), 0, name + 1, name[0] != 't');
	}
}

int kallsyms_read(const unsigned char *data, size_t len, unsigned int bits,
		  struct symbols *s, struct err *e)
{
	struct tables t = { .data = data, .len = len, .ptr = bits / 8 };

	for (size_t from = 0; find_tokens(&t, from); from = t.token_index + 4)
		if (find_names(&t) && find_addresses(&t)) {
			add_all(&t, s);
			return 0;
		}
	err_set(e, ENOENT, "the kernel has no symbol table of its own");
	err_expect(e, "CONFIG_KALLSYMS=y, or --vmlinux FILE");
	return -ENOENT;
}

/* ---- modules ---- */

/* One line without its end. */
static void module_line(const char *line, size_t len, struct symbols *s)
{
	_cleanup_free_ char *copy = xstrndup(line, len);
	char name[NAME_MAX_], module[64], type;
	_cleanup_free_ char *both = NULL;
	unsigned long long addr;

	if (sscanf(copy, "%16llx %c %511s [%63[^]]", &addr, &type, name, module) != 4 ||
	    !addr || !strchr("tTwW", type))
		return;
	both = xasprintf("%s [%s]", name, module);
	symbols_add(s, addr, 0, both, type != 't');
}

void kallsyms_modules(const char *lines, struct symbols *s)
{
	while (*lines) {
		const size_t len = strcspn(lines, "\n");

		if (len < NAME_MAX_)
			module_line(lines, len, s);
		lines += len + (lines[len] == '\n');
	}
}
