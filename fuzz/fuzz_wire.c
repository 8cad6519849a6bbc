/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wire reader. The first byte chooses into what pieces the rest is cut; what comes
 * out must not depend on it. Checksums are put right first, so that the inside is reached
 * too.
 */
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct digest {
	uint64_t lines, words, sum;
};

static void take(void *ctx, const struct wire_line *line)
{
	struct digest *d = ctx;
	struct wire_word w;
	size_t pos = 0;

	d->lines++;
	d->sum = d->sum * 31 + line->seq;
	while (wire_next(line, &pos, &w)) {
		const char *flags;
		size_t n_flags;
		char text[32];
		uint64_t v;

		d->words++;
		if (!wire_word_u64(&w, &v, &flags, &n_flags))
			d->sum = d->sum * 31 + v + n_flags;
		if (!wire_word_str(&w, text, sizeof(text)))
			d->sum += strlen(text);
	}
}

static void read_all(const char *buf, size_t len, size_t piece, struct digest *d,
		     struct wire_reader *r)
{
	memset(d, 0, sizeof(*d));
	wire_reader_init(r, take, d);
	for (size_t i = 0; i < len; i += piece)
		wire_feed(r, buf + i, len - i < piece ? len - i : piece);
	wire_finish(r);
}

/* Gives every line that ends in " *" and eight characters the checksum it should have. */
static void put_right(char *buf, size_t len)
{
	for (size_t i = 0, begin = 0; i <= len; i++) {
		char hex[9];

		if (i < len && buf[i] != '\n')
			continue;
		if (i - begin > 10 && buf[i - 10] == ' ' && buf[i - 9] == '*') {
			snprintf(hex, sizeof(hex), "%08x",
				 wire_crc(0, buf + begin, i - begin - 10));
			memcpy(buf + i - 8, hex, 8);
		}
		begin = i + 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct wire_reader whole, pieces;
	struct digest a, b;
	char *buf;

	if (!size)
		return 0;
	buf = malloc(size);
	memcpy(buf, data + 1, size - 1);
	put_right(buf, size - 1);
	read_all(buf, size - 1, size, &a, &whole);
	read_all(buf, size - 1, data[0] % 64 + 1, &b, &pieces);
	if (memcmp(&a, &b, sizeof(a)) || whole.lines != pieces.lines ||
	    whole.corrupt != pieces.corrupt || whole.lost != pieces.lost ||
	    whole.foreign != pieces.foreign)
		abort();
	free(buf);
	return 0;
}
