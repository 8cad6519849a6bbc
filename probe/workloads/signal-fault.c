/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A signal that a fault raises: SIGSEGV for a load from a page without access. */
#include "probe/task.h"
#include "probe/workload.h"

#include <asm/siginfo.h>

#define PAGE_BYTES 4096

static struct wl *counting;
static char *page;

/* Of any other fault the probe dies, as it would have without this. */
static void handler(int sig, const siginfo_t *info, void *uc)
{
	if (info->si_addr != page) {
		task_handle(sig, NULL, 0);
		return;
	}
	counting->events++;
	arch_uc_set_ip(uc, arch_fault_resume);
}

static int setup(struct wl *w)
{
	long r = sys_mmap(NULL, PAGE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	if (sys_failed(r))
		return workload_fail(w, r, "no page to fault on");
	page = (char *)r;
	counting = w;
	r = task_handle(SIGNAL_SEGV, handler, SA_SIGINFO_F | workload_sa_flags(w));
	return r < 0 ? workload_fail(w, r, "cannot install a handler") : 0;
}

WORKLOAD(signal_fault, .name = "signal.fault", .rev = 1, .unit = "signal", .events = 1,
	 .setup = setup,
	 .summary = "a load from a PROT_NONE page, SIGSEGV, the handler, return behind the load")
{
	arch_fault_load(page);
	return 0;
}
