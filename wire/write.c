/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writing half of wire.h. Freestanding. */
#include "wire/wire.h"

static const char hex[] = "0123456789abcdef";

/* " *" CRC "\n" */
#define TAIL 11

uint32_t wire_crc(uint32_t crc, const char *buf, size_t len)
{
	static const uint32_t nibble[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
		0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};

	crc = ~crc;
	while (len--) {
		crc ^= (unsigned char)*buf++;
		crc = nibble[crc & 15] ^ (crc >> 4);
		crc = nibble[crc & 15] ^ (crc >> 4);
	}
	return ~crc;
}

void wire_init(struct wire_out *o, int (*put)(void *, const char *, size_t), void *ctx)
{
	o->put = put;
	o->ctx = ctx;
	o->error = 0;
	o->seq = 0;
	o->len = 0;
}

size_t wire_room(const struct wire_out *o)
{
	return WIRE_LINE_MAX - TAIL - o->len;
}

static void add(struct wire_out *o, char c)
{
	if (wire_room(o))
		o->line[o->len++] = c;
}

static void add_text(struct wire_out *o, const char *s)
{
	while (*s)
		add(o, *s++);
}

/*
 * Subtracts powers of ten instead of dividing: a 64-bit division on i386 is a call into
 * a library the probe does not have.
 */
static void add_u64(struct wire_out *o, uint64_t v)
{
	static const uint64_t ten[20] = {
		10000000000000000000u,
		1000000000000000000u,
		100000000000000000u,
		10000000000000000u,
		1000000000000000u,
		100000000000000u,
		10000000000000u,
		1000000000000u,
		100000000000u,
		10000000000u,
		1000000000u,
		100000000u,
		10000000u,
		1000000u,
		100000u,
		10000u,
		1000u,
		100u,
		10u,
		1u,
	};
	bool begun = false;

	for (unsigned int i = 0; i < 20; i++) {
		char c = '0';

		while (v >= ten[i]) {
			v -= ten[i];
			c++;
		}
		begun |= c != '0' || i == 19;
		if (begun)
			add(o, c);
	}
}

static bool plain(unsigned char c)
{
	return c > 0x20 && c < 0x7f && c != '%' && c != '=' && c != '*';
}

void wire_begin(struct wire_out *o, const char *type)
{
	o->len = 0;
	add_text(o, WIRE_MAGIC);
	add_u64(o, o->seq);
	add(o, ' ');
	add_text(o, type);
}

static void key(struct wire_out *o, const char *k)
{
	add(o, ' ');
	add_text(o, k);
	add(o, '=');
}

static size_t length(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

void wire_str(struct wire_out *o, const char *k, const char *value)
{
	if (wire_room(o) < length(k) + 2)
		return;
	key(o, k);
	for (; *value && wire_room(o) >= 3; value++) {
		unsigned char c = *value;

		if (plain(c)) {
			add(o, c);
		} else {
			add(o, '%');
			add(o, hex[c >> 4]);
			add(o, hex[c & 15]);
		}
	}
}

void wire_u64(struct wire_out *o, const char *k, uint64_t value)
{
	if (wire_room(o) < length(k) + 22)
		return;
	key(o, k);
	add_u64(o, value);
}

void wire_i64(struct wire_out *o, const char *k, int64_t value)
{
	if (wire_room(o) < length(k) + 23)
		return;
	key(o, k);
	if (value < 0)
		add(o, '-');
	add_u64(o, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void wire_value(struct wire_out *o, uint64_t value, const char *flags)
{
	if (wire_room(o) < WIRE_VALUE_MAX)
		return;
	add(o, ' ');
	add_u64(o, value);
	add_text(o, flags);
}

void wire_end(struct wire_out *o)
{
	uint32_t crc = wire_crc(0, o->line, o->len);
	int r;

	o->line[o->len++] = ' ';
	o->line[o->len++] = '*';
	for (int shift = 28; shift >= 0; shift -= 4)
		o->line[o->len++] = hex[(crc >> shift) & 15];
	o->line[o->len++] = '\n';
	r = o->put(o->ctx, o->line, o->len);
	if (r < 0 && !o->error)
		o->error = r;
	o->seq++;
	o->len = 0;
}
