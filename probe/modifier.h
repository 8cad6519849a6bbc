/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work added to the entry path of a whole process, whatever its workload: what `with`
 * lines of a plan ask for. Known costs, too, that ktoll tests itself with.
 */
#ifndef PROBE_MODIFIER_H
#define PROBE_MODIFIER_H

#include "probe/workload.h"

/*
 * Puts the plan's modifiers in force, before the clock is chosen and the workload set up.
 * 0, or -EOPNOTSUPP (skip) or another -errno with w->why.
 */
int modifiers_apply(struct wl *w);

#endif
