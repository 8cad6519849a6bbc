/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The language of -e: events and groups in braces separated by commas, modifiers. What a
 * name means is events_name.c's.
 */
#include "base/str.h"
#include "host/events_parts.h"
#include "host/pmus.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { USER = 1, KERNEL = 2, HV = 4 }; /* modifiers */

struct parser {
	const char *text, *at;
	int root_fd;
	struct pmus pmus;
	struct events *ev;
	struct err *e;

	/* The group being read. */
	struct event members[EVENTS_MAX];
	unsigned int modifiers[EVENTS_MAX];
	bool generic[EVENTS_MAX]; /* not a PMU's own */
	size_t n;
};

static int bad(struct parser *p, const char *what, const char *expected)
{
	err_set(p->e, EINVAL, "%s", what);
	err_where(p->e, "'%s', character %zu", p->text, (size_t)(p->at - p->text) + 1);
	err_expect(p->e, "%s", expected);
	return -EINVAL;
}

static void blanks(struct parser *p)
{
	p->at += strspn(p->at, " \t");
}

/* What the letters of @s say; 0 if it is not of modifiers only. */
static unsigned int modifiers_of(const char *s, size_t len)
{
	unsigned int m = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		if (s[i] == 'u')
			m |= USER;
		else if (s[i] == 'k')
			m |= KERNEL;
		else if (s[i] == 'h')
			m |= HV;
		else
			return 0;
	}
	return m;
}

/* Cuts ":u:k" off the end of @name, or what is behind "PMU/TERMS/". */
static unsigned int cut_modifiers(char *name)
{
	char *last = strrchr(name, '/');
	unsigned int all = 0, m;
	char *colon;

	if (last) {
		m = modifiers_of(last + 1, strlen(last + 1));
		if (m)
			last[1] = 0;
		return m;
	}
	while ((colon = strrchr(name, ':')) && colon > name && colon[-1] != ':') {
		m = modifiers_of(colon + 1, strlen(colon + 1));
		if (!m)
			break;
		all |= m;
		*colon = 0;
	}
	return all;
}

/* Commas between slashes belong to the event. */
static size_t length_of(const char *s)
{
	size_t len = strcspn(s, ",{}/ \t");

	if (s[len] == '/')
		len += 1 + strcspn(s + len + 1, "/");
	return len + strcspn(s + len, ",{} \t");
}

static int read_event(struct parser *p)
{
	char name[EVENT_NAME_MAX + 16];
	struct event *v = &p->members[p->n];
	const char *slash;
	size_t len;
	int r;

	blanks(p);
	len = length_of(p->at);
	if (!len)
		return bad(p, "no event", "a name");
	if (p->n == EVENTS_MAX)
		return bad(p, "too many events", "at most 32");
	snprintf(name, sizeof(name), "%.*s", (int)len, p->at);
	p->modifiers[p->n] = cut_modifiers(name);
	/* Room for ":ukh" is always there: a group may have them. */
	if (len >= sizeof(name) || strlen(name) >= sizeof(v->name) - 4)
		return bad(p, "the name is too long", "at most 91 characters");
	slash = strchr(name, '/');
	if (slash && (name[strlen(name) - 1] != '/' ||
		      strchr(slash + 1, '/') != name + strlen(name) - 1))
		return bad(p, "PMU/TERMS/ is not whole",
			   "PMU/TERM=N,.../ and then u, k, h or nothing");
	r = event_resolve(name, p->root_fd, v, &p->generic[p->n], p->e);
	if (r)
		return r;
	strcpy(v->name, name);
	p->at += len;
	blanks(p);
	p->n++;
	return 0;
}

static int read_group(struct parser *p)
{
	unsigned int m;
	size_t i, len;
	int r;

	do {
		p->at++; /* '{' or ',' */
		r = read_event(p);
		if (r)
			return r;
	} while (*p->at == ',');
	if (*p->at != '}')
		return bad(p, "the group does not end", "'}'");
	p->at++;
	if (*p->at == ':') {
		len = strcspn(++p->at, ",{}/ \t");
		m = modifiers_of(p->at, len);
		if (!m)
			return bad(p, "unknown modifier of a group",
				   "u, k, h or several of them");
		p->at += len;
		for (i = 0; i < p->n; i++)
			p->modifiers[i] |= m;
	}
	return 0;
}

static void modify(struct event *v, unsigned int m)
{
	size_t len = strlen(v->name);

	v->exclude = (m & USER ? 0 : EVENT_NOT_USER) |
		     (m & KERNEL ? 0 : EVENT_NOT_KERNEL) | (m & HV ? 0 : EVENT_NOT_HV);
	snprintf(v->name + len, sizeof(v->name) - len, "%s%s%s%s",
		 v->name[len - 1] == '/' ? "" : ":", m & USER ? "u" : "",
		 m & KERNEL ? "k" : "", m & HV ? "h" : "");
}

/* A number that is not what its name says is worse than none. */
static int check_modifiers(struct parser *p, const struct event *v)
{
	const char *what, *expected = "no modifier";

	if (!v->exclude)
		return 0;
	if (v->exclude == (EVENT_NOT_USER | EVENT_NOT_KERNEL | EVENT_NOT_HV)) {
		err_set(p->e, EINVAL, "'%s' would always be 0", v->name);
		err_expect(p->e, "one of u, k and h, of which nothing is left");
		return -EINVAL;
	}
	switch (event_heeds(v)) {
	case EVENT_IS_CLOCK: what = "would be all the time"; break;
	case EVENT_IS_TRACEPOINT: what = "would be 0, or all there are"; break;
	case EVENT_IN_KERNEL:
		if (v->exclude & EVENT_NOT_KERNEL) {
			what = "would always be 0";
			expected = "no :u, it happens in the kernel";
			break;
		}
		/* fall through */
	case EVENT_IS_SOFTWARE:
		if (v->exclude & EVENT_NOT_HV)
			return 0;
		what = v->exclude == (EVENT_NOT_USER | EVENT_NOT_KERNEL)
			       ? "would always be 0"
			       : "would be the same without h";
		expected = "u, k or both: no software event knows of a hypervisor";
		break;
	default: return 0;
	}
	err_set(p->e, EINVAL, "'%s' %s", v->name, what);
	err_expect(p->e, "%s", expected);
	return -EINVAL;
}

static int append(struct parser *p, const struct event *v, unsigned int group)
{
	struct events *ev = p->ev;
	size_t i;

	for (i = 0; i < ev->n; i++)
		if (!strcasecmp(ev->list[i].name, v->name) &&
		    !strcmp(ev->list[i].pmu, v->pmu))
			return err_set(p->e, EINVAL, "event '%s' is asked for twice",
				       v->name);
	if (ev->n == EVENTS_MAX)
		return bad(p, "too many events",
			   "at most 32, on a hybrid CPU for all its PMUs");
	ev->list[ev->n] = *v;
	ev->list[ev->n++].group = group;
	return 0;
}

/* The PMU that an event of its own is of, as linux/perf_event.h describes. */
static uint32_t type_of(const struct event *v)
{
	if (v->type == PERF_TYPE_HARDWARE || v->type == PERF_TYPE_HW_CACHE)
		return v->config >> PERF_PMU_TYPE_SHIFT;
	return v->type;
}

/* Makes @v the event of that PMU; false: it is not. */
static bool of_pmu(const struct parser *p, size_t pmu, bool generic, struct event *v)
{
	uint32_t type = p->pmus.list[pmu].type;

	if (!generic && type_of(v) != type)
		return false;
	if (generic && v->type == PERF_TYPE_RAW)
		v->type = type;
	else if (generic)
		v->config |= (uint64_t)type << PERF_PMU_TYPE_SHIFT;
	if (!strchr(v->name, '/')) /* else the name says it */
		strcpy(v->pmu, p->pmus.list[pmu].name);
	return true;
}

/* A PMU's share of the group. Marks in @taken which members have one. */
static int append_of_pmu(struct parser *p, size_t pmu, bool *taken)
{
	bool any = false;
	size_t i;
	int r;

	for (i = 0; i < p->n; i++) {
		struct event v = p->members[i];

		if (!of_pmu(p, pmu, p->generic[i], &v))
			continue;
		r = append(p, &v, p->ev->groups);
		if (r)
			return r;
		taken[i] = any = true;
	}
	p->ev->groups += any;
	return 0;
}

static int append_group(struct parser *p)
{
	bool taken[EVENTS_MAX] = { false }, any = false;
	size_t i;
	int r;

	for (i = 0; i < p->n; i++) {
		if (p->modifiers[i])
			modify(&p->members[i], p->modifiers[i]);
		r = check_modifiers(p, &p->members[i]);
		if (r)
			return r;
		/* It changes no clock, and is all that every user may open. */
		if (p->members[i].time)
			p->members[i].exclude = EVENT_NOT_KERNEL | EVENT_NOT_HV;
	}
	for (i = 0; p->pmus.n > 1 && i < p->pmus.n; i++) {
		r = append_of_pmu(p, i, taken);
		if (r)
			return r;
	}
	for (i = 0; i < p->n; i++) {
		if (taken[i])
			continue;
		r = append(p, &p->members[i], p->ev->groups);
		if (r)
			return r;
		any = true;
	}
	p->ev->groups += any;
	return 0;
}

static int read_list(struct parser *p)
{
	int r;

	for (;; p->at++) {
		p->n = 0;
		blanks(p);
		r = *p->at == '{' ? read_group(p) : read_event(p);
		if (!r)
			r = append_group(p);
		if (r)
			return r;
		blanks(p);
		if (!*p->at)
			return 0;
		if (*p->at != ',')
			return bad(p, "unexpected text after an event", "',' or the end");
	}
}

int events_add(struct events *ev, const char *text, int root_fd, struct err *e)
{
	struct events more = *ev;
	struct parser p = {
		.text = text, .at = text, .root_fd = root_fd, .ev = &more, .e = e
	};
	int r;

	pmus_read(root_fd, &p.pmus);
	r = read_list(&p);
	if (!r)
		*ev = more;
	return r;
}

void events_release(struct events *ev)
{
	size_t i;

	for (i = 0; i < ev->n; i++)
		free(ev->list[i].why);
	memset(ev, 0, sizeof(*ev));
}

char *events_counted(const struct events *ev)
{
	struct str text = STR_INIT;

	for (size_t i = 0; ev && i < ev->n; i++)
		if (!ev->list[i].error)
			str_addf(&text, "%s%s", text.len ? "," : "", ev->list[i].name);
	if (text.len && ev->everywhere)
		str_add(&text, ", all CPUs");
	if (text.len)
		return str_detach(&text);
	str_release(&text);
	return NULL;
}
