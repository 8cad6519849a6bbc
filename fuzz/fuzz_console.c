/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a guest and QEMU say: the console, the frames of the wire, QMP. The first byte
 * chooses which, the second into what pieces the rest is cut; what comes out must not
 * depend on that. The sources are included: vm/ is none of the layers that every fuzz
 * target links.
 */
#include "vm/console.c"
#include "vm/files.c"
#include "vm/frames.c"
#include "vm/qmp.c"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct digest {
	struct str out;
	struct vm_files files;
};

static void hear_file(void *ctx, const char *path, uint64_t at, const char *data,
		      size_t len)
{
	struct digest *d = ctx;

	vm_files_add(&d->files, path, at, data, len);
}

static void hear_begin(void *ctx, const struct vm_process *p)
{
	struct digest *d = ctx;

	str_addf(&d->out, "<%llu %s>", (unsigned long long)p->n, p->abi);
}

static void hear_bytes(void *ctx, const char *buf, size_t len)
{
	struct digest *d = ctx;

	str_addn(&d->out, buf, len);
}

static void hear_end(void *ctx, const struct vm_process *p)
{
	struct digest *d = ctx;
	char text[128];

	str_addf(&d->out, "<%s>", vm_process_text(p, text, sizeof(text)));
}

static void hear_message(void *ctx, const struct qmp_message *m)
{
	struct digest *d = ctx;

	str_addf(&d->out, "%d %s %zu\n", (int)m->kind, m->text, m->cpus);
	for (size_t i = 0; i < m->cpus; i++)
		str_addf(&d->out, "%d ", m->thread[i]);
}

static void read_console(struct digest *d, const char *buf, size_t len, size_t piece)
{
	struct console c;

	console_init(&c);
	for (size_t i = 0; i < len; i += piece)
		console_feed(&c, buf + i, len - i < piece ? len - i : piece);
	console_finish(&c);
	console_tail(&c, &d->out);
	for (size_t i = 0; i < d->out.len; i++)
		if (d->out.s[i] != '\n' && (d->out.s[i] < 0x20 || d->out.s[i] > 0x7e))
			abort();
	str_addf(&d->out, "%u %d %d %s %s", c.banners, c.panicked, c.no_port, c.panic,
		 c.banner);
}

static void read_frames(struct digest *d, const char *buf, size_t len, size_t piece)
{
	static const struct vm_frames_ops ops = { hear_file, hear_begin, hear_bytes,
						  hear_end };
	struct vm_frames f;

	vm_frames_init(&f, &ops, d);
	for (size_t i = 0; i < len; i += piece)
		vm_frames_feed(&f, buf + i, len - i < piece ? len - i : piece);
	vm_frames_finish(&f);
	str_addf(&d->out, "%d %u %llu %llu", f.complete, f.machines,
		 (unsigned long long)f.lost, (unsigned long long)f.corrupt);
	for (size_t i = 0; i < d->files.n; i++)
		str_addf(&d->out, "%s %zu\n", d->files.v[i].path, d->files.v[i].len);
}

static void read_qmp(struct digest *d, const char *buf, size_t len, size_t piece)
{
	struct qmp_reader *r = malloc(sizeof(*r));

	qmp_reader_init(r, hear_message, d);
	for (size_t i = 0; i < len; i += piece)
		qmp_feed(r, buf + i, len - i < piece ? len - i : piece);
	str_addf(&d->out, "%zu", r->bad);
	free(r);
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

static void read_as(uint8_t what, struct digest *d, const char *buf, size_t len,
		    size_t piece)
{
	memset(d, 0, sizeof(*d));
	str_add(&d->out, "");
	if (what % 3 == 0)
		read_console(d, buf, len, piece);
	else if (what % 3 == 1)
		read_frames(d, buf, len, piece);
	else
		read_qmp(d, buf, len, piece);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct digest a, b;
	char *buf;

	if (size < 3)
		return 0;
	size -= 2;
	buf = malloc(size);
	memcpy(buf, data + 2, size);
	put_right(buf, size);
	read_as(data[0], &a, buf, size, size);
	read_as(data[0], &b, buf, size, data[1] % 64 + 1);
	if (a.out.len != b.out.len || memcmp(a.out.s, b.out.s, a.out.len))
		abort();
	vm_files_release(&a.files);
	vm_files_release(&b.files);
	str_release(&a.out);
	str_release(&b.out);
	free(buf);
	return 0;
}
