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

/* How far apart sessions of a machine are by themselves, by workload. */
struct calibration_drifts;

/* NULL if @machine (may be NULL) was never calibrated. */
struct calibration_drifts *calibration_drifts(struct store *s, const char *machine);
void calibration_drifts_free(struct calibration_drifts *d); /* fine on NULL */

/*
 * The drift of a workload: its own if it was measured in this ABI; else the worst of
 * those with the same first word in their name, in any ABI; else the worst of all, as of
 * a command (@abi "").
 */
struct calibration_drift {
	double log;  /* ln of the change; 0: not known */
	char of[96]; /* whose it is: "signal.catch", "signal.*", "*"; "": not known */
};

struct calibration_drift calibration_drift_of(const struct calibration_drifts *d,
					      const char *name, const char *abi);

#endif
