/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Facts kernel.*: which kernel this is, how it was started, what was added to it since,
 * and where its entry points lie. The configuration is in facts_config.c.
 */
#include "host/facts_parts.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/xalloc.h"
#include "host/cmdline.h"
#include "host/fnv.h"
#include "host/notes.h"
#include "host/symbols.h"
#include "host/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void build_id(struct facts_source *s)
{
	static const char path[] = "sys/kernel/notes";
	_cleanup_free_ char *notes = NULL;
	char hex[BUILD_ID_TEXT_BYTES];
	size_t len;
	int r;

	r = root_read(s->root, path, &notes, &len);
	if (r < 0) {
		fact_unreadable(s, "kernel.build_id", path, r);
		return;
	}
	r = notes_build_id(notes, len, hex);
	if (r == -ENOENT)
		facts_add_unknown(s->facts, "kernel.build_id", "%s: no build id in it",
				  path);
	else if (r < 0)
		facts_add_unknown(s->facts, "kernel.build_id", "%s: broken notes", path);
	else
		fact_text(s, "kernel.build_id", hex);
}

static void cmdline(struct facts_source *s)
{
	/* Parameters that are also conditions of their own; "absent" is a value. */
	static const char *const names[] = {
		"mitigations", "isolcpus",       "nohz_full",   "rcu_nocbs",
		"idle",        "preempt",        "nokaslr",     "audit",
		"pti",         "spectre_v2",     "irqaffinity", "clocksource",
		"tsc",         "ia32_emulation",
	};
	char key[64], value[TEXT_LINE_BYTES];
	size_t i;

	fact_file(s, "kernel.cmdline", "proc/cmdline");
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(key, sizeof(key), "kernel.cmdline.%s", names[i]);
		if (!s->cmdline)
			facts_add_unknown(s->facts, key, "proc/cmdline: unreadable");
		else if (!cmdline_get(s->cmdline, names[i], value, sizeof(value)))
			fact_text(s, key, "absent");
		else
			fact_text(s, key, *value ? value : "given");
	}
}

/* The model of CONFIG_PREEMPT_*, which is the boot default under PREEMPT_DYNAMIC. */
static const char *preempt_of_config(struct facts_source *s)
{
	static const char *const models[][2] = {
		{ "PREEMPT_RT", "rt" },     { "PREEMPT_NONE", "none" },
		{ "PREEMPT_LAZY", "lazy" }, { "PREEMPT_VOLUNTARY", "voluntary" },
		{ "PREEMPT", "full" },
	};
	size_t i;

	for (i = 0; !s->config_error && i < sizeof(models) / sizeof(models[0]); i++)
		if (!strcmp(kconfig_get(&s->config, models[i][0]), "y"))
			return models[i][1];
	return NULL;
}

/* What the version line and the command line say; @asked holds the latter. */
static const char *preempt_of_version(struct facts_source *s, const char *version,
				      char *asked, size_t size)
{
	const char *model = NULL;

	if (text_has_word(version, "PREEMPT_RT"))
		return "rt";
	if (strstr(version, "PREEMPT_DYNAMIC")) {
		if (s->cmdline && cmdline_get(s->cmdline, "preempt", asked, size))
			return asked;
		/* With an unreadable command line the config would be a guess. */
		return s->cmdline ? preempt_of_config(s) : NULL;
	}
	if (text_has_word(version, "PREEMPT_LAZY"))
		return "lazy";
	if (text_has_word(version, "PREEMPT"))
		return "full";
	model = preempt_of_config(s);
	return model;
}

static void preempt(struct facts_source *s)
{
	static const char path[] = "sys/kernel/debug/sched/preempt";
	char line[TEXT_LINE_BYTES], asked[64];
	const char *model;

	if (!text_line(s->root, path, line, sizeof(line)) && strchr(line, '(')) {
		fact_choice(s, "kernel.preempt", path);
		return;
	}
	model = NULL;
	if (!text_line(s->root, "proc/sys/kernel/version", line, sizeof(line)))
		model = preempt_of_version(s, line, asked, sizeof(asked));
	if (model)
		fact_text(s, "kernel.preempt", model);
	else
		facts_add_unknown(s->facts, "kernel.preempt",
				  "%s is not readable and the version does not say",
				  path);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names only, sorted: load order and addresses differ between boots. */
static void modules(struct facts_source *s)
{
	static const char path[] = "proc/modules";
	_cleanup_free_ char *text = NULL, **names = NULL;
	size_t n = 0, cap = 0, i;
	uint64_t h = FNV_START;
	char *line, *save;
	int r;

	r = text_file(s->root, path, &text);
	if (r < 0) {
		fact_unreadable(s, "kernel.modules", path, r);
		return;
	}
	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		line[strcspn(line, " \t")] = 0;
		names = xgrow(names, n, &cap, sizeof(*names));
		names[n++] = line;
	}
	if (n)
		qsort(names, n, sizeof(*names), by_text);
	for (i = 0; i < n; i++)
		h = fnv_add(h, names[i], strlen(names[i]) + 1);
	facts_add(s->facts, "kernel.modules", "%zu fnv:%016llx", n,
		  (unsigned long long)h);
}

static void livepatch(struct facts_source *s)
{
	static const char path[] = "sys/kernel/livepatch";
	_cleanup_dir_ DIR *dir = NULL;
	char names[TEXT_LINE_BYTES] = "";
	struct dirent *d;
	size_t len = 0;
	int r;

	r = text_dir(s->root, path, &dir);
	if (r < 0) {
		fact_unreadable(s, "kernel.livepatch", path, r);
		return;
	}
	while ((d = readdir(dir)) && len < sizeof(names))
		if (d->d_name[0] != '.')
			len += snprintf(names + len, sizeof(names) - len, "%s%s",
					len ? "," : "", d->d_name);
	fact_text(s, "kernel.livepatch", names);
}

/* kernel.entry.NAME.mod64 and .mod4096; "absent" where the kernel has no such entry. */
static void entry_alignment(struct facts_source *s)
{
	static const unsigned int moduli[] = { 64, 4096 };
	struct symbol syms[32] = { 0 };
	char key[128], *p;
	size_t n, i, m;
	int r;

	for (n = 0; symbols_entry[n]; n++)
		syms[n].name = symbols_entry[n];
	r = symbols_read(s->root, syms, n);
	for (i = 0; i < 2 * n; i++) {
		m = moduli[i % 2];
		snprintf(key, sizeof(key), "kernel.entry.%s.mod%zu", syms[i / 2].name, m);
		for (p = key; *p; p++)
			*p = tolower((unsigned char)*p);
		if (r == -EPERM)
			facts_add_unknown(s->facts, key,
					  "proc/kallsyms: addresses are hidden "
					  "(kernel.kptr_restrict)");
		else if (r < 0)
			fact_unreadable(s, key, "proc/kallsyms", r);
		else if (!syms[i / 2].address)
			fact_text(s, key, "absent");
		else
			facts_add(s->facts, key, "%zu",
				  (size_t)(syms[i / 2].address % m));
	}
}

void facts_kernel(struct facts_source *s)
{
	static const struct fact_path before[] = {
		{ "kernel.release", "proc/sys/kernel/osrelease" },
		{ "kernel.version", "proc/sys/kernel/version" },
		{ "kernel.banner", "proc/version" },
		{ "kernel.arch", "proc/sys/kernel/arch" },
		{ NULL },
	};
	static const struct fact_path after[] = {
		{ "kernel.tainted", "proc/sys/kernel/tainted" },
		{ "kernel.randomize_va_space", "proc/sys/kernel/randomize_va_space" },
		{ "kernel.vsyscall32", "proc/sys/abi/vsyscall32" },
		{ NULL },
	};

	fact_files(s, before);
	build_id(s);
	cmdline(s);
	preempt(s);
	fact_files(s, after);
	modules(s);
	livepatch(s);
	entry_alignment(s);
}
