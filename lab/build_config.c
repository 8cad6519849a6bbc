/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See build_config.h. */
#include "lab/build_config.h"

#include "host/kconfig.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static const struct {
	const char *option, *what;
	bool must;
} needs[] = {
	{ "PRINTK", "the console", true },
	{ "TTY", "the console", true },
	{ "SERIAL_8250", "the 8250 serial ports", true },
	{ "SERIAL_8250_CONSOLE", "the console on an 8250 serial port", true },
	{ "BLK_DEV_INITRD", "the initial RAM disk", true },
	{ "RD_GZIP", "the initial RAM disk, which is gzipped", true },
	{ "BINFMT_ELF", "the probe", true },
	{ "PROC_FS", "proc, which the probe reads", true },
	{ "SYSFS", "sysfs: facts", false },
	{ "DEVTMPFS", "devtmpfs: device nodes", false },
	{ "IA32_EMULATION", "the i386 workloads", false },
	{ "SECCOMP_FILTER", "the modifier seccomp", false },
	{ "FUTEX", "the futex workloads", false },
	{ "COMPAT_32BIT_TIME", "futexes of the i386 workloads", false },
	{ "EPOLL", "the epoll workload", false },
	{ "EVENTFD", "the eventfd workloads", false },
	{ "UNIX", "the socket workloads", false },
};

int build_config_check(const char *text, size_t len, struct str *wanting, struct err *e)
{
	struct kconfig c;
	int r = kconfig_parse(text, len, &c);

	if (r < 0) {
		err_set(e, EINVAL, "no kernel configuration");
		err_expect(e, "a .config: lines CONFIG_NAME=y");
		return -EINVAL;
	}
	for (size_t i = 0; !r && i < sizeof(needs) / sizeof(needs[0]); i++) {
		const char *value = kconfig_get(&c, needs[i].option);

		if (!strcmp(value, "y"))
			continue;
		/* A 32-bit kernel has no emulation, and needs none. */
		if (!strcmp(needs[i].option, "IA32_EMULATION") &&
		    strcmp(kconfig_get(&c, "X86_64"), "y"))
			continue;
		if (!needs[i].must) {
			str_addf(wanting, "%sCONFIG_%s (%s)", wanting->len ? ", " : "",
				 needs[i].option, needs[i].what);
			continue;
		}
		r = err_set(e, EINVAL, "CONFIG_%s is %s", needs[i].option,
			    !strcmp(value, "m") ? "a module" : "not set");
		err_expect(e, "y: %s needs it", needs[i].what);
	}
	kconfig_release(&c);
	return r;
}
