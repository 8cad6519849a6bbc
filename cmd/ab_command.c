/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ab_command.h. */
#include "cmd/ab_command.h"

#include "base/xalloc.h"
#include "cmd/progress.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 64

/* As command_name(), of the words of a shell's text. */
static void name_of_text(const char *text, char buf[COMMAND_NAME_MAX + 1])
{
	const char *argv[WORDS_MAX + 1] = { NULL };
	char *copy = xstrdup(text), *save = NULL;
	size_t n = 0;

	for (char *word = strtok_r(copy, " \t\n", &save); word && n < WORDS_MAX;
	     word = strtok_r(NULL, " \t\n", &save))
		argv[n++] = word;
	if (!n)
		argv[0] = "";
	command_name(argv, buf);
	free(copy);
}

char *ab_commands_arm(const char *text)
{
	char name[COMMAND_NAME_MAX + 1];

	name_of_text(text, name);
	return xstrdup(name);
}

void ab_commands_prepare(struct ab_commands *c, int cpu)
{
	/* One workload under two set-ups has its own name; that of two has neither's. */
	if (c->name)
		strcpy(c->label, c->name);
	else if (!strcmp(c->text[0], c->text[1]))
		name_of_text(c->text[0], c->label);
	else
		strcpy(c->label, "command");
	c->entry = command_entry(c->label);
	for (int i = 0; i < 2; i++) {
		c->argv[i][0] = "sh";
		c->argv[i][1] = "-c";
		c->argv[i][2] = c->text[i];
		c->argv[i][3] = NULL;
		c->how[i] = (struct command_how){
			.path = "/bin/sh",
			.argv = c->argv[i],
			.cpu = cpu,
			.ignore_failure = c->ignore_failure,
			.stop = &interrupted,
		};
	}
}
