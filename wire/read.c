/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reading half of wire.h. */
#include "wire/wire.h"

#include <errno.h>
#include <string.h>

#define MAGIC_LEN (sizeof(WIRE_MAGIC) - 1)

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

static bool lower(char c)
{
	return (c >= 'a' && c <= 'z') || c == '-';
}

/* The checksum stands in the last ten bytes: " *" is before it. */
static bool sound(const char *text, size_t len)
{
	const char *tail = text + len - 10;
	uint32_t crc = 0;

	if (tail[0] != ' ' || tail[1] != '*')
		return false;
	for (unsigned int i = 2; i < 10; i++) {
		int d = hex_digit(tail[i]);

		if (d < 0)
			return false;
		crc = crc << 4 | (uint32_t)d;
	}
	return crc == wire_crc(0, text, len - 10);
}

int wire_parse(const char *text, size_t len, struct wire_line *ret)
{
	const char *p, *end;
	uint64_t seq = 0;

	if (len < MAGIC_LEN || memcmp(text, WIRE_MAGIC, MAGIC_LEN))
		return -EINVAL;
	if (len < MAGIC_LEN + 10 || len >= WIRE_LINE_MAX || !sound(text, len))
		return -EBADMSG;
	p = text + MAGIC_LEN;
	end = text + len - 10;
	if (p == end || *p < '0' || *p > '9')
		return -EBADMSG;
	for (; p < end && *p >= '0' && *p <= '9'; p++) {
		seq = seq * 10 + (uint64_t)(*p - '0');
		if (seq > UINT32_MAX)
			return -EBADMSG;
	}
	if (p == end || *p++ != ' ')
		return -EBADMSG;
	ret->type = p;
	while (p < end && lower(*p))
		p++;
	ret->type_len = (size_t)(p - ret->type);
	if (!ret->type_len || (p < end && *p != ' '))
		return -EBADMSG;
	ret->seq = (uint32_t)seq;
	ret->body = p;
	ret->body_len = (size_t)(end - p);
	return 0;
}

bool wire_next(const struct wire_line *line, size_t *pos, struct wire_word *ret)
{
	const char *p = line->body + *pos, *end = line->body + line->body_len, *word, *eq;

	while (p < end && *p == ' ')
		p++;
	if (p == end)
		return false;
	word = p;
	while (p < end && *p != ' ')
		p++;
	*pos = (size_t)(p - line->body);
	eq = memchr(word, '=', (size_t)(p - word));
	ret->key = eq ? word : NULL;
	ret->key_len = eq ? (size_t)(eq - word) : 0;
	ret->value = eq ? eq + 1 : word;
	ret->value_len = (size_t)(p - ret->value);
	return true;
}

static bool same(const char *s, size_t len, const char *word)
{
	return len == strlen(word) && !memcmp(s, word, len);
}

bool wire_is_type(const struct wire_line *line, const char *s)
{
	return same(line->type, line->type_len, s);
}

bool wire_is_key(const struct wire_word *word, const char *s)
{
	return word->key && same(word->key, word->key_len, s);
}

int wire_word_u64(const struct wire_word *word, uint64_t *ret_value,
		  const char **ret_flags, size_t *ret_flags_len)
{
	const char *p = word->value, *end = p + word->value_len;
	uint64_t v = 0;

	if (p == end || *p < '0' || *p > '9')
		return -EINVAL;
	for (; p < end && *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(v, 10u, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v))
			return -EINVAL;
	if (ret_flags) {
		*ret_flags = p;
		*ret_flags_len = (size_t)(end - p);
	} else if (p != end) {
		return -EINVAL;
	}
	*ret_value = v;
	return 0;
}

int wire_word_str(const struct wire_word *word, char *buf, size_t size)
{
	const char *p = word->value, *end = p + word->value_len;
	size_t n = 0;

	while (p < end) {
		char c = *p++;

		if (c == '%') {
			int hi = end - p >= 2 ? hex_digit(p[0]) : -1;
			int lo = hi >= 0 ? hex_digit(p[1]) : -1;

			if (lo < 0)
				return -EINVAL;
			c = (char)(hi << 4 | lo);
			p += 2;
		}
		if (n + 1 >= size) {
			buf[n] = 0;
			return -ENOSPC;
		}
		buf[n++] = c;
	}
	buf[n] = 0;
	return 0;
}

void wire_reader_init(struct wire_reader *r,
		      void (*line)(void *, const struct wire_line *), void *ctx)
{
	memset(r, 0, sizeof(*r));
	r->line = line;
	r->ctx = ctx;
}

static void one_line(struct wire_reader *r, const char *text, size_t len)
{
	struct wire_line line;

	if (len && text[len - 1] == '\r')
		len--;
	switch (wire_parse(text, len, &line)) {
	case 0:
		/* A smaller number is a new process, or a line that came twice. */
		if (line.seq > r->next_seq)
			r->lost += line.seq - r->next_seq;
		r->next_seq = line.seq + 1;
		r->lines++;
		r->line(r->ctx, &line);
		break;
	case -EBADMSG: r->corrupt++; break;
	default: r->foreign++;
	}
}

void wire_feed(struct wire_reader *r, const char *buf, size_t len)
{
	while (len) {
		const char *nl = memchr(buf, '\n', len);
		size_t n = nl ? (size_t)(nl - buf) : len;

		if (!r->skipping && n > sizeof(r->buf) - r->len) {
			/* Longer than a line may be: drop it, to the next newline. */
			r->skipping = true;
			r->len = 0;
			r->foreign++;
		}
		if (!r->skipping && nl && !r->len) {
			one_line(r, buf, n);
		} else if (!r->skipping) {
			memcpy(r->buf + r->len, buf, n);
			r->len += n;
			if (nl)
				one_line(r, r->buf, r->len);
		}
		if (!nl)
			return;
		r->skipping = false;
		r->len = 0;
		buf += n + 1;
		len -= n + 1;
	}
}

void wire_finish(struct wire_reader *r)
{
	if (r->len)
		one_line(r, r->buf, r->len);
	r->len = 0;
	r->skipping = false;
}
