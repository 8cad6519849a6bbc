/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A series from its first row in the database to its report, begun or resumed. */
#ifndef CMD_SERIES_RUN_H
#define CMD_SERIES_RUN_H

#include "cmd/experiment.h"
#include "cmd/series_plan.h"
#include "lab/build.h"

struct series_format {
	enum format format;
	bool commit; /* three lines for a commit message */
};

/* text, mail, json, csv or commit; -EINVAL with @e. */
int series_format(const char *s, struct series_format *ret, struct err *e);

struct series_session {
	struct experiment experiment;
	struct series_plan plan; /* as read back from the store */
	struct builder *builder;
	bool begun; /* rows of this series may be written */
};

/* Decides how it is measured, and how often: plan->exact and plan->rounds. */
int series_accelerator(const struct kernel_options *k, struct series_plan *plan,
		       struct err *e);

/* Looks at everything that can be looked at first, then stores the series. */
int series_begin(struct series_session *x, int argc, char **argv, const char *db,
		 const struct series_plan *plan, const struct series_arms *arms,
		 struct err *e);

/* Runs what is not done, and ends the experiment. */
int series_go(struct series_session *x, bool quiet, struct err *e);

/* Takes experiment @id over and runs the rest; one that is done is only shown. */
int series_resume(struct series_session *x, const char *db, int64_t id, bool quiet,
		  struct err *e);

/*
 * Prints the report of series @id; an exit status: EXIT_SLOWER if a step is slower.
 * @boots: with the images and boots, in text.
 */
int series_show(struct store *s, int64_t id, const struct series_format *f, bool boots);

/* The exit status that @r means; complains of @e where that is due. */
int series_status(const struct series_session *x, int r, const struct err *e);

void series_session_release(struct series_session *x);

#endif
