/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kernel's configuration must have for the lab to hear of it. */
#ifndef LAB_BUILD_CONFIG_H
#define LAB_BUILD_CONFIG_H

#include "base/err.h"
#include "base/str.h"

/*
 * @text[@len] is a .config. -EINVAL with the first option named that is missing, or only
 * a module; else 0, and @wanting gets what some workloads or facts would need.
 */
int build_config_check(const char *text, size_t len, struct str *wanting, struct err *e);

#endif
