/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the plug-in writes and path/ reads: 32-bit little-endian words. After the two of
 * TRACE_MAGIC, records; the four upper bits of the first word say which:
 *
 *	bits 31..28  then                             means
 *	0xxx         -                                instruction number x was begun
 *	1000         low, high word of the address    one access; TRACE_STORE; the size
 *	                                              is 1 << bits 3..0
 *	1001         address (2), bytes (4)           the next instruction number is this
 *	                                              one, of bits 3..0 bytes (0: 16)
 *	1010         -                                from here on virtual CPU x
 *	1011         -                                TRACE_BEGIN, TRACE_END, TRACE_FULL
 *
 * An instruction that faults is begun and not done: whoever reads has to see that. Its
 * accesses, if it had any, come behind it.
 */
#ifndef PATH_TRACE_H
#define PATH_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_MAGIC_LOW  0x6170746bu /* "ktpath1\n" */
#define TRACE_MAGIC_HIGH 0x0a316874u
#define TRACE_INSN_BYTES 16
#define TRACE_WORDS_MAX  (192u << 20) /* 768 MB */

#define TRACE_KIND   0xf0000000u
#define TRACE_ACCESS 0x80000000u
#define TRACE_STORE  0x00000100u
#define TRACE_DEFINE 0x90000000u
#define TRACE_CPU    0xa0000000u
#define TRACE_BEGIN  0xb0000000u /* the clock was read: what follows counts */
#define TRACE_END    0xb0000001u /* it was read again; that instruction counts */
#define TRACE_FULL   0xb0000002u /* nothing more was written */

#endif
