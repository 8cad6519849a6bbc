/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path/kallsyms.h: tables made up in both layouts and both widths. */
#include "path/kallsyms.h"
#include "tests/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define SYMS 600u

/* An image under construction. */
struct image {
	unsigned char v[1 << 16];
	size_t n, ptr;
};

static void put(struct image *m, const void *p, size_t n)
{
	memcpy(m->v + m->n, p, n);
	m->n += n;
}

static void put32(struct image *m, uint32_t v)
{
	put(m, &v, 4);
}

static void put_pointer(struct image *m, uint64_t v)
{
	put(m, &v, m->ptr);
}

static void align(struct image *m)
{
	while (m->n % m->ptr)
		m->v[m->n++] = 0;
}

/* Tokens: each byte stands for itself, but 1 for "Tfunc_" and 2 for a long name. */
static void tokens(struct image *m)
{
	uint16_t index[256];
	size_t begin;

	align(m);
	begin = m->n;
	for (int i = 0; i < 256; i++) {
		char text[32];

		snprintf(text, sizeof(text), "%c", i > 2 ? i : 'z');
		if (i == 1)
			strcpy(text, "Tfunc_");
		index[i] = (uint16_t)(m->n - begin);
		put(m, text, strlen(text) + 1);
	}
	align(m);
	put(m, index, sizeof(index));
}

static void offsets(struct image *m, uint64_t base, bool percpu)
{
	align(m);
	for (uint32_t i = 0; i < SYMS; i++)
		put32(m, percpu ? i < 4 ? i * 16 : 0u - 1 - i * 16 : i * 16);
	align(m);
	put_pointer(m, base);
}

static void names(struct image *m)
{
	uint32_t marks[SYMS / 256 + 1];
	size_t begin;

	align(m);
	put32(m, SYMS);
	align(m);
	begin = m->n;
	for (uint32_t i = 0; i < SYMS; i++) {
		char name[256];
		size_t len = (size_t)snprintf(name, sizeof(name), "\x01%u", i);

		if (i % 256 == 0)
			marks[i / 256] = (uint32_t)(m->n - begin);
		if (i == 5)
			len = (size_t)snprintf(name, sizeof(name), "D%s", "data");
		if (i == 7) { /* longer than 127: its length takes two bytes */
			memset(name, 'x', 200);
			name[0] = 't';
			len = 200;
			m->v[m->n++] = 0x80 | (200 & 0x7f);
			m->v[m->n++] = 200 >> 7;
		} else {
			m->v[m->n++] = (unsigned char)len;
		}
		put(m, name, len);
	}
	align(m);
	put(m, marks, sizeof(marks));
}

static void build(struct image *m, unsigned int bits, bool old, bool percpu,
		  uint64_t base)
{
	memset(m, 0, sizeof(*m));
	m->ptr = bits / 8;
	m->n = 4096 + 12;
	if (old)
		offsets(m, base, percpu);
	names(m);
	tokens(m);
	if (!old)
		offsets(m, base, percpu);
	m->n += 100;
}

static void check(unsigned int bits, bool old, bool percpu, uint64_t base)
{
	struct image *m = calloc(1, sizeof(*m));
	struct symbols s = { 0 };
	struct err e;

	build(m, bits, old, percpu, base);
	assert_int_equal(kallsyms_read(m->v, m->n, bits, &s, &e), 0);
	symbols_finish(&s);
	/* All but the datum. */
	assert_int_equal(s.n, SYMS - 1);
	assert_non_null(symbols_named(&s, "func_599"));
	assert_int_equal(symbols_named(&s, "func_599")->addr, base + 599 * 16);
	assert_string_equal(symbols_find(&s, base + 100 * 16 + 7)->name, "func_100");
	assert_int_equal(strlen(symbols_find(&s, base + 7 * 16)->name), 199);
	assert_null(symbols_named(&s, "data"));
	symbols_release(&s);
	free(m);
}

static void tables_of_linux_6_1_are_read(void **state)
{
	check(64, true, false, 0xffffffff81000000u);
	check(64, true, true, 0xffffffff81000000u);
}

static void tables_of_linux_6_4_and_later_are_read(void **state)
{
	check(64, false, false, 0xffffffff81000000u);
	check(64, false, true, 0xffffffff81000000u);
}

static void tables_of_32_bit_kernels_are_read(void **state)
{
	check(32, true, false, 0xc1000000u);
	check(32, false, false, 0xc1000000u);
}

static void an_image_without_is_refused(void **state)
{
	unsigned char *v = calloc(1, 70000);
	struct symbols s = { 0 };
	struct err e;

	assert_int_equal(kallsyms_read(v, 70000, 64, &s, &e), -ENOENT);
	assert_non_null(strstr(e.expected, "--vmlinux"));
	assert_int_equal(kallsyms_read(v, 10, 64, &s, &e), -ENOENT);
	free(v);
}

/* Cut off or damaged anywhere, it is no table, or another one, but never out of range. */
static void damage_is_survived(void **state)
{
	struct image *m = calloc(1, sizeof(*m));
	struct err e;

	build(m, 64, false, true, 0xffffffff81000000u);
	for (size_t cut = 4096; cut < m->n; cut += 97) {
		unsigned char *v = malloc(cut);
		struct symbols s = { 0 };

		memcpy(v, m->v, cut);
		v[cut - 1 - cut % 50] ^= 0x55;
		kallsyms_read(v, cut, 64, &s, &e);
		symbols_release(&s);
		free(v);
	}
	free(m);
}

static void a_function_is_not_named_after_its_section(void **state)
{
	struct symbols s = { 0 };

	symbols_add(&s, 0x1000, 0, "__sched_text_start", true);
	symbols_add(&s, 0x1000, 0, "__schedule", false);
	symbols_add(&s, 0x2000, 0, "_stext", true);
	symbols_add(&s, 0x2000, 0, "_text", true);
	symbols_add(&s, 0x2000, 0, "startup", false);
	symbols_add(&s, 0x3000, 0, "_etext", true);
	symbols_finish(&s);
	assert_int_equal(s.n, 3);
	assert_string_equal(s.v[0].name, "__schedule");
	assert_string_equal(s.v[1].name, "startup");
	assert_string_equal(s.v[2].name, "_etext");
	symbols_release(&s);
}

/* As a guest with two modules sends it. */
static const char with_modules[] = "ffffffffc0000000 t probe_enter\t[ktoll_test]\n"
				   "ffffffffc0000030 t cleanup_module\t[ktoll_test]\n"
				   "ffffffffc0001000 d table\t[ktoll_test]\n"
				   "ffffffffc0005010 T exported\t[other_one]\n"
				   "0000000000000000 t hidden\t[other_one]\n"
				   "ffffffff81000000 T _stext\n"
				   "not a line\n"
				   "ffffffffc0006000 t bpf_prog_6deef7357e7b4530\t[bpf]";

static void functions_in_modules_have_the_modules_name(void **state)
{
	struct symbols s = { 0 };

	kallsyms_modules(with_modules, &s);
	symbols_finish(&s);
	assert_int_equal(s.n, 4);
	assert_string_equal(s.v[0].name, "probe_enter [ktoll_test]");
	assert_true(s.v[0].addr == 0xffffffffc0000000);
	assert_string_equal(symbols_find(&s, 0xffffffffc0000034)->name,
			    "cleanup_module [ktoll_test]");
	assert_string_equal(symbols_find(&s, 0xffffffffc0005fff)->name,
			    "exported [other_one]");
	assert_string_equal(s.v[3].name, "bpf_prog_6deef7357e7b4530 [bpf]");
	symbols_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_of_linux_6_1_are_read),
		cmocka_unit_test(tables_of_linux_6_4_and_later_are_read),
		cmocka_unit_test(tables_of_32_bit_kernels_are_read),
		cmocka_unit_test(an_image_without_is_refused),
		cmocka_unit_test(damage_is_survived),
		cmocka_unit_test(a_function_is_not_named_after_its_section),
		cmocka_unit_test(functions_in_modules_have_the_modules_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
