/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files source*.c; for nobody else. */
#ifndef CMD_SOURCE_PARTS_H
#define CMD_SOURCE_PARTS_H

#include "cmd/source.h"

/* A zeroed series at the end of @src. */
struct series *source_add_series(struct source *src);
void series_add_value(struct series *s, double x, unsigned int boot);

#endif
