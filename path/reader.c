/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See reader.h. */
#include "path/reader.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define DEFINE_WORDS (3 + TRACE_INSN_BYTES / 4)
#define ACCESS_WORDS 3
#define HEAD_WORDS   2

static uint64_t word64(const uint32_t *w)
{
	return (uint64_t)w[1] << 32 | w[0];
}

static size_t record_words(uint32_t word)
{
	switch (word & TRACE_KIND) {
	case TRACE_ACCESS: return ACCESS_WORDS;
	case TRACE_DEFINE: return DEFINE_WORDS;
	default: return 1;
	}
}

static void define(struct trace *t, const uint32_t *w)
{
	struct trace_insn *i;

	t->insns = xgrow(t->insns, t->n_insns, &t->cap_insns, sizeof(*t->insns));
	i = &t->insns[t->n_insns++];
	i->vaddr = word64(w + 1);
	i->size = w[0] & 15 ? w[0] & 15 : TRACE_INSN_BYTES;
	memcpy(i->bytes, w + 3, sizeof(i->bytes));
}

/* TRACE_BEGIN and the like. A window that was begun and not ended counts for nothing. */
static bool mark(struct trace *t, uint32_t word, size_t at, struct trace_window *now,
		 bool *inside)
{
	switch (word) {
	case TRACE_BEGIN:
		*inside = true;
		*now = (struct trace_window){ .begin = at + 1 };
		return true;
	case TRACE_END:
		if (!*inside)
			return false;
		*inside = false;
		now->end = at;
		t->windows = xgrow(t->windows, t->n_windows, &t->cap_windows,
				   sizeof(*t->windows));
		t->windows[t->n_windows++] = *now;
		return true;
	case TRACE_FULL: t->full = true; return true;
	default: return false;
	}
}

static bool record(struct trace *t, size_t at, struct trace_window *now, bool *inside)
{
	const uint32_t *w = t->words + at;

	switch (w[0] & TRACE_KIND) {
	case TRACE_ACCESS: return *inside;
	case TRACE_CPU: return *inside;
	case TRACE_DEFINE: define(t, w); return *inside;
	case TRACE_BEGIN: return mark(t, w[0], at, now, inside);
	default:
		if (w[0] & 1u << 31 || w[0] >= t->n_insns || !*inside)
			return false;
		now->begun++;
		return true;
	}
}

int trace_parse(uint32_t *words, size_t n, struct trace *ret, struct err *e)
{
	struct trace t = { .words = words, .n = n };
	struct trace_window now = { 0 };
	bool inside = false;
	size_t at = HEAD_WORDS;

	if (n < HEAD_WORDS || words[0] != TRACE_MAGIC_LOW || words[1] != TRACE_MAGIC_HIGH)
		goto bad;
	while (at < n) {
		size_t len = record_words(words[at]);

		/* QEMU is killed when all is said: the tail may be cut off. */
		if (n - at < len)
			break;
		if (!record(&t, at, &now, &inside))
			goto bad;
		at += len;
	}
	*ret = t;
	return 0;
bad:
	trace_release(&t);
	return err_set(e, EBADMSG, "what the plug-in wrote is damaged at word %zu", at);
}

static int read_words(int fd, uint32_t *words, size_t bytes, struct err *e)
{
	char *p = (char *)words;
	size_t got = 0;

	while (got < bytes) {
		ssize_t n = pread(fd, p + got, bytes - got, (off_t)got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return err_errno(e, n ? errno : EIO, "cannot read");
		got += (size_t)n;
	}
	return 0;
}

int trace_read(const char *path, struct trace *ret, struct err *e)
{
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	uint32_t *words;
	struct stat st;
	size_t n;
	int r;

	if (fd < 0 || fstat(fd, &st) < 0)
		return err_errno(e, errno, "cannot read what the plug-in wrote");
	n = (size_t)st.st_size / sizeof(*words);
	if (n > TRACE_WORDS_MAX + (1u << 20))
		return err_set(e, EFBIG, "what the plug-in wrote is too long");
	words = xcalloc(n ? n : 1, sizeof(*words));
	r = read_words(fd, words, n * sizeof(*words), e);
	if (!r)
		return trace_parse(words, n, ret, e);
	free(words);
	return r;
}

bool trace_next(const struct trace *t, const struct trace_window *w, size_t *pos,
		struct trace_event *ret)
{
	const uint32_t *p;

	while (*pos < w->end && (t->words[*pos] & TRACE_KIND) == TRACE_DEFINE)
		*pos += DEFINE_WORDS;
	if (*pos >= w->end)
		return false;
	p = t->words + *pos;
	*pos += record_words(p[0]);
	*ret = (struct trace_event){ .kind = TRACE_IS_INSN, .value = p[0] };
	if ((p[0] & TRACE_KIND) == TRACE_CPU) {
		ret->kind = TRACE_IS_CPU;
		ret->value = p[0] & ~TRACE_KIND;
	} else if ((p[0] & TRACE_KIND) == TRACE_ACCESS) {
		ret->kind = TRACE_IS_ACCESS;
		ret->vaddr = word64(p + 1);
		ret->size = 1u << (p[0] & 15);
		ret->store = p[0] & TRACE_STORE;
	}
	return true;
}

void trace_release(struct trace *t)
{
	free(t->words);
	free(t->insns);
	free(t->windows);
	*t = (struct trace){ 0 };
}
