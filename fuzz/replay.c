/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs every file of the folders given through a fuzz target, without a fuzzer: so that
 * the corpora are tests. Speaks TAP, one test a folder.
 */
#include "base/cleanup.h"
#include "base/rootfd.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int folder(const char *path)
{
	_cleanup_dir_ DIR *dir = opendir(path);
	struct dirent *d;
	int n = 0;

	while (dir && (d = readdir(dir))) {
		_cleanup_free_ char *text = NULL;
		size_t len;

		if (d->d_name[0] == '.')
			continue;
		if (root_read(dirfd(dir), d->d_name, &text, &len) < 0)
			return -1;
		LLVMFuzzerTestOneInput((const uint8_t *)text, len);
		n++;
	}
	return n;
}

int main(int argc, char **argv)
{
	int failed = 0;

	printf("1..%d\n", argc - 1);
	for (int i = 1; i < argc; i++) {
		int n = folder(argv[i]);

		failed |= n <= 0;
		printf("%sok %d - %s: %d inputs\n", n > 0 ? "" : "not ", i, argv[i], n);
	}
	return failed;
}
