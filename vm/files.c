/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See files.h. */
#include "vm/files.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

static bool is_plain(const char *path)
{
	size_t n = strlen(path);

	if (strncmp(path, "/proc/", 6) && strncmp(path, "/sys/", 5))
		return false;
	return n < 200 && path[n - 1] != '/' && !strstr(path, "/.") &&
	       !strstr(path, "//");
}

static struct vm_file *get(struct vm_files *f, const char *path)
{
	for (size_t i = 0; i < f->n; i++)
		if (!strcmp(f->v[i].path, path))
			return &f->v[i];
	if (f->n == VM_FILES_MAX)
		return NULL;
	f->v = xgrow(f->v, f->n, &f->cap, sizeof(*f->v));
	f->v[f->n] = (struct vm_file){ xstrdup(path), xcalloc(1, 1), 0 };
	return &f->v[f->n++];
}

int vm_files_add(struct vm_files *f, const char *path, uint64_t at, const char *data,
		 size_t len)
{
	struct vm_file *file;

	if (!is_plain(path))
		return -EINVAL;
	if (at > VM_FILE_BYTES_MAX || len > VM_FILE_BYTES_MAX - at)
		return -EFBIG;
	file = get(f, path);
	if (!file)
		return -EFBIG;
	if (at + len > file->len) {
		file->data = xrealloc(file->data, at + len + 1);
		memset(file->data + file->len, 0, at + len + 1 - file->len);
		file->len = at + len;
	}
	memcpy(file->data + at, data, len);
	return 0;
}

const struct vm_file *vm_files_find(const struct vm_files *f, const char *path)
{
	for (size_t i = 0; i < f->n; i++)
		if (!strcmp(f->v[i].path, path))
			return &f->v[i];
	return NULL;
}

static int write_one(const struct vm_file *file, int root, struct err *e)
{
	_cleanup_free_ char *path = xstrdup(file->path + 1);
	_cleanup_fd_ int fd = -1;

	for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		if (mkdirat(root, path, 0755) < 0 && errno != EEXIST)
			return err_errno(e, errno, "cannot make the folder %s", path);
		*slash = '/';
	}
	fd = openat(root, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0 || write(fd, file->data, file->len) != (ssize_t)file->len)
		return err_errno(e, errno, "cannot write %s", path);
	return 0;
}

int vm_files_write(const struct vm_files *f, int root, struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < f->n && !r; i++)
		r = write_one(&f->v[i], root, e);
	return r;
}

void vm_files_release(struct vm_files *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->v[i].path);
		free(f->v[i].data);
	}
	free(f->v);
	*f = (struct vm_files){ 0 };
}
