/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See qemu.h: what is there before anything is started. */
#include "vm/qemu.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/spawn.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/kvm.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#define PACKAGE "qemu-system-x86"

int vm_qemu_find(unsigned int bits, char **ret_path, struct err *e)
{
	const char *name = bits == 32 ? "qemu-system-i386" : "qemu-system-x86_64";
	const char *dir = getenv("PATH") ?: "/usr/bin:/bin";

	while (*dir) {
		size_t n = strcspn(dir, ":");
		char *path = xasprintf("%.*s/%s", (int)n, dir, name);

		if (n && !access(path, X_OK)) {
			*ret_path = path;
			return 0;
		}
		free(path);
		dir += n + (dir[n] == ':');
	}
	err_set(e, ENOPKG, "%s is not installed", name);
	err_expect(e, "the package " PACKAGE);
	return -ENOPKG;
}

int vm_qemu_version(const char *qemu, char **ret_version, struct err *e)
{
	const char *const argv[] = { qemu, "--version", NULL };
	struct child c = CHILD_NONE;
	char text[256] = "";
	size_t len = 0;
	ssize_t n;
	int r = child_start(argv, NULL, 0, &c, e);

	if (r < 0)
		return r;
	while (len < sizeof(text) - 1 &&
	       (n = read(c.out, text + len, sizeof(text) - 1 - len)) > 0)
		len += (size_t)n;
	child_wait(&c, NULL);
	text[len] = 0;
	text[strcspn(text, "\n")] = 0;
	if (strncmp(text, "QEMU ", 5)) {
		err_set(e, ENOEXEC, "does not say a QEMU version");
		err_where(e, "%s", qemu);
		return -ENOEXEC;
	}
	*ret_version = xstrdup(text);
	return 0;
}

static void forbidden(const char *device, struct err *e)
{
	struct stat st;
	struct group *g;

	err_set(e, EACCES, "exists, but this user may not use it");
	err_where(e, "%s", device);
	if (stat(device, &st) < 0)
		return;
	g = getgrgid(st.st_gid);
	if (!(st.st_mode & 060))
		err_expect(e, "root, or another mode of the file");
	else if (g)
		err_expect(e, "a member of the group %s", g->gr_name);
	else
		err_expect(e, "a member of the group %u", (unsigned int)st.st_gid);
}

int vm_kvm_usable(const char *device, struct err *e)
{
	_cleanup_fd_ int fd = open(device, O_RDWR | O_CLOEXEC);
	_cleanup_fd_ int vm = -1;
	int error = errno;

	if (fd < 0 && (error == EACCES || error == EPERM)) {
		forbidden(device, e);
		return -EACCES;
	}
	if (fd < 0) {
		err_errno(e, error, "no KVM on this machine");
		err_where(e, "%s", device);
		return -error;
	}
	if (ioctl(fd, KVM_GET_API_VERSION, 0) != KVM_API_VERSION) {
		err_set(e, ENODEV, "is not KVM");
		err_where(e, "%s", device);
		return -ENODEV;
	}
	vm = ioctl(fd, KVM_CREATE_VM, 0);
	if (vm < 0) {
		err_errno(e, errno, "cannot make a virtual machine");
		err_where(e, "%s", device);
		return -ENODEV;
	}
	return 0;
}

int vm_memory_fits(int root, unsigned int mem_mb, struct err *e)
{
	_cleanup_free_ char *text = NULL;
	const char *line;
	unsigned long long kb;

	/* Where it is not known it is not refused. */
	if (root_read(root, "proc/meminfo", &text, NULL) < 0)
		return 0;
	line = strstr(text, "MemTotal:");
	if (!line || sscanf(line, "MemTotal: %llu kB", &kb) != 1)
		return 0;
	if (mem_mb <= kb >> 10)
		return 0;
	err_set(e, ENOMEM, "a guest of %u MB does not fit: this machine has %llu MB",
		mem_mb, kb >> 10);
	return -ENOMEM;
}
