/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Extended processor state: which there is, and making it live (dirty), so that the
 * kernel has to save and restore it. The probe itself uses general registers only.
 */
#ifndef PROBE_XSTATE_H
#define PROBE_XSTATE_H

#include <stdbool.h>

bool xstate_has_avx(void);
bool xstate_has_avx512(void);

/* Writes every vector register; stays live until the task ends. */
void xstate_dirty_avx(void);
void xstate_dirty_avx512(void);

#endif
