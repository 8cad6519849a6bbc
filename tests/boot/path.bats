# ktoll path: where the instructions go. Boots Debian's kernels, which are cached.
load ../cli/common

# kernel NAME: sets $kernel, or skips with the reason
kernel() {
	local cache=${KTOLL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/ktoll}/kernels
	command -v qemu-system-x86_64 > /dev/null || skip "no qemu-system-x86_64"
	kernel=$cache/$1.deb
	[ -s "$kernel" ] || scripts/fetch-kernels "$1" > /dev/null 2>&1 || true
	[ -s "$kernel" ] || skip "no kernel $1 to be had"
}

# total FILE: the sum of folded counts
total() {
	awk '{ n += $NF } END { print n }' "$1"
}

@test "path refuses what makes no sense" {
	run "$ktoll" path --kernel x
	[ "$status" -eq 2 ]
	[[ $output == *"which workload?"* ]]
	run "$ktoll" path syscall.null
	[ "$status" -eq 2 ]
	[[ $output == *"needs --kernel IMAGE"* ]]
	run "$ktoll" path --kernel x --format mail syscall.null
	[ "$status" -eq 2 ]
	[[ $output == *"expected text, folded, json or svg"* ]]
	run "$ktoll" path --kernel x --with notsc syscall.null
	[ "$status" -eq 2 ]
	run "$ktoll" path --kernel /nowhere syscall.null
	[ "$status" -eq 2 ]
	[ "${#lines[@]}" -eq 1 ]
	kernel cloud-6.12
	run "$ktoll" path --kernel "$kernel" 'syscall.*'
	[ "$status" -eq 2 ]
	[[ $output == *"workloads (expected one)"* ]]
	run "$ktoll" path --kernel "$kernel" --kernel "$kernel" syscall.null
	[ "$status" -eq 2 ]
	[[ $output == *"both kernels would be kept as "*"expected --as NAME for each of them"* ]]
	run "$ktoll" path --arm x --kernel "$kernel" syscall.null
	[ "$status" -eq 2 ]
	# Nothing of all this is stored.
	[ ! -e "$KTOLL_DB" ]
}

@test "what path finds is kept, and shown again without a boot" {
	kernel cloud-6.12
	"$ktoll" path --kernel "$kernel" --as here --format json syscall.null > "$dir/a.json"
	PATH=/nowhere "$ktoll" path --arm here --format json syscall.null > "$dir/b.json"
	cmp "$dir/a.json" "$dir/b.json"
	"$ktoll" path --arm here --arm here --format folded syscall.null | grep -q 'do_syscall_64 [0-9]* [0-9]*$'
	[ "$(sql "SELECT count(*) FROM profile JOIN process ON id = process_id WHERE exact > 0")" = 1 ]
	run "$ktoll" path --arm there syscall.null
	[ "$status" -eq 2 ]
	[[ $output == *"no path is kept of syscall.null"* ]]
	run "$ktoll" path --arm here syscall.getppid-none
	[ "$status" -eq 2 ]
}

@test "a full disk under the plug-in is said, with what to do" {
	kernel cloud-6.1
	want_mounts
	mkdir "$dir/small"
	export dir ktoll kernel
	run $name_space bash -c "mount -t tmpfs -o size=40k none $dir/small
		TMPDIR=$dir/small $ktoll path -q --kernel $kernel syscall.null"
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == "ktoll: $dir/small/"*": no room for what the plug-in writes (expected some 100 kB"* ]]
}

@test "a vmlinux of another build is refused by its build id" {
	kernel cloud-6.12
	run "$ktoll" path --kernel "$kernel" --vmlinux "$probe.debug" syscall.null
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"not the kernel that is measured: build id "* ]]
}

# fake_qemu MESSAGE: a QEMU first in PATH that refuses -plugin like that
fake_qemu() {
	mkdir -p "$dir/bin"
	cat > "$dir/bin/qemu-system-x86_64" <<-END
		#!/bin/sh
		case \$* in
		*--version* | *-version*) echo "QEMU emulator version 0.99" ;;
		*) echo "qemu-system-x86_64: $1" >&2; exit 1 ;;
		esac
	END
	chmod +x "$dir/bin/qemu-system-x86_64"
	PATH=$dir/bin:$PATH
}

@test "a QEMU that has no plug-ins is named with its version" {
	kernel cloud-6.12
	for message in "-plugin: invalid option" \
		"-plugin x.so: plugin interface not enabled in this build"; do
		fake_qemu "$message"
		run "$ktoll" path -q --kernel "$kernel" syscall.null
		[ "$status" -eq 3 ]
		[ "${#lines[@]}" -eq 1 ]
		[[ $output == *"QEMU emulator version 0.99"*"built with support for TCG plug-ins"* ]]
	done
}

@test "a QEMU that refuses the version of the plug-in API is told how to be asked" {
	kernel cloud-6.12
	fake_qemu "Could not load plugin x.so: plugin requires API version 6, but this QEMU supports only a minimum version of 9"
	run "$ktoll" path -q --kernel "$kernel" syscall.null
	[ "$status" -eq 3 ]
	[[ $output == *"QEMU emulator version 0.99"*"minimum version of 9"*"expected KTOLL_PLUGIN_API=N"* ]]
}

@test "the functions' sum is the exact count, and two runs are identical" {
	kernel cloud-6.12
	"$ktoll" run --exact --kernel "$kernel" --format json syscall.null > "$dir/run.json"
	"$ktoll" path --kernel "$kernel" --format json syscall.null > "$dir/a.json"
	"$ktoll" path --kernel "$kernel" --format json syscall.null > "$dir/b.json"
	cmp "$dir/a.json" "$dir/b.json"
	exact=$(json "$dir/run.json" '$.workloads[0].value')
	[ "$(json "$dir/a.json" '$.arms[0].instructions')" = "$exact" ]
	sum=$(sqlite3 :memory: "SELECT abs(sum(json_extract(value, '\$.a.instructions')) - $exact) < 1e-6
		FROM json_each(CAST(readfile('$dir/a.json') AS TEXT), '\$.functions')")
	[ "$sum" = 1 ]
	grep -q '"function": "do_syscall_64"' "$dir/a.json"
}

@test "a longer seccomp filter grows in the BPF program only" {
	kernel cloud-6.12
	for n in 10 30; do
		"$ktoll" path --kernel "$kernel" --with "seccomp:$n" --format folded syscall.null > "$dir/$n"
		grep -v 'bpf_jit' "$dir/$n" > "$dir/$n.rest"
	done
	grep -q '^kernel;.*bpf_jit' "$dir/10"
	cmp "$dir/10.rest" "$dir/30.rest"
	grew=$(($(total "$dir/30") - $(total "$dir/10")))
	[ "$grew" -gt 0 ]
	# As many in each op, for each of the twenty.
	[ $((grew % 20)) -eq 0 ]
}

@test "two kernels: the parts of the difference are the difference" {
	kernel cloud-6.1
	old=$kernel
	kernel cloud-6.12
	"$ktoll" path --kernel "$old" --kernel "$kernel" --format json ctx.pipe.process.same-cpu > "$dir/d.json"
	sum=$(sqlite3 :memory: "SELECT abs(sum(json_extract(value, '\$.change')) -
		json_extract(CAST(readfile('$dir/d.json') AS TEXT), '\$.change')) < 1e-6
		FROM json_each(CAST(readfile('$dir/d.json') AS TEXT), '\$.functions')")
	[ "$sum" = 1 ]
	grep -q '"kind": "only-a"' "$dir/d.json"
	grep -q '"kind": "only-b"' "$dir/d.json"
	# Both tasks of the switch are on the path.
	grep -q '__switch_to_asm' "$dir/d.json"
	grep -q '"pair_echo"' "$dir/d.json"
}

@test "two kernels' instructions of one function are aligned" {
	kernel cloud-6.1
	old=$kernel
	kernel cloud-6.12
	"$ktoll" path -q --kernel "$old" --kernel "$kernel" --annotate do_syscall_64 syscall.null > "$dir/out"
	# In both, in A only, in B only: counts, addresses, the instruction.
	grep -q '^ *1 *1  *ffffffff[0-9a-f]* *ffffffff[0-9a-f]*  [a-z]' "$dir/out"
	grep -q '^ *1 *- *ffffffff[0-9a-f]*  ' "$dir/out"
	grep -q '^ *1 *+ *ffffffff[0-9a-f]*  ' "$dir/out"
	run "$ktoll" path -q --kernel "$kernel" --annotate no_such_function syscall.null
	[ "$status" -eq 3 ]
	[[ $output == *"no_such_function"* ]]
}

@test "a flame graph is one well-formed file" {
	kernel cloud-6.12
	"$ktoll" path --kernel "$kernel" --format svg i386.int80.null > "$dir/f.svg"
	head -1 "$dir/f.svg" | grep -q '^<?xml'
	python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$dir/f.svg"
	grep -q 'int80_emulation' "$dir/f.svg"
	no grep -q '<script' "$dir/f.svg"
	no grep -q 'href' "$dir/f.svg"
}

@test "a 32-bit kernel has its own path, and no addresses for names" {
	kernel 686-pae
	command -v qemu-system-i386 > /dev/null || skip "no qemu-system-i386"
	# The 64-bit workload of that name does not exist there: its 32-bit one is meant.
	"$ktoll" path -q --kernel "$kernel" --as narrow --format json int80.null > "$dir/a.json"
	[ "$(json "$dir/a.json" '$.abi')" = i386 ]
	[ -z "$(json "$dir/a.json" '$.arms[0].no_names')" ]
	grep -q '"function": "entry_INT80_32"' "$dir/a.json"
	grep -q '"function": "__ia32_sys_getppid"\|"function": "sys_getppid"' "$dir/a.json"
	no grep -q '"function": "0x' "$dir/a.json"
	[ "$(json "$dir/a.json" '$.arms[0].sides.interrupts.instructions')" = 0.0 ]
	"$ktoll" run -q --exact --kernel "$kernel" --as narrow2 --format json i386.int80.null > "$dir/run.json"
	[ "$(json "$dir/a.json" '$.arms[0].instructions')" = "$(json "$dir/run.json" '$.workloads[0].value')" ]
}

# module KERNEL: binfmt_misc of that kernel, which looks at every program that is started
module() {
	dpkg-deb --fsys-tarfile "$1" | tar x -O --wildcards '*/fs/binfmt_misc.ko*' > "$dir/module"
	case $(head -c 6 "$dir/module" | od -An -c) in
	*7*z*X*Z*) xz -dc "$dir/module" > "$dir/module.ko" ;;
	*) mv "$dir/module" "$dir/module.ko" ;;
	esac
}

@test "instructions in a module are its functions'" {
	kernel cloud-6.12
	module "$kernel"
	"$ktoll" path -q --kernel "$kernel" --module "$dir/module.ko" proc.exec > "$dir/out"
	grep -q '^ *[0-9.]* *1 .*load_misc_binary \[binfmt_misc\]$' "$dir/out"
	no grep -q 'bpf_jit' "$dir/out"
}

@test "a module of another kernel is refused" {
	kernel cloud-6.1
	module "$kernel"
	kernel cloud-6.12
	run "$ktoll" path -q --kernel "$kernel" --module "$dir/module.ko" syscall.null
	[ "$status" -eq 3 ]
	[[ $output == *"the kernel has loaded 0 of 1 modules (expected modules of this very build"* ]]
	run "$ktoll" run -q --exact --kernel "$kernel" --module /nowhere.ko syscall.null
	[ "$status" -eq 2 ]
	[[ $output == *"--module: cannot read '/nowhere.ko': No such file"* ]]
}

@test "counts and paths come in one go, and compare shows what else differs" {
	kernel cloud-6.1
	old=$kernel
	kernel cloud-6.12
	"$ktoll" ab -q --exact --path --a old --b new --kernel-a "$old" --kernel-b "$kernel" \
		--format json syscall.null > "$dir/j" || [ $? -eq 1 ]
	[ "$(sql 'SELECT count(*) FROM profile')" = 2 ]
	[ "$(sql 'SELECT count(*) FROM process WHERE exact > 0')" = 2 ]
	# The kernels differ in that by many; in lines and loads the layout of the probe may make up for it.
	[[ $(json "$dir/j" '$.rows[0].footprint') == *'"what":"taken branches"'* ]]
	run "$ktoll" compare old new
	[[ $(flat "$output") == *" path syscall.null: "*" taken branches "*" -> "* ]]
	run "$ktoll" run --path --kernel "$kernel" syscall.null
	[ "$status" -eq 2 ]
	run "$ktoll" run --exact --path --with notsc --kernel "$kernel" syscall.null
	[ "$status" -eq 2 ]
	run "$ktoll" ab --path --a x --b y syscall.null
	[ "$status" -eq 2 ]
}
