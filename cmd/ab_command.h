/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ab --command: commands instead of the probe, as both arms of a contest run them. */
#ifndef CMD_AB_COMMAND_H
#define CMD_AB_COMMAND_H

#include "lab/command.h"

struct ab_commands {
	const char *text[2]; /* for /bin/sh -c; NULL: none */
	const char *name;    /* of the workload; NULL: made from them */
	bool ignore_failure;
	/* Of ab_commands_prepare(); borrow from each other, so it must stay where it is.
	 */
	char label[COMMAND_NAME_MAX + 1];
	const char *argv[2][4];
	struct command_how how[2];
	struct catalogue_entry entry;
};

/* A name for the arm of a command. The caller frees. */
char *ab_commands_arm(const char *text);

/* Both have one: fills the rest, to be run on @cpu (-1: anywhere). */
void ab_commands_prepare(struct ab_commands *c, int cpu);

#endif
