/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results as KCIDB I/O schema 5.3: a checkout and a build for each arm, a test object for
 * each metric. A measurement is DONE with its number in base units; of a comparison the
 * new arm has another object, PASS or FAIL. Ids are hashes of what they name, so that the
 * same results sent twice are the same objects.
 * Source: kernelci/kcidb-io, kcidb_io/schema/v05_03.py.
 */
#ifndef REPORT_KCIDB_H
#define REPORT_KCIDB_H

#include "report/compare.h"
#include "report/run.h"

/* @origin: the CI system's name, [a-z0-9_]+; NULL: "ktoll". */
void run_report_kcidb(const struct run_report *r, const char *origin, struct str *out);
void compare_report_kcidb(const struct compare_report *r, size_t n, const char *origin,
			  struct str *out);

#endif
