/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path.h. */
#include "lab/path.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "lab/own_file.h"
#include "lab/probe.h"
#include "path/kallsyms.h"
#include "path/kept.h"
#include "path/vmlinux.h"
#include "store/profile.h"
#include "vm/package.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#define ROOM_BYTES 65536u /* with less than this left, that is why it failed */

/* A boot under way, in a folder of its own that is gone afterwards. */
struct work {
	const struct path_wish *w;
	struct path_result *out;
	char *dir, *trace, *symbols; /* paths */
	uint64_t begin, end;         /* where the probe reads the clock */
	int64_t boot, process;       /* of the store */
	int64_t ticks;               /* of the batch that counts */
	size_t window, samples;
	unsigned int user_bits;
	char why[256]; /* of a process that gave no number */
};

/* ---- files ---- */

static int find_plugin(char **ret, struct err *e)
{
	const struct own_file f = {
		.given = getenv("KTOLL_PLUGIN"),
		.folder = "plugin",
		.name = "ktoll-path.so",
		.mode = R_OK,
		.what = "the QEMU plug-in",
		.expected = "the file that `make` builds, or its path in KTOLL_PLUGIN",
	};

	return own_file_find(&f, ret, e);
}

/* The probe with its symbols, which is kept beside the one that is run. */
static int find_marks(struct work *k, struct err *e)
{
	_cleanup_free_ char *path = NULL;
	int r = probe_find(k->w->entry->abi, &path, e);

	if (r < 0)
		return r;
	k->symbols = xasprintf("%s.debug", path);
	return symbols_marks(k->symbols, &k->begin, &k->end, e);
}

static int make_folder(struct work *k, struct err *e)
{
	const char *tmp = getenv("TMPDIR");
	char *dir = xasprintf("%s/ktoll-path-XXXXXX", tmp && *tmp ? tmp : "/tmp");

	if (!mkdtemp(dir) || strchr(dir, ',')) {
		int error = strchr(dir, ',') ? EINVAL : errno;

		err_errno(e, error, "cannot make a folder for the plug-in to write to");
		err_where(e, "%s", dir);
		free(dir);
		return -error;
	}
	k->dir = dir;
	k->trace = xasprintf("%s/trace", dir);
	return 0;
}

static void remove_folder(struct work *k)
{
	if (k->trace)
		unlink(k->trace);
	if (k->dir)
		rmdir(k->dir);
	free(k->dir);
	free(k->trace);
	free(k->symbols);
}

/* ---- the boot ---- */

/* The first batch that is the exact count. */
static int on_row(void *ctx, const struct store_row *row)
{
	const struct store_process *p = &row->process;
	struct work *k = ctx;
	double units = (double)p->ops * row->per;

	if (p->boot_id != k->boot)
		return 0;
	k->process = p->id;
	snprintf(k->why, sizeof(k->why), "%s: %s", p->status ? p->status : "?",
		 p->reason ? p->reason : "no reason given");
	if (!p->status || strcmp(p->status, "done") || !isfinite(p->exact))
		return 0;
	k->why[0] = 0;
	k->ticks = llround(p->exact * units);
	k->samples = k->window = p->n;
	k->out->exact = p->exact;
	k->out->agree = p->agree;
	k->out->units = (uint64_t)p->ops * row->per;
	for (size_t i = p->n; i-- > 0;)
		if (!(p->flags[i] & STORE_WARMUP) && p->ticks[i] == k->ticks)
			k->window = i;
	return 0;
}

/* Why a boot did not come through: QEMU's own trouble with plug-ins by QEMU's name. */
static int not_through(struct work *k, const struct boot_outcome *o, struct err *e)
{
	err_set(e, EIO, "%s", o->why);
	err_where(e, "%s", k->w->arm->image_path);
	k->out->console = o->console ? xstrdup(o->console) : NULL;
	k->out->passing = true;
	return -EIO;
}

static void blame_qemu(const struct boot_arm *arm, struct err *e)
{
	_cleanup_free_ char *qemu = NULL, *version = NULL;
	struct err ignored;

	if (!strstr(e->what, "plugin"))
		return;
	if (!arm->config.qemu && vm_qemu_find(arm->image.bits, &qemu, &ignored) < 0)
		return;
	if (!vm_qemu_version(qemu ? qemu : arm->config.qemu, &version, &ignored))
		err_where(e, "%s", version);
	if (strstr(e->what, "API version"))
		err_expect(
			e,
			"KTOLL_PLUGIN_API=N in the environment, a version that it takes");
	else
		err_expect(e, "a QEMU that was built with support for TCG plug-ins");
}

static int boot(struct work *k, const char *plugin, struct err *e)
{
	_cleanup_free_ char *argument =
		xasprintf("%s,out=%s,begin=0x%llx,end=0x%llx", plugin, k->trace,
			  (unsigned long long)k->begin, (unsigned long long)k->end);
	const char *const extra[] = { "-plugin", argument, NULL };
	struct boot_job *jobs = boot_exact_jobs(&k->w->entry, 1);
	struct boot_arm arm = *k->w->arm;
	struct boot b = {
		.store = k->w->store,
		.experiment = k->w->experiment,
		.arm = &arm,
		.host_facts = k->w->host_facts,
		.n_host_facts = k->w->n_host_facts,
		.stop = k->w->stop,
	};
	struct boot_outcome out = { 0 };
	int r;

	arm.config.extra = extra;
	/* The plug-in makes all of the boot slower, its silent parts too. */
	if (!arm.silence_ms)
		arm.silence_ms = 3 * VM_SILENCE_MS;
	r = boot_run(&b, jobs, 1, &out, e);
	k->boot = out.id;
	if (!r && out.module_symbols) {
		kallsyms_modules(out.module_symbols, &k->out->kernel);
		symbols_finish(&k->out->kernel);
	}
	if (r == -ENOEXEC)
		k->out->console = out.console ? xstrdup(out.console) : NULL;
	if (r < 0)
		blame_qemu(&arm, e);
	else if (out.end != VM_COMPLETE)
		r = not_through(k, &out, e);
	k->out->through = !r;
	boot_outcome_release(&out);
	free(jobs);
	return r;
}

static int measure(struct work *k, struct err *e)
{
	_cleanup_free_ char *plugin = NULL;
	int r = find_plugin(&plugin, e);

	snprintf(k->why, sizeof(k->why), "it was not run");
	if (!r)
		r = boot(k, plugin, e);
	if (!r)
		r = store_each_process(k->w->store, k->w->experiment, NULL, true, on_row,
				       k, e);
	if (!r && k->why[0]) {
		err_set(e, ENODATA, "no count: %s", k->why);
		err_where(e, "%s", k->w->entry->name);
		k->out->passing = true;
		r = -ENODATA;
	}
	return r;
}

/* ---- names ---- */

/* A file without a name, gone with its descriptor. */
static int nameless_file(void)
{
	const char *tmp = getenv("TMPDIR");

	return open(tmp && *tmp ? tmp : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

/*
 * A path to read --vmlinux by: the file itself, or what a package of debugging symbols
 * has of it, which is open as *@ret_fd then.
 */
static int unpack_vmlinux(const char *path, int *ret_fd, char **ret_path, struct err *e)
{
	_cleanup_fd_ int from = open(path, O_RDONLY | O_CLOEXEC);
	char member[PACKAGE_MEMBER_BYTES], magic[8];
	int r;

	*ret_path = xstrdup(path);
	if (from < 0 || pread(from, magic, sizeof(magic), 0) != sizeof(magic) ||
	    !package_is(magic, sizeof(magic)))
		return 0;
	*ret_fd = nameless_file();
	if (*ret_fd < 0)
		return err_errno(e, errno, "cannot make a file for the vmlinux");
	r = package_vmlinux(from, *ret_fd, member, e);
	if (!r) {
		free(*ret_path);
		*ret_path = xasprintf("/proc/self/fd/%d", *ret_fd);
	}
	return r;
}

/* Adds the names of --vmlinux to @theirs; the same build, or it is refused. */
static int read_vmlinux(struct work *k, const char *path, struct symbols *theirs,
			struct err *e)
{
	struct path_result *out = k->out;
	char build_id[BUILD_ID_TEXT];
	int r = symbols_elf(path, theirs, build_id, e);

	if (!r && (!build_id[0] || strcmp(build_id, out->build_id))) {
		err_set(e, ESTALE, "not the kernel that is measured: build id %s",
			build_id[0] ? build_id : "(none)");
		err_expect(e, "%s", out->build_id[0] ? out->build_id : "one");
		r = -ESTALE;
	}
	return r;
}

static int other_names(struct work *k, struct err *e)
{
	const char *file = k->w->vmlinux;
	_cleanup_free_ char *path = NULL;
	_cleanup_fd_ int fd = -1;
	struct symbols theirs = { 0 };
	struct path_result *out = k->out;
	const bool nameless = !out->kernel.n;
	struct err why;
	int r = unpack_vmlinux(file, &fd, &path, e);

	if (!r)
		r = read_vmlinux(k, path, &theirs, e);
	if (r < 0)
		err_where(e, "%s", file);
	for (size_t i = 0; !r && nameless && i < theirs.n; i++)
		symbols_add(&out->kernel, theirs.v[i].addr, theirs.v[i].size,
			    theirs.v[i].name, theirs.v[i].global);
	/* Without debug data its symbols are all there is to it. */
	if (!r)
		inlines_open(path, &out->inlines, &why);
	symbols_release(&theirs);
	return r;
}

/* The kernel's own table, else that of --vmlinux. */
static int kernel_names(struct work *k, struct err *e)
{
	struct path_result *out = k->out;
	struct vmlinux v = { 0 };
	char line[512];
	struct err why;
	int r = vmlinux_extract(k->w->arm->image.fd, &v, &why);

	if (!r)
		snprintf(out->build_id, sizeof(out->build_id), "%s", v.build_id);
	if (!r)
		r = kallsyms_read(v.data, v.len, k->w->arm->image.bits, &out->kernel,
				  &why);
	if (r < 0)
		snprintf(out->note, sizeof(out->note), "%s",
			 err_text(&why, line, sizeof(line)));
	vmlinux_release(&v);
	r = k->w->vmlinux ? other_names(k, e) : 0;
	if (out->kernel.n)
		out->note[0] = 0;
	symbols_finish(&out->kernel);
	return r;
}

static int user_names(struct work *k, struct err *e)
{
	char build_id[BUILD_ID_TEXT];
	int r = symbols_elf(k->symbols, &k->out->user, build_id, e);

	symbols_finish(&k->out->user);
	k->user_bits = !strcmp(k->w->entry->abi, "i386") ? 32 : 64;
	return r;
}

/* ---- the profile ---- */

/* The plug-in cannot say so: it has no words for what it cannot write. */
static bool no_room(const struct work *k)
{
	struct statvfs st;

	return !statvfs(k->trace, &st) && st.f_bavail * st.f_frsize < ROOM_BYTES;
}

static int too_little_room(const struct work *k, struct err *e)
{
	err_set(e, ENOSPC, "no room for what the plug-in writes");
	err_where(e, "%s", k->trace);
	err_expect(e,
		   "some 100 kB for a system call, some 100 MB for a fork; TMPDIR=DIR");
	return -ENOSPC;
}

static int follow(struct work *k, struct err *e)
{
	struct path_result *out = k->out;
	int r = trace_read(k->trace, &out->trace, e);

	if ((r < 0 || out->trace.n_windows != k->samples) && !out->trace.full &&
	    no_room(k))
		return too_little_room(k, e);
	if (r < 0)
		return r;
	/* What follows is about this workload, whose count is stored and stays. */
	out->passing = true;
	if (out->trace.full && k->window >= out->trace.n_windows)
		return err_set(e, EFBIG, "an op is too long to be followed");
	if (out->trace.n_windows != k->samples && !out->trace.full)
		return err_set(e, EPROTO, "the plug-in saw %zu batches, the probe %zu",
			       out->trace.n_windows, k->samples);
	out->input = (struct profile_input){
		.trace = &out->trace,
		.window = k->window,
		.user = &out->user,
		.kernel = &out->kernel,
		.user_bits = k->user_bits,
		.kernel_bits = k->w->arm->image.bits,
		.inlines = out->inlines,
	};
	profile_make(&out->input, &out->profile);
	if (out->profile.total != (uint64_t)k->ticks)
		return err_set(e, EPROTO,
			       "the functions' instructions are %llu, the clock's %lld: "
			       "this is a bug",
			       (unsigned long long)out->profile.total,
			       (long long)k->ticks);
	out->passing = false;
	return 0;
}

static int keep(struct work *k, struct err *e)
{
	const struct path_result *out = k->out;
	_cleanup_free_ char *text = NULL;
	int r = kept_text(&out->profile, out->units, out->note, &text, e);

	return r ? r : store_profile_add(k->w->store, k->process, out->build_id, text, e);
}

int path_run(const struct path_wish *w, struct path_result *ret, struct err *e)
{
	struct work k = { .w = w, .out = ret };
	int r;

	*ret = (struct path_result){ 0 };
	r = find_marks(&k, e);
	/* Before minutes are spent: whether the symbols fit. */
	if (!r)
		r = kernel_names(&k, e);
	if (!r)
		r = user_names(&k, e);
	if (!r)
		r = make_folder(&k, e);
	if (!r)
		r = measure(&k, e);
	if (!r)
		r = follow(&k, e);
	if (!r)
		r = keep(&k, e);
	remove_folder(&k);
	return r;
}

void path_result_release(struct path_result *r)
{
	symbols_release(&r->user);
	symbols_release(&r->kernel);
	trace_release(&r->trace);
	profile_release(&r->profile);
	inlines_close(r->inlines);
	free(r->console);
	*r = (struct path_result){ 0 };
}
