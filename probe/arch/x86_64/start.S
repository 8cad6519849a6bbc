/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86_64: program start, clone, signal frames. See arch.h. */
#include <asm/unistd.h>

	.text
	.globl	_start
	.type	_start, @function
_start:
	xorl	%ebp, %ebp
	movq	%rsp, %rdi
	andq	$-16, %rsp
	call	probe_main
	ud2
	.size	_start, . - _start

	.globl	arch_clone
	.type	arch_clone, @function
arch_clone:			/* flags, stack, ptid, ctid, fn, arg */
	andq	$-16, %rsi
	subq	$16, %rsi
	movq	%r8, (%rsi)
	movq	%r9, 8(%rsi)
	movq	%rcx, %r10
	xorl	%r8d, %r8d
	movl	$__NR_clone, %eax
	syscall
	testq	%rax, %rax
	jnz	1f
	xorl	%ebp, %ebp
	popq	%rax
	popq	%rdi
	call	*%rax
	xorl	%edi, %edi
	movl	$__NR_exit, %eax
	syscall
	ud2
1:	ret
	.size	arch_clone, . - arch_clone

	.globl	arch_restorer
	.type	arch_restorer, @function
arch_restorer:
	movl	$__NR_rt_sigreturn, %eax
	syscall
	.size	arch_restorer, . - arch_restorer

	.p2align 6
	.globl	arch_fault_load, arch_fault_resume
	.type	arch_fault_load, @function
arch_fault_load:
	movb	(%rdi), %al
arch_fault_resume:
	ret
	.size	arch_fault_load, . - arch_fault_load

	/*
	 * uc_mcontext: r8 40 .. r15 96, rdi 104, rsi 112, rbp 120, rbx 128, rdx 136,
	 * rax 144, rcx 152, rsp 160, rip 168. Only what a function must keep is stored;
	 * the rest comes back as it was when the signal was taken.
	 */
	.p2align 6
	.globl	arch_sigreturn
	.type	arch_sigreturn, @function
arch_sigreturn:			/* frame, uc */
	movq	%rbx, 128(%rsi)
	movq	%rbp, 120(%rsi)
	movq	%r12, 72(%rsi)
	movq	%r13, 80(%rsi)
	movq	%r14, 88(%rsi)
	movq	%r15, 96(%rsi)
	movq	%rsp, 160(%rsi)
	leaq	1f(%rip), %rax
	movq	%rax, 168(%rsi)
	leaq	8(%rdi), %rsp	/* as if the handler had returned through the frame */
	movl	$__NR_rt_sigreturn, %eax
	syscall
	ud2
1:	ret
	.size	arch_sigreturn, . - arch_sigreturn

	.section .note.GNU-stack, "", @progbits
