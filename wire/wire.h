/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wire format: what the probe says and how it is read back. The only code that
 * both programs share; freestanding (no libc but its fixed-width types), so that the
 * probe can carry it. It knows lines, not what they mean; docs/wire.md lists the types.
 *
 *	kt1 SEQ TYPE KEY=VALUE ... V V V ... *CRC\n
 *
 *	kt1    magic, with the version of the format
 *	SEQ    decimal, 0 for the first line of a process, then one more each line
 *	TYPE   lower-case word
 *	KEY=VALUE  fields; in a VALUE every byte outside 0x21..0x7e, and % = *, is %XX
 *	V      values: decimal, an optional letter of flags behind it
 *	CRC    CRC-32 (IEEE 802.3, reflected, as zlib's) of everything before " *",
 *	       eight lower-case hexadecimal digits
 *
 * A line is at most WIRE_LINE_MAX bytes with its newline. Anything on the same channel
 * that is not such a line (console output of a guest) is foreign, and skipped.
 */
#ifndef WIRE_WIRE_H
#define WIRE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_LINE_MAX 1024
#define WIRE_MAGIC    "kt1 "
#define WIRE_VERSION  1

/* CRC-32 of @len bytes, continuing from @crc (0 to begin). */
uint32_t wire_crc(uint32_t crc, const char *buf, size_t len);

/* ---- writing ---- */

struct wire_out {
	/* Takes a whole line; returns 0 or a negative errno, which sticks in .error. */
	int (*put)(void *ctx, const char *line, size_t len);
	void *ctx;
	int error;
	uint32_t seq; /* of the next line; = lines written so far */
	uint32_t len;
	char line[WIRE_LINE_MAX];
};

void wire_init(struct wire_out *o, int (*put)(void *, const char *, size_t), void *ctx);
void wire_begin(struct wire_out *o, const char *type);

/*
 * Fields and values that no longer fit are left out; wire_room() tells how many bytes
 * still fit. A value of wire_value() needs at most WIRE_VALUE_MAX.
 */
void wire_str(struct wire_out *o, const char *key, const char *value);
void wire_u64(struct wire_out *o, const char *key, uint64_t value);
void wire_i64(struct wire_out *o, const char *key, int64_t value);
void wire_value(struct wire_out *o, uint64_t value, const char *flags);
size_t wire_room(const struct wire_out *o);
void wire_end(struct wire_out *o);

#define WIRE_VALUE_MAX 26 /* space, 20 digits, 5 flags */

/* ---- reading ---- */

/* One line's parts, pointing into the text it was parsed from. */
struct wire_line {
	uint32_t seq;
	const char *type;
	size_t type_len;
	const char *body; /* fields and values, may be empty */
	size_t body_len;
};

/*
 * Takes a line apart (@len without its newline). 0; -EINVAL: not a wire line at all;
 * -EBADMSG: begins like one, but is damaged.
 */
int wire_parse(const char *text, size_t len, struct wire_line *ret);

/*
 * The next word of the body. Returns false at the end. A field gives key and value (still
 * escaped), a value has key NULL.
 */
struct wire_word {
	const char *key;
	size_t key_len;
	const char *value;
	size_t value_len;
};
bool wire_next(const struct wire_line *line, size_t *pos, struct wire_word *ret);

/* Whether the line's type, or a word's key, is @s. */
bool wire_is_type(const struct wire_line *line, const char *s);
bool wire_is_key(const struct wire_word *word, const char *s);

/* Decimal of a word; flags (if any) follow in *@ret_flags. 0 or -EINVAL. */
int wire_word_u64(const struct wire_word *word, uint64_t *ret_value,
		  const char **ret_flags, size_t *ret_flags_len);

/*
 * Undoes the escaping into @buf (terminated, cut at @size). Returns 0, -EINVAL on a bad
 * escape, -ENOSPC if cut.
 */
int wire_word_str(const struct wire_word *word, char *buf, size_t size);

/*
 * Cuts a stream of bytes into lines and keeps account of what was lost. Feed it pieces of
 * any size; it calls @line for every sound line.
 */
struct wire_reader {
	void (*line)(void *ctx, const struct wire_line *line);
	void *ctx;
	uint64_t lines;   /* sound lines */
	uint64_t corrupt; /* began like a wire line, checksum or shape wrong */
	uint64_t lost;    /* sequence numbers that never came */
	uint64_t foreign; /* other lines */
	uint32_t next_seq;
	bool skipping; /* inside a line that was longer than a line may be */
	size_t len;
	char buf[WIRE_LINE_MAX];
};

void wire_reader_init(struct wire_reader *r,
		      void (*line)(void *, const struct wire_line *), void *ctx);
void wire_feed(struct wire_reader *r, const char *buf, size_t len);

/* At the end of the stream: an unfinished last line counts as corrupt or foreign. */
void wire_finish(struct wire_reader *r);

#endif
