/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See qemu.h: the command line. */
#include "vm/qemu.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "vm/memfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define APPEND_MAX 1024
/* For every arm: speak on the serial ports, end at a panic. */
#define KERNEL_ALWAYS                                                               \
	"console=ttyS0,115200 earlyprintk=serial,ttyS0,115200 loglevel=6 panic=-1 " \
	"8250.nr_uarts=4"
/*
 * In exact mode neither kernel nor programs move. To calibrate the timer of the local
 * APIC takes 12 seconds of emulation (it reads the time stamp counter for 100 ms, and
 * each reading costs 1 us here), more than all the rest of a small kernel's boot: HPET
 * and PIT tick as well.
 */
#define KERNEL_EXACT " nokaslr norandmaps nolapic_timer"

static void __attribute__((format(printf, 2, 3)))
add(struct vm_args *a, const char *fmt, ...)
{
	struct str s = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	str_addv(&s, fmt, ap);
	va_end(ap);
	/* One for the NULL. */
	a->v = xgrow(a->v, a->n + 1, &a->cap, sizeof(*a->v));
	a->v[a->n++] = str_detach(&s);
	a->v[a->n] = NULL;
}

static void option(struct vm_args *a, const char *name, const char *value)
{
	add(a, "%s", name);
	add(a, "%s", value);
}

const char *vm_qemu_cpu(enum vm_accel accel)
{
	/*
	 * A named model, as "max" is another with every QEMU; one on which the kernel
	 * isolates page tables, so that a change to that shows.
	 */
	return accel == VM_KVM ? "host" : "Haswell-noTSX,-rdrand,-rdseed";
}

static int check(const struct vm_config *c, struct err *e)
{
	if (c->accel == VM_TCG && !c->exact) {
		err_set(e, EINVAL, "emulation without counting measures nothing");
		err_expect(e, "KVM, or exact mode");
		return -EINVAL;
	}
	if (c->accel == VM_KVM && c->exact)
		return err_set(e, EINVAL, "KVM cannot count instructions exactly");
	/* QEMU 7.2 with counting hardly gets on with a second one: it was tried. */
	if (c->exact && c->cpus > 1)
		return err_set(e, EINVAL, "exact mode counts on one CPU, not on %u",
			       c->cpus);
	if (c->cpus > VM_CPUS_MAX)
		return err_set(e, EINVAL, "more than %u CPUs", VM_CPUS_MAX);
	if (c->append && strlen(c->append) > APPEND_MAX)
		return err_set(e, EINVAL,
			       "the kernel parameters are longer than %d bytes",
			       APPEND_MAX);
	for (const char *s = c->append; s && *s; s++)
		if (*s < 0x20 || *s > 0x7e)
			return err_set(e, EINVAL,
				       "the kernel parameters are not plain text");
	if (c->cpu_model && (!*c->cpu_model || strpbrk(c->cpu_model, " \t\n")))
		return err_set(e, EINVAL, "'%s' is not a CPU model", c->cpu_model);
	return 0;
}

static void accelerator(struct vm_args *a, const struct vm_config *c)
{
	if (c->accel == VM_KVM) {
		option(a, "-accel", "kvm");
		option(a, "-rtc", "base=utc");
		return;
	}
	option(a, "-accel", "tcg");
	option(a, "-icount", "shift=0,sleep=off");
	option(a, "-rtc", "base=2024-01-01T00:00:00,clock=vm");
	option(a, "-seed", "1");
}

/* A pipe's end as a serial port. */
static void port(struct vm_args *a, const char *id, int fd)
{
	char path[MEMFILE_PATH_BYTES];

	add(a, "-chardev");
	add(a, "file,id=%s,path=%s", id, memfile_path(fd, path));
	add(a, "-serial");
	add(a, "chardev:%s", id);
}

static int machine(struct vm_args *a, const struct vm_config *c, const char *qemu,
		   struct err *e)
{
	int r = check(c, e);

	if (r < 0)
		return r;
	add(a, "%s", qemu);
	option(a, "-name", "ktoll");
	option(a, "-machine", "pc");
	accelerator(a, c);
	option(a, "-cpu", c->cpu_model ?: vm_qemu_cpu(c->accel));
	add(a, "-smp");
	add(a, "%u", c->cpus ?: 1);
	add(a, "-m");
	add(a, "%uM", c->mem_mb ?: VM_MEM_MB);
	add(a, "-nodefaults");
	add(a, "-no-user-config");
	option(a, "-display", "none");
	add(a, "-no-reboot");
	return 0;
}

int vm_qemu_args(const struct vm_config *c, const char *qemu, struct vm_args *ret,
		 struct err *e)
{
	const char *const *extra = c->extra;
	char path[MEMFILE_PATH_BYTES];
	struct vm_args a = { 0 };
	int r = machine(&a, c, qemu, e);

	if (r < 0)
		return r;
	option(&a, "-kernel", memfile_path(VM_FD_KERNEL, path));
	option(&a, "-initrd", memfile_path(VM_FD_INITRAMFS, path));
	add(&a, "-append");
	add(&a, "%s%s%s%s", KERNEL_ALWAYS, c->exact ? KERNEL_EXACT : "",
	    c->append ? " " : "", c->append ?: "");
	port(&a, "console", VM_FD_CONSOLE);
	port(&a, "wire", VM_FD_WIRE);
	add(&a, "-chardev");
	add(&a, "socket,id=qmp,fd=%d", VM_FD_QMP);
	option(&a, "-mon", "chardev=qmp,mode=control");
	add(&a, "-S");
	for (; extra && *extra; extra++)
		add(&a, "%s", *extra);
	*ret = a;
	return 0;
}

int vm_qemu_trial_args(const char *qemu, struct vm_args *ret, struct err *e)
{
	const struct vm_config c = { .accel = VM_KVM, .bits = 64 };
	char path[MEMFILE_PATH_BYTES];
	struct vm_args a = { 0 };
	int r = machine(&a, &c, qemu, e);

	if (r < 0)
		return r;
	option(&a, "-bios", memfile_path(VM_FD_KERNEL, path));
	port(&a, "console", VM_FD_CONSOLE);
	*ret = a;
	return 0;
}

void vm_args_free(struct vm_args *args)
{
	for (size_t i = 0; i < args->n; i++)
		free(args->v[i]);
	free(args->v);
	*args = (struct vm_args){ 0 };
}

static void quote(struct str *s, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-+=./:,@%";

	if (*word && word[strspn(word, plain)] == 0) {
		str_add(s, word);
		return;
	}
	str_addc(s, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			str_add(s, "'\\''");
		else
			str_addc(s, *word);
	}
	str_addc(s, '\'');
}

char *vm_args_text(const struct vm_args *args)
{
	struct str s = STR_INIT;

	str_add(&s, "");
	for (size_t i = 0; i < args->n; i++) {
		if (i)
			str_addc(&s, ' ');
		quote(&s, args->v[i]);
	}
	return str_detach(&s);
}
