/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/trial.h: scripts that say what the firmware would, and the firmware in QEMU's own
 * emulation. */
#include "tests/vm/kernel.h"
#include "vm/qemu.h"
#include "vm/trial.h"

#include <errno.h>
#include <sys/stat.h>

#define CONSOLE    "/proc/self/fd/12"
#define QUICKLY_MS 300
#define SLOWLY_MS  60000

static int try(const char *script, int start_ms, int loop_ms, struct err *e)
{
	struct scratch s;
	int r;

	scratch_init(&s);
	scratch_put(&s, script, strlen(script));
	assert_int_equal(chmod(s.path, 0700), 0);
	r = vm_kvm_trial_within(s.path, start_ms, loop_ms, e);
	scratch_release(&s);
	return r;
}

static void fails(const char *script, int start_ms, int loop_ms, const char *what)
{
	const int want = strncmp(what, "QEMU", 4) ? -EIO : -ENODEV;
	struct err e;

	assert_int_equal(try(script, start_ms, loop_ms, &e), want);
	assert_string_equal(e.what, what);
}

static void test_a_guest_that_gets_through_is_all_that_is_asked(void **state)
{
	struct err e;

	/* It does not end by itself. */
	assert_int_equal(try("#!/bin/sh\nprintf 1 > " CONSOLE "\nprintf 23 > " CONSOLE
			     "\nexec sleep 1000\n",
			     SLOWLY_MS, SLOWLY_MS, &e),
			 0);
	/* Fast enough that it is over before it is looked at. */
	assert_int_equal(
		try("#!/bin/sh\nprintf 123 > " CONSOLE "\n", SLOWLY_MS, SLOWLY_MS, &e),
		0);
}

static void test_a_guest_that_hangs_is_ended_and_how_far_it_came_is_said(void **state)
{
	fails("#!/bin/sh\nexec sleep 1000\n", QUICKLY_MS, SLOWLY_MS,
	      "KVM is there, but a guest does not run in it: it runs no instruction "
	      "within 0.3 s");
	fails("#!/bin/sh\nprintf 1 > " CONSOLE "\nexec sleep 1000\n", 2000, SLOWLY_MS,
	      "KVM is there, but a guest does not run in it: it does not reach 64-bit "
	      "mode within 2 s");
	fails("#!/bin/sh\nprintf 12 > " CONSOLE "\nexec sleep 1000\n", SLOWLY_MS,
	      QUICKLY_MS,
	      "KVM is there, but a guest does not run in it: a loop of some milliseconds "
	      "is not through in 0.3 s, as if each instruction were emulated");
	/* A warning is not the reason. */
	fails("#!/bin/sh\necho 'qemu: warning: no TSX'\nprintf 12 > " CONSOLE
	      "\nexec sleep 1000\n",
	      SLOWLY_MS, QUICKLY_MS,
	      "KVM is there, but a guest does not run in it: a loop of some milliseconds "
	      "is not through in 0.3 s, as if each instruction were emulated");
}

static void test_a_guest_that_kvm_gives_up_has_that_reason(void **state)
{
	fails("#!/bin/sh\necho 'KVM internal error. Suberror: 1' >&2\n"
	      "echo 'emulation failure' >&2\necho 'RAX=0' >&2\nprintf 12 > " CONSOLE
	      "\nexec sleep 1000\n",
	      SLOWLY_MS, QUICKLY_MS,
	      "KVM is there, but a guest does not run in it: KVM internal error. "
	      "Suberror: 1");
}

static void test_a_qemu_that_dies_is_quoted(void **state)
{
	fails("#!/bin/sh\necho 'Could not access KVM' >&2\n"
	      "echo 'qemu: failed to initialize kvm' >&2\nexit 1\n",
	      SLOWLY_MS, SLOWLY_MS,
	      "QEMU cannot use KVM here: qemu: failed to initialize kvm");
	fails("#!/bin/sh\nexit 1\n", SLOWLY_MS, SLOWLY_MS,
	      "QEMU cannot use KVM here: QEMU ends and says nothing");
	fails("#!/bin/sh\nprintf 1 > " CONSOLE "\necho 'qemu: hw error' >&2\nexit 1\n",
	      SLOWLY_MS, SLOWLY_MS,
	      "KVM is there, but a guest does not run in it: qemu: hw error");
	/* A guest that resets the machine. */
	fails("#!/bin/sh\nprintf 1 > " CONSOLE "\n", SLOWLY_MS, SLOWLY_MS,
	      "KVM is there, but a guest does not run in it: QEMU ends and says nothing");
}

static void test_a_program_that_is_none_is_another_error(void **state)
{
	struct err e;

	assert_int_equal(vm_kvm_trial("/nonexistent/qemu", &e), -ENOENT);
	assert_string_equal(e.where, "/nonexistent/qemu");
}

static void test_the_firmware_gets_through_in_an_emulator(void **state)
{
	char script[1024], *qemu;
	struct err e;

	if (vm_qemu_find(64, &qemu, NULL) < 0)
		skip();
	snprintf(script, sizeof(script),
		 "#!/bin/bash\na=(\"${@/#kvm/tcg}\")\nexec %s \"${a[@]/#host/max}\"\n",
		 qemu);
	free(qemu);
	if (try(script, SLOWLY_MS, SLOWLY_MS, &e))
		fail_msg("%s", e.what);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_guest_that_gets_through_is_all_that_is_asked),
		cmocka_unit_test(
			test_a_guest_that_hangs_is_ended_and_how_far_it_came_is_said),
		cmocka_unit_test(test_a_guest_that_kvm_gives_up_has_that_reason),
		cmocka_unit_test(test_a_qemu_that_dies_is_quoted),
		cmocka_unit_test(test_a_program_that_is_none_is_another_error),
		cmocka_unit_test(test_the_firmware_gets_through_in_an_emulator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
