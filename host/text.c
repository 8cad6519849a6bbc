/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See text.h. */
#include "host/text.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

static char printable(char c)
{
	if (c == '\n' || c == '\t')
		return ' ';
	return c >= 0x20 && c < 0x7f ? c : '?';
}

void text_clean(char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		s[i] = printable(s[i]);
}

/* Copies @len bytes without the blanks around them. */
static void copy_trimmed(const char *s, size_t len, char *buf, size_t size)
{
	while (len && (*s == ' ' || *s == '\t')) {
		s++;
		len--;
	}
	while (len && (s[len - 1] == ' ' || s[len - 1] == '\t'))
		len--;
	if (len > size - 1)
		len = size - 1;
	memcpy(buf, s, len);
	buf[len] = 0;
}

int text_line(int root, const char *path, char *ret_buf, size_t size)
{
	_cleanup_free_ char *s = NULL;
	size_t len;
	int r;

	r = root_read(root, path, &s, &len);
	if (r < 0)
		return r;
	text_clean(s, len);
	copy_trimmed(s, len, ret_buf, size);
	return 0;
}

int text_file(int root, const char *path, char **ret_text)
{
	size_t len, i;
	char *s;
	int r;

	r = root_read(root, path, &s, &len);
	if (r < 0)
		return r;
	for (i = 0; i < len; i++)
		if (s[i] != '\n' && s[i] != '\t')
			s[i] = printable(s[i]);
	if (len && s[len - 1] != '\n') {
		s = xrealloc(s, len + 2);
		s[len] = '\n';
		s[len + 1] = 0;
	}
	*ret_text = s;
	return 0;
}

int text_dir(int root, const char *path, DIR **ret_dir)
{
	int fd = openat(root, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir;
	int r;

	if (fd < 0)
		return -errno;
	dir = fdopendir(fd);
	if (!dir) {
		r = -errno;
		close(fd);
		return r;
	}
	*ret_dir = dir;
	return 0;
}

const char *text_reason(int error)
{
	const char *s;

	switch (-error) {
	case ENOENT: return "no such file";
	case ENOTDIR: return "no such file";
	case EACCES: return "permission denied";
	case EPERM: return "operation not permitted";
	case EFBIG: return "too large";
	}
	s = strerrordesc_np(-error);
	return s ? s : "unknown error";
}

bool text_field(const char *text, const char *name, char *ret_buf, size_t size)
{
	size_t n = strlen(name);
	const char *line, *end, *p;

	for (line = text; *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		if (strncmp(line, name, n))
			continue;
		p = line + n + strspn(line + n, " \t");
		if (*p != ':')
			continue;
		copy_trimmed(p + 1, end - p - 1, ret_buf, size);
		return true;
	}
	return false;
}

bool text_has_word(const char *list, const char *word)
{
	size_t n = strlen(word), len;

	for (; *list; list += len) {
		list += strspn(list, " \t\n");
		len = strcspn(list, " \t\n");
		if (len == n && !memcmp(list, word, n))
			return true;
	}
	return false;
}

long text_count_lines(const char *text)
{
	long n = 0;

	for (; *text; text++)
		n += *text != '\n' && (text[1] == '\n' || !text[1]);
	return n;
}

long long text_count(const char *s, const char **ret_end)
{
	long long v = 0;

	s += strspn(s, " \t");
	if (*s < '0' || *s > '9')
		return -1;
	for (; *s >= '0' && *s <= '9'; s++)
		if (__builtin_mul_overflow(v, 10LL, &v) ||
		    __builtin_add_overflow(v, (long long)(*s - '0'), &v))
			v = LLONG_MAX;
	if (ret_end)
		*ret_end = s;
	return v;
}

long long text_hundredths(const char *s)
{
	long long v = text_count(s, &s);
	int i, digit;

	if (v < 0)
		return -1;
	s += *s == '.';
	for (i = 0; i < 2; i++) {
		digit = *s >= '0' && *s <= '9' ? *s++ - '0' : 0;
		if (__builtin_mul_overflow(v, 10LL, &v) ||
		    __builtin_add_overflow(v, (long long)digit, &v))
			return LLONG_MAX;
	}
	return v;
}
