/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ktoll help TOPIC`: the manual page of a command, or of another topic. */
#ifndef CMD_HELP_H
#define CMD_HELP_H

/*
 * Shows it with man(1): the page beside the sources ktoll was built from, else the one
 * that was installed. Returns only with an exit status of its own: no such page, no man.
 */
int help_page(const char *topic);

#endif
