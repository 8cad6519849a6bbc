/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See escape.h. */
#include "report/escape.h"

#include "base/xalloc.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT 0xfffd

/*
 * The next character of *@s (not at its end), which is moved behind it; REPLACEMENT for
 * what is no UTF-8: stray, overlong and cut sequences, surrogates, noncharacters.
 */
static uint32_t next_character(const char **s)
{
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)*s;
	uint32_t c = *p;
	int more = c < 0x80             ? 0
		   : (c & 0xe0) == 0xc0 ? 1
		   : (c & 0xf0) == 0xe0 ? 2
		   : (c & 0xf8) == 0xf0 ? 3
					: -1;

	++*s;
	if (more < 0)
		return REPLACEMENT;
	if (more)
		c &= 0x3fu >> more;
	for (int i = 1; i <= more; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return REPLACEMENT;
		c = c << 6 | (p[i] & 0x3f);
	}
	*s += more;
	if (c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ||
	    (c & 0xfffe) == 0xfffe)
		return REPLACEMENT;
	return c;
}

/* What would reorder or hide the text around it. */
static bool disturbs(uint32_t c)
{
	return (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
	       (c >= 0x2060 && c <= 0x2069) || c == 0xfeff;
}

static bool control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

static void add_utf8(struct str *out, uint32_t c)
{
	if (c < 0x80) {
		str_addc(out, (char)c);
	} else if (c < 0x800) {
		str_addc(out, (char)(0xc0 | c >> 6));
		str_addc(out, (char)(0x80 | (c & 0x3f)));
	} else if (c < 0x10000) {
		str_addc(out, (char)(0xe0 | c >> 12));
		str_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		str_addc(out, (char)(0x80 | (c & 0x3f)));
	} else {
		str_addc(out, (char)(0xf0 | c >> 18));
		str_addc(out, (char)(0x80 | (c >> 12 & 0x3f)));
		str_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		str_addc(out, (char)(0x80 | (c & 0x3f)));
	}
}

/* Calls @put for up to @max harmless characters of @s. */
static void each(struct str *out, const char *s, size_t max,
		 void (*put)(struct str *out, uint32_t c))
{
	size_t n = 0;

	while (s && *s) {
		uint32_t c = next_character(&s);

		if (n++ == max) {
			str_add(out, "...");
			return;
		}
		put(out, control(c) ? ' ' : disturbs(c) ? REPLACEMENT : c);
	}
}

static void put_ktap(struct str *out, uint32_t c)
{
	str_addc(out, c > 0x7e || c == '#' ? '?' : (char)c);
}

/* Blanks at the ends, and "- " before a name, would be taken off by the parser. */
void escape_ktap(struct str *out, const char *s, size_t max)
{
	struct str text = STR_INIT;
	const char *name;

	each(&text, s, max, put_ktap);
	while (text.len && text.s[text.len - 1] == ' ')
		text.s[--text.len] = 0;
	name = str_get(&text) + strspn(str_get(&text), " ");
	if (*name == '-')
		str_addc(out, '?');
	str_add(out, *name ? name : "(no name)");
	str_release(&text);
}

static void put_ascii(struct str *out, uint32_t c)
{
	str_addc(out, c > 0x7e ? '?' : (char)c);
}

void escape_text(struct str *out, const char *s, size_t max, bool utf8)
{
	each(out, s, max, utf8 ? add_utf8 : put_ascii);
}

static void put_html(struct str *out, uint32_t c)
{
	switch (c) {
	case '&': str_add(out, "&amp;"); break;
	case '<': str_add(out, "&lt;"); break;
	case '>': str_add(out, "&gt;"); break;
	case '"': str_add(out, "&quot;"); break;
	case '\'': str_add(out, "&#39;"); break;
	default: add_utf8(out, c);
	}
}

void escape_html(struct str *out, const char *s, size_t max)
{
	each(out, s, max, put_html);
}

void escape_html_lines(struct str *out, const char *s, size_t max)
{
	while (s && *s) {
		const size_t n = strcspn(s, "\n");
		char *line = xstrndup(s, n);

		each(out, line, max, put_html);
		free(line);
		s += n;
		if (*s) {
			str_addc(out, '\n');
			s++;
		}
	}
}

static void put_markdown(struct str *out, uint32_t c)
{
	if (c == '<' || c == '>' || c == '&' || c == '"')
		put_html(out, c);
	else if (c == '@')
		str_add(out, "(at)");
	else if (c == ':')
		/* no scheme, no link */
		str_add(out, "&#58;");
	else if (c < 0x80 && strchr("\\`*_{}[]()#+-.!|~$", (int)c))
		str_addf(out, "\\%c", (char)c);
	else
		add_utf8(out, c);
}

void escape_markdown(struct str *out, const char *s, size_t max)
{
	each(out, s, max, put_markdown);
}

static void put_code(struct str *out, uint32_t c)
{
	if (c == '`')
		str_addc(out, '\'');
	else if (c == '|')
		str_add(out, "\\|");
	else
		add_utf8(out, c);
}

void escape_code(struct str *out, const char *s, size_t max)
{
	str_addc(out, '`');
	/* an empty span, or one that begins with a blank, would not be one */
	each(out, s && *s ? s : "?", max, put_code);
	str_addc(out, '`');
}

static void put_shell(struct str *out, uint32_t c)
{
	if (c == '\'')
		str_add(out, "'\\''");
	else
		add_utf8(out, c);
}

void escape_shell(struct str *out, const char *s, size_t max)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789-_./:=,+@%";

	if (s && *s && strspn(s, plain) == strlen(s)) {
		each(out, s, max, add_utf8);
		return;
	}
	str_addc(out, '\'');
	each(out, s, max, put_shell);
	str_addc(out, '\'');
}
