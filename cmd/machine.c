/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See machine.h. */
#include "cmd/machine.h"

#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void for_the_store(struct machine *m)
{
	m->n = m->collected.n;
	m->facts = xreallocarray(m->facts, m->n, sizeof(*m->facts));
	for (size_t i = 0; i < m->n; i++)
		m->facts[i] = (struct store_fact){ m->collected.v[i].key,
						   m->collected.v[i].value,
						   m->collected.v[i].why };
}

int machine_look(int wish, struct machine *ret, struct err *e)
{
	struct machine m = { .root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC) };
	int r;

	if (m.root < 0)
		return err_errno(e, errno, "cannot open the root directory");
	r = cpus_choose(m.root, wish, &m.cpus, e);
	if (r < 0) {
		close(m.root);
		return r;
	}
	facts_collect(m.root, m.cpus.measure, &m.collected);
	facts_add(&m.collected, "self.measure_cpu", "%d", m.cpus.measure);
	if (m.cpus.other >= 0)
		facts_add(&m.collected, "self.other_cpu", "%d", m.cpus.other);
	else
		facts_add(&m.collected, "self.other_cpu", "none");
	for_the_store(&m);
	interference_take(m.root, m.cpus.measure, &m.before);
	*ret = m;
	return 0;
}

void machine_set_fact(struct machine *m, const char *key, const char *value)
{
	facts_set(&m->collected, key, "%s", value);
	for_the_store(m);
}

void machine_unknown_fact(struct machine *m, const char *key, const char *why)
{
	facts_add_unknown(&m->collected, key, "%s", why);
	for_the_store(m);
}

void machine_text(const char *(*fact)(const void *ctx, const char *key), const void *ctx,
		  struct str *out)
{
	const char *release = fact(ctx, "kernel.release"),
		   *model = fact(ctx, "cpu.model");
	const char *cpu = fact(ctx, "self.measure_cpu"),
		   *hyper = fact(ctx, "machine.hypervisor");
	const char *accel = fact(ctx, "vm.accel"), *vcpu = fact(ctx, "vm.cpu_model");
	const char *clock = fact(ctx, "clock.source");

	if (release)
		str_addf(out, "Linux %s", release);
	if (model)
		str_addf(out, "%s%s", out->len ? " on " : "", model);
	if (cpu && strcmp(cpu, MACHINE_ANY_CPU))
		str_addf(out, "%sCPU %s", out->len ? ", " : "", cpu);
	if (hyper && !strcmp(hyper, "yes"))
		str_addf(out, "%sa virtual machine", out->len ? ", " : "");
	if (accel)
		str_addf(out, "%sQEMU %s, -cpu %s", out->len ? ", " : "", accel,
			 vcpu ? vcpu : "?");
	else if (clock)
		str_addf(out, "%sclock source %s", out->len ? ", " : "", clock);
}

const char *machine_fact(const struct machine *m, const char *key)
{
	return facts_get(&m->collected, key);
}

void machine_after(struct machine *m, struct store_fact **ret, size_t *ret_n)
{
	struct interference_change change;
	struct interference now;
	struct store_fact *list = xcalloc(INTERFERENCE_COUNT + 2, sizeof(*list));
	size_t n = 0;

	interference_take(m->root, m->cpus.measure, &now);
	interference_diff(&m->before, &now, &change);
	for (int i = 0; i < INTERFERENCE_COUNT; i++) {
		struct store_fact *f = &list[n++];

		f->key = xasprintf("meanwhile.%s", interference_items[i].key);
		if (change.delta[i] == INTERFERENCE_UNKNOWN)
			f->reason = xstrdup("not readable");
		else
			f->value = xasprintf("%lld %s", change.delta[i],
					     interference_items[i].unit);
	}
	list[n++] = (struct store_fact){ xstrdup("meanwhile.elapsed"),
					 xasprintf("%lld ns", change.elapsed_ns), NULL };
	list[n++] = (struct store_fact){ xstrdup("meanwhile.clocksource"),
					 change.clocksource_changed
						 ? xasprintf("changed from %s to %s",
							     m->before.clocksource,
							     now.clocksource)
						 : xstrdup("unchanged"),
					 NULL };
	*ret = list;
	*ret_n = n;
}

void machine_release(struct machine *m)
{
	facts_release(&m->collected);
	free(m->facts);
	if (m->root > 0)
		close(m->root);
	memset(m, 0, sizeof(*m));
}
