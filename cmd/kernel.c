/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See kernel.h. */
#include "cmd/kernel.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/kernel_paths.h"
#include "cmd/progress.h"
#include "lab/timed_jobs.h"
#include "vm/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMED_BOOTS 8 /* a side: fewer show little (docs/statistics.md) */

int kernel_option(struct kernel_options *k, int opt, struct err *e)
{
	switch (opt) {
	case OPT_APPEND: k->append = optarg; return 0;
	case OPT_CPU_MODEL: k->cpu_model = optarg; return 0;
	case OPT_EXACT: k->exact = true; return 0;
	case OPT_PATH: k->path = true; return 0;
	case OPT_MODULE:
		if (k->n_modules == KERNEL_MODULES)
			return err_set(e, EINVAL, "more than %d --module",
				       KERNEL_MODULES);
		k->modules[k->n_modules++] = optarg;
		return kernel_named_file("--module", optarg, e);
	case OPT_UNPINNED: k->unpinned = true; return 0;
	case OPT_MEM: return parse_number("--mem", optarg, 32, 1048576, &k->mem_mb, e);
	case OPT_BOOTS: return parse_number("--boots", optarg, 1, 10000, &k->boots, e);
	case OPT_ACCEL:
		k->accel = !strcmp(optarg, "kvm")   ? VM_KVM
			   : !strcmp(optarg, "tcg") ? VM_TCG
						    : -1;
		if (k->accel >= 0)
			return 0;
		err_set(e, EINVAL, "--accel: '%s' is no good", optarg);
		err_expect(e, "kvm or tcg");
		return -EINVAL;
	default: return 1;
	}
}

int kernel_check_path(const struct command *c, const struct kernel_options *k,
		      const struct modifiers *m)
{
	if (!k->path)
		return EXIT_OK;
	if (!k->exact)
		return bad_usage(c, "--path needs --exact: it is about counted boots");
	/* Windows are told from where the probe reads the counter. */
	for (size_t i = 0; i < m->n; i++)
		if (!strcmp(m->list[i], "notsc"))
			return bad_usage(c, "--with notsc: --path needs the counter");
	return EXIT_OK;
}

/* What runs a guest decides; where none runs, the device may know better why. */
int kernel_kvm(struct err *e)
{
	static struct err why;
	static int result = 1;
	_cleanup_free_ char *qemu = NULL;

	if (result > 0) {
		result = vm_qemu_find(64, &qemu, &why);
		if (!result)
			result = vm_kvm_trial(qemu, &why);
		if (result == -ENODEV)
			vm_kvm_usable("/dev/kvm", &why);
	}
	if (result < 0)
		*e = why;
	return result;
}

int kernel_accelerator(const struct kernel_options *k, enum vm_accel *ret, struct err *e)
{
	static bool told; /* once, not for each arm */
	struct err no_kvm;
	char text[sizeof(no_kvm)];

	if (k->exact && k->accel == VM_KVM)
		return err_set(e, EINVAL,
			       "--exact counts instructions under TCG: KVM cannot");
	if (k->accel == VM_TCG && !k->exact) {
		err_set(e, EINVAL, "--accel tcg: emulated time is no measurement");
		err_expect(e, "--exact besides, which counts instructions");
		return -EINVAL;
	}
	*ret = VM_TCG;
	if (k->exact)
		return 0;
	if (k->accel == VM_KVM) {
		*ret = VM_KVM;
		return kernel_kvm(e);
	}
	if (!kernel_kvm(&no_kvm))
		*ret = VM_KVM;
	else if (!told)
		complainf(0, "%s; counting instructions instead (--exact)",
			  err_text(&no_kvm, text, sizeof(text)));
	told = true;
	return 0;
}

int kernel_named_file(const char *option, const char *path, struct err *e)
{
	if (!access(path, R_OK))
		return 0;
	err_errno(e, errno, "%s: cannot read '%s'", option, path);
	return -EINVAL;
}

/* What was named and is no kernel is a mistake of who named it. */
static int named(int r)
{
	return r == -ENOENT || r == -ENOTDIR || r == -EISDIR || r == -ENOEXEC ||
			       r == -EBADMSG
		       ? -EINVAL
		       : r;
}

int kernel_look(const char *path, struct err *e)
{
	struct vm_image image = { .fd = -1 };
	int r = vm_image_open(path, &image, e);

	vm_image_release(&image);
	return named(r);
}

int kernel_arm(const struct kernel_options *k, const char *image, const char *append,
	       const char *const *modifiers, struct boot_arm *a, struct err *e)
{
	_cleanup_fd_ int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	enum vm_accel accel;
	int r = kernel_accelerator(k, &accel, e);

	*a = (struct boot_arm){ .image = { .fd = -1 } };
	a->config.mem_mb = k->mem_mb ? (unsigned int)k->mem_mb : VM_MEM_MB;
	a->config.cpu_model = k->cpu_model;
	a->config.append = append;
	a->modifiers = modifiers;
	a->modules = k->n_modules ? k->modules : NULL;
	a->pin_may_fail = k->unpinned;
	if (!r)
		r = vm_memory_fits(root, a->config.mem_mb, e);
	return r ? r : named(boot_arm_open(a, image, accel, e));
}

char *kernel_arm_name(const struct boot_arm *a, const char *given)
{
	if (given)
		return xstrdup(given);
	return a->config.append ? xasprintf("%s %s", a->image.release, a->config.append)
				: xstrdup(a->image.release);
}

size_t kernel_default_entries(const struct catalogue_entry **entries, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!strstr(entries[i]->name, ".16mib"))
			entries[kept++] = entries[i];
	return kept;
}

static void draw_boot(void *ctx, size_t done, size_t total, const char *label)
{
	struct session_progress p = { .done = done,
				      .total = total,
				      .label = label,
				      .seconds = 0,
				      .seconds_left = -1 };

	progress_draw(ctx, &p);
}

static int report_trouble(const struct boot_arm *a, const struct boot_outcome *o)
{
	complainf(0, "%s: this boot did not come through: %s", a->name, o->why);
	if (o->console && *o->console)
		fprintf(stderr, "%s", o->console);
	return 0;
}

static int one_boot(struct boot *b, struct boot_job *jobs, size_t n, bool *ret_through,
		    struct err *e)
{
	struct boot_outcome out;
	int r = boot_run(b, jobs, n, &out, e);

	*ret_through = !r && out.end == VM_COMPLETE;
	if (b->progress)
		progress_clear();
	if (!r && out.end != VM_COMPLETE)
		report_trouble(b->arm, &out);
	boot_outcome_release(&out);
	return r;
}

struct boots {
	struct boot boot;
	struct boot_arm *arms;
	size_t n;
	const struct catalogue_entry *const *entries;
	size_t n_entries;
	struct boot_job
		*calibrated; /* of timed arms: by the first arm's calibration boot */
	struct draw draw;
	bool path;
	size_t through; /* boots that came through */
};

static int boot_of(struct boots *s, size_t arm, struct err *e)
{
	struct boot_job *jobs;
	size_t n = s->n_entries;
	bool through = false;
	int r;

	s->boot.arm = &s->arms[arm];
	if (s->path) {
		r = kernel_paths(&s->boot, s->entries, s->n_entries, &n, e);
		s->through += n;
		return r;
	}
	jobs = s->calibrated ? timed_jobs(s->calibrated, n, &s->draw, &n)
			     : boot_exact_jobs(s->entries, s->n_entries);
	r = one_boot(&s->boot, jobs, n, &through, e);
	s->through += through;
	free(jobs);
	return r;
}

static int calibrate(struct boots *s, struct err *e)
{
	bool through = false;

	s->calibrated = timed_calibration_jobs(s->entries, s->n_entries);
	s->boot.arm = &s->arms[0];
	return one_boot(&s->boot, s->calibrated, s->n_entries, &through, e);
}

int kernel_boots(struct experiment *x, const struct kernel_options *k,
		 struct boot_arm *arms, size_t n,
		 const struct catalogue_entry *const *entries, size_t n_entries,
		 uint64_t seed, bool quiet, struct err *e)
{
	const bool exact = arms[0].config.exact;
	const uint64_t rounds = k->boots ? k->boots : exact ? 1 : TIMED_BOOTS;
	struct boots s = {
		.boot = { .store = x->store,
			  .experiment = x->id,
			  .host_facts = x->machine.facts,
			  .n_host_facts = x->machine.n,
			  .events = k->events,
			  .stop = &interrupted,
			  .progress = !quiet && progress_wanted() ? draw_boot : NULL },
		.arms = arms,
		.n = n,
		.entries = entries,
		.n_entries = n_entries,
		.path = k->path,
		.draw = { seed },
	};
	const int pin = x->machine.cpus.measure;
	int r = 0;

	catch_interrupts();
	for (size_t i = 0; i < n; i++)
		arms[i].pin = exact ? NULL : &pin;
	if (!exact)
		r = calibrate(&s, e);
	for (uint64_t round = 0; round < rounds && !r; round++) {
		size_t first = n > 1 ? draw_below(&s.draw, 2) : 0;

		for (size_t i = 0; i < n && !r; i++)
			r = boot_of(&s, (first + i) % n, e);
	}
	free(s.calibrated);
	if (!r && !s.through) {
		err_set(e, EIO, "no boot came through");
		r = -EIO;
	}
	return r;
}
