/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The init of a machine that exists to be measured: runs every plan of a file, each in a
 * fresh process of the ABI it asks for, with nothing else running, and frames on the wire
 * what each says (probe/machine.h). Knows nothing of workloads.
 *
 * In the plan file, plans follow each other, each to its `end`. Two lines more than a
 * plan of its own has may stand in them, and are for init: `abi x86_64` or `abi i386`
 * (the kernel's own, if not given), and `limit-ms N`, how long the process may take by
 * the machine's clock (30000).
 */
#ifndef PROBE_INIT_H
#define PROBE_INIT_H

#include <stdbool.h>

#define INIT_MODULES 8 /* at most: /module.0 ... */

/* Whether this process is the first of a machine. */
bool init_is_first(void);

/*
 * Mounts what there is to mount, loads the modules, runs the plans of @plan, writing to
 * the terminal or file
 * @device, and powers the machine off. A process that is not the first returns at once:
 * it would power off the wrong machine.
 */
void init_run(const char *plan, const char *device);

#endif
