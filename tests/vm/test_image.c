/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/image.h: kernels out of files and packages, and what is said when there is none. */
#include "tests/vm/kernel.h"
#include "vm/image.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

static void refuse(const char *path, int error, const char *says)
{
	struct vm_image image;
	struct err e;
	char text[1024];

	assert_int_equal(vm_image_open(path, &image, &e), -error);
	err_text(&e, text, sizeof(text));
	if (!strstr(text, says))
		fail_msg("'%s' does not say '%s'", text, says);
	assert_null(strchr(text, '\n'));
}

static void refuse_bytes(const void *data, size_t len, int error, const char *says)
{
	struct scratch s;

	scratch_init(&s);
	scratch_put(&s, data, len);
	refuse(s.path, error, says);
	scratch_release(&s);
}

static void test_a_bzimage_says_its_version_and_width(void **state)
{
	unsigned char bytes[IMAGE_BYTES], got[IMAGE_BYTES];
	struct vm_image image;
	struct scratch s;
	struct err e;

	scratch_init(&s);
	for (unsigned int bits = 32; bits <= 64; bits += 32) {
		make_image(bytes, bits);
		scratch_put(&s, bytes, sizeof(bytes));
		assert_int_equal(vm_image_open(s.path, &image, &e), 0);
		assert_int_equal(image.bits, bits);
		assert_int_equal(image.bytes, sizeof(bytes));
		assert_string_equal(image.release, "6.1.0-test");
		assert_string_equal(image.version, "6.1.0-test (builder@host) #1 SMP");
		assert_string_equal(image.member, "");
		assert_int_equal(strlen(image.sha256), 64);
		assert_int_equal(pread(image.fd, got, sizeof(got), 0), sizeof(got));
		assert_memory_equal(got, bytes, sizeof(got));
		vm_image_release(&image);
	}
	scratch_release(&s);
}

static void test_an_image_cut_anywhere_is_truncated_or_no_image(void **state)
{
	unsigned char bytes[IMAGE_BYTES];
	struct vm_image image;
	struct scratch s;
	struct err e;

	make_image(bytes, 64);
	scratch_init(&s);
	for (size_t len = 0; len < sizeof(bytes) - 15; len += 61) {
		scratch_put(&s, bytes, len);
		assert_true(vm_image_open(s.path, &image, &e) < 0);
	}
	scratch_release(&s);
	refuse_bytes(bytes, sizeof(bytes) - 64, EBADMSG, "truncated kernel image");
}

static void test_other_files_are_named(void **state)
{
	unsigned char arm[128] = "MZ", riscv[128] = "MZ";

	memcpy(arm + 56, "ARM\x64", 4);
	memcpy(riscv + 48, "RISCV", 5);
	refuse_bytes("", 0, ENOEXEC, "an empty file");
	refuse_bytes("hello, world", 12, ENOEXEC, "not a kernel image");
	refuse_bytes(arm, sizeof(arm), ENOEXEC, "a kernel for arm64");
	refuse_bytes(riscv, sizeof(riscv), ENOEXEC, "a kernel for riscv64");
	refuse_bytes("\x1f\x8b\x08", 3, ENOEXEC, "a gzip file");
	refuse_bytes("\x7f"
		     "ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\x3e\0",
		     20, ENOEXEC, "an uncompressed kernel or another ELF file");
}

static void test_what_cannot_be_read_is_said(void **state)
{
	struct scratch s;

	refuse("/nonexistent/vmlinuz", ENOENT, "/nonexistent/vmlinuz: cannot open");
	refuse("/tmp", EINVAL, "not a regular file");
	refuse("/dev/null", EINVAL, "not a regular file");
	if (geteuid())
		return;
	scratch_init(&s);
	scratch_put(&s, "x", 1);
	assert_int_equal(chmod(s.path, 0), 0);
	assert_int_equal(seteuid(65534), 0);
	refuse(s.path, EACCES, "cannot open: Permission denied");
	assert_int_equal(seteuid(0), 0);
	scratch_release(&s);
}

static void test_a_deb_gives_its_kernel(void **state)
{
	unsigned char bytes[IMAGE_BYTES];
	struct vm_image image;
	struct scratch s;
	struct err e;

	make_image(bytes, 64);
	scratch_init(&s);
	make_deb(&s, "Package: linux-image-test\n", "./boot/vmlinuz-6.1.0-test", bytes,
		 sizeof(bytes));
	assert_int_equal(vm_image_open(s.path, &image, &e), 0);
	assert_string_equal(image.member, "./boot/vmlinuz-6.1.0-test");
	assert_string_equal(image.release, "6.1.0-test");
	assert_int_equal(image.bytes, sizeof(bytes));
	vm_image_release(&image);
	scratch_release(&s);
}

static void test_a_deb_cut_short_is_truncated(void **state)
{
	static unsigned char bytes[IMAGE_BYTES];
	struct stat st;
	struct scratch s;
	const double share[] = { 0.05, 0.3, 0.6, 0.9 };

	make_image(bytes, 64);
	scratch_init(&s);
	make_deb(&s, "Package: linux-image-test\n", "./boot/vmlinuz-6.1.0-test", bytes,
		 sizeof(bytes));
	assert_int_equal(stat(s.path, &st), 0);
	for (size_t i = 4; i--;) {
		assert_int_equal(truncate(s.path, (off_t)((double)st.st_size * share[i])),
				 0);
		refuse(s.path, EBADMSG, "truncated package");
	}
	scratch_release(&s);
}

static void test_a_deb_without_a_kernel_says_what_it_is(void **state)
{
	struct scratch s;

	scratch_init(&s);
	make_deb(&s,
		 "Package: linux-image-cloud-amd64\nVersion: 6.1\n"
		 "Depends: linux-image-6.1.0-9-cloud-amd64 (= 6.1.1-1)\n",
		 "./usr/share/doc/x/copyright", "text", 4);
	refuse(s.path, ENOENT, "linux-image-cloud-amd64 is a meta package");
	refuse(s.path, ENOENT, "(expected linux-image-6.1.0-9-cloud-amd64)");
	make_deb(&s, "Package: linux-image-6.1.0-9-amd64-dbg\n",
		 "./usr/lib/debug/boot/vmlinux-6.1.0-9", "text", 4);
	refuse(s.path, ENOENT, "linux-image-6.1.0-9-amd64-dbg holds debugging symbols");
	make_deb(&s, "Package: hello\n", "./usr/bin/hello", "text", 4);
	refuse(s.path, ENOENT, "hello has no kernel in it");
	scratch_release(&s);
}

static void test_a_deb_for_another_machine_is_refused_by_its_kernel(void **state)
{
	unsigned char arm[128] = "MZ";
	struct scratch s;

	memcpy(arm + 56, "ARM\x64", 4);
	scratch_init(&s);
	make_deb(&s, "Package: linux-image-arm64\n", "./boot/vmlinuz-6.1.0-arm64", arm,
		 sizeof(arm));
	refuse(s.path, ENOEXEC, "./boot/vmlinuz-6.1.0-arm64: a kernel for arm64");
	scratch_release(&s);
}

/* The lead and two empty headers, as rpm's format has them; then the payload. */
static void make_rpm(const struct scratch *s, const char *path, const void *data,
		     size_t len)
{
	static const unsigned char header[16] = { 0x8e, 0xad, 0xe8, 0x01 };
	static unsigned char bytes[65536];
	struct archive *a = archive_write_new();
	size_t n = 96 + 2 * sizeof(header), used = 0;

	memset(bytes, 0, sizeof(bytes));
	memcpy(bytes, "\xed\xab\xee\xdb\3", 5);
	memcpy(bytes + 96, header, sizeof(header));
	memcpy(bytes + 96 + sizeof(header), header, sizeof(header));
	archive_write_set_format_cpio_newc(a);
	archive_write_add_filter_gzip(a);
	archive_write_set_bytes_in_last_block(a, 1);
	assert_int_equal(
		archive_write_open_memory(a, bytes + n, sizeof(bytes) - n, &used),
		ARCHIVE_OK);
	add_file(a, path, data, len);
	assert_int_equal(archive_write_close(a), ARCHIVE_OK);
	archive_write_free(a);
	scratch_put(s, bytes, n + used);
}

static void test_an_rpm_gives_its_kernel(void **state)
{
	unsigned char bytes[IMAGE_BYTES];
	struct vm_image image;
	struct scratch s;
	struct err e;

	make_image(bytes, 64);
	scratch_init(&s);
	make_rpm(&s, "./lib/modules/6.1.0-test/vmlinuz", bytes, sizeof(bytes));
	assert_int_equal(vm_image_open(s.path, &image, &e), 0);
	assert_string_equal(image.member, "./lib/modules/6.1.0-test/vmlinuz");
	assert_string_equal(image.release, "6.1.0-test");
	vm_image_release(&image);
	make_rpm(&s, "./usr/bin/hello", "x", 1);
	refuse(s.path, ENOENT, "the package has no kernel in it");
	scratch_release(&s);
	refuse_bytes("\xed\xab\xee\xdb\3\0\0\0", 8, EBADMSG, "truncated package");
}

/* What package_vmlinux() writes of the package; its return value. */
static int unpack(const struct scratch *s, char member[PACKAGE_MEMBER_BYTES], char *text,
		  size_t size, struct err *e)
{
	FILE *to = tmpfile();
	int from = open(s->path, O_RDONLY | O_CLOEXEC), r;
	ssize_t n;

	assert_non_null(to);
	r = package_vmlinux(from, fileno(to), member, e);
	n = pread(fileno(to), text, size - 1, 0);
	text[n > 0 ? n : 0] = 0;
	fclose(to);
	close(from);
	return r;
}

static void test_a_package_of_symbols_gives_its_vmlinux(void **state)
{
	char member[PACKAGE_MEMBER_BYTES], text[32];
	struct scratch s;
	struct err e;

	scratch_init(&s);
	make_deb(&s, "Package: linux-image-6.1.0-9-amd64-dbg\n",
		 "./usr/lib/debug/boot/vmlinux-6.1.0-9", "the ELF file", 12);
	assert_int_equal(unpack(&s, member, text, sizeof(text), &e), 0);
	assert_string_equal(text, "the ELF file");
	assert_string_equal(member, "./usr/lib/debug/boot/vmlinux-6.1.0-9");
	make_rpm(&s, "./usr/lib/debug/lib/modules/6.1.0/vmlinux", "another", 7);
	assert_int_equal(unpack(&s, member, text, sizeof(text), &e), 0);
	assert_string_equal(text, "another");
	make_deb(&s, "Package: linux-image-6.1.0-9-amd64\n", "./boot/vmlinuz-6.1.0-9",
		 "x", 1);
	assert_int_equal(unpack(&s, member, text, sizeof(text), &e), -ENOENT);
	assert_string_equal(e.what, "linux-image-6.1.0-9-amd64 has no vmlinux in it");
	make_deb(&s, "Package: x-dbg\n", "./usr/lib/debug/vmlinux-gdb.py", "x", 1);
	assert_int_equal(unpack(&s, member, text, sizeof(text), &e), -ENOENT);
	scratch_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_bzimage_says_its_version_and_width),
		cmocka_unit_test(test_an_image_cut_anywhere_is_truncated_or_no_image),
		cmocka_unit_test(test_other_files_are_named),
		cmocka_unit_test(test_what_cannot_be_read_is_said),
		cmocka_unit_test(test_a_deb_gives_its_kernel),
		cmocka_unit_test(test_a_deb_cut_short_is_truncated),
		cmocka_unit_test(test_a_deb_without_a_kernel_says_what_it_is),
		cmocka_unit_test(test_a_deb_for_another_machine_is_refused_by_its_kernel),
		cmocka_unit_test(test_an_rpm_gives_its_kernel),
		cmocka_unit_test(test_a_package_of_symbols_gives_its_vmlinux),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
