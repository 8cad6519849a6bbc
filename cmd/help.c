/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See help.h. */
#include "cmd/help.h"

#include "base/cleanup.h"
#include "base/self.h"
#include "base/xalloc.h"
#include "cmd/command.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Pages that are not of a command. */
static const struct {
	const char *topic;
	char section;
} others[] = {
	{ "workloads", '7' }, { "experiment", '5' }, { "wire", '5' },
	{ "plan", '5' },      { "json", '5' },
};

static char section_of(const char *topic)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (!strcmp(topic, others[i].topic))
			return others[i].section;
	return '1';
}

/* The first of the places that has the page. The caller frees. */
static char *page_path(const char *topic)
{
	_cleanup_free_ char *own = self_folder(0);
	const char section = section_of(topic);
	char *places[] = {
		/* built in build/VARIANT/; pages are in man/ or made in build/gen/man/ */
		xasprintf("%s/../../man/ktoll-%s.%c", own ? own : ".", topic, section),
		xasprintf("%s/../gen/man/ktoll-%s.%c", own ? own : ".", topic, section),
		/* installed, wherever to */
		xasprintf("%s/../share/man/man%c/ktoll-%s.%c", own ? own : ".", section,
			  topic, section),
		xasprintf("%s/../share/man/man%c/ktoll-%s.%c.gz", own ? own : ".",
			  section, topic, section),
		xasprintf("%s/man%c/ktoll-%s.%c", KTOLL_MANDIR, section, topic, section),
		xasprintf("%s/man%c/ktoll-%s.%c.gz", KTOLL_MANDIR, section, topic,
			  section),
	};
	char *found = NULL;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (!found && !access(places[i], R_OK))
			found = places[i];
		else
			free(places[i]);
	}
	return found;
}

int help_page(const char *topic)
{
	_cleanup_free_ char *path = NULL;

	/* it becomes part of a path */
	if (!*topic || strlen(topic) > 40 ||
	    strspn(topic, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(topic))
		return complainf(EXIT_USAGE,
				 "'%s' is no topic (expected a command, or "
				 "workloads, experiment, wire, plan, json)",
				 topic);
	path = page_path(topic);
	if (!path)
		return complainf(
			EXIT_USAGE,
			"there is no manual page of '%s' (expected a command, or "
			"workloads, experiment, wire, plan, json; those of sections 5 and 7 are "
			"made by `make man`)",
			topic);
	execlp("man", "man", "-l", path, (char *)NULL);
	return complainf(
		EXIT_CANNOT,
		"cannot start man: %s (expected the package man-db; the page is %s)",
		strerror(errno), path);
}
