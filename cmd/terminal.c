/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See terminal.h. */
#include "cmd/terminal.h"

#include "report/escape.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A terminal that says it is narrower breaks lines as it likes. */
#define LEAST_WIDTH 40

static enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;

int parse_color(const char *s, struct err *e)
{
	static const char *const names[] = { "auto", "always", "never" };

	for (int i = 0; i < 3; i++)
		if (!strcmp(s, names[i])) {
			color = i;
			return 0;
		}
	err_set(e, EINVAL, "--color: '%s' is no good", s);
	err_expect(e, "auto, always or never");
	return -EINVAL;
}

bool color_wanted(void)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (color != COLOR_AUTO)
		return color == COLOR_ALWAYS;
	return (!no || !*no) && term && *term && strcmp(term, "dumb") &&
	       isatty(STDOUT_FILENO);
}

/* Columns of the terminal; 0 if it is none. */
static int terminal_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || !size.ws_col)
		return LOOK_TEXT_WIDTH;
	return size.ws_col < LEAST_WIDTH ? LEAST_WIDTH : size.ws_col;
}

/* The locale's characters, without making it that of the program: numbers keep a point.
 */
static bool utf8_wanted(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	bool utf8 = locale && !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");

	if (locale)
		freelocale(locale);
	return utf8;
}

struct look look_of(enum format format)
{
	if (format == FORMAT_MAIL)
		return (struct look)LOOK_MAIL;
	return (struct look){ .width = terminal_width(), .utf8 = utf8_wanted() };
}

void clean_lines(struct str *text)
{
	const struct look look = look_of(FORMAT_TEXT);
	struct str out = STR_INIT;
	char *save = NULL;

	for (char *line = text->s ? strtok_r(text->s, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save)) {
		escape_text(&out, line, SIZE_MAX, look.utf8);
		str_addc(&out, '\n');
	}
	str_release(text);
	*text = out;
}

/* The escape sequence for the word that a line ends with; NULL: none. */
static const char *color_of(const char *line, size_t len, size_t *ret_word)
{
	static const struct {
		const char *word, *on;
	} words[] = {
		{ "  SLOWER", "\033[1;31m" }, { "  FASTER", "\033[1;34m" },
		{ "  slower", "\033[1;31m" }, { "  faster", "\033[1;34m" },
		{ "  same", "\033[32m" },     { "  unknown", "\033[33m" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const size_t n = strlen(words[i].word);

		if (len > n && !memcmp(line + len - n, words[i].word, n)) {
			*ret_word = n - 2;
			return words[i].on;
		}
	}
	return NULL;
}

void color_verdicts(struct str *text)
{
	struct str out = STR_INIT;
	const char *line = str_get(text);

	while (*line) {
		const size_t len = strcspn(line, "\n");
		size_t word;
		const char *on = color_of(line, len, &word);

		if (on) {
			str_addn(&out, line, len - word);
			str_add(&out, on);
			str_addn(&out, line + len - word, word);
			str_add(&out, "\033[0m");
		} else {
			str_addn(&out, line, len);
		}
		line += len;
		if (*line) {
			str_addc(&out, '\n');
			line++;
		}
	}
	str_release(text);
	*text = out;
}
