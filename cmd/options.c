/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See options.h. */
#include "cmd/options.h"

#include "base/clock.h"
#include "lab/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN_PCT_MAX 1000

/* The probe checks them too; a wrong one is better refused before anything is stored. */
int modifiers_add(struct modifiers *m, const char *s, struct err *e)
{
	static const char *const plain[] = { "notsc", "altstack", "avx", "avx512" };
	bool known = false;
	uint64_t n;

	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		known |= !strcmp(s, plain[i]);
	if (!strncmp(s, "seccomp:", 8)) {
		int r = parse_number("seccomp", s + 8, 0, 4000, &n, e);

		if (r < 0)
			return r;
		known = true;
	}
	if (!known || m->n == MODIFIERS_MAX) {
		err_set(e, EINVAL, "unknown modifier '%s'", s);
		err_expect(e, "seccomp:N, notsc, altstack, avx or avx512");
		return -EINVAL;
	}
	m->list[m->n++] = s;
	return 0;
}

const char *const *modifiers_list(const struct modifiers *m)
{
	return m->n ? m->list : NULL;
}

/* "0.5" or "0.5%" in (0, @max) as a share: 0.005. */
static int parse_percent(const char *option, const char *s, double max, double *ret,
			 struct err *e)
{
	char *end;
	double v = strtod(s, &end);

	if (*end == '%')
		end++;
	if (end == s || *end || !(v > 0) || !(v < max)) {
		err_set(e, EINVAL, "%s: '%s' is no good", option, s);
		err_expect(e, "a percentage above 0 and below %g", max);
		return -EINVAL;
	}
	*ret = v / 100;
	return 0;
}

static int parse_confidence(const char *s, double *ret, struct err *e)
{
	double v;
	int r = parse_percent("--confidence", s, 100, &v, e);

	if (!r && v < 0.5) {
		err_set(e, EINVAL, "--confidence: '%s' is no good", s);
		err_expect(e, "a percentage from 50 to below 100");
		return -EINVAL;
	}
	if (!r)
		*ret = v;
	return r;
}

int parse_arm(const char *option, const char *s, struct err *e)
{
	if (*s && strlen(s) <= 128)
		return 0;
	err_set(e, EINVAL, "%s: a name has 1 to 128 characters", option);
	return -EINVAL;
}

int parse_command_name(const char *s, struct err *e)
{
	if (command_name_valid(s))
		return 0;
	err_set(e, EINVAL, "--name: '%s' is no good", s);
	err_expect(e, "words of letters, digits, _ and - joined by dots, %d characters",
		   COMMAND_NAME_MAX);
	return -EINVAL;
}

int parse_margin_or_0(const char *s, double *ret, struct err *e)
{
	char *end;

	if (*s < '0' || *s > '9' || strtod(s, &end) > 0 ||
	    (*end && strcmp(end, "%") != 0))
		return parse_percent("--margin", s, MARGIN_PCT_MAX, ret, e);
	*ret = 0;
	return 0;
}

int verdict_option(int opt, double *margin, double *confidence, struct err *e)
{
	switch (opt) {
	case OPT_MARGIN:
		return parse_percent("--margin", optarg, MARGIN_PCT_MAX, margin, e);
	case OPT_CONFIDENCE: return parse_confidence(optarg, confidence, e);
	default: return 1;
	}
}

int verdict_texts(const char *margin, const char *confidence, double *ret_margin,
		  double *ret_confidence, struct err *e)
{
	int r = margin ? parse_percent("--margin", margin, MARGIN_PCT_MAX, ret_margin, e)
		       : 0;

	return r || !confidence ? r : parse_confidence(confidence, ret_confidence, e);
}

int build_option(struct build_options *b, int opt, struct err *e)
{
	switch (opt) {
	case OPT_GIT: b->git = optarg; return 0;
	case OPT_CONFIG: b->config = optarg; return 0;
	case OPT_BUILD_JOBS:
		return parse_number("--build-jobs", optarg, 1, 4096, &b->jobs, e);
	default: return 1;
	}
}

int measure_option(struct measure_options *m, int opt, unsigned int formats,
		   struct err *e)
{
	uint64_t v;
	int r;

	switch (opt) {
	case OPT_DB: m->db = optarg; return 0;
	case OPT_AS: m->arm = optarg; return parse_arm("--as", optarg, e);
	case OPT_WITH: return modifiers_add(&m->modifiers, optarg, e);
	case 'q': m->quiet = true; return 0;
	case OPT_FORMAT: return parse_format(optarg, formats, &m->format, e);
	case OPT_SEED:
		m->seeded = true;
		return parse_number("--seed", optarg, 0, INT64_MAX, &m->seed, e);
	case OPT_CPU:
		r = parse_number("--cpu", optarg, 0, 8191, &v, e);
		if (!r)
			m->cpu = (int)v;
		return r;
	default: return 1;
	}
}

void measure_seed(struct measure_options *m)
{
	if (!m->seeded)
		m->seed = (uint64_t)clock_realtime_ns() % 1000000007u;
}
