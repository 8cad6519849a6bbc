/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host/notes.h, host/kconfig.h, host/symbols.h: build id, configuration, entry points. */
#include "host/kconfig.h"
#include "host/notes.h"
#include "host/symbols.h"
#include "tests/host/tree.h"

#include <zlib.h>

static const unsigned char other_then_gnu[] = {
	6, 0, 0, 0, 2, 0, 0, 0, 1, 1, 0, 0, 'L', 'i', 'n', 'u', 'x', 0, 0,
	0, 7, 7, 0, 0, /* a note of another kind, padded on both sides */
	4, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 'G', 'N', 'U', 0,   1,   2, 0xfe,
};

static void test_the_build_id_is_found_behind_other_notes(void **state)
{
	char hex[BUILD_ID_TEXT_BYTES];

	assert_int_equal(notes_build_id(other_then_gnu, sizeof(other_then_gnu), hex), 0);
	assert_string_equal(hex, "0102fe");
}

/* In its own allocation, so that ASan sees a read beyond the end. */
static void test_notes_cut_anywhere_are_refused(void **state)
{
	char hex[BUILD_ID_TEXT_BYTES];
	size_t n;

	for (n = 0; n < sizeof(other_then_gnu); n++) {
		void *copy = malloc(n ? n : 1);

		memcpy(copy, other_then_gnu, n);
		assert_true(notes_build_id(copy, n, hex) < 0);
		free(copy);
	}
}

static void test_hostile_note_sizes_are_refused(void **state)
{
	unsigned char bad[sizeof(other_then_gnu)];
	char hex[BUILD_ID_TEXT_BYTES];

	memcpy(bad, other_then_gnu, sizeof(bad));
	memset(bad, 0xff, 4);
	assert_int_equal(notes_build_id(bad, sizeof(bad), hex), -EBADMSG);
	memcpy(bad, other_then_gnu, sizeof(bad));
	memset(bad + 4, 0xff, 4);
	assert_int_equal(notes_build_id(bad, sizeof(bad), hex), -EBADMSG);
	memcpy(bad, other_then_gnu, sizeof(bad));
	bad[24 + 4] = 0; /* an empty id */
	assert_int_equal(notes_build_id(bad, sizeof(bad), hex), -EBADMSG);
}

#define CONFIG                                                                        \
	"# Linux/x86 6.1 Kernel Configuration\nCONFIG_HZ=250\n# CONFIG_KASAN is not " \
	"set\n"                                                                       \
	"CONFIG_SMP=y\nCONFIG_NAME=\"a \\\"b\\\" c\"\nCONFIG_EMPTY=\"\"\nCONFIG_LAST=m"

static void test_options_read_as_they_are_set(void **state)
{
	struct kconfig c;

	assert_int_equal(kconfig_parse(CONFIG, strlen(CONFIG), &c), 0);
	assert_string_equal(kconfig_get(&c, "HZ"), "250");
	assert_string_equal(kconfig_get(&c, "SMP"), "y");
	assert_string_equal(kconfig_get(&c, "LAST"), "m");
	assert_string_equal(kconfig_get(&c, "KASAN"), "n");
	assert_string_equal(kconfig_get(&c, "NEVER_HEARD_OF"), "n");
	assert_string_equal(kconfig_get(&c, "EMPTY"), "");
	assert_string_equal(kconfig_get(&c, "NAME"), "a \\\"b\\\" c");
	kconfig_release(&c);
}

static void test_the_hash_is_of_what_is_set(void **state)
{
	static const char same[] = "CONFIG_B=y\n# CONFIG_C is not set\nCONFIG_A=1\n";
	static const char base[] = "# made today\nCONFIG_A=1\nCONFIG_B=y\n";
	static const char differs[] = "CONFIG_A=1\nCONFIG_B=m\n";
	struct kconfig a, b, c;

	assert_int_equal(kconfig_parse(base, strlen(base), &a), 0);
	assert_int_equal(kconfig_parse(same, strlen(same), &b), 0);
	assert_int_equal(kconfig_parse(differs, strlen(differs), &c), 0);
	assert_true(kconfig_hash(&a) == kconfig_hash(&b));
	assert_true(kconfig_hash(&a) != kconfig_hash(&c));
	kconfig_release(&a);
	kconfig_release(&b);
	kconfig_release(&c);
}

static size_t gzip(const void *data, size_t len, void *out, size_t size)
{
	z_stream z = { .next_in = (Bytef *)data,
		       .avail_in = len,
		       .next_out = out,
		       .avail_out = size };

	assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, 0), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

static void test_config_gz_comes_before_boot(void **state)
{
	struct kconfig c;
	struct err e;
	struct tree t;
	char gz[1024];

	tree_init(&t);
	tree_put(&t, "boot/config-6.1", "CONFIG_HZ=100\n");
	assert_int_equal(kconfig_read(t.fd, "6.1", &c, &e), 0);
	assert_string_equal(kconfig_get(&c, "HZ"), "100");
	assert_string_equal(c.source, "boot/config-6.1");
	kconfig_release(&c);
	tree_bytes(&t, "proc/config.gz", gz,
		   gzip(CONFIG, strlen(CONFIG), gz, sizeof(gz)));
	assert_int_equal(kconfig_read(t.fd, "6.1", &c, &e), 0);
	assert_string_equal(kconfig_get(&c, "HZ"), "250");
	assert_string_equal(c.source, "proc/config.gz");
	kconfig_release(&c);
	tree_release(&t);
}

static void test_a_broken_config_says_where_and_why(void **state)
{
	struct kconfig c;
	struct tree t;
	struct err e;
	char gz[1024];
	size_t n = gzip(CONFIG, strlen(CONFIG), gz, sizeof(gz)), i;

	tree_init(&t);
	for (i = 2; i < n; i += 5) {
		tree_bytes(&t, "proc/config.gz", gz, i);
		assert_int_equal(kconfig_read(t.fd, NULL, &c, &e), -EBADMSG);
		assert_string_equal(e.where, "proc/config.gz");
		assert_string_equal(e.what, "not a kernel configuration, or cut off");
	}
	tree_put(&t, "proc/config.gz", "");
	assert_int_equal(kconfig_read(t.fd, NULL, &c, &e), -EBADMSG);
	tree_put(&t, "proc/config.gz", "nothing of the kind\nCONFIG_\nCONFIG_=y\n");
	assert_int_equal(kconfig_read(t.fd, NULL, &c, &e), -EBADMSG);
	tree_release(&t);
}

static void test_a_decompression_bomb_is_refused(void **state)
{
	size_t n = 16 << 20;
	char *zeros = calloc(1, n), *gz = malloc(1 << 20);
	struct kconfig c;

	n = gzip(zeros, n, gz, 1 << 20);
	assert_int_equal(kconfig_parse(gz, n, &c), -EFBIG);
	free(zeros);
	free(gz);
}

static void test_a_release_does_not_lead_out_of_boot(void **state)
{
	struct kconfig c;
	struct tree t;
	struct err e;

	tree_init(&t);
	tree_put(&t, "secret", "CONFIG_A=y\n");
	tree_put(&t, "boot/config-/x", "y");
	assert_int_equal(kconfig_read(t.fd, "/../../secret", &c, &e), -ENOENT);
	assert_string_equal(e.what, "no proc/config.gz and no boot/config-RELEASE");
	tree_release(&t);
}

static void test_entry_points_are_found_up_to_the_end_of_entry_text(void **state)
{
	struct symbol s[] = { { "entry_SYSCALL_64" }, { "entry_INT80_compat" } };
	struct tree t;

	tree_load(&t, "amd-vm");
	assert_int_equal(symbols_read(t.fd, s, 2), 0);
	assert_true(s[0].address == 0xffffffff81000080);
	/* The one of a module, after the end, is not the kernel's. */
	assert_true(s[1].address == 0);
	tree_release(&t);
}

static void test_hidden_and_missing_addresses_are_told_apart(void **state)
{
	struct symbol s[] = { { "entry_SYSCALL_64" } };
	struct tree t;

	tree_init(&t);
	assert_int_equal(symbols_read(t.fd, s, 1), -ENOENT);
	tree_put(&t, "proc/kallsyms",
		 "0000000000000000 T entry_SYSCALL_64\n"
		 "0000000000000000 T _etext\n");
	assert_int_equal(symbols_read(t.fd, s, 1), -EPERM);
	tree_put(&t, "proc/kallsyms", "");
	assert_int_equal(symbols_read(t.fd, s, 1), -ENODATA);
	tree_put(&t, "proc/kallsyms",
		 "zz\n\nffffffff81000080\nffffffff81000080 T\n"
		 "ffffffff81000080 T \n\x01\x02\n12 T x");
	assert_int_equal(symbols_read(t.fd, s, 1), -ENODATA);
	tree_put(&t, "proc/kallsyms", "ffffffff81000080 T entry_SYSCALL_64");
	assert_int_equal(symbols_read(t.fd, s, 1), 0);
	assert_true(s[0].address == 0xffffffff81000080);
	tree_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_build_id_is_found_behind_other_notes),
		cmocka_unit_test(test_notes_cut_anywhere_are_refused),
		cmocka_unit_test(test_hostile_note_sizes_are_refused),
		cmocka_unit_test(test_options_read_as_they_are_set),
		cmocka_unit_test(test_the_hash_is_of_what_is_set),
		cmocka_unit_test(test_config_gz_comes_before_boot),
		cmocka_unit_test(test_a_broken_config_says_where_and_why),
		cmocka_unit_test(test_a_decompression_bomb_is_refused),
		cmocka_unit_test(test_a_release_does_not_lead_out_of_boot),
		cmocka_unit_test(test_entry_points_are_found_up_to_the_end_of_entry_text),
		cmocka_unit_test(test_hidden_and_missing_addresses_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
