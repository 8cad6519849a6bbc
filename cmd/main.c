/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll: the table of commands. */
#include "cmd/command.h"
#include "cmd/help.h"

#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command *const commands[] = {
	&cmd_run,    &cmd_stat, &cmd_ab,     &cmd_compare, &cmd_series,
	&cmd_check,  &cmd_path, &cmd_report, &cmd_plot,    &cmd_calibrate,
	&cmd_import, &cmd_list, &cmd_doctor, &cmd_log,     &cmd_show,
};

#define N_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static int help(void)
{
	struct str text = STR_INIT;
	int r;

	str_add(&text, "usage: ktoll COMMAND [OPTION...]\n\n"
		       "Measures what it costs to cross into the Linux kernel.\n\n");
	for (size_t i = 0; i < N_COMMANDS; i++)
		str_addf(&text, "  %-10s %s\n", commands[i]->name, commands[i]->does);
	str_add(&text,
		"\n`ktoll COMMAND -h` shows a command's options, `ktoll help COMMAND` its "
		"manual.\n");
	r = print(&text);
	str_release(&text);
	return r;
}

static int version(void)
{
	struct str text = STR_INIT;
	int r;

	str_add(&text, "ktoll " KTOLL_VERSION "\n");
	r = print(&text);
	str_release(&text);
	return r;
}

/*
 * A descriptor below 3 that is closed would become the database's, and what is printed
 * would go into it. Opened for reading, so that printing fails and is noticed.
 */
static void standard_fds(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY);
	} while (fd >= 0 && fd <= 2);
	if (fd > 2)
		close(fd);
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;

	standard_fds();
	/* Its functions return errors; by default they would also abort. */
	gsl_set_error_handler_off();
	if (!name)
		return complainf(EXIT_USAGE,
				 "no command (expected one of those that `ktoll help` "
				 "shows)");
	if (!strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h"))
		return argc > 2 ? help_page(argv[2]) : help();
	if (!strcmp(name, "--version") || !strcmp(name, "version"))
		return version();
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (!strcmp(name, commands[i]->name))
			return commands[i]->run(argc - 1, argv + 1);
	return complainf(EXIT_USAGE,
			 "'%s' is no command (expected one of those that `ktoll help` "
			 "shows)",
			 name);
}
