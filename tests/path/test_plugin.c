/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plug-in in hosts of several API versions (plugin_host.c): it asks for a version
 * that they have, and writes the same trace in each.
 */
#include "path/reader.h"
#include "tests/unit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define PLUGIN "build/plugin/ktoll-path.so"

typedef int install_fn(uint64_t, const void *, int, char **);
typedef int host_run_fn(install_fn *, int, char **);

/* In a process of its own, since what is loaded stays: 0, or which step failed. */
static int in_host(int api, int expected, char **argv, int argc)
{
	char path[64];
	void *host, *plugin, *run, *install;
	host_run_fn *run_it;
	install_fn *install_it;
	const int *version;

	snprintf(path, sizeof(path), "build/plugin/host-%d.so", api);
	host = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
	plugin = host ? dlopen("./" PLUGIN, RTLD_NOW) : NULL;
	if (!plugin) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	version = dlsym(plugin, "qemu_plugin_version");
	if (!version || *version != expected)
		return 2;
	run = dlsym(host, "host_run");
	install = dlsym(plugin, "qemu_plugin_install");
	if (!run || !install)
		return 3;
	memcpy(&run_it, &run, sizeof(run));
	memcpy(&install_it, &install, sizeof(install));
	return run_it(install_it, argc, argv) ? 4 : 0;
}

static int host(int api, int expected, char **argv, int argc)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(in_host(api, expected, argv, argc));
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void check_trace(const char *path)
{
	struct trace_event event;
	struct trace t;
	struct err e;
	size_t pos;

	assert_int_equal(trace_read(path, &t, &e), 0);
	assert_int_equal(t.n_windows, 2);
	assert_int_equal(t.n_insns, 3);
	pos = t.windows[1].begin;
	assert_true(trace_next(&t, &t.windows[1], &pos, &event));
	assert_int_equal(event.kind, TRACE_IS_INSN);
	assert_int_equal(t.insns[event.value].vaddr, 0x1002);
	assert_int_equal(t.insns[event.value].size, 3);
	assert_memory_equal(t.insns[event.value].bytes, "\x48\x89\x07\0", 4);
	assert_true(trace_next(&t, &t.windows[1], &pos, &event));
	assert_int_equal(event.kind, TRACE_IS_ACCESS);
	assert_true(event.store && event.vaddr == 0x2000 && event.size == 8);
	assert_true(trace_next(&t, &t.windows[1], &pos, &event));
	assert_int_equal(t.insns[event.value].vaddr, 0x1005);
	assert_true(trace_next(&t, &t.windows[1], &pos, &event));
	assert_int_equal(t.insns[event.value].vaddr, 0x1009);
	assert_false(trace_next(&t, &t.windows[1], &pos, &event));
	trace_release(&t);
}

static void every_version_of_the_api_gives_the_same_trace(void **state)
{
	for (int api = 1; api <= 7; api++) {
		char path[] = "/tmp/ktoll-plugin.XXXXXX", out[64];
		char *argv[] = { out, (char *)"begin=0x1000", (char *)"end=0x1009" };
		int fd = mkstemp(path);

		assert_true(fd >= 0);
		close(fd);
		snprintf(out, sizeof(out), "out=%s", path);
		/* The functions of 7 are those of 6. */
		assert_int_equal(host(api, api < 7 ? api : 6, argv, 3), 0);
		check_trace(path);
		unlink(path);
	}
}

static void the_version_to_ask_for_can_be_set(void **state)
{
	char *argv[] = { (char *)"out=/dev/null", (char *)"begin=1", (char *)"end=2" };

	setenv("KTOLL_PLUGIN_API", "7", 1);
	assert_int_equal(host(7, 7, argv, 3), 0);
	unsetenv("KTOLL_PLUGIN_API");
}

static void wrong_arguments_are_refused(void **state)
{
	char *unknown[] = { (char *)"out=/dev/null", (char *)"begin=1", (char *)"end=2",
			    (char *)"x=1" };
	char *nowhere[] = { (char *)"out=/nowhere/x", (char *)"begin=1",
			    (char *)"end=2" };

	assert_int_equal(host(1, 1, unknown, 4), 4);
	assert_int_equal(host(1, 1, unknown, 2), 4);
	assert_int_equal(host(4, 4, nowhere, 3), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_version_of_the_api_gives_the_same_trace),
		cmocka_unit_test(the_version_to_ask_for_can_be_set),
		cmocka_unit_test(wrong_arguments_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
