/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See symbols.h. */
#include "host/symbols.h"

#include "host/lines.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *const symbols_entry[] = {
	"entry_SYSCALL_64",
	"entry_SYSCALL_64_after_hwframe",
	"entry_SYSENTER_compat",
	"entry_SYSCALL_compat",
	"entry_INT80_compat",  /* before 6.7 */
	"asm_int80_emulation", /* since */
	"asm_fred_entrypoint_user",
	"entry_INT80_32",
	"entry_SYSENTER_32",
	"asm_exc_page_fault",
	"asm_sysvec_apic_timer_interrupt",
	"asm_sysvec_reschedule_ipi",
	"swapgs_restore_regs_and_return_to_usermode",
	"error_entry",
	NULL,
};

/* "ffffffff81000080 T entry_SYSCALL_64"; false for what does not look like that. */
static bool split(char *line, uint64_t *ret_address, char **ret_name)
{
	char *end;

	*ret_address = strtoull(line, &end, 16);
	if (end == line || end[0] != ' ' || !end[1] || end[2] != ' ')
		return false;
	*ret_name = end + 3;
	(*ret_name)[strcspn(*ret_name, " \t")] = 0;
	return true;
}

static struct symbol *find(struct symbol *syms, size_t n, const char *name)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(syms[i].name, name))
			return &syms[i];
	return NULL;
}

static bool ends_text(const char *name)
{
	return !strcmp(name, "__entry_text_end") || !strcmp(name, "_etext");
}

static int scan(struct lines *l, struct symbol *syms, size_t n)
{
	bool text = false, hidden = false;
	struct symbol *s;
	uint64_t address;
	char *line, *name;
	int r;

	while ((r = lines_next(l, &line)) > 0) {
		if (!split(line, &address, &name))
			continue;
		if (ends_text(name)) {
			text = true;
			hidden |= !address;
			break;
		}
		s = find(syms, n, name);
		if (!s || s->address)
			continue;
		text = true;
		hidden |= !address;
		s->address = address;
	}
	if (r < 0)
		return r;
	if (hidden)
		return -EPERM;
	return text ? 0 : -ENODATA;
}

int symbols_read(int root, struct symbol *syms, size_t n)
{
	struct lines l;
	size_t i;
	int r;

	r = lines_open(root, "proc/kallsyms", &l);
	if (r < 0)
		return r;
	for (i = 0; i < n; i++)
		syms[i].address = 0;
	r = scan(&l, syms, n);
	lines_close(&l);
	return r;
}
