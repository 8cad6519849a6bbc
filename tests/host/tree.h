/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Made-up root directories: from tests/data/hosts/NAME.tree, file by file, in a temporary
 * folder. A failure ends the test. In a .tree file a line is one of
 *
 *	# comment
 *	PATH<tab>TEXT		a file of one line
 *	@ PATH			a file of the lines up to a line "@@"
 *	x PATH<tab>HEX		a file of bytes
 */
#ifndef TESTS_HOST_TREE_H
#define TESTS_HOST_TREE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct tree {
	char dir[64];
	int fd;
};

static inline void tree_init(struct tree *t)
{
	strcpy(t->dir, "/tmp/ktoll-tree-XXXXXX");
	assert_non_null(mkdtemp(t->dir));
	t->fd = open(t->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(t->fd >= 0);
}

static inline void tree_parents(struct tree *t, const char *path)
{
	char dir[512];
	size_t i;

	assert_true(strlen(path) < sizeof(dir));
	for (i = 0; path[i]; i++) {
		dir[i] = path[i];
		dir[i + 1] = 0;
		if (path[i + 1] == '/' && mkdirat(t->fd, dir, 0755) < 0)
			assert_int_equal(errno, EEXIST);
	}
}

static inline void tree_bytes(struct tree *t, const char *path, const void *data,
			      size_t n)
{
	int fd;

	tree_parents(t, path);
	fd = openat(t->fd, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, n), n);
	close(fd);
}

static inline void tree_put(struct tree *t, const char *path, const char *text)
{
	tree_bytes(t, path, text, strlen(text));
}

static inline void tree_cut(struct tree *t, const char *path)
{
	assert_int_equal(unlinkat(t->fd, path, 0), 0);
}

static inline void tree_hex(struct tree *t, const char *path, const char *hex)
{
	unsigned char bytes[4096];
	unsigned int byte;
	size_t n = 0;

	for (; sscanf(hex + 2 * n, "%2x", &byte) == 1; n++) {
		assert_true(n < sizeof(bytes));
		bytes[n] = byte;
	}
	tree_bytes(t, path, bytes, n);
}

/* The block after "@ PATH", from @line on; returns what follows its "@@". */
static inline char *tree_block(struct tree *t, const char *path, char *line)
{
	char *end = strstr(line, "@@\n");

	while (end && end != line && end[-1] != '\n')
		end = strstr(end + 1, "@@\n");
	assert_non_null(end);
	tree_bytes(t, path, line, end - line);
	return end + 3;
}

static inline char *tree_line(struct tree *t, char *line)
{
	char *end = strchr(line, '\n'), *tab;

	assert_non_null(end);
	*end = 0;
	if (!strncmp(line, "@ ", 2))
		return tree_block(t, line + 2, end + 1);
	if (*line && *line != '#') {
		tab = strchr(line, '\t');
		assert_non_null(tab);
		*tab = 0;
		if (!strncmp(line, "x ", 2))
			tree_hex(t, line + 2, tab + 1);
		else
			*end = '\n', tree_bytes(t, line, tab + 1, end - tab);
	}
	return end + 1;
}

/* Starts @t as the host of tests/data/hosts/@name.tree. */
static inline void tree_load(struct tree *t, const char *name)
{
	char path[128], *text, *line;
	struct stat st;
	FILE *f;

	tree_init(t);
	snprintf(path, sizeof(path), "tests/data/hosts/%s.tree", name);
	f = fopen(path, "r");
	assert_non_null(f);
	assert_int_equal(fstat(fileno(f), &st), 0);
	text = calloc(1, st.st_size + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, st.st_size, f), st.st_size);
	fclose(f);
	for (line = text; *line;)
		line = tree_line(t, line);
	free(text);
}

static inline int tree_unlink(const char *path, const struct stat *st, int type,
			      struct FTW *ftw)
{
	return remove(path);
}

static inline void tree_release(struct tree *t)
{
	close(t->fd);
	nftw(t->dir, tree_unlink, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
