/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all commands share: complaints, options, output. */
#include "cmd/command.h"

#include "base/xalloc.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int complain(int status, const struct err *e)
{
	char line[1024];

	fflush(stdout);
	fprintf(stderr, "ktoll: %s\n", err_text(e, line, sizeof(line)));
	return status;
}

int complainf(int status, const char *fmt, ...)
{
	struct err e = { "", "", "" };
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e.what, sizeof(e.what), fmt, ap);
	va_end(ap);
	return complain(status, &e);
}

static int usage(const struct command *c)
{
	struct str text = STR_INIT;
	int r;

	str_addf(&text, "usage: ktoll %s\n\n%s: %s\n", c->synopsis, c->name, c->does);
	if (c->more_help)
		c->more_help(&text);
	r = print(&text);
	str_release(&text);
	return r;
}

int bad_usage(const struct command *c, const char *fmt, ...)
{
	struct err e = { "", "", "" };
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e.what, sizeof(e.what), fmt, ap);
	va_end(ap);
	snprintf(e.where, sizeof(e.where), "%s", c->name);
	snprintf(e.expected, sizeof(e.expected), "see `ktoll %s -h`", c->name);
	return complain(EXIT_USAGE, &e);
}

/* getopt_long() with one line for what it does not know, which is '?' then. */
static int next_option(const struct command *c, int argc, char **argv, const char *shorts,
		       const struct option *longs)
{
	int at = optind ? optind : 1, opt;

	opterr = 0;
	opt = getopt_long(argc, argv, shorts, longs, NULL);
	if (opt == ':')
		bad_usage(c, "option '%s' needs a value", argv[at]);
	else if (opt == '?')
		bad_usage(c, "unknown option '%s'", argv[at < argc ? at : argc - 1]);
	return opt == ':' ? '?' : opt;
}

int read_options(const struct command *c, int argc, char **argv, const char *shorts,
		 const struct option *longs, option_fn *take, void *options)
{
	struct err e;
	int opt;

	while ((opt = next_option(c, argc, argv, shorts, longs)) != -1) {
		if (opt == 'h')
			return usage(c);
		if (opt == '?')
			return EXIT_USAGE;
		if (take(options, opt, &e) < 0)
			return complain(EXIT_USAGE, &e);
	}
	return -1;
}

int parse_format(const char *s, unsigned int allowed, enum format *ret, struct err *e)
{
	static const char *const names[] = { "text", "json",  "csv",     "mail",
					     "ktap", "kcidb", "markdown" };
	char list[96] = "";

	for (unsigned int i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!(allowed & 1u << i))
			continue;
		if (!strcmp(s, names[i])) {
			*ret = (enum format)i;
			return 0;
		}
		snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s",
			 list[0] ? ", " : "", names[i]);
	}
	err_set(e, EINVAL, "unknown format '%s'", s);
	err_expect(e, "%s", list);
	return -EINVAL;
}

int parse_number(const char *option, const char *s, uint64_t min, uint64_t max,
		 uint64_t *ret, struct err *e)
{
	unsigned long long v;
	char *end;

	errno = 0;
	v = strtoull(s, &end, 10);
	if (*s < '0' || *s > '9' || *end || errno || v < min || v > max) {
		err_set(e, EINVAL, "%s: '%s' is no good", option, s);
		err_expect(e, "a number from %llu to %llu", (unsigned long long)min,
			   (unsigned long long)max);
		return -EINVAL;
	}
	*ret = v;
	return 0;
}

char *database_path(const char *option)
{
	const char *env = getenv("KTOLL_DB"), *dir = getenv("XDG_DATA_HOME");
	const char *home = getenv("HOME");

	if (option)
		return xstrdup(option);
	if (env && *env)
		return xstrdup(env);
	if (dir && *dir == '/')
		return xasprintf("%s/ktoll/ktoll.db", dir);
	return xasprintf("%s/.local/share/ktoll/ktoll.db", home && *home ? home : "");
}

char *words_json(char *const *words, size_t n)
{
	json_t *list = json_array();
	char *text;

	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, json_string(words[i]) ?: json_string("?"));
	text = json_dumps(list, 0);
	json_decref(list);
	return text;
}

int print(const struct str *text)
{
	if (fwrite(str_get(text), 1, text->len, stdout) != text->len ||
	    fflush(stdout) == EOF)
		return complainf(EXIT_CANNOT, "cannot write to standard output: %s",
				 strerror(errno));
	return EXIT_OK;
}
