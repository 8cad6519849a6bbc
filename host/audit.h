/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether the kernel's auditing is on. No file says so: the live kernel is asked over
 * netlink (AUDIT_GET changes nothing).
 */
#ifndef HOST_AUDIT_H
#define HOST_AUDIT_H

/*
 * *@ret_enabled is 0 off, 1 on, 2 on and locked. Returns 0, -ENODATA if @root is not the
 * root of this system, -EPERM without CAP_AUDIT_CONTROL (or outside the first user
 * namespace), -EPROTONOSUPPORT in a kernel without audit, -ETIME after a second, or
 * another -errno.
 */
int audit_enabled(int root, int *ret_enabled);

#endif
