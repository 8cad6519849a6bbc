/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Facts self.* and id.machine: what this process is under, which the probe inherits, and
 * which machine it runs on.
 */
#include "host/facts_parts.h"

#include "base/cleanup.h"
#include "host/fnv.h"
#include "host/limits.h"
#include "host/text.h"

#include <stdio.h>
#include <string.h>

/*
 * Neither the id nor anything it can be computed from leaves the machine (machine-id(5)):
 * 64 bits of 128, under a name of our own. Who already knows the id can confirm it.
 */
static void machine_id(struct facts_source *s)
{
	static const char salt[] = "ktoll machine";
	char line[TEXT_LINE_BYTES];
	uint64_t h;
	int r;

	r = text_line(s->root, "etc/machine-id", line, sizeof(line));
	if (r < 0) {
		fact_unreadable(s, "id.machine", "etc/machine-id", r);
		return;
	}
	if (strlen(line) != 32) {
		facts_add_unknown(s->facts, "id.machine", "etc/machine-id: not set");
		return;
	}
	h = fnv_add(FNV_START, salt, sizeof(salt));
	facts_add(s->facts, "id.machine", "fnv:%016llx",
		  (unsigned long long)fnv_add(h, line, strlen(line)));
}

static void status(struct facts_source *s, const char *key, const char *field)
{
	fact_field(s, key, s->status, s->status_error, "proc/self/status", field);
}

/* Yes or no: the number of the tracer differs every time. */
static void traced(struct facts_source *s)
{
	char pid[32];

	if (s->status && text_field(s->status, "TracerPid", pid, sizeof(pid)))
		fact_text(s, "self.traced", strcmp(pid, "0") ? "yes" : "no");
	else
		status(s, "self.traced", "TracerPid");
}

/* Each level of the CPU controller is walked when a task is put on or off a queue. */
static void cgroup_depth(struct facts_source *s)
{
	char path[TEXT_LINE_BYTES];
	const char *p;
	int depth = 0, r;

	r = limits_cgroup(s->root, path, sizeof(path), NULL);
	if (r < 0) {
		fact_unreadable(s, "self.cgroup_depth", "proc/self/cgroup", r);
		return;
	}
	for (p = path; *p; p++)
		depth += *p == '/' && p[1] && p[1] != '/';
	facts_add(s->facts, "self.cgroup_depth", "%d", depth);
}

static void limit(struct facts_source *s, const char *key, const char *name)
{
	unsigned long long soft;
	int r = limits_soft(s->root, name, &soft);

	if (r < 0)
		fact_unreadable(s, key, "proc/self/limits", r);
	else if (soft == LIMITS_UNLIMITED)
		fact_text(s, key, "unlimited");
	else
		facts_add(s->facts, key, "%llu", soft);
}

void facts_self(struct facts_source *s)
{
	machine_id(s);
	status(s, "self.cpus_allowed", "Cpus_allowed_list");
	status(s, "self.seccomp", "Seccomp");
	status(s, "self.seccomp_filters", "Seccomp_filters");
	status(s, "self.no_new_privs", "NoNewPrivs");
	status(s, "self.speculation_store_bypass", "Speculation_Store_Bypass");
	status(s, "self.speculation_indirect_branch", "SpeculationIndirectBranch");
	status(s, "self.capabilities", "CapEff");
	traced(s);
	cgroup_depth(s);
	limit(s, "self.limit.memlock_bytes", "Max locked memory");
	limit(s, "self.limit.nice", "Max nice priority");
	limit(s, "self.limit.rtprio", "Max realtime priority");
	fact_file(s, "self.security_label", "proc/self/attr/current");
}
