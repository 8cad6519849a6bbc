/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See number.h. */
#include "import/number.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_CHARS  400 /* of one number */
#define MAX_GROUPS 12

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits(const char *s, size_t n, size_t i)
{
	while (i < n && digit(s[i]))
		i++;
	return i;
}

static bool is_word(const char *s, size_t n, const char *word)
{
	return n == strlen(word) && !strncasecmp(s, word, n);
}

/* What it is that is not a plain number. */
static enum num_status classify(const char *s, size_t n)
{
	size_t i = n && (s[0] == '+' || s[0] == '-');
	bool comma = false;

	if (!n)
		return NUM_EMPTY;
	if (is_word(s + i, n - i, "nan") || (n - i > 4 && !strncasecmp(s + i, "nan(", 4)))
		return NUM_NAN;
	if (is_word(s + i, n - i, "inf") || is_word(s + i, n - i, "infinity"))
		return NUM_INF;
	if (n - i > 2 && s[i] == '0' && (s[i + 1] | 32) == 'x')
		return NUM_HEX;
	if (i == n || !digit(s[i]))
		return NUM_TEXT;
	for (; i < n; i++) {
		if (s[i] == ',')
			comma = true;
		else if (!digit(s[i]) && s[i] != '.')
			return NUM_TEXT;
	}
	return comma ? NUM_COMMA : NUM_TEXT;
}

static bool grammar(const char *s, size_t n)
{
	size_t i = n && (s[0] == '+' || s[0] == '-');
	size_t from = i, end;

	end = digits(s, n, i);
	if (end < n && s[end] == '.') {
		i = digits(s, n, end + 1);
		if (i - from < 2) /* a lone point */
			return false;
		end = i;
	} else if (end == from) {
		return false;
	}
	if (end == n)
		return true;
	if ((s[end] | 32) != 'e')
		return false;
	i = end + 1;
	if (i < n && (s[i] == '+' || s[i] == '-'))
		i++;
	return i < n && digits(s, n, i) == n;
}

/*
 * Most numbers: at most 2^53 without the point, and a power of ten that is exact. One
 * division then rounds once, as it must.
 */
static bool short_number(const char *s, size_t n, double *ret_value)
{
	static const double tens[] = { 1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
				       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
	bool negative = s[0] == '-', point = false;
	size_t i = negative || s[0] == '+', decimals = 0;
	uint64_t v = 0;

	if (n - i > 16)
		return false;
	for (; i < n; i++) {
		if (s[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (!digit(s[i]))
			return false;
		v = v * 10 + (uint64_t)(s[i] - '0');
		decimals += point;
	}
	if (v > (uint64_t)1 << 53 || decimals > 15)
		return false;
	*ret_value = (double)v / tens[decimals];
	if (negative)
		*ret_value = -*ret_value;
	return true;
}

enum num_status num_scan(const char *s, size_t n, double *ret_value)
{
	char buf[MAX_CHARS + 1];
	locale_t c;
	double v;
	int error;

	if (!grammar(s, n) || n > MAX_CHARS)
		return classify(s, n);
	if (short_number(s, n, ret_value))
		return NUM_OK;
	memcpy(buf, s, n);
	buf[n] = 0;
	c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!c)
		return NUM_TEXT;
	errno = 0;
	v = strtod_l(buf, NULL, c);
	error = errno;
	freelocale(c);
	if (error || !isfinite(v))
		return NUM_RANGE;
	*ret_value = v;
	return NUM_OK;
}

enum num_status num_scan_uint(const char *s, size_t n, uint64_t *ret_value)
{
	uint64_t v = 0;
	size_t i;

	if (!n || digits(s, n, 0) != n)
		return classify(s, n);
	for (i = 0; i < n; i++)
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(s[i] - '0'), &v))
			return NUM_RANGE;
	*ret_value = v;
	return NUM_OK;
}

const char *num_problem(enum num_status st)
{
	switch (st) {
	case NUM_NAN: return "is not a number that can be stored";
	case NUM_INF: return "is infinite";
	case NUM_RANGE: return "does not fit a double";
	case NUM_COMMA: return "has a comma: decimal comma, thousands or two columns?";
	case NUM_HEX: return "is hexadecimal";
	case NUM_EMPTY: return "is empty";
	default: return "is not a number";
	}
}

/* One number taken apart: groups of digits and the marks between them. */
struct parts {
	size_t n; /* groups */
	size_t at[MAX_GROUPS], len[MAX_GROUPS];
	uint32_t mark[MAX_GROUPS]; /* mark[i] stands after group i; 0 after the last */
};

/* The mark at @s, and its length in bytes; 0 if there is none that a locale uses. */
static uint32_t mark_at(const char *s, size_t n, size_t *ret_bytes)
{
	static const struct {
		const char *bytes;
		uint32_t code;
	} marks[] = {
		{ ".", '.' },
		{ ",", ',' },
		{ "'", '\'' },
		{ "\xc2\xa0", 0xa0 },       /* no-break space */
		{ "\xe2\x80\xaf", 0x202f }, /* narrow no-break space: fr_FR */
		{ "\xe2\x80\x89", 0x2009 }, /* thin space */
		{ "\xe2\x80\x99", 0x2019 }, /* right quotation mark: de_CH */
		{ "\xd9\xab", 0x66b },      /* Arabic decimal separator */
		{ "\xd9\xac", 0x66c },      /* Arabic thousands separator */
		{ "\xc2\xb7", 0xb7 },       /* middle dot: old Catalan */
	};
	size_t i, len;

	for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		len = strlen(marks[i].bytes);
		if (len <= n && !memcmp(s, marks[i].bytes, len)) {
			*ret_bytes = len;
			return marks[i].code;
		}
	}
	return 0;
}

static bool take_apart(const char *s, size_t n, struct parts *p)
{
	size_t i = 0, end, bytes;

	*p = (struct parts){ 0 };
	if (n > MAX_CHARS)
		return false;
	for (;;) {
		end = digits(s, n, i);
		if (end == i || p->n == MAX_GROUPS)
			return false;
		p->at[p->n] = i;
		p->len[p->n] = end - i;
		p->n++;
		if (end == n)
			return true;
		p->mark[p->n - 1] = mark_at(s + end, n - end, &bytes);
		if (!p->mark[p->n - 1])
			return false;
		i = end + bytes;
	}
}

/* The first @whole groups as one number, the rest (at most one) as its fraction. */
static enum num_status join(const char *s, const struct parts *p, size_t whole,
			    double *ret_value)
{
	char buf[MAX_CHARS + 2];
	size_t i, len = 0;

	for (i = 0; i < p->n; i++) {
		if (i == whole)
			buf[len++] = '.';
		memcpy(buf + len, s + p->at[i], p->len[i]);
		len += p->len[i];
	}
	return num_scan(buf, len, ret_value);
}

enum num_status num_scan_plain(const char *s, size_t n, struct num_style *style,
			       double *ret_value)
{
	struct parts p;

	if (!take_apart(s, n, &p))
		return classify(s, n) == NUM_COMMA ? NUM_TEXT : classify(s, n);
	if (p.n > 2)
		return NUM_COMMA;
	if (p.n == 2) {
		if ((style->decimal && style->decimal != p.mark[0]) ||
		    style->group == p.mark[0])
			return NUM_COMMA;
		style->decimal = p.mark[0];
	}
	return join(s, &p, 1, ret_value);
}

/* Groups 0..@whole-1 separated by one mark, as thousands or the Indian way. */
static bool well_grouped(const struct parts *p, size_t whole, uint32_t *ret_mark)
{
	size_t i;

	*ret_mark = 0;
	if (whole == 1)
		return true;
	if (p->len[0] < 1 || p->len[0] > 3 || p->len[whole - 1] != 3)
		return false;
	for (i = 0; i < whole - 1; i++) {
		if (p->mark[i] != p->mark[0] || (i && p->len[i] != 2 && p->len[i] != 3))
			return false;
		if (i > 1 && p->len[i] != p->len[1])
			return false;
	}
	*ret_mark = p->mark[0];
	return true;
}

enum num_status num_scan_grouped(const char *s, size_t n, struct num_style *style,
				 double *ret_value, unsigned int *ret_decimals)
{
	uint32_t group, last;
	struct parts p;
	size_t whole;
	bool fraction;

	if (!take_apart(s, n, &p))
		return classify(s, n) == NUM_COMMA ? NUM_TEXT : classify(s, n);
	last = p.n > 1 ? p.mark[p.n - 2] : 0;
	fraction = p.n > 1 && (p.len[p.n - 1] == 2 || p.len[p.n - 1] == 6);
	whole = fraction ? p.n - 1 : p.n;
	if (!well_grouped(&p, whole, &group))
		return NUM_COMMA;
	/* "0.302": no grouping starts with a zero, and no count has such a fraction. */
	if (whole > 1 && s[p.at[0]] == '0')
		return NUM_COMMA;
	if (fraction && (group == last || (style->decimal && style->decimal != last) ||
			 style->group == last))
		return NUM_COMMA;
	if (group && (style->decimal == group || (style->group && style->group != group)))
		return NUM_COMMA;
	if (fraction)
		style->decimal = last;
	if (group)
		style->group = group;
	*ret_decimals = fraction ? p.len[p.n - 1] : 0;
	return join(s, &p, whole, ret_value);
}
