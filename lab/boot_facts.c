/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See boot_facts.h. */
#include "lab/boot_facts.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "host/facts.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What of the host may explain a time measured in a guest. */
static const char *const host_keys[] = { "kernel.release", "cpu.model",
					 "cpu.microcode",  "cpu.governor",
					 "cpu.boost",      "machine.hypervisor" };

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

/* The guest's files as a tree, and what host/ makes of it. */
static void guest_facts(const struct vm_files *files, struct facts *f)
{
	const char *tmp = getenv("TMPDIR");
	_cleanup_free_ char *dir = xasprintf("%s/ktoll-guest.XXXXXX", tmp ? tmp : "/tmp");
	int root;

	if (!files->n || !mkdtemp(dir))
		return;
	root = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root >= 0 && !vm_files_write(files, root, NULL))
		facts_collect(root, 0, f);
	if (root >= 0)
		close(root);
	nftw(dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void emulator(const struct boot *b, const struct vm_result *v,
		     const struct boot_outcome *out, struct facts *f)
{
	const struct boot_arm *a = b->arm;
	_cleanup_free_ char *counted = events_counted(b->events);

	if (counted)
		facts_add(f, "counter.events", "%s", counted);
	facts_add(f, "vm.accel", "%s",
		  a->config.accel == VM_KVM ? "kvm"
		  : a->config.exact         ? "tcg, instructions counted"
					    : "tcg");
	facts_add(f, "vm.cpu_model", "%s", a->config.cpu_model);
	facts_add(f, "vm.append", "%s", a->config.append ? a->config.append : "none");
	facts_add(f, "vm.cpus", "%u", a->config.cpus);
	if (v->qemu_version)
		facts_add(f, "vm.qemu", "%s", v->qemu_version);
	if (v->qemu_args)
		facts_add(f, "id.vm.arguments", "%s", v->qemu_args);
	facts_add(f, "id.vm.image", "%s", a->image_path);
	facts_add(f, "id.vm.image.sha256", "%s", a->image.sha256);
	facts_add(f, "kernel.image.version", "%s", a->image.version);
	facts_add(f, "id.vm.end", "%s", vm_end_name(out->end));
	if (out->why[0])
		facts_add(f, "id.vm.end.why", "%s", out->why);
	if (out->why[0] && out->console && *out->console)
		facts_add(f, "id.vm.end.console", "%s", out->console);
	facts_add(f, "now.vm.first_wire_ms", "%u", v->first_wire_ms);
	facts_add(f, "now.vm.total_ms", "%u", v->total_ms);
}

static void host(const struct boot *b, struct facts *f)
{
	for (size_t i = 0; i < b->n_host_facts; i++)
		for (size_t k = 0; k < sizeof(host_keys) / sizeof(host_keys[0]); k++) {
			char key[64];

			if (strcmp(b->host_facts[i].key, host_keys[k]))
				continue;
			snprintf(key, sizeof(key), "host.%s", host_keys[k]);
			if (b->host_facts[i].value)
				facts_add(f, key, "%s", b->host_facts[i].value);
		}
}

void boot_facts(const struct boot *b, const struct vm_files *files,
		const struct vm_result *v, const struct boot_outcome *out,
		struct store_fact **ret, size_t *ret_n)
{
	struct facts f = { 0 };
	struct store_fact *list;

	guest_facts(files, &f);
	emulator(b, v, out, &f);
	host(b, &f);
	list = xcalloc(f.n, sizeof(*list));
	for (size_t i = 0; i < f.n; i++)
		list[i] = (struct store_fact){
			xstrdup(f.v[i].key),
			f.v[i].value ? xstrdup(f.v[i].value) : NULL,
			f.v[i].why ? xstrdup(f.v[i].why) : NULL,
		};
	*ret = list;
	*ret_n = f.n;
	facts_release(&f);
}
