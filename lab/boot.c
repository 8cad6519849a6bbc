/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See boot.h. */
#include "lab/boot.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/xalloc.h"
#include "lab/boot_facts.h"
#include "lab/exact.h"
#include "lab/execute.h"
#include "lab/plan.h"
#include "lab/summarise.h"
#include "vm/initramfs.h"

#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * In exact mode: batches long enough to show the loop, short enough to see no tick.
 * Creating and ending tasks varies from op to op, so that only single ops have a mode;
 * and what touches memory first takes long to set up.
 */
static const struct {
	const char *glob;
	uint32_t ops, batches, warmup;
} exact_shapes[] = {
	{ "proc.*.16mib", 1, 4, 1 },
	{ "proc.*", 1, 8, 2 },
	{ "*", 10, 10, 2 },
};

/*
 * Of one process, by the guest's clock. Counted, that is the number of its instructions,
 * however slow the host is: the longest that there is takes about a tenth of it, and what
 * spins for ever is found before the whole boot is given up for its silence.
 */
#define LIMIT_MS         30000
#define LIMIT_COUNTED_MS 1000
/* On a slow host: it needs some 20 to 100 ns for each of the guest's. */
#define SILENCE_COUNTED_MS 120000

/* A boot under way: the callbacks' state. */
struct running {
	const struct boot *b;
	struct boot_job *jobs;
	size_t n;
	int64_t *workloads;
	struct boot_outcome *out;
	struct vm_files files;
	struct ingest ingest;
	struct counted counted;
	char *modifiers;
	int64_t began_ns;
	int error; /* of the store, the first one */
	struct err *e;
};

/* ---- plans ---- */

static void plan_text(const struct running *r, struct str *out)
{
	char cpus[16];

	snprintf(cpus, sizeof(cpus), "0-%u", (r->b->arm->config.cpus ?: 1) - 1);
	for (size_t i = 0; i < r->n; i++) {
		const struct boot_job *j = &r->jobs[i];
		const struct lab_plan p = {
			.workload = j->entry->name,
			.mode = j->mode,
			.ops = j->ops,
			.batches = j->batches,
			.warmup = j->warmup,
			.target_ns = j->target_ns,
			.cpu = 0,
			.peer_cpu = r->b->arm->config.cpus > 1 ? 1 : -1,
			.modifiers = r->b->arm->modifiers,
			.abi = j->entry->abi,
			.limit_ms = r->b->arm->config.exact ? LIMIT_COUNTED_MS : LIMIT_MS,
			.own_parent = true,
			.events = strcmp(j->mode, "calibrate") ? r->b->events : NULL,
			.count_cpus = cpus,
		};

		lab_plan_text(&p, out);
	}
}

static int workload_ids(struct running *r, struct err *e)
{
	int error = 0;

	for (size_t i = 0; i < r->n && !error; i++) {
		const struct catalogue_entry *c = r->jobs[i].entry;

		error = store_workload(r->b->store, c->name, c->abi, c->rev, c->unit,
				       c->per, &r->workloads[i], e);
	}
	return error;
}

/* ---- what comes over the wire ---- */

static void on_file(void *ctx, const char *path, uint64_t at, const char *data,
		    size_t len)
{
	struct running *r = ctx;

	vm_files_add(&r->files, path, at, data, len);
}

static void on_begin(void *ctx, const struct vm_process *p)
{
	struct running *r = ctx;
	char label[CATALOGUE_LABEL_MAX];

	ingest_init(&r->ingest);
	r->began_ns = clock_realtime_ns();
	if (r->b->progress && p->n < r->n)
		r->b->progress(r->b->ctx, p->n, r->n,
			       catalogue_label(r->jobs[p->n].entry->name,
					       r->jobs[p->n].entry->abi, label));
}

static void on_bytes(void *ctx, const char *buf, size_t len)
{
	struct running *r = ctx;

	ingest_feed(&r->ingest, buf, len);
}

/* What init saw of the process outranks what the process said. */
static void ending(const struct vm_process *p, struct ingest *in,
		   struct store_process *ret)
{
	switch (p->end) {
	case VM_EXITED: return;
	case VM_NOEXEC:
		ret->status = "skip";
		ret->reason = "this kernel does not run programs of this ABI (ENOEXEC)";
		return;
	case VM_OVERDUE:
		ret->status = "timeout";
		ret->reason = "no end within the time limit: killed";
		return;
	case VM_SIGNAL: ret->status = "crash"; break;
	case VM_LOST:
		ret->status = "crash";
		ret->reason = "the machine ended while it ran";
		return;
	default: ret->status = "fail";
	}
	vm_process_text(p, in->why, sizeof(in->why));
	ret->reason = in->why;
}

static void finish_calibration(struct running *r, struct boot_job *j,
			       const struct store_process *p)
{
	j->ops = strcmp(p->status, "done")
			 ? 0
			 : executor_choose_ops(&r->ingest, p->ns_per_tick, j->target_ns);
}

static void on_end(void *ctx, const struct vm_process *p)
{
	struct running *r = ctx;
	struct store_process result = { .modifiers = r->modifiers,
					.began_ns = r->began_ns };
	struct boot_job *j = p->n < r->n ? &r->jobs[p->n] : NULL;

	ingest_finish(&r->ingest, &result);
	ending(p, &r->ingest, &result);
	if (j && !strcmp(j->mode, "calibrate")) {
		finish_calibration(r, j, &result);
		result.n = 0;
	}
	if (r->b->arm->config.exact)
		exact_summarise(&result, r->ingest.per);
	else
		summarise(&result, r->ingest.per);
	if (j && strcmp(j->mode, "calibrate") != 0)
		counted_name(r->b->events, &r->ingest, &result, &r->counted);
	if (j && !r->error && (strcmp(j->mode, "calibrate") || !j->ops)) {
		result.boot_id = r->out->id;
		result.workload_id = r->workloads[p->n];
		result.number = (int64_t)p->n;
		r->error = store_process_add(r->b->store, &result, NULL, r->e);
		r->out->processes++;
	}
	ingest_release(&r->ingest);
}

static const struct vm_frames_ops ops = {
	.file = on_file,
	.begin = on_begin,
	.bytes = on_bytes,
	.end = on_end,
};

/* ---- the boot ---- */

static int build_initramfs(const struct running *r, struct vm_initramfs *ret,
			   struct err *e)
{
	_cleanup_free_ char *wide = NULL, *narrow = NULL;
	struct str plans = STR_INIT;
	struct vm_initramfs_spec spec = { .bits = r->b->arm->image.bits };
	int error = probe_find("i386", &narrow, e);

	if (!error && spec.bits == 64)
		error = probe_find("x86_64", &wide, e);
	if (!error) {
		plan_text(r, &plans);
		spec.probe_x86_64 = wide;
		spec.probe_i386 = narrow;
		spec.plan = str_get(&plans);
		spec.plan_bytes = plans.len;
		spec.modules = r->b->arm->modules;
		error = vm_initramfs_build(&spec, ret, e);
	}
	str_release(&plans);
	return error;
}

/* The kernel that answered must be the one that was asked for. */
static int check_answer(const struct running *r, const struct vm_result *v, struct err *e)
{
	const struct vm_file *f = vm_files_find(&r->files, "/proc/sys/kernel/osrelease");
	const char *want = r->b->arm->image.release;
	size_t n = strlen(want);

	if (!f || !n ||
	    (!strncmp(f->data, want, n) && (!f->data[n] || f->data[n] == '\n')))
		return 0;
	err_set(e, ESRCH, "another kernel answered: %.*s", (int)strcspn(f->data, "\n"),
		f->data);
	err_where(e, "%s", r->b->arm->image_path);
	err_expect(e, "%s", want);
	return -ESRCH;
}

static size_t count(const char *const *list)
{
	size_t n = 0;

	while (list && list[n])
		n++;
	return n;
}

/* All modules, or what is measured is not what was asked for. */
static int check_modules(const struct running *r, const struct vm_result *v,
			 struct err *e)
{
	const struct vm_file *in = vm_files_find(&r->files, "/proc/modules");
	const struct vm_file *symbols =
		vm_files_find(&r->files, "/proc/kallsyms.modules");
	const size_t wanted = count(r->b->arm->modules);
	size_t n = 0;

	for (const char *s = in ? in->data : ""; (s = strchr(s, '\n')); s++)
		n++;
	r->out->module_symbols = symbols ? xstrdup(symbols->data) : NULL;
	if (n >= wanted || v->end != VM_COMPLETE)
		return 0;
	err_set(e, ENOEXEC, "the kernel has loaded %zu of %zu modules", n, wanted);
	err_where(e, "%s", r->b->arm->image_path);
	err_expect(e, "modules of this very build: its console says why");
	return -ENOEXEC;
}

static void describe(const struct vm_result *v, struct boot_outcome *out)
{
	out->end = v->end;
	out->console = v->console ? xstrdup(v->console) : NULL;
	out->first_wire_ms = v->first_wire_ms;
	out->total_ms = v->total_ms;
	if (v->end != VM_COMPLETE)
		snprintf(out->why, sizeof(out->why), "%s%s%s", vm_end_name(v->end),
			 v->why[0] ? ": " : "", v->why);
}

static int boot_and_watch(struct running *r, struct err *e)
{
	const struct boot_arm *a = r->b->arm;
	struct vm_initramfs initramfs = { .fd = -1 };
	struct vm_result v = { 0 };
	struct store_fact *facts = NULL;
	size_t n_facts = 0;
	int error = build_initramfs(r, &initramfs, e), stored;
	struct vm_guest g = {
		.config = a->config,
		.kernel = a->image.fd,
		.initramfs = initramfs.fd,
		.wall_ms = a->wall_ms,
		.silence_ms = a->silence_ms     ? a->silence_ms
			      : a->config.exact ? SILENCE_COUNTED_MS
						: 0,
		.pin = a->pin,
		.pin_may_fail = a->pin_may_fail,
		.stop = r->b->stop,
		.ops = &ops,
		.ctx = r,
	};

	if (error)
		return error;
	error = vm_guest_run(&g, &v, e);
	describe(&v, r->out);
	vm_initramfs_release(&initramfs);
	boot_facts(r->b, &r->files, &v, r->out, &facts, &n_facts);
	stored = store_boot_end(r->b->store, r->out->id, clock_realtime_ns(), facts,
				n_facts, error ? NULL : e);
	store_facts_free(facts, n_facts);
	if (!error)
		error = r->error ? r->error : stored;
	if (!error)
		error = check_answer(r, &v, e);
	if (!error)
		error = check_modules(r, &v, e);
	vm_result_release(&v);
	return error;
}

int boot_run(const struct boot *b, struct boot_job *jobs, size_t n,
	     struct boot_outcome *ret, struct err *e)
{
	struct running r = {
		.b = b,
		.jobs = jobs,
		.n = n,
		.out = ret,
		.workloads = xcalloc(n, sizeof(*r.workloads)),
		.modifiers = modifiers_text(b->arm->modifiers),
		.e = e,
	};
	int error;

	memset(ret, 0, sizeof(*ret));
	error = workload_ids(&r, e);
	if (!error)
		error = store_boot_begin(b->store, b->experiment, b->arm->name, "vm",
					 b->arm->config.exact ? STORE_INSTRUCTIONS
							      : STORE_TIME,
					 clock_realtime_ns(), NULL, 0, &ret->id, e);
	if (!error)
		error = boot_and_watch(&r, e);
	vm_files_release(&r.files);
	free(r.workloads);
	free(r.modifiers);
	return error;
}

void boot_outcome_release(struct boot_outcome *o)
{
	free(o->console);
	free(o->module_symbols);
	memset(o, 0, sizeof(*o));
}

int boot_arm_open(struct boot_arm *a, const char *path, enum vm_accel accel,
		  struct err *e)
{
	int r;

	a->image.fd = -1;
	r = vm_image_open(path, &a->image, e);
	if (r < 0)
		return r;
	a->image_path = path;
	a->config.accel = accel;
	a->config.exact = accel == VM_TCG;
	a->config.bits = a->image.bits;
	if (!a->config.cpus)
		a->config.cpus = 1;
	if (!a->config.cpu_model)
		a->config.cpu_model = vm_qemu_cpu(accel);
	return 0;
}

void boot_arm_release(struct boot_arm *a)
{
	vm_image_release(&a->image);
	a->image.fd = -1;
}

struct boot_job *boot_exact_jobs(const struct catalogue_entry *const *entries, size_t n)
{
	struct boot_job *jobs = xcalloc(n, sizeof(*jobs));

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (fnmatch(exact_shapes[k].glob, entries[i]->name, 0))
			k++;
		jobs[i] = (struct boot_job){
			.entry = entries[i],
			.mode = "batch",
			.ops = exact_shapes[k].ops,
			.batches = exact_shapes[k].batches,
			.warmup = exact_shapes[k].warmup,
		};
	}
	return jobs;
}
