/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PMU/TERM=VALUE,.../ as /sys/bus/event_source/devices describes the PMU: its folder
 * "format" says which bits a term is, "events" has terms under one name. For PMUs that
 * are newer than libpfm4's tables, and those of packages.
 */
#include "host/events_parts.h"

#include "host/pmus.h"
#include "host/text.h"

#include <ctype.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICES "sys/bus/event_source/devices"

struct reader {
	int root;
	char pmu[32];
	struct event *v;
	bool alias; /* inside the terms of a name: no further names */
	struct err *e;
};

/* A file name and no path. */
static bool is_name(const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!isalnum((unsigned char)s[i]) && !strchr("_-", s[i]))
			return false;
	return len > 0;
}

static bool number(const char *s, uint64_t *ret_value)
{
	bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
	char *end;

	if (!isxdigit((unsigned char)s[hex ? 2 : 0]))
		return false;
	errno = 0;
	*ret_value = strtoull(s, &end, hex ? 16 : 10);
	return !errno && !*end;
}

/* Puts @value's bits, the lowest first, where @bits ("0-7,32-35") says. */
static bool scatter(const char *bits, uint64_t value, uint64_t *config)
{
	unsigned long from, to;
	char *end;

	for (;;) {
		from = to = strtoul(bits, &end, 10);
		if (end == bits)
			return false;
		if (*end == '-')
			to = strtoul(end + 1, &end, 10);
		if (from > to || to > 63)
			return false;
		for (; from <= to; from++, value >>= 1) {
			*config &= ~((uint64_t)1 << from);
			*config |= (value & 1) << from;
		}
		if (*end != ',')
			return !*end && !value;
		bits = end + 1;
	}
}

static uint64_t *config_of(struct event *v, const char *name)
{
	if (!strcmp(name, "config"))
		return &v->config;
	if (!strcmp(name, "config1"))
		return &v->config1;
	return strcmp(name, "config2") ? NULL : &v->config2;
}

static int no_term(struct reader *r, const char *name)
{
	err_set(r->e, EINVAL, "PMU '%s' has no term '%s'", r->pmu, name);
	err_expect(r->e, "one of /" DEVICES "/%s/{format,events}, or config=N", r->pmu);
	return -EINVAL;
}

static int assign(struct reader *r, const char *name, const char *text)
{
	char path[256], format[128], *bits = format;
	uint64_t value, *config = config_of(r->v, name);

	if (config)
		strcpy(bits, "0-63");
	else {
		snprintf(path, sizeof(path), DEVICES "/%s/format/%s", r->pmu, name);
		if (text_line(r->root, path, format, sizeof(format)))
			return no_term(r, name);
		bits = strchr(format, ':');
		if (!bits)
			return no_term(r, name);
		*bits++ = 0;
		config = config_of(r->v, format);
		if (!config)
			return no_term(r, name);
	}
	if (number(text, &value) && scatter(bits, value, config))
		return 0;
	err_set(r->e, EINVAL, "PMU '%s': %s=%s", r->pmu, name, text);
	err_expect(r->e, "a number for bits %s", bits);
	return -EINVAL;
}

static int read_terms(struct reader *r, char *text);

/* "topdown-retiring"; or a term whose value is 1. */
static int name_alone(struct reader *r, const char *name)
{
	char path[256], text[256];

	snprintf(path, sizeof(path), DEVICES "/%s/events/%s", r->pmu, name);
	if (!r->alias && !text_line(r->root, path, text, sizeof(text))) {
		r->alias = true;
		return read_terms(r, text);
	}
	return assign(r, name, "1");
}

static int read_terms(struct reader *r, char *text)
{
	char *next = text, *term, *value;
	int error = 0;

	while (!error && (term = strsep(&next, ","))) {
		value = strchr(term, '=');
		if (value)
			*value++ = 0;
		if (!is_name(term, strlen(term)))
			return no_term(r, term);
		error = value ? assign(r, term, value) : name_alone(r, term);
	}
	return error;
}

/* perf's cpu_core/cycles/: the generic event of one of several PMUs. */
static bool generic_of(const struct pmus *pmus, const struct reader *r, const char *terms)
{
	struct event v;
	size_t i;

	for (i = 0; i < pmus->n && is_name(terms, strlen(terms)); i++) {
		if (strcmp(pmus->list[i].name, r->pmu) || !event_is_generic(terms, &v))
			continue;
		if (pmus->n > 1)
			v.config |= (uint64_t)r->v->type << PERF_PMU_TYPE_SHIFT;
		*r->v = v;
		return true;
	}
	return false;
}

int event_of_terms(const char *name, int root_fd, struct event *ret_event, struct err *e)
{
	size_t len = strcspn(name, "/"), terms_len = strcspn(name + len + 1, "/");
	struct event v = { .group = 0 };
	struct reader r = { .root = root_fd, .v = &v, .e = e };
	char terms[EVENT_NAME_MAX], path[256], type[16];
	struct pmus pmus;
	uint64_t number_of_type;
	size_t i;
	int error;

	snprintf(r.pmu, sizeof(r.pmu), "%.*s", (int)len, name);
	snprintf(terms, sizeof(terms), "%.*s", (int)terms_len, name + len + 1);
	snprintf(path, sizeof(path), DEVICES "/%s/type", r.pmu);
	if (len >= sizeof(r.pmu) || !is_name(name, len) ||
	    text_line(root_fd, path, type, sizeof(type)) ||
	    !number(type, &number_of_type) || number_of_type > UINT32_MAX) {
		err_set(e, EINVAL, "no PMU '%s'", r.pmu);
		err_expect(e, "one of /" DEVICES);
		return -EINVAL;
	}
	v.type = (uint32_t)number_of_type;
	pmus_read(root_fd, &pmus);
	if (!generic_of(&pmus, &r, terms)) {
		error = read_terms(&r, terms);
		if (error)
			return error;
		/* Elsewhere than on a CPU's PMU, 0 is a count. */
		for (i = 0; i < pmus.n && pmus.list[i].type != v.type;)
			i++;
		v.software = i == pmus.n;
	}
	*ret_event = v;
	return 0;
}
