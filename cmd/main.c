/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll: the front end. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--version"))
		return puts("ktoll " KTOLL_VERSION) == EOF;
	fputs("ktoll: no command\n", stderr);
	return 2;
}
