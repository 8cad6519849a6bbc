/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One boot of one kernel in QEMU as a boot of the store: a list of jobs becomes the plans
 * of the guest, what each process says becomes a row, what the guest shows of /proc and
 * /sys its facts. A kernel that does not come through is kept as that, with its last
 * console lines.
 */
#ifndef LAB_BOOT_H
#define LAB_BOOT_H

#include "lab/catalogue.h"
#include "lab/counted.h"
#include "lab/ingest.h"
#include "store/store.h"
#include "vm/files.h"
#include "vm/guest.h"
#include "vm/image.h"

/* Of a whole arm; the same for all of its boots. */
struct boot_arm {
	const char *name;
	const char *image_path; /* for messages */
	struct vm_image image;  /* opened by the caller */
	struct vm_config config;
	/* 0: those of vm/guest.h; of counted boots silence is 2 min */
	unsigned int wall_ms, silence_ms;
	const int *pin; /* host CPU of each virtual one; NULL: not pinned */
	bool pin_may_fail;
	const char *const *modifiers; /* NULL-terminated, or NULL */
	const char *const *modules;   /* kernel modules to load first; as modifiers */
};

struct boot_job {
	const struct catalogue_entry *entry;
	const char *mode; /* batch, calibrate */
	uint32_t ops;     /* of batch; set by boot_run() when it calibrates */
	uint32_t batches, warmup, target_ns;
};

/* How a boot went. */
struct boot_outcome {
	int64_t id; /* of the store */
	enum vm_end end;
	char why[512];    /* one line, "" when complete */
	char *console;    /* the last lines; boot_outcome_release() */
	size_t processes; /* stored */
	unsigned int first_wire_ms, total_ms;
	char *module_symbols; /* lines of /proc/kallsyms; NULL: no modules */
};

/* Where a boot stands; called when a process begins. */
typedef void boot_progress_fn(void *ctx, size_t done, size_t total, const char *label);

struct boot {
	struct store *store;
	int64_t experiment;
	const struct boot_arm *arm;
	const struct store_fact *host_facts; /* kept as host.* beside the guest's */
	size_t n_host_facts;
	const struct events *events; /* to count in the guest; NULL: none */
	const volatile sig_atomic_t *stop;
	boot_progress_fn *progress; /* may be NULL */
	void *ctx;
};

/*
 * Boots and runs @jobs, one process each, in their order. Calibrations are not stored:
 * they set the .ops of their jobs (0: it does not run; the skip or failure is stored).
 *
 * 0 whatever the kernel did (*@ret says); -EINTR if stopped; -ESRCH with @e if another
 * kernel answered than was asked for; -ENOEXEC if it did not load all modules; other
 * -errno: our own trouble. *@ret is to be released in any case.
 */
int boot_run(const struct boot *b, struct boot_job *jobs, size_t n,
	     struct boot_outcome *ret, struct err *e);

/* Fine on a zeroed one. */
void boot_outcome_release(struct boot_outcome *o);

/*
 * Opens the image and fills the arm's defaults: exact counting unless @accel is VM_KVM.
 * -errno with one line.
 */
int boot_arm_open(struct boot_arm *a, const char *path, enum vm_accel accel,
		  struct err *e);
void boot_arm_release(struct boot_arm *a);

/*
 * Jobs of exact counting for @entries: few short batches each, no calibration. The array
 * is the caller's.
 */
struct boot_job *boot_exact_jobs(const struct catalogue_entry *const *entries, size_t n);

#endif
