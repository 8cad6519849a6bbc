/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See task.h. */
#include "probe/task.h"

#include "probe/lib.h"
#include "probe/workload.h"

#define STACK_BYTES 65536

static char side_stack[STACK_BYTES] __attribute__((aligned(16)));

struct attempt {
	void (*fn)(void *);
	void *arg;
	int parent;
};

static void caught(int sig)
{
	/* A status that says which; the parent is waiting. */
	sys_exit_group(sig);
}

static void attempt(void *arg)
{
	struct attempt *a = arg;

	task_handle(SIGNAL_ILL, caught, 0);
	task_handle(SIGNAL_SEGV, caught, 0);
	a->fn(a->arg);
}

int task_survives(void (*fn)(void *), void *arg)
{
	struct attempt a = { .fn = fn, .arg = arg };
	int status = 0;
	long pid, r;

	pid = arch_clone(CLONE_VM | CLONE_VFORK | SIGNAL_CHLD, side_stack + STACK_BYTES,
			 NULL, NULL, attempt, &a);
	if (pid < 0)
		return (int)pid;
	r = sys_wait4((int)pid, &status, 0, NULL);
	if (r < 0)
		return (int)r;
	return status & 0x7f ? status & 0x7f : status >> 8 & 0xff;
}

unsigned int task_reset_signals(void)
{
	static const uint32_t none[2];
	uint32_t was[2] = { 0, 0 };
	struct k_sigaction old;
	unsigned int n = 0;

	for (int sig = 1; sig <= SIGNALS; sig++) {
		if (sig == SIGNAL_KILL || sig == SIGNAL_STOP)
			continue;
		if (sys4(__NR_rt_sigaction, sig, 0, P(&old), ARCH_NSIG_LEN) < 0 ||
		    old.handler == SIG_DFL_P)
			continue;
		n++;
		task_handle(sig, NULL, 0);
	}
	sys_sigprocmask(MASK_SET, none, was);
	return n + (was[0] || was[1]);
}

long task_handle(int sig, const void *handler, unsigned long flags)
{
	struct k_sigaction act = {
		.handler = handler,
		/* The restorer is that of frames with siginfo: on i386 there are two
		   kinds. */
		.flags = flags | SA_RESTORER_F | SA_SIGINFO_F,
		.restorer = arch_restorer,
	};

	return sys_sigaction(sig, &act);
}

long task_pin(int cpu)
{
	unsigned long mask[1024 / sizeof(long)] = { 0 }, now[1024 / sizeof(long)] = { 0 };
	const unsigned int bits = 8 * sizeof(long);
	unsigned int word = (unsigned int)cpu / bits;
	long r;

	mask[word] = 1ul << ((unsigned int)cpu % bits);
	r = sys_setaffinity(0, sizeof(mask), mask);
	if (r < 0)
		return r;
	r = sys_getaffinity(0, sizeof(now), now);
	if (r < 0)
		return r;
	return now[word] == mask[word] ? 0 : -EBUSY;
}

struct start {
	void (*fn)(void *);
	void *arg;
	int cpu;
};

static void peer_main(void *arg)
{
	struct start s = *(struct start *)arg;

	if (s.cpu >= 0 && task_pin(s.cpu) < 0)
		sys_exit_group(121);
	workload_enter_task();
	s.fn(s.arg);
}

static long thread_start(struct peer *p, struct start *s)
{
	static struct start kept[4]; /* read by the thread after this returns */
	static unsigned int next;
	struct start *k = &kept[next++ % 4];
	char *stack = task_memory(STACK_BYTES);
	const unsigned long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
				    CLONE_THREAD | CLONE_SYSVSEM | CLONE_CHILD_CLEARTID;

	if (!stack)
		return -ENOMEM;
	*k = *s;
	p->gone = 1;
	return arch_clone(flags, stack + STACK_BYTES, NULL, (int *)&p->gone, peer_main,
			  k);
}

static long process_start(struct start *s)
{
	long parent = sys_getpid(), pid = sys_fork();

	if (pid)
		return pid;
	/* The parent may have died before this took effect. */
	sys_prctl(PR_SET_PDEATHSIG, SIGNAL_KILL, 0, 0, 0);
	if (sys_getppid() != parent)
		sys_exit_group(122);
	peer_main(s);
	sys_exit_group(0);
}

long peer_start(struct peer *p, bool thread, int cpu, void (*fn)(void *), void *arg)
{
	struct start s = { fn, arg, cpu };
	long pid;

	*p = (struct peer){ .thread = thread };
	pid = thread ? thread_start(p, &s) : process_start(&s);
	if (pid < 0)
		return pid;
	p->pid = (int)pid;
	return 0;
}

long peer_join(struct peer *p)
{
	struct rusage usage;
	int status = 0;
	uint32_t left;
	long r;

	if (!p->pid)
		return -ESRCH;
	if (p->thread) {
		while ((left = *(volatile uint32_t *)&p->gone))
			sys_futex(&p->gone, FUTEX_WAIT, left, NULL);
		p->pid = 0;
		return 0;
	}
	r = sys_wait4(p->pid, &status, 0, &usage);
	if (r != p->pid)
		return r < 0 ? r : -EIO;
	p->pid = 0;
	p->switches = (uint64_t)(usage.ru_nvcsw + usage.ru_nivcsw);
	return status ? -EIO : 0;
}

void peer_kill(struct peer *p)
{
	if (!p->pid || p->thread)
		return;
	sys_kill(p->pid, SIGNAL_KILL);
	peer_join(p);
}

static void *memory(size_t bytes, int flags)
{
	long p = sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			  MAP_ANONYMOUS | MAP_POPULATE | flags, -1);

	return sys_failed(p) ? NULL : (void *)p;
}

void *task_shared(size_t bytes)
{
	return memory(bytes, MAP_SHARED);
}

void *task_memory(size_t bytes)
{
	return memory(bytes, MAP_PRIVATE);
}
