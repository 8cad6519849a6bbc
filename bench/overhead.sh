#!/bin/sh
# What the batch loop itself is: its instructions from the disassembly, for every ABI.
set -eu

cd "$(dirname "$0")/.."
for abi in x86_64 i386; do
	echo "== $abi"
	llvm-objdump -d --no-show-raw-insn --disassemble-symbols=control_empty_batch,syscall_null_batch,int80_null_batch \
		"build/probe/ktoll-probe.$abi.debug" | sed -n '/>:/,$p'
done
