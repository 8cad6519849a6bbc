/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See list_events.h. */
#include "cmd/list_events.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/terminal.h"
#include "host/events.h"
#include "report/events.h"

#include <fcntl.h>
#include <fnmatch.h>

static bool wanted(const char *name, const char *const *globs, size_t n_globs)
{
	size_t i;

	for (i = 0; i < n_globs; i++)
		if (!fnmatch(globs[i], name, FNM_CASEFOLD))
			return true;
	return !n_globs;
}

/* False: libpfm4 lists it, and will not encode it alone. */
static bool try_one(const struct event_name *name, int root, struct event_row *row,
		    char **ret_why)
{
	struct events ev = { .n = 0 };
	size_t i;

	if (events_add(&ev, name->name, root, NULL) < 0)
		return false;
	*ret_why = NULL;
	if (!events_try(&ev, root))
		for (i = 0; i < ev.n && !*ret_why; i++)
			*ret_why = xstrdup(ev.list[i].why);
	*row = (struct event_row){ name->name, name->what, *ret_why };
	events_release(&ev);
	return true;
}

int list_events(const char *const *globs, size_t n_globs, enum format format)
{
	_cleanup_fd_ int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	const struct look look = look_of(format);
	struct str text = STR_INIT;
	struct event_name *names;
	struct event_row *rows;
	size_t n_names, n = 0, i;
	char **whys;
	int r;

	events_names(root, &names, &n_names);
	rows = xcalloc(n_names, sizeof(*rows));
	whys = xcalloc(n_names, sizeof(*whys));
	for (i = 0; i < n_names; i++)
		if (wanted(names[i].name, globs, n_globs) &&
		    try_one(&names[i], root, &rows[n], &whys[n]))
			n++;
	if (!n) {
		r = complainf(EXIT_USAGE, "no event matches");
	} else {
		if (format == FORMAT_JSON)
			events_report_json(rows, n, &text);
		else if (format == FORMAT_CSV)
			events_report_csv(rows, n, &text);
		else
			events_report_text(rows, n, &look, &text);
		r = print(&text);
	}
	for (i = 0; i < n; i++)
		free(whys[i]);
	free(whys);
	free(rows);
	events_names_free(names, n_names);
	str_release(&text);
	return r;
}
