/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vm/guest.h and vm/process.h with a script in QEMU's place: what is watched, what ends
 * it, and that nothing is left behind. Real boots are in tests/cli.
 */
#include "tests/vm/kernel.h"
#include "vm/guest.h"
#include "vm/process.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

static const struct vm_frames_ops no_ops;

/* Answers --version, then does @body; descriptors 12, 13: console and wire. */
static void fake_qemu(const struct scratch *s, const char *body)
{
	char text[1024];
	int n = snprintf(text, sizeof(text),
			 "#!/bin/sh\n[ \"$1\" = --version ] && { echo QEMU 0; exit; }\n"
			 "%s\n",
			 body);

	scratch_put(s, text, (size_t)n);
	assert_int_equal(chmod(s->path, 0700), 0);
}

static int boot(const char *body, struct vm_guest *g, struct vm_result *r, struct err *e)
{
	struct scratch s;
	int ret;

	scratch_init(&s);
	fake_qemu(&s, body);
	g->config = (struct vm_config){
		.accel = VM_TCG, .exact = true, .bits = 64, .qemu = s.path
	};
	g->kernel = g->initramfs = open("/dev/null", O_RDONLY | O_CLOEXEC);
	g->ops = &no_ops;
	ret = vm_guest_run(g, r, e);
	close(g->kernel);
	scratch_release(&s);
	return ret;
}

static void test_what_qemu_complains_of_is_our_error(void **state)
{
	struct vm_guest g = { 0 };
	struct vm_result r;
	struct err e;

	assert_int_equal(boot("echo first >&2; echo no memory >&2; exit 1", &g, &r, &e),
			 -EIO);
	assert_int_equal(r.end, VM_QEMU_FAILED);
	assert_string_equal(e.what, "QEMU: no memory");
	assert_string_equal(r.qemu_version, "QEMU 0");
	assert_non_null(strstr(r.qemu_args, "-icount shift=0,sleep=off"));
	vm_result_release(&r);
}

static void test_a_panic_on_the_console_ends_it_with_its_lines(void **state)
{
	struct vm_guest g = { 0 };
	struct vm_result r;
	struct err e;

	assert_int_equal(
		boot("echo '[ 0.0] Linux version 6' > /proc/self/fd/12\n"
		     "echo '[ 1.0] Kernel panic - not syncing: bad' > /proc/self/fd/12",
		     &g, &r, &e),
		0);
	assert_int_equal(r.end, VM_PANIC);
	assert_string_equal(r.console, "[ 0.0] Linux version 6\n"
				       "[ 1.0] Kernel panic - not syncing: bad\n");
	assert_string_equal(r.banner, "Linux version 6");
	vm_result_release(&r);
}

static void test_silence_ends_it_within_the_limit(void **state)
{
	struct vm_guest g = { .silence_ms = 400 };
	struct vm_result r;
	struct err e;

	assert_int_equal(
		boot("echo '[ 0.0] Linux version 6' > /proc/self/fd/12; exec sleep 100",
		     &g, &r, &e),
		0);
	assert_int_equal(r.end, VM_HANG);
	assert_true(r.total_ms < 5000);
	vm_result_release(&r);
}

static void test_the_wall_clock_ends_what_is_never_silent(void **state)
{
	struct vm_guest g = { .wall_ms = 500 };
	struct vm_result r;
	struct err e;

	assert_int_equal(boot("echo 'Linux version 6' > /proc/self/fd/12\n"
			      "while :; do echo x > /proc/self/fd/12; sleep 0.05; done",
			      &g, &r, &e),
			 0);
	assert_int_equal(r.end, VM_TIMEOUT);
	vm_result_release(&r);
}

static void test_the_stop_flag_ends_it(void **state)
{
	const volatile sig_atomic_t stop = 1;
	struct vm_guest g = { .stop = &stop };
	struct vm_result r;
	struct err e;

	assert_int_equal(boot("exec sleep 100", &g, &r, &e), -EINTR);
	assert_int_equal(r.end, VM_STOPPED);
	vm_result_release(&r);
}

static void test_a_program_that_is_none_is_an_error(void **state)
{
	struct vm_guest g = { .config = { .accel = VM_TCG,
					  .exact = true,
					  .bits = 64,
					  .qemu = "/nonexistent/qemu" },
			      .ops = &no_ops };
	struct vm_result r;
	struct err e;

	assert_int_equal(vm_guest_run(&g, &r, &e), -ENOENT);
	vm_result_release(&r);
}

/* Starts `sleep` as QEMU would be, tells its id, and lives on. */
static void parent_of_sleep(pid_t *shared)
{
	char *argv[] = { (char *)"/bin/sleep", (char *)"100", NULL };
	struct err e;
	pid_t pid;

	if (process_start(argv, 2, NULL, 0, &pid, &e) < 0)
		_exit(1);
	*(volatile pid_t *)shared = pid;
	for (;;)
		pause();
}

static void test_kill_9_of_the_parent_leaves_nothing(void **state)
{
	volatile pid_t *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t parent = fork();
	bool gone = false;

	if (!parent)
		parent_of_sleep((pid_t *)shared);
	for (int i = 0; i < 500 && !*shared; i++)
		usleep(10000);
	assert_true(*shared > 0);
	assert_int_equal(kill(*shared, 0), 0);
	assert_int_equal(getpgid(*shared), *shared);
	kill(parent, SIGKILL);
	waitpid(parent, NULL, 0);
	for (int i = 0; i < 500 && !gone; i++) {
		char path[64], text[256] = "";
		FILE *f;

		/* Where nobody reaps orphans it stays as a zombie: as dead as can be. */
		snprintf(path, sizeof(path), "/proc/%d/stat", (int)*shared);
		f = fopen(path, "r");
		gone = !f || (fgets(text, sizeof(text), f) && strstr(text, ") Z "));
		if (f)
			fclose(f);
		usleep(10000);
	}
	assert_true(gone);
	munmap((void *)shared, 4096);
}

static void test_pinning_is_verified(void **state)
{
	cpu_set_t was, now;
	int cpu = -1;

	assert_int_equal(sched_getaffinity(0, sizeof(was), &was), 0);
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &was))
			cpu = i;
	assert_int_equal(process_pin(0, cpu), 0);
	assert_int_equal(sched_getaffinity(0, sizeof(now), &now), 0);
	assert_int_equal(CPU_COUNT(&now), 1);
	assert_true(CPU_ISSET(cpu, &now));
	assert_int_equal(process_pin(0, 8000), -EINVAL);
	sched_setaffinity(0, sizeof(was), &was);
}

static pid_t busy_on(int cpu)
{
	char *argv[] = { (char *)"/bin/sh", (char *)"-c", (char *)"while :; do :; done",
			 NULL };
	struct err e;
	pid_t pid;

	assert_int_equal(process_start(argv, 2, NULL, 0, &pid, &e), 0);
	assert_int_equal(process_pin(pid, cpu), 0);
	return pid;
}

static void test_waiting_for_a_cpu_is_told_from_hanging(void **state)
{
	int64_t waited = 0;
	pid_t one, two;
	cpu_set_t was;
	int cpu = -1;

	if (access("/proc/self/schedstat", R_OK) < 0) {
		print_message("this kernel has no /proc/PID/schedstat\n");
		skip();
	}
	assert_int_equal(sched_getaffinity(0, sizeof(was), &was), 0);
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &was))
			cpu = i;
	/* Two that want the same CPU wait for each other. */
	one = busy_on(cpu);
	two = busy_on(cpu);
	for (int i = 0; i < 3000 && waited < 200; i++) {
		usleep(10000);
		waited = process_waited_ms(one);
	}
	process_kill(one);
	process_kill(two);
	assert_true(waited >= 200);
	assert_int_equal(process_waited_ms(one), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_qemu_complains_of_is_our_error),
		cmocka_unit_test(test_a_panic_on_the_console_ends_it_with_its_lines),
		cmocka_unit_test(test_silence_ends_it_within_the_limit),
		cmocka_unit_test(test_the_wall_clock_ends_what_is_never_silent),
		cmocka_unit_test(test_the_stop_flag_ends_it),
		cmocka_unit_test(test_a_program_that_is_none_is_an_error),
		cmocka_unit_test(test_kill_9_of_the_parent_leaves_nothing),
		cmocka_unit_test(test_pinning_is_verified),
		cmocka_unit_test(test_waiting_for_a_cpu_is_told_from_hanging),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
