/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `ktoll calibrate` found out about a machine, as other commands quote it. The JSON
 * is documented in docs/json.md; only this file and calibrate.c know its keys.
 */
#ifndef CMD_CALIBRATION_H
#define CMD_CALIBRATION_H

#include "store/store.h"

/*
 * Which machine a calibration holds for: id, CPU model and hypervisor, out of facts that
 * @get finds. The caller frees; NULL if they are not known.
 */
char *calibration_machine_of(const char *(*get)(const void *ctx, const char *key),
			     const void *ctx);

/* One or two sentences, or NULL if @machine (may be NULL) was never calibrated. */
char *calibration_quote(struct store *s, const char *machine);

/* ln of the change that separate sessions of this machine show by themselves; 0: not
 * known. */
double calibration_drift_log(struct store *s, const char *machine);

#endif
