/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/initramfs.h: what is in it, read back. */
#include "tests/vm/kernel.h"
#include "vm/initramfs.h"

#include <errno.h>
#include <sys/stat.h>

static const char plan[] = "ktoll-plan 1\nworkload syscall.null\nend\n";

static void build(const char *probe, unsigned int bits, struct vm_initramfs *i)
{
	const struct vm_initramfs_spec spec = {
		.probe_x86_64 = bits == 64 ? probe : NULL,
		.probe_i386 = probe,
		.bits = bits,
		.plan = plan,
		.plan_bytes = strlen(plan),
	};
	struct err e;

	assert_int_equal(vm_initramfs_build(&spec, i, &e), 0);
}

/* "PATH TYPE-AND-MODE SIZE MAJOR:MINOR MTIME TARGET" a line. */
static void list(const struct vm_initramfs *i, char *text, size_t size)
{
	struct archive *a = archive_read_new();
	struct archive_entry *e;
	size_t n = 0;

	archive_read_support_filter_gzip(a);
	archive_read_support_format_cpio(a);
	lseek(i->fd, 0, SEEK_SET);
	assert_int_equal(archive_read_open_fd(a, i->fd, 4096), ARCHIVE_OK);
	while (archive_read_next_header(a, &e) == ARCHIVE_OK)
		n += (size_t)snprintf(
			text + n, size - n, "%s %o %d %d:%d %d %s\n",
			archive_entry_pathname(e), archive_entry_mode(e),
			(int)archive_entry_size(e), (int)archive_entry_rdevmajor(e),
			(int)archive_entry_rdevminor(e), (int)archive_entry_mtime(e),
			archive_entry_symlink(e) ? archive_entry_symlink(e) : "-");
	archive_read_free(a);
}

static void test_everything_a_guest_needs_is_in_it(void **state)
{
	struct vm_initramfs i;
	struct scratch s;
	char text[2048];

	scratch_init(&s);
	scratch_put(&s, "probe", 5);
	build(s.path, 64, &i);
	list(&i, text, sizeof(text));
	assert_string_equal(text, "dev 40755 0 0:0 0 -\n"
				  "dev/console 20600 0 5:1 0 -\n"
				  "dev/null 20666 0 1:3 0 -\n"
				  "dev/zero 20666 0 1:5 0 -\n"
				  "dev/ttyS1 20600 0 4:65 0 -\n"
				  "proc 40755 0 0:0 0 -\n"
				  "sys 40755 0 0:0 0 -\n"
				  "init 120777 12 0:0 0 probe.x86_64\n"
				  "plan 100644 39 0:0 0 -\n"
				  "probe.x86_64 100755 5 0:0 0 -\n"
				  "probe.i386 100755 5 0:0 0 -\n");
	vm_initramfs_release(&i);
	build(s.path, 32, &i);
	list(&i, text, sizeof(text));
	assert_non_null(strstr(text, "init 120777 10 0:0 0 probe.i386\n"));
	assert_null(strstr(text, "probe.x86_64"));
	vm_initramfs_release(&i);
	scratch_release(&s);
}

static void test_the_same_input_gives_the_same_bytes(void **state)
{
	struct vm_initramfs i[2];
	static char bytes[2][65536];
	struct scratch s;
	ssize_t n[2];

	scratch_init(&s);
	scratch_put(&s, "probe", 5);
	for (int k = 0; k < 2; k++) {
		build(s.path, 64, &i[k]);
		n[k] = pread(i[k].fd, bytes[k], sizeof(bytes[k]), 0);
		assert_int_equal(n[k], i[k].bytes);
		vm_initramfs_release(&i[k]);
		/* A later time must not show. */
		assert_int_equal(utimensat(AT_FDCWD, s.path,
					   (struct timespec[2]){ { 1, 0 }, { 1, 0 } }, 0),
				 0);
	}
	assert_int_equal(n[0], n[1]);
	assert_memory_equal(bytes[0], bytes[1], (size_t)n[0]);
	scratch_release(&s);
}

static void test_the_real_probes_fit_into_100_kb(void **state)
{
	const struct vm_initramfs_spec spec = {
		.probe_x86_64 = "build/probe/ktoll-probe.x86_64",
		.probe_i386 = "build/probe/ktoll-probe.i386",
		.bits = 64,
		.plan = plan,
		.plan_bytes = strlen(plan),
	};
	struct vm_initramfs i;
	struct err e;

	if (access(spec.probe_x86_64, R_OK) || access(spec.probe_i386, R_OK))
		skip();
	assert_int_equal(vm_initramfs_build(&spec, &i, &e), 0);
	assert_true(i.bytes <= 100000);
	vm_initramfs_release(&i);
}

static void test_a_missing_probe_is_an_error(void **state)
{
	struct vm_initramfs_spec spec = { .bits = 64, .probe_i386 = "/nonexistent" };
	struct vm_initramfs i;
	struct err e;

	assert_int_equal(vm_initramfs_build(&spec, &i, &e), -EINVAL);
	spec.bits = 32;
	assert_int_equal(vm_initramfs_build(&spec, &i, &e), -ENOENT);
	assert_string_equal(e.where, "/nonexistent");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_everything_a_guest_needs_is_in_it),
		cmocka_unit_test(test_the_same_input_gives_the_same_bytes),
		cmocka_unit_test(test_the_real_probes_fit_into_100_kb),
		cmocka_unit_test(test_a_missing_probe_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
