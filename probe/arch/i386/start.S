/* SPDX-License-Identifier: GPL-3.0-or-later */
/* i386: program start, clone, six-argument calls, signal frames. See arch.h. */
#include <asm/unistd.h>

	.text
	.globl	_start
	.type	_start, @function
_start:
	xorl	%ebp, %ebp
	movl	%esp, %eax
	andl	$-16, %esp
	subl	$12, %esp
	pushl	%eax
	call	probe_main
	ud2
	.size	_start, . - _start

	.globl	sys6
	.type	sys6, @function
sys6:				/* nr, a .. f */
	pushl	%ebp
	pushl	%edi
	pushl	%esi
	pushl	%ebx
	movl	20(%esp), %eax
	movl	24(%esp), %ebx
	movl	28(%esp), %ecx
	movl	32(%esp), %edx
	movl	36(%esp), %esi
	movl	40(%esp), %edi
	movl	44(%esp), %ebp
	int	$0x80
	popl	%ebx
	popl	%esi
	popl	%edi
	popl	%ebp
	ret
	.size	sys6, . - sys6

	.globl	arch_clone
	.type	arch_clone, @function
arch_clone:			/* flags, stack, ptid, ctid, fn, arg */
	pushl	%edi
	pushl	%esi
	pushl	%ebx
	movl	16(%esp), %ebx
	movl	20(%esp), %ecx
	movl	24(%esp), %edx
	movl	28(%esp), %edi
	xorl	%esi, %esi
	andl	$-16, %ecx
	subl	$16, %ecx
	movl	36(%esp), %eax
	movl	%eax, (%ecx)	/* arg, where a called function expects it */
	movl	32(%esp), %eax
	movl	%eax, 4(%ecx)	/* fn */
	movl	$__NR_clone, %eax
	int	$0x80
	testl	%eax, %eax
	jnz	1f
	xorl	%ebp, %ebp
	call	*4(%esp)
	xorl	%ebx, %ebx
	movl	$__NR_exit, %eax
	int	$0x80
	ud2
1:	popl	%ebx
	popl	%esi
	popl	%edi
	ret
	.size	arch_clone, . - arch_clone

	.globl	arch_restorer
	.type	arch_restorer, @function
arch_restorer:
	movl	$__NR_rt_sigreturn, %eax
	int	$0x80
	.size	arch_restorer, . - arch_restorer

	.p2align 6
	.globl	arch_fault_load, arch_fault_resume
	.type	arch_fault_load, @function
arch_fault_load:
	movl	4(%esp), %eax
	movb	(%eax), %al
arch_fault_resume:
	ret
	.size	arch_fault_load, . - arch_fault_load

	/*
	 * uc_mcontext begins at 20: gs fs es ds, edi 36, esi 40, ebp 44, esp 48, ebx 52,
	 * edx 56, ecx 60, eax 64, trapno, err, eip 76.
	 */
	.p2align 6
	.globl	arch_sigreturn
	.type	arch_sigreturn, @function
arch_sigreturn:			/* frame, uc */
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	movl	%edi, 36(%edx)
	movl	%esi, 40(%edx)
	movl	%ebp, 44(%edx)
	movl	%ebx, 52(%edx)
	movl	%esp, 48(%edx)
	movl	$1f, 76(%edx)
	leal	4(%eax), %esp
	movl	$__NR_rt_sigreturn, %eax
	int	$0x80
	ud2
1:	ret
	.size	arch_sigreturn, . - arch_sigreturn

	.section .note.GNU-stack, "", @progbits
