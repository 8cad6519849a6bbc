/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/qemu.h: the command line, and what is refused before anything is started. */
#include "tests/vm/kernel.h"
#include "vm/qemu.h"

#include <errno.h>
#include <grp.h>
#include <sys/stat.h>

static char *line(const struct vm_config *c)
{
	struct vm_args args;
	struct err e;
	char *text;

	assert_int_equal(vm_qemu_args(c, "qemu", &args, &e), 0);
	assert_null(args.v[args.n]);
	text = vm_args_text(&args);
	vm_args_free(&args);
	return text;
}

static void has(const struct vm_config *c, const char *want)
{
	char *text = line(c);

	if (!strstr(text, want))
		fail_msg("no '%s' in: %s", want, text);
	free(text);
}

static void refused(const struct vm_config *c, const char *says)
{
	struct vm_args args;
	struct err e;

	assert_int_equal(vm_qemu_args(c, "qemu", &args, &e), -EINVAL);
	if (!strstr(e.what, says))
		fail_msg("'%s' does not say '%s'", e.what, says);
}

static void test_exact_mode_leaves_nothing_to_chance(void **state)
{
	const struct vm_config c = { .accel = VM_TCG, .exact = true, .bits = 64 };
	char *text = line(&c);

	assert_string_equal(
		text,
		"qemu -name ktoll -machine pc -accel tcg -icount shift=0,sleep=off "
		"-rtc base=2024-01-01T00:00:00,clock=vm -seed 1 -cpu "
		"Haswell-noTSX,-rdrand,-rdseed -smp 1 -m 256M -nodefaults -no-user-config -display none -no-reboot "
		"-kernel /proc/self/fd/10 -initrd /proc/self/fd/11 -append "
		"'console=ttyS0,115200 earlyprintk=serial,ttyS0,115200 loglevel=6 panic=-1 "
		"8250.nr_uarts=4 nokaslr norandmaps nolapic_timer' -chardev "
		"file,id=console,path=/proc/self/fd/12 -serial chardev:console -chardev "
		"file,id=wire,path=/proc/self/fd/13 -serial chardev:wire -chardev "
		"socket,id=qmp,fd=14 -mon chardev=qmp,mode=control -S");
	free(text);
}

static void test_what_the_user_adds_comes_last(void **state)
{
	static const char *const extra[] = { "-plugin", "x.so,a=b", NULL };
	const struct vm_config c = { .accel = VM_TCG,
				     .exact = true,
				     .mem_mb = 512,
				     .cpu_model = "EPYC",
				     .append = "nopti it's",
				     .extra = extra };

	has(&c, "norandmaps nolapic_timer nopti it'\\''s' -chardev");
	has(&c, " -cpu EPYC -smp 1 -m 512M ");
	has(&c, " -S -plugin x.so,a=b");
}

static void test_kvm_times_and_lets_the_layout_vary(void **state)
{
	const struct vm_config c = { .accel = VM_KVM };
	char *text = line(&c);

	assert_non_null(strstr(text, "-accel kvm -rtc base=utc -cpu host "));
	assert_null(strstr(text, "icount"));
	assert_null(strstr(text, "nokaslr"));
	assert_null(strstr(text, "lapic"));
	assert_null(strstr(text, "-seed"));
	free(text);
}

static void test_the_trial_has_the_machine_of_a_boot(void **state)
{
	const struct vm_config c = { .accel = VM_KVM };
	char *boot = line(&c), *trial, *kernel = strstr(boot, " -kernel ");
	struct vm_args args;
	struct err e;

	assert_int_equal(vm_qemu_trial_args("qemu", &args, &e), 0);
	trial = vm_args_text(&args);
	vm_args_free(&args);
	assert_non_null(kernel);
	assert_memory_equal(trial, boot, (size_t)(kernel - boot));
	/* It runs at once. */
	assert_string_equal(trial + (kernel - boot),
			    " -bios /proc/self/fd/10 -chardev "
			    "file,id=console,path=/proc/self/fd/12 -serial "
			    "chardev:console");
	free(trial);
	free(boot);
}

static void test_configurations_that_measure_nothing_are_refused(void **state)
{
	static char long_text[2000];
	struct vm_config c = { .accel = VM_TCG };

	refused(&c, "emulation without counting measures nothing");
	c = (struct vm_config){ .accel = VM_KVM, .exact = true };
	refused(&c, "KVM cannot count");
	c = (struct vm_config){ .accel = VM_KVM, .cpus = 65 };
	refused(&c, "more than 64 CPUs");
	c = (struct vm_config){ .accel = VM_TCG, .exact = true, .cpus = 2 };
	refused(&c, "exact mode counts on one CPU, not on 2");
	c.cpus = 1;
	c.append = "a\nb";
	refused(&c, "not plain text");
	memset(long_text, 'x', sizeof(long_text) - 1);
	c.append = long_text;
	refused(&c, "longer than 1024 bytes");
	c.append = NULL;
	c.cpu_model = "";
	refused(&c, "'' is not a CPU model");
}

static void test_a_missing_qemu_names_its_package(void **state)
{
	char *was = strdup(getenv("PATH")), *path = NULL;
	struct err e;

	setenv("PATH", "/nonexistent", 1);
	assert_int_equal(vm_qemu_find(64, &path, &e), -ENOPKG);
	assert_string_equal(e.what, "qemu-system-x86_64 is not installed");
	assert_string_equal(e.expected, "the package qemu-system-x86");
	assert_int_equal(vm_qemu_find(32, &path, &e), -ENOPKG);
	assert_string_equal(e.what, "qemu-system-i386 is not installed");
	setenv("PATH", was, 1);
	free(was);
}

static void test_the_version_is_the_first_line(void **state)
{
	static const char script[] =
		"#!/bin/sh\necho 'QEMU emulator version 7.2.22 (Debian)'\necho more\n";
	char *version = NULL;
	struct scratch s;
	struct err e;

	scratch_init(&s);
	scratch_put(&s, script, sizeof(script) - 1);
	assert_int_equal(chmod(s.path, 0700), 0);
	assert_int_equal(vm_qemu_version(s.path, &version, &e), 0);
	assert_string_equal(version, "QEMU emulator version 7.2.22 (Debian)");
	free(version);
	assert_int_equal(vm_qemu_version("/bin/true", &version, &e), -ENOEXEC);
	scratch_release(&s);
}

static void test_kvm_that_is_absent_forbidden_or_none_is_told_apart(void **state)
{
	char want[64];
	struct scratch s;
	struct err e;

	assert_int_equal(vm_kvm_usable("/nonexistent/kvm", &e), -ENOENT);
	assert_int_equal(vm_kvm_usable("/dev/null", &e), -ENODEV);
	if (geteuid())
		skip();
	scratch_init(&s);
	scratch_put(&s, "", 0);
	assert_int_equal(chmod(s.dir, 0755), 0);
	assert_int_equal(chown(s.path, 0, 1), 0);
	assert_int_equal(chmod(s.path, 0660), 0);
	assert_int_equal(seteuid(65534), 0);
	assert_int_equal(vm_kvm_usable(s.path, &e), -EACCES);
	assert_int_equal(seteuid(0), 0);
	snprintf(want, sizeof(want), "a member of the group %s",
		 getgrgid(1) ? getgrgid(1)->gr_name : "1");
	assert_string_equal(e.expected, want);
	assert_string_equal(e.where, s.path);
	scratch_release(&s);
}

static void test_more_memory_than_there_is_is_refused(void **state)
{
	char dir[] = "/tmp/ktoll-mem-XXXXXX", path[64];
	struct err e;
	FILE *f;
	int root;

	assert_non_null(mkdtemp(dir));
	root = open(dir, O_RDONLY | O_DIRECTORY);
	assert_int_equal(vm_memory_fits(root, 1u << 30, &e), 0);
	assert_int_equal(mkdirat(root, "proc", 0700), 0);
	snprintf(path, sizeof(path), "%s/proc/meminfo", dir);
	f = fopen(path, "w");
	fputs("MemTotal:        1048576 kB\nMemFree: 1 kB\n", f);
	fclose(f);
	assert_int_equal(vm_memory_fits(root, 1024, &e), 0);
	assert_int_equal(vm_memory_fits(root, 1025, &e), -ENOMEM);
	assert_string_equal(e.what,
			    "a guest of 1025 MB does not fit: this machine has 1024 MB");
	unlink(path);
	unlinkat(root, "proc", AT_REMOVEDIR);
	close(root);
	rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact_mode_leaves_nothing_to_chance),
		cmocka_unit_test(test_what_the_user_adds_comes_last),
		cmocka_unit_test(test_kvm_times_and_lets_the_layout_vary),
		cmocka_unit_test(test_the_trial_has_the_machine_of_a_boot),
		cmocka_unit_test(test_configurations_that_measure_nothing_are_refused),
		cmocka_unit_test(test_a_missing_qemu_names_its_package),
		cmocka_unit_test(test_the_version_is_the_first_line),
		cmocka_unit_test(test_kvm_that_is_absent_forbidden_or_none_is_told_apart),
		cmocka_unit_test(test_more_memory_than_there_is_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
