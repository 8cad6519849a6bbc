/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See kconfig.h. */
#include "host/kconfig.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "host/fnv.h"
#include "host/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LIMIT_BYTES (4u << 20)

/* Plain data comes through unchanged: only the gzip magic is decompressed. */
static int gunzip(const void *data, size_t len, struct str *out)
{
	z_stream z = { .next_in = (Bytef *)data, .avail_in = len };
	unsigned char buf[16384];
	int r;

	if (len < 2 || memcmp(data, "\x1f\x8b", 2)) {
		str_addn(out, data, len);
		return 0;
	}
	if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
		return -ENOMEM;
	do {
		z.next_out = buf;
		z.avail_out = sizeof(buf);
		r = inflate(&z, Z_NO_FLUSH);
		str_addn(out, (char *)buf, sizeof(buf) - z.avail_out);
	} while (r == Z_OK && out->len <= LIMIT_BYTES);
	inflateEnd(&z);
	if (out->len > LIMIT_BYTES)
		return -EFBIG;
	return r == Z_STREAM_END ? 0 : -EBADMSG;
}

static int by_name(const void *a, const void *b)
{
	const struct kconfig_option *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Splits "CONFIG_X=y" in place; comments, "is not set" among them, are left out. */
static void index_line(struct kconfig *c, size_t *cap, char *line, char *end)
{
	char *eq = memchr(line, '=', end - line);

	if (strncmp(line, "CONFIG_", 7) || !eq || eq == line + 7)
		return;
	*end = *eq = 0;
	text_clean(line, eq - line);
	text_clean(eq + 1, end - eq - 1);
	if (eq[1] == '"' && end > eq + 2 && end[-1] == '"') {
		end[-1] = 0;
		eq++;
	}
	c->v = xgrow(c->v, c->n, cap, sizeof(*c->v));
	c->v[c->n++] = (struct kconfig_option){ line + 7, eq + 1 };
}

int kconfig_parse(const void *data, size_t len, struct kconfig *ret_config)
{
	struct kconfig c = { 0 };
	struct str text = STR_INIT;
	char *line, *end, *stop;
	size_t cap = 0;
	int r;

	r = gunzip(data, len, &text);
	len = text.len;
	c.text = str_detach(&text);
	if (r < 0)
		goto fail;
	stop = c.text + len;
	for (line = c.text; line < stop; line = end + 1) {
		end = memchr(line, '\n', stop - line);
		if (!end)
			end = stop;
		index_line(&c, &cap, line, end);
	}
	r = -EBADMSG;
	if (!c.n)
		goto fail;
	qsort(c.v, c.n, sizeof(*c.v), by_name);
	*ret_config = c;
	return 0;
fail:
	kconfig_release(&c);
	return r;
}

static int read_one(int root, const char *path, struct kconfig *ret_config)
{
	_cleanup_free_ char *data = NULL;
	size_t len;
	int r;

	r = root_read(root, path, &data, &len);
	if (r < 0)
		return r;
	r = kconfig_parse(data, len, ret_config);
	if (r < 0)
		return r;
	strncpy(ret_config->source, path, sizeof(ret_config->source) - 1);
	return 0;
}

static int broken(int r, const char *path, struct err *e)
{
	if (r == -EBADMSG)
		err_set(e, -r, "not a kernel configuration, or cut off");
	else
		err_set(e, -r, "%s", text_reason(r));
	err_where(e, "%s", path);
	return r;
}

int kconfig_read(int root, const char *release, struct kconfig *ret_config, struct err *e)
{
	static const char *const dirs[][2] = {
		{ "boot/config-", "" },
		{ "lib/modules/", "/config" },
		{ "usr/lib/modules/", "/config" },
	};
	size_t i;
	int r;

	r = read_one(root, "proc/config.gz", ret_config);
	if (!r)
		return 0;
	if (r != -ENOENT && r != -ENOTDIR)
		return broken(r, "proc/config.gz", e);
	/* The release is foreign: it must not lead out of these folders. */
	for (i = 0; release && !strchr(release, '/') && i < 3; i++) {
		_cleanup_free_ char *path =
			xasprintf("%s%.200s%s", dirs[i][0], release, dirs[i][1]);

		r = read_one(root, path, ret_config);
		if (!r)
			return 0;
		if (r != -ENOENT && r != -ENOTDIR)
			return broken(r, path, e);
	}
	err_set(e, ENOENT, "no proc/config.gz and no boot/config-RELEASE");
	return -ENOENT;
}

const char *kconfig_get(const struct kconfig *c, const char *option)
{
	struct kconfig_option key = { option, NULL }, *o;

	o = bsearch(&key, c->v, c->n, sizeof(*c->v), by_name);
	return o ? o->value : "n";
}

uint64_t kconfig_hash(const struct kconfig *c)
{
	uint64_t h = FNV_START;
	size_t i;

	/* With the NULs, so that no two lists run together the same. */
	for (i = 0; i < c->n; i++) {
		h = fnv_add(h, c->v[i].name, strlen(c->v[i].name) + 1);
		h = fnv_add(h, c->v[i].value, strlen(c->v[i].value) + 1);
	}
	return h;
}

void kconfig_release(struct kconfig *c)
{
	free(c->text);
	free(c->v);
	*c = (struct kconfig){ 0 };
}
