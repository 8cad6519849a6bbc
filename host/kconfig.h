/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The configuration the running kernel was built with: /proc/config.gz, or the file a
 * distribution installs beside the image. Knows the syntax, not the options.
 */
#ifndef HOST_KCONFIG_H
#define HOST_KCONFIG_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct kconfig_option {
	const char *name, *value; /* without CONFIG_; strings without their quotes */
};

struct kconfig {
	char *text;
	struct kconfig_option *v; /* those that are set, sorted by name */
	size_t n;
	char source[320]; /* the path it was read from */
};

/*
 * Reads the first there is of proc/config.gz, boot/config-@release,
 * lib/modules/@release/config and usr/lib/modules/@release/config (@release NULL: only
 * the first). Returns 0, or -errno with @e saying why, and nothing written.
 */
int kconfig_read(int root, const char *release, struct kconfig *ret_config,
		 struct err *e);

/*
 * Takes a configuration from memory, gzipped or not. Returns 0, -EBADMSG if the
 * compression is broken or cut off or no option is set in it, -EFBIG beyond 4 MiB.
 */
int kconfig_parse(const void *data, size_t len, struct kconfig *ret_config);

/*
 * "y", "m", a number or a string; "n" for an option that is not set or that this kernel
 * does not have (neither is built in). Never NULL.
 */
const char *kconfig_get(const struct kconfig *c, const char *option);

/* FNV-1a over what is set, in the order of the names: comments do not count. */
uint64_t kconfig_hash(const struct kconfig *c);

/* Fine on a zeroed one. */
void kconfig_release(struct kconfig *c);

#endif
