/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flame graphs of a workload, where paths are kept; drawn by report/flame.c. */
#include "report/html_parts.h"

#include "report/escape.h"

#include <string.h>

/* Of the whole page: sixty workloads are not to become more than a megabyte. */
#define BYTES_MAX 420000

static size_t count(const struct html_report *r, const struct html_workload *w)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_arms; i++)
		n += w->cells[i].flame != NULL;
	return n;
}

static void one(const struct html_report *r, const struct html_workload *w, size_t i,
		size_t *spent, struct str *out)
{
	const char *flame = w->cells[i].flame;

	str_add(out, "<figure class=\"fl-g\"><figcaption>The path in ");
	escape_html(out, r->arms[i].name, ESCAPE_NAME);
	str_add(out, "</figcaption>");
	if (*spent + strlen(flame) > BYTES_MAX) {
		struct str command = STR_INIT;

		str_add(&command, "ktoll path --format svg --arm ");
		escape_shell(&command, r->arms[i].name, ESCAPE_TEXT);
		str_addc(&command, ' ');
		escape_shell(&command, w->label, ESCAPE_TEXT);
		str_add(out, "<p>Too large for this page: <code>");
		escape_html(out, str_get(&command), ESCAPE_TEXT);
		str_add(out, "</code></p></figure>");
		str_release(&command);
		return;
	}
	*spent += strlen(flame);
	str_addf(out, "<div class=\"sc\" tabindex=\"0\">%s</div></figure>", flame);
}

void html_paths(const struct html_report *r, const struct html_workload *w, size_t *spent,
		struct str *out)
{
	if (!count(r, w))
		return;
	str_add(out, "<details class=\"pa\" open><summary>Its path: instructions by "
		     "function, callers below</summary>");
	for (size_t i = 0; i < r->n_arms; i++)
		if (w->cells[i].flame)
			one(r, w, i, spent, out);
	str_add(out, "</details>");
}
