/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See report.h. */
#include "probe/report.h"

#include "probe/lib.h"

#include <linux/elf.h>

static int flush(struct report *r)
{
	size_t done = 0;

	while (done < r->used) {
		long n = sys_write(r->fd, r->buf + done, r->used - done);

		if (n == -EINTR || n == -EAGAIN)
			continue;
		if (n <= 0)
			return n < 0 ? (int)n : -EIO;
		done += (size_t)n;
	}
	r->used = 0;
	return 0;
}

static int put(void *ctx, const char *line, size_t len)
{
	struct report *r = ctx;
	int error = 0;

	if (sizeof(r->buf) - r->used < len)
		error = flush(r);
	if (error)
		return error;
	for (size_t i = 0; i < len; i++)
		r->buf[r->used++] = line[i];
	return 0;
}

void report_open(struct report *r, int fd)
{
	r->fd = fd;
	r->used = 0;
	wire_init(&r->wire, put, r);
}

#ifdef __x86_64__
typedef Elf64_Ehdr ehdr;
typedef Elf64_Phdr phdr;
#else
typedef Elf32_Ehdr ehdr;
typedef Elf32_Phdr phdr;
#endif

/* Placed by the linker: the program's own header, and with it the build id's note. */
extern const ehdr __ehdr_start;

static const Elf32_Nhdr *build_id_note(void)
{
	const char *base = (const char *)&__ehdr_start;
	const phdr *ph = (const phdr *)(base + __ehdr_start.e_phoff);

	for (unsigned int i = 0; i < __ehdr_start.e_phnum; i++) {
		const Elf32_Nhdr *note = (const Elf32_Nhdr *)(base + ph[i].p_offset);

		if (ph[i].p_type == PT_NOTE && note->n_type == 3 && note->n_namesz == 4)
			return note;
	}
	return NULL;
}

static void build_id(char *text, size_t size)
{
	static const char hex[] = "0123456789abcdef";
	const Elf32_Nhdr *note = build_id_note();
	const unsigned char *id = note ? (const unsigned char *)(note + 1) + 4 : NULL;
	size_t n = 0;

	for (unsigned int i = 0; note && i < note->n_descsz && n + 2 < size; i++) {
		text[n++] = hex[id[i] >> 4];
		text[n++] = hex[id[i] & 15];
	}
	text[n] = 0;
}

void report_hello(struct report *r)
{
	char id[48];

	build_id(id, sizeof(id));
	wire_begin(&r->wire, "hello");
	wire_u64(&r->wire, "version", WIRE_VERSION);
	wire_str(&r->wire, "abi", ARCH_NAME);
	wire_str(&r->wire, "build", id);
	wire_u64(&r->wire, "pid", (uint64_t)sys_getpid());
	wire_end(&r->wire);
}

void report_condition(struct report *r, const char *what, long value, long error)
{
	wire_begin(&r->wire, "condition");
	wire_str(&r->wire, "what", what);
	wire_i64(&r->wire, "value", value);
	wire_u64(&r->wire, "errno", (uint64_t)-error);
	wire_end(&r->wire);
}

void report_workload(struct report *r, const struct workload *wl, const struct wl *w)
{
	static const char *const modes[] = { "batch", "each", "calibrate", "try" };

	wire_begin(&r->wire, "workload");
	wire_str(&r->wire, "name", wl->name);
	wire_u64(&r->wire, "rev", wl->rev);
	wire_u64(&r->wire, "per", wl->per);
	wire_str(&r->wire, "unit", wl->unit);
	wire_u64(&r->wire, "max-ops", wl->max_ops);
	wire_str(&r->wire, "mode", modes[w->plan->mode]);
	wire_end(&r->wire);
	wire_begin(&r->wire, "clock");
	wire_str(&r->wire, "kind", w->clock.kind == CLOCK_TSC ? "tsc" : "clock-gettime");
	if (w->clock.why)
		wire_str(&r->wire, "why", w->clock.why);
	wire_end(&r->wire);
}

/* w warm-up, p preempted, m migrated, b backward (a negative value), z zero */
static const char *flag_letters(uint32_t flags, char text[8])
{
	static const char letters[] = "wpmbz";
	size_t n = 0;

	for (unsigned int i = 0; letters[i]; i++)
		if (flags & 1u << i)
			text[n++] = letters[i];
	text[n] = 0;
	return text;
}

/* Consecutive samples of one op count share lines; each line says where it begins. */
static void samples(struct report *r, const struct measurement *m)
{
	struct wire_out *o = &r->wire;
	char flags[8];

	for (uint32_t i = 0; i < m->n;) {
		uint32_t ops = m->samples[i].ops;

		wire_begin(o, "samples");
		wire_u64(o, "first", i);
		wire_u64(o, "ops", ops);
		while (i < m->n && m->samples[i].ops == ops &&
		       wire_room(o) >= WIRE_VALUE_MAX) {
			const struct sample *s = &m->samples[i++];

			wire_value(o, s->ticks, flag_letters(s->flags, flags));
		}
		wire_end(o);
	}
}

/* One event's counts, sample by sample. */
static void counts(struct report *r, const struct measurement *m, uint32_t event)
{
	const uint32_t stride = m->counters.n;
	struct wire_out *o = &r->wire;

	for (uint32_t i = 0; i < m->n;) {
		wire_begin(o, "counts");
		wire_u64(o, "event", event);
		wire_u64(o, "first", i);
		while (i < m->n && wire_room(o) >= WIRE_VALUE_MAX)
			wire_value(o, m->counts[(size_t)i++ * stride + event], "");
		wire_end(o);
	}
}

static void counter(struct report *r, const struct measurement *m,
		    const struct counter_group *g, uint32_t event)
{
	struct wire_out *o = &r->wire;
	const int error = m->counters.error[event];

	wire_begin(o, "counter");
	wire_u64(o, "event", event);
	wire_u64(o, "errno", (uint64_t)-error);
	if (error && m->counters.error_cpu[event] >= 0)
		wire_u64(o, "cpu", (uint64_t)m->counters.error_cpu[event]);
	wire_str(o, "how", g->direct ? "rdpmc" : "read");
	wire_u64(o, "enabled", g->enabled);
	wire_u64(o, "running", g->running);
	wire_end(o);
	if (!error)
		counts(r, m, event);
}

static void counters(struct report *r, const struct measurement *m)
{
	for (uint32_t k = 0; k < m->counters.n_groups; k++) {
		const struct counter_group *g = &m->counters.group[k];

		for (uint32_t i = g->first; i < g->first + g->n; i++)
			counter(r, m, g, i);
	}
}

void report_measurement(struct report *r, const struct measurement *m)
{
	struct wire_out *o = &r->wire;

	samples(r, m);
	counters(r, m);
	for (int i = 0; i < 3; i++) {
		if (!m->cal[i].ns)
			continue;
		wire_begin(o, "calibration");
		wire_u64(o, "ticks", m->cal[i].ticks);
		wire_u64(o, "ns", m->cal[i].ns);
		wire_u64(o, "width", m->cal[i].width);
		wire_end(o);
	}
	wire_begin(o, "usage");
	wire_u64(o, "nvcsw", m->usage.nvcsw);
	wire_u64(o, "nivcsw", m->usage.nivcsw);
	wire_u64(o, "minflt", m->usage.minflt);
	wire_u64(o, "majflt", m->usage.majflt);
	wire_u64(o, "user-ns", m->usage.user_ns);
	wire_u64(o, "system-ns", m->usage.system_ns);
	wire_u64(o, "wall-ns", m->usage.wall_ns);
	wire_u64(o, "cpu-begin", (uint64_t)m->cpu_begin);
	wire_u64(o, "cpu-end", (uint64_t)m->cpu_end);
	wire_end(o);
}

void report_end(struct report *r, int error, const char *why)
{
	wire_begin(&r->wire, "end");
	wire_str(&r->wire, "status",
		 !error                 ? "done"
		 : error == -EOPNOTSUPP ? "skip"
					: "fail");
	if (error) {
		wire_u64(&r->wire, "errno", (uint64_t)-error);
		wire_str(&r->wire, "why", why);
	}
	wire_end(&r->wire);
}

int report_close(struct report *r)
{
	int error;

	wire_begin(&r->wire, "bye");
	wire_u64(&r->wire, "lines", (uint64_t)r->wire.seq + 1);
	wire_end(&r->wire);
	error = flush(r);
	return r->wire.error ?: error;
}
