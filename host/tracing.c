/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See tracing.h. */
#include "host/tracing.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "host/text.h"

#include <errno.h>
#include <stdio.h>

static long count(int root, const char *dir, const char *file)
{
	_cleanup_free_ char *text = NULL;
	char path[128];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	return text_file(root, path, &text) < 0 ? -1 : text_count_lines(text);
}

static int find(int root, struct tracing *t)
{
	static const char *const dirs[] = { "sys/kernel/tracing",
					    "sys/kernel/debug/tracing" };
	char path[128];
	int i, r, first = 0;

	for (i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/current_tracer", dirs[i]);
		r = text_line(root, path, t->tracer, sizeof(t->tracer));
		if (!r) {
			t->where = dirs[i];
			return 0;
		}
		if (!i)
			first = r;
	}
	return first;
}

void tracing_read(int root, struct tracing *ret_tracing)
{
	struct tracing t = { .on = -1, .events = -1, .functions = -1 };
	char path[128];
	long long v;

	/* debugfs has the whole list of kprobes, those of BPF and perf among them. */
	t.kprobes = count(root, "sys/kernel/debug/kprobes", "list");
	t.uprobes = -1;
	t.error = find(root, &t);
	if (t.where) {
		snprintf(path, sizeof(path), "%s/tracing_on", t.where);
		if (!root_read_number(root, path, &v))
			t.on = !!v;
		t.events = count(root, t.where, "set_event");
		t.functions = count(root, t.where, "enabled_functions");
		t.uprobes = count(root, t.where, "uprobe_events");
		if (t.kprobes < 0)
			t.kprobes = count(root, t.where, "kprobe_events");
	}
	*ret_tracing = t;
}
