/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See table.h. */
#include "report/table.h"

#include "report/wrap.h"

#include <string.h>

#define NAME_LEAST 8

static int gap(const struct table *t, size_t i)
{
	return !i ? 0 : t->c[i].gap ? t->c[i].gap : 1;
}

static int rest(const struct table *t)
{
	int n = t->tail;

	for (size_t i = 1; i < t->n; i++)
		if (!t->gone[i])
			n += gap(t, i) + t->c[i].width;
	return n;
}

/* The next column to go; 0: none is left that may. */
static size_t next_to_go(const struct table *t)
{
	size_t at = 0;

	for (size_t i = 1; i < t->n; i++)
		if (t->c[i].drop && !t->gone[i] && (!at || t->c[i].drop > t->c[at].drop))
			at = i;
	return at;
}

void table_fit(struct table *t, const struct look *look)
{
	struct column *name = &t->c[0];
	const int wanted = t->least && t->least < name->width ? t->least : name->width;
	int least;

	t->width = look->width;
	if (!look->width)
		return;
	while (rest(t) + wanted > look->width) {
		const size_t i = next_to_go(t);

		if (!i)
			break;
		t->gone[i] = true;
	}
	if (rest(t) + name->width <= look->width)
		return;
	least = name->width < NAME_LEAST ? name->width : NAME_LEAST;
	name->width = look->width - rest(t);
	if (name->width < least)
		name->width = least;
}

void table_row(const struct table *t, const char *const *cells, struct str *out)
{
	int pending = 0;

	for (size_t i = 0; i < t->n; i++) {
		const int fill = t->c[i].width - text_columns(cells[i]);

		if (t->gone[i])
			continue;
		if (!i && fill < 0) {
			const int indent = (int)strspn(cells[0], " ");

			wrap(out, t->width, indent, indent + 2, cells[0] + indent);
			pending = t->c[0].width;
			continue;
		}
		pending += gap(t, i) + (t->c[i].left ? 0 : fill);
		if (*cells[i]) {
			add_blanks(out, pending);
			str_add(out, cells[i]);
			pending = 0;
		} else if (!t->c[i].left) {
			continue;
		}
		pending += t->c[i].left ? fill : 0;
	}
}

void table_head(const struct table *t, struct str *out)
{
	const char *cells[TABLE_COLUMNS];

	for (size_t i = 0; i < t->n; i++)
		cells[i] = t->c[i].head;
	table_row(t, cells, out);
	str_addc(out, '\n');
}

void table_left_out(const struct table *t, const struct look *look, const char *instead,
		    struct str *out)
{
	struct str text = STR_INIT;

	for (size_t i = 0; i < t->n; i++)
		if (t->gone[i])
			str_addf(&text, "%s%s",
				 text.len ? ", " : "left out for the width: ",
				 t->c[i].head);
	if (text.len) {
		str_addf(&text, "; %s", instead);
		wrap(out, look_prose(look), 2, 2, str_get(&text));
	}
	str_release(&text);
}
