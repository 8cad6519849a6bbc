/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one scanner of numbers, whatever the format. It does not depend on the
 * process's locale, takes a whole token or nothing, and never a NaN, an infinity or
 * a value that does not fit a double.
 */
#ifndef IMPORT_NUMBER_H
#define IMPORT_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum num_status {
	NUM_OK,
	NUM_EMPTY,
	NUM_TEXT,  /* no number at all */
	NUM_NAN,   /* nan */
	NUM_INF,   /* inf, infinity */
	NUM_RANGE, /* 1e400, 1e-400 */
	NUM_COMMA, /* 10,5 or 1,234: which one is not certain */
	NUM_HEX,   /* 0x1f */
};

/* [+-]digits[.digits][e[+-]digits], nothing before and nothing after. */
enum num_status num_scan(const char *s, size_t n, double *ret_value);

/* Digits only, up to 2^64 - 1. */
enum num_status num_scan_uint(const char *s, size_t n, uint64_t *ret_value);

/* For a message: "'X' " + this. */
const char *num_problem(enum num_status st);

/*
 * The marks of a locale, as code points, learnt from numbers that leave no doubt.
 * 0: not known yet.
 */
struct num_style {
	uint32_t decimal, group;
};

/*
 * A number whose only mark, if it has one, is the decimal mark ("0,0146",
 * "12.76"): printed without grouping. Learns the mark, or fails with NUM_COMMA if it
 * contradicts what is known already.
 */
enum num_status num_scan_plain(const char *s, size_t n, struct num_style *style,
			       double *ret_value);

/*
 * A number that may be grouped (also 38,96,87,592) and may have a fraction of exactly
 * 2 or 6 digits: what "%'.0f", "%'.2f" and "%.6f" print. Uses and completes @style;
 * NUM_COMMA if the marks contradict each other or what is known, or stay ambiguous.
 * *@ret_decimals: digits of the fraction.
 */
enum num_status num_scan_grouped(const char *s, size_t n, struct num_style *style,
				 double *ret_value, unsigned int *ret_decimals);

#endif
