/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/verdict.h: what a boot was, from what was seen of it. */
#include "tests/unit.h"
#include "vm/verdict.h"

#include <signal.h>
#include <stdio.h>

struct seen {
	struct console console;
	struct vm_frames frames;
	struct vm_seen s;
};

static const struct vm_frames_ops no_ops;

static void begin(struct seen *x, enum vm_stop stop)
{
	console_init(&x->console);
	vm_frames_init(&x->frames, &no_ops, NULL);
	x->s = (struct vm_seen){ .stop = stop,
				 .console = &x->console,
				 .frames = &x->frames,
				 .shutdown = "",
				 .stderr_line = "",
				 .limit_ms = 9000 };
}

static void says(struct seen *x, const char *text)
{
	console_feed(&x->console, text, strlen(text));
}

static void is(const struct seen *x, enum vm_end end, const char *why)
{
	struct vm_result r = { 0 };

	vm_verdict(&x->s, &r);
	assert_string_equal(vm_end_name(r.end), vm_end_name(end));
	assert_string_equal(r.why, why);
}

static void test_complete_is_complete_however_it_stopped(void **state)
{
	struct seen x;

	begin(&x, VM_STOP_DONE);
	x.frames.complete = true;
	is(&x, VM_COMPLETE, "");
	x.s.stop = VM_STOP_SILENCE;
	is(&x, VM_COMPLETE, "");
}

static void test_a_panic_is_more_than_the_reset_that_follows(void **state)
{
	struct seen x;

	begin(&x, VM_STOP_EXITED);
	says(&x, "[    0.000000] Linux version 6.1\n"
		 "[    1.0] Kernel panic - not syncing: Attempted to kill init!\n");
	x.s.shutdown = "guest-reset";
	is(&x, VM_PANIC,
	   "kernel panic, before its init said anything: Attempted to kill init!");
}

static void test_a_reset_or_a_second_banner_is_a_reboot(void **state)
{
	struct seen x;

	begin(&x, VM_STOP_EXITED);
	says(&x, "[    0.000000] Linux version 6.1\n");
	x.s.shutdown = "guest-reset";
	is(&x, VM_REBOOT, "the machine reset itself, before its init said anything");
	says(&x, "[    0.000000] Linux version 6.1\n");
	x.s.shutdown = "";
	is(&x, VM_REBOOT, "the machine began again, before its init said anything");
}

static void test_silence_and_time_are_told_apart(void **state)
{
	struct seen x;

	begin(&x, VM_STOP_SILENCE);
	is(&x, VM_NO_KERNEL,
	   "no sign of a kernel in 9 s: not one, or not one for this machine");
	says(&x, "[    0.000000] Linux version 6.1\n");
	x.frames.machines = 1;
	x.frames.processes = 3;
	is(&x, VM_HANG, "silent for 9 s: in or after process 2");
	x.s.stop = VM_STOP_WALL;
	is(&x, VM_TIMEOUT, "not at its end after 9 s: in or after process 2");
	x.s.stop = VM_STOP_TOLD;
	is(&x, VM_STOPPED, "stopped: in or after process 2");
}

static void test_a_kernel_without_the_port_is_named(void **state)
{
	struct seen x;

	begin(&x, VM_STOP_EXITED);
	says(&x, "ktoll-init: no such serial port: /dev/ttyS1\n");
	x.s.shutdown = "guest-shutdown";
	is(&x, VM_NO_PORT, "no /dev/ttyS1: the kernel has no driver for the serial port");
	says(&x, "Kernel panic - not syncing: Attempted to kill init!\n");
	is(&x, VM_NO_PORT, "no /dev/ttyS1: the kernel has no driver for the serial port");
}

static void test_qemus_own_failure_is_not_the_kernels(void **state)
{
	struct seen x;

	begin(&x, VM_STOP_EXITED);
	x.s.status = 1 << 8;
	x.s.stderr_line = "cannot set up guest memory";
	is(&x, VM_QEMU_FAILED, "QEMU: cannot set up guest memory");
	x.s.stderr_line = "";
	is(&x, VM_QEMU_FAILED, "QEMU ended with status 1 and said nothing");
	x.s.status = SIGKILL;
	is(&x, VM_QEMU_FAILED, "QEMU was killed by signal 9");
}

static void test_an_end_before_everything_was_said_is_incomplete(void **state)
{
	struct seen x;

	begin(&x, VM_STOP_EXITED);
	x.s.shutdown = "guest-shutdown";
	is(&x, VM_NO_KERNEL, "ended without a sign of a kernel");
	says(&x, "[    0.000000] Linux version 6.1\n");
	is(&x, VM_INCOMPLETE, "powered off before its init said anything");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_complete_is_complete_however_it_stopped),
		cmocka_unit_test(test_a_panic_is_more_than_the_reset_that_follows),
		cmocka_unit_test(test_a_reset_or_a_second_banner_is_a_reboot),
		cmocka_unit_test(test_silence_and_time_are_told_apart),
		cmocka_unit_test(test_a_kernel_without_the_port_is_named),
		cmocka_unit_test(test_qemus_own_failure_is_not_the_kernels),
		cmocka_unit_test(test_an_end_before_everything_was_said_is_incomplete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
