/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the program that runs is. */
#ifndef BASE_SELF_H
#define BASE_SELF_H

/*
 * The folder of this program's file (@up 0), or the one @up levels above. The caller
 * frees; NULL if it is not known, or there are not so many.
 */
char *self_folder(unsigned int up);

#endif
