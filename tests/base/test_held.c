/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/held.h: what is true between the two steps. lab/test_command.c has the rest. */
#include "base/held.h"

#include "tests/unit.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const command[] = { "true", NULL };

static const struct held_how how = { .path = "/bin/true", .argv = command, .cpu = -1 };

static const char *link_of(pid_t pid, const char *what, char buf[256])
{
	char path[64];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, what);
	n = readlink(path, buf, 255);
	buf[n > 0 ? n : 0] = 0;
	return buf;
}

static void test_a_held_child_is_set_up_but_has_not_executed(void **state)
{
	char a[256], b[256];
	struct held h;
	struct err e;

	for (int i = 0; i < 20; i++) {
		assert_int_equal(held_start(&how, &h, &e), 0);
		/* Else the measured time would begin with this. */
		assert_string_equal(link_of(h.pid, "fd/0", a), "/dev/null");
		assert_string_equal(link_of(h.pid, "exe", a),
				    link_of(getpid(), "exe", b));
		assert_int_equal(getpgid(h.pid), h.pid);
		held_drop(&h);
	}
}

static void test_a_dropped_child_is_gone(void **state)
{
	struct held h;
	struct err e;
	pid_t pid;

	assert_int_equal(held_start(&how, &h, &e), 0);
	pid = h.pid;
	held_drop(&h);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(errno, ESRCH);
	held_drop(&h);
}

struct watched {
	const struct held *h;
	int on, off;
	bool held, gone;
};

static void watch(void *ctx, bool on)
{
	struct watched *w = ctx;
	char a[256], b[256];

	if (on) {
		w->on++;
		w->held = !strcmp(link_of(w->h->pid, "exe", a),
				  link_of(getpid(), "exe", b));
	} else {
		w->off++;
		w->gone = kill(w->h->pid, 0) < 0;
	}
}

static void test_what_watches_begins_before_it_executes_and_ends_behind_it(void **state)
{
	volatile sig_atomic_t stop = 0;
	struct held_end end;
	struct watched w;
	struct held h;
	struct err e;

	for (int i = 0; i < 20; i++) {
		assert_int_equal(held_start(&how, &h, &e), 0);
		w = (struct watched){ .h = &h };
		h.watch = watch;
		h.ctx = &w;
		assert_int_equal(held_run(&h, 0, &stop, &end), 0);
		assert_int_equal(w.on, 1);
		assert_int_equal(w.off, 1);
		assert_true(w.held && w.gone);
	}
}

static void test_one_killed_before_it_was_let_go_ended_by_that(void **state)
{
	volatile sig_atomic_t stop = 0;
	struct held_end end;
	struct held h;
	struct err e;

	assert_int_equal(held_start(&how, &h, &e), 0);
	kill(h.pid, SIGKILL);
	usleep(50000);
	assert_int_equal(held_run(&h, 0, &stop, &end), 0);
	assert_int_equal(end.status, SIGKILL);
	assert_int_equal(end.error, 0);
}

static void test_the_child_does_not_get_our_priority_and_we_lose_it(void **state)
{
	/* Policy 0 is SCHED_OTHER: field 41 of stat. */
	const char *const argv[] = {
		"sh", "-c", "set -- $(sed 's/.*) //' /proc/self/stat); [ \"${39}\" = 0 ]",
		NULL
	};
	const struct held_how sh = { .path = "/bin/sh", .argv = argv, .cpu = -1 };
	volatile sig_atomic_t stop = 0;
	struct held_end end;
	struct held h;
	struct err e;

	assert_int_equal(sched_getscheduler(0), SCHED_OTHER);
	assert_int_equal(held_start(&sh, &h, &e), 0);
	assert_int_equal(held_run(&h, 0, &stop, &end), 0);
	assert_int_equal(end.status, 0);
	assert_int_equal(sched_getscheduler(0), SCHED_OTHER);
	assert_true(end.urgent == 0 || end.urgent == -EPERM);
}

static void test_no_signal_stays_blocked(void **state)
{
	volatile sig_atomic_t stop = 0;
	sigset_t before, after;
	struct held_end end;
	struct held h;
	struct err e;

	sigprocmask(SIG_BLOCK, NULL, &before);
	assert_int_equal(held_start(&how, &h, &e), 0);
	assert_int_equal(held_run(&h, 0, &stop, &end), 0);
	assert_int_equal(end.status, 0);
	sigprocmask(SIG_BLOCK, NULL, &after);
	for (int sig = 1; sig < 32; sig++)
		assert_int_equal(sigismember(&before, sig), sigismember(&after, sig));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_held_child_is_set_up_but_has_not_executed),
		cmocka_unit_test(test_a_dropped_child_is_gone),
		cmocka_unit_test(
			test_what_watches_begins_before_it_executes_and_ends_behind_it),
		cmocka_unit_test(test_one_killed_before_it_was_let_go_ended_by_that),
		cmocka_unit_test(test_the_child_does_not_get_our_priority_and_we_lose_it),
		cmocka_unit_test(test_no_signal_stays_blocked),
	};

	return cmocka_run_group_tests_name("held", tests, NULL, NULL);
}
