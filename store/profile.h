/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of counted processes: which functions their ops run through. */
#ifndef STORE_PROFILE_H
#define STORE_PROFILE_H

#include "store/store.h"

/* @build_id: of the kernel, "" if it has none; @profile: as path/kept.h writes it. */
int store_profile_add(struct store *s, int64_t process, const char *build_id,
		      const char *profile, struct err *e);

/* Which profiles are meant; NULL and 0: any. */
struct store_profile_wish {
	int64_t experiment;
	const char *workload, *abi;
	/* Of this arm, or of this kernel (by its build id, or its image): any of them. */
	const char *arm, *build_id, *image_sha256;
	/* Only those made under the modifiers of this arm's processes of the workload. */
	const char *as_arm;
};

/* A profile with what it belongs to. */
struct store_profile {
	int64_t process_id, boot_id, experiment, made_ns;
	char *arm, *workload, *abi, *unit, *modifiers;
	unsigned int rev;
	char *build_id;
	char *release, *image, *image_sha256; /* facts of the boot; NULL: unknown */
	char *cpu_model, *append; /* that the guest was given; NULL: unknown */
	double exact, agree;      /* instructions per unit; share of batches */
	char *profile;
};

/*
 * The profiles that @w means, the latest first, at most @most of them. None: 0 and none.
 * The strings are the caller's: store_profiles_free().
 */
int store_profiles(struct store *s, const struct store_profile_wish *w, size_t most,
		   struct store_profile **ret, size_t *ret_n, struct err *e);
void store_profile_clear(struct store_profile *p); /* fine on a zeroed one */
void store_profiles_free(struct store_profile *p, size_t n);

#endif
