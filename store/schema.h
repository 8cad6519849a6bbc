/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The migrations, generated from store/schema/NNN-*.sql: number N leads to version N. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

extern const char *const schema_migrations[];
extern const int schema_version;

#endif
