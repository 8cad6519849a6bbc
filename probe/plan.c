/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See plan.h. */
#include "probe/plan.h"

#include "probe/lib.h"

#include <asm-generic/errno.h>

#define LINE_MAX_BYTES (PLAN_TURNS_MAX + 32)

static const char *number(const char *s, uint64_t min, uint64_t max, uint64_t *ret)
{
	if (str_u64(s, max, ret) < 0 || *ret < min)
		return "not a number in range";
	return NULL;
}

static const char *number32(const char *s, uint32_t min, uint32_t max, uint32_t *ret)
{
	uint64_t v;
	const char *bad = number(s, min, max, &v);

	if (!bad)
		*ret = (uint32_t)v;
	return bad;
}

static const char *cpu_number(const char *s, int *ret)
{
	uint64_t v;
	const char *bad = number(s, 0, PLAN_CPU_MAX, &v);

	if (!bad)
		*ret = (int)v;
	return bad;
}

static const char *name(const char *s, char *dst, size_t size)
{
	if (!*s || str_len(s) >= size)
		return "missing, or too long";
	str_copy(dst, size, s);
	return NULL;
}

static const char *mode(const char *s, enum plan_mode *ret)
{
	static const char *const names[] = { "batch", "each", "calibrate", "try" };

	for (unsigned int i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (str_eq(s, names[i])) {
			*ret = (enum plan_mode)i;
			return NULL;
		}
	return "unknown mode";
}

static const char *with(const char *s, struct plan *p)
{
	static const char *const names[] = { "notsc", "altstack", "avx", "avx512" };

	for (unsigned int i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (str_eq(s, names[i])) {
			p->with |= 1u << i;
			return NULL;
		}
	if (str_starts(s, "seccomp:")) {
		p->with |= PLAN_WITH_SECCOMP;
		return number32(s + 8, 0, 4000, &p->seccomp);
	}
	return "unknown modifier";
}

static const char *turns(const char *s, char *dst)
{
	const char *bad = name(s, dst, PLAN_TURNS_MAX);

	for (; !bad && *s; s++)
		if (*s != 'w' && *s != 'r' && *s != 'p')
			bad = "turns are made of w, r and p";
	return bad;
}

static const char *token(char *s, struct plan *p)
{
	char *second = s;

	while (*second && *second != ' ')
		second++;
	if (!*second)
		return "needs two descriptors";
	*second++ = 0;
	return cpu_number(s, &p->token_in) ?: cpu_number(second, &p->token_out);
}

/* The next word of *@s, cut off; "" at the end. */
static char *word(char **s)
{
	char *begin = *s;

	while (**s && **s != ' ')
		++*s;
	if (**s)
		*(*s)++ = 0;
	return begin;
}

static const char *count(char *s, struct plan *p)
{
	struct plan_count *e = &p->count[p->n_counts];
	const char *bad = NULL;

	if (p->n_counts == PLAN_COUNTS_MAX)
		return "too many events";
	bad = number32(word(&s), 0, PLAN_COUNTS_MAX, &e->group)
		      ?: number32(word(&s), 0, UINT32_MAX, &e->type)
		      ?: number(word(&s), 0, UINT64_MAX, &e->config)
		      ?: number(word(&s), 0, UINT64_MAX, &e->config1)
		      ?: number(word(&s), 0, UINT64_MAX, &e->config2)
		      ?: number32(word(&s), 0, 7, &e->exclude);
	if (!bad && *s)
		bad = "more than an event needs";
	p->n_counts += !bad;
	return bad;
}

static const char *count_cpus(char *s, struct plan *p)
{
	const char *bad;

	if (p->n_cpu_ranges == PLAN_RANGES_MAX)
		return "too many ranges of CPUs";
	bad = cpu_number(word(&s), &p->cpu_range[p->n_cpu_ranges].first)
		      ?: cpu_number(s, &p->cpu_range[p->n_cpu_ranges].last);
	if (!bad &&
	    p->cpu_range[p->n_cpu_ranges].last < p->cpu_range[p->n_cpu_ranges].first)
		bad = "a range that ends before it begins";
	p->n_cpu_ranges += !bad;
	return bad;
}

static const char *nice_value(const char *s, int *ret)
{
	bool minus = *s == '-';
	uint64_t v;
	const char *bad = number(s + minus, 0, 20, &v);

	if (!bad)
		*ret = minus ? -(int)v : (int)v;
	return bad;
}

static const char *setting(const char *key, char *value, struct plan *p)
{
	if (str_eq(key, "workload"))
		return name(value, p->workload, sizeof(p->workload));
	if (str_eq(key, "mode"))
		return mode(value, &p->mode);
	if (str_eq(key, "ops"))
		return number32(value, 1, PLAN_OPS_MAX, &p->ops);
	if (str_eq(key, "batches"))
		return number32(value, 1, PLAN_BATCHES_MAX, &p->batches);
	if (str_eq(key, "warmup"))
		return number32(value, 0, PLAN_BATCHES_MAX, &p->warmup);
	if (str_eq(key, "target-ns"))
		return number32(value, 1, 1000000000, &p->target_ns);
	if (str_eq(key, "cpu"))
		return cpu_number(value, &p->cpu);
	if (str_eq(key, "peer-cpu"))
		return cpu_number(value, &p->peer_cpu);
	if (str_eq(key, "nice"))
		return nice_value(value, &p->nice);
	if (str_eq(key, "with"))
		return with(value, p);
	if (str_eq(key, "turns"))
		return turns(value, p->turns);
	if (str_eq(key, "token"))
		return token(value, p);
	if (str_eq(key, "exec-target"))
		return name(value, p->exec_target, sizeof(p->exec_target));
	if (str_eq(key, "count"))
		return count(value, p);
	if (str_eq(key, "count-cpus"))
		return count_cpus(value, p);
	if (str_eq(key, "lock") && !*value) {
		p->lock = true;
		return NULL;
	}
	if (str_eq(key, "die-with-parent") && !*value) {
		p->die_with_parent = true;
		return NULL;
	}
	return "unknown setting";
}

static const char *contradiction(const struct plan *p)
{
	bool waits = false, passes = false;

	if (!p->workload[0])
		return "names no workload";
	for (const char *t = p->turns; *t; t++) {
		waits |= *t == 'w';
		passes |= *t == 'p';
	}
	if ((waits && p->token_in < 0) || (passes && p->token_out < 0))
		return "turns without a token";
	if (p->turns[0] && p->mode != PLAN_BATCH)
		return "turns are for batches only";
	if (p->n_counts && p->mode == PLAN_EACH)
		return "events are counted for batches only";
	if (p->warmup >= p->batches && p->mode == PLAN_BATCH)
		return "nothing left after the warm-up";
	return NULL;
}

static void defaults(struct plan *p)
{
	*p = (struct plan){
		.ops = 1,
		.batches = 1,
		.target_ns = 100000,
		.cpu = -1,
		.peer_cpu = -1,
		.token_in = -1,
		.token_out = -1,
	};
}

/* Copies the next line of @text at *@pos, cut into key and value. */
static const char *next_line(const char *text, size_t len, size_t *pos,
			     char line[LINE_MAX_BYTES], char **ret_value)
{
	size_t n = 0;
	char *space;

	while (*pos < len && text[*pos] != '\n') {
		char c = text[(*pos)++];

		if (n + 1 >= LINE_MAX_BYTES)
			return "line too long";
		if (c < 0x20 || c > 0x7e)
			return "not plain text";
		line[n++] = c;
	}
	if (*pos == len)
		return "truncated: no end";
	(*pos)++;
	line[n] = 0;
	for (space = line; *space && *space != ' ';)
		space++;
	*ret_value = *space ? space + 1 : space;
	*space = 0;
	return NULL;
}

int plan_parse(const char *text, size_t len, struct plan *ret,
	       struct plan_error *ret_error)
{
	char line[LINE_MAX_BYTES], *value;
	const char *bad = NULL;
	struct plan p;
	size_t pos = 0;
	uint32_t n = 0;

	defaults(&p);
	if (len > PLAN_BYTES_MAX)
		bad = "longer than a plan may be";
	while (!bad) {
		n++;
		bad = next_line(text, len, &pos, line, &value);
		if (bad)
			break;
		if (n == 1) {
			if (!str_eq(line, "ktoll-plan") || !str_eq(value, "1"))
				bad = "not a plan of version 1";
			continue;
		}
		if (str_eq(line, "end")) {
			bad = contradiction(&p);
			break;
		}
		if (line[0] && line[0] != '#')
			bad = setting(line, value, &p);
	}
	if (bad) {
		ret_error->line = n;
		ret_error->what = bad;
		return -EINVAL;
	}
	*ret = p;
	return 0;
}
