/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See command.h: the program of a command line, its text, and its name as a workload. */
#include "lab/command.h"

#include "base/str.h"
#include "base/xalloc.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int try_path(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	return access(path, X_OK) < 0 ? -errno : 0;
}

static int not_found(const char *name, int error, struct err *e)
{
	err_errno(e, error, "cannot run the command");
	err_where(e, "%s", name);
	err_expect(e, "%s%s", strchr(name, '/') ? "a program" : "a program of $PATH",
		   strchr(name, ' ') ? "; sh -c 'TEXT' for what is a shell's" : "");
	return -error;
}

int command_find(const char *name, char **ret_path, struct err *e)
{
	const char *dirs = getenv("PATH"), *end;
	int error = ENOENT, r;

	if (strchr(name, '/')) {
		r = try_path(name);
		if (r < 0)
			return not_found(name, -r, e);
		*ret_path = xstrdup(name);
		return 0;
	}
	for (dirs = dirs ? dirs : "/usr/bin:/bin"; *name && dirs;
	     dirs = end ? end + 1 : NULL) {
		int len;
		char *path;

		end = strchr(dirs, ':');
		len = (int)(end ? end - dirs : (long)strlen(dirs));
		path = xasprintf("%.*s/%s", len ? len : 1, len ? dirs : ".", name);
		r = try_path(path);
		if (!r) {
			*ret_path = path;
			return 0;
		}
		free(path);
		if (r == -EACCES)
			error = EACCES;
	}
	return not_found(name, error, e);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-';
}

/* Appends @c, with neither an empty word nor two dashes in a row. */
static size_t append(char *buf, size_t n, char c)
{
	const char last = n ? buf[n - 1] : '.';

	if (n == COMMAND_NAME_MAX || (!is_word(c) && c != '.'))
		return n;
	if (c == '-' && (last == '-' || last == '.'))
		return n;
	if (c == '.' && last == '-')
		n--;
	if (c == '.' && (last == '.' || !n))
		return n;
	buf[n++] = c;
	return n;
}

const char *command_name(const char *const *argv, char buf[COMMAND_NAME_MAX + 1])
{
	const char *program = strrchr(argv[0], '/');
	size_t n = 0;

	for (size_t i = 0; argv[i]; i++) {
		const char *s = i || !program ? argv[i] : program + 1;

		if (i)
			n = append(buf, n, '-');
		for (; *s; s++)
			n = append(buf, n, is_word(*s) || *s == '.' ? *s : '-');
	}
	while (n && (buf[n - 1] == '-' || buf[n - 1] == '.'))
		n--;
	buf[n] = 0;
	return n ? buf : strcpy(buf, "command");
}

bool command_name_valid(const char *name)
{
	const size_t n = strlen(name);

	for (size_t i = 0; i < n; i++)
		if (!is_word(name[i]) &&
		    (name[i] != '.' || !i || name[i - 1] == '.' || !name[i + 1]))
			return false;
	return n && n <= COMMAND_NAME_MAX;
}

static void add_quoted(struct str *out, const char *s)
{
	static const char plain[] = "%+,-./:=@_";
	bool quote = !*s;

	for (const char *p = s; *p; p++)
		quote |= !isalnum((unsigned char)*p) && !strchr(plain, *p);
	if (!quote) {
		str_add(out, s);
		return;
	}
	str_addc(out, '\'');
	for (; *s; s++)
		if (*s == '\'')
			str_add(out, "'\\''");
		else
			str_addc(out, *s);
	str_addc(out, '\'');
}

char *command_line(const char *const *argv)
{
	struct str text = STR_INIT;

	for (size_t i = 0; argv[i]; i++) {
		if (i)
			str_addc(&text, ' ');
		add_quoted(&text, argv[i]);
	}
	return str_detach(&text);
}
