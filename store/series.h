/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A series of arms as the store keeps it, so that it can go on after a kill at any
 * moment. Each function is one transaction. Errors as in store.h.
 */
#ifndef STORE_SERIES_H
#define STORE_SERIES_H

#include "store/store.h"

struct store_series {
	char *machine; /* fact id.machine of where it runs; "" unknown */
	char *plan;    /* JSON, cmd's */
	char *ops;     /* JSON, lab's; NULL: not calibrated */
};

enum store_arm_state {
	STORE_ARM_PLANNED,
	STORE_ARM_READY,
	STORE_ARM_SAME,
	STORE_ARM_BROKEN
};

struct store_series_arm {
	int64_t number;
	char *name, *source;
	bool is_commit;
	char *subject, *append, *modifiers; /* the first two may be NULL */
	enum store_arm_state state;
	char *image, *sha256, *code; /* NULL until known */
	int64_t same_as;             /* of STORE_ARM_SAME */
	char *reason, *detail;       /* of STORE_ARM_BROKEN */
};

enum store_boot_state { STORE_BOOT_PLANNED, STORE_BOOT_DONE, STORE_BOOT_FAILED };

struct store_series_boot {
	int64_t number, round, arm, attempts, boot_id; /* boot_id 0: none yet */
	enum store_boot_state state;
};

/* Makes @experiment a series of @n arms (numbers are set from 0). */
int store_series_add(struct store *s, int64_t experiment, const char *machine,
		     const char *plan, const struct store_series_arm *arms, size_t n,
		     struct err *e);

/* -ENOENT if @experiment is no series. What *@ret holds is the caller's. */
int store_series_get(struct store *s, int64_t experiment, struct store_series *ret,
		     struct err *e);
void store_series_clear(struct store_series *s); /* fine on a zeroed one */

/*
 * Takes the experiment over from @old_owner, who is dead, as running. -EBUSY if another
 * ktoll was quicker.
 */
int store_series_take(struct store *s, int64_t experiment, const char *old_owner,
		      const char *owner, struct err *e);

int store_series_set_ops(struct store *s, int64_t experiment, const char *ops,
			 struct err *e);

/* All, by number; the caller's: store_series_arms_free(). */
int store_series_arms(struct store *s, int64_t experiment, struct store_series_arm **ret,
		      size_t *ret_n, struct err *e);
void store_series_arms_free(struct store_series_arm *a, size_t n);

/* State, image, sha256, code, same_as, reason and detail of the arm of this number. */
int store_series_arm_set(struct store *s, int64_t experiment,
			 const struct store_series_arm *a, struct err *e);

/* All planned boots at once; numbers are set from 0. */
int store_series_plan(struct store *s, int64_t experiment,
		      const struct store_series_boot *boots, size_t n, struct err *e);
/* By number; the caller frees the array. */
int store_series_boots(struct store *s, int64_t experiment,
		       struct store_series_boot **ret, size_t *ret_n, struct err *e);
/* State, attempts and boot_id of the boot of this number. */
int store_series_boot_set(struct store *s, int64_t experiment,
			  const struct store_series_boot *b, struct err *e);

/*
 * What a kill left: a boot that had begun and not ended is dropped with all it holds.
 * *@ret_boot is one that had ended but was not yet noted as such, 0 if there is none.
 */
int store_series_tidy(struct store *s, int64_t experiment, int64_t *ret_boot,
		      struct err *e);
/* Drops a boot and all it holds. */
int store_boot_drop(struct store *s, int64_t boot, struct err *e);

#endif
