# Paths held to the truth: kernels that differ by known instructions in known functions, and debug
# data of real kernels. Long: the first kernel takes some ten minutes to build on two idle CPUs.
load ../cli/common
load kernels

setup_file() {
	kernels_prepare
	[ -z "$why" ] || return 0
	[ -s "$work/config.debug" ] || kernels_config "$work/config.debug" \
		CONFIG_DEBUG_KERNEL=y CONFIG_DEBUG_INFO_DWARF5=y
	local n=0 commit
	# 0 is Debian's, 1 to 3 have the first patches of tests/kernels one after the other.
	for commit in base $(git -C "$work/linux" rev-list --reverse base..HEAD | head -n 3); do
		kernels_build "debug-$n" "$commit" "$work/config.debug"
		n=$((n + 1))
	done
}

teardown_file() {
	kernels_release
}

# path FROM TO WORKLOAD [OPTION...]: both kernels side by side, as JSON in $dir/j
path() {
	local from=$1 to=$2 workload=$3
	shift 3
	"$ktoll" path -q --format json --as "from $from" --as "to $to" "$@" \
		--kernel "$work/debug-$from/bzImage" --kernel "$work/debug-$to/bzImage" \
		"$workload" > "$dir/j"
}

# changed: every function that changed, and by how much
changed() {
	sqlite3 :memory: "SELECT group_concat(json_extract(value, '\$.side') || ' ' ||
		json_extract(value, '\$.function') || ' ' || json_extract(value, '\$.change'), ', ')
		FROM json_each(CAST(readfile('$dir/j') AS TEXT), '\$.functions')
		WHERE json_extract(value, '\$.change') <> 0"
}

@test "seven instructions more in do_syscall_64 are there and nowhere else" {
	[ -z "$why" ] || skip "$why"
	path 0 1 syscall.null
	[ "$(changed)" = "kernel do_syscall_64 7.0" ]
	[ "$(json "$dir/j" '$.change')" = 7.0 ]
}

@test "instructions in a function that is inlined are its own with debug data" {
	[ -z "$why" ] || skip "$why"
	path 1 2 ctx.pipe.process.same-cpu \
		--vmlinux "$work/debug-1/vmlinux" --vmlinux "$work/debug-2/vmlinux"
	[ "$(changed)" = "kernel context_switch 11.0" ]
	# Without, they are in the one that it was inlined into.
	path 1 2 ctx.pipe.process.same-cpu
	[ "$(changed)" = "kernel __schedule 11.0" ]
}

@test "a signal's thirteen instructions are in the function that delivers it" {
	[ -z "$why" ] || skip "$why"
	path 2 3 signal.catch
	[ "$(changed)" = "kernel arch_do_signal_or_restart 13.0" ]
}

@test "debug data gives source lines, and has to be of the same build" {
	[ -z "$why" ] || skip "$why"
	"$ktoll" path -q --as one --kernel "$work/debug-1/bzImage" --vmlinux "$work/debug-1/vmlinux" \
		--annotate do_syscall_64 syscall.null > "$dir/lines"
	[ "$(grep -c '  nop$\|  nop  ' "$dir/lines")" -ge 7 ]
	grep -q 'arch/x86/entry/common.c:[0-9]*$' "$dir/lines"
	run "$ktoll" path -q --kernel "$work/debug-0/bzImage" --vmlinux "$work/debug-1/vmlinux" syscall.null
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"debug-1/vmlinux: not the kernel that is measured: build id "* ]]
}

@test "a kernel without symbols shows addresses, and its vmlinux gives the names" {
	[ -z "$why" ] || skip "$why"
	address=$(nm "$work/debug-0/vmlinux" | sed -n 's/ . kallsyms_token_index$//p')
	python3 tests/kernels/hide-symbols "$work/debug-0/bzImage" "$address" "$dir/nameless"
	"$ktoll" path -q --kernel "$dir/nameless" syscall.null > "$dir/t"
	[[ $(flat "$(cat "$dir/t")") == *" addresses instead of names: "*"(expected CONFIG_KALLSYMS=y, or --vmlinux FILE) "* ]]
	grep -q '^ *[0-9.]* *1  0xffffffff81[0-9a-f]*$' "$dir/t"
	"$ktoll" path -q --kernel "$dir/nameless" --vmlinux "$work/debug-0/vmlinux" \
		syscall.null > "$dir/u"
	no grep -q 'addresses instead\|0xffffffff81\|bpf_jit' "$dir/u"
	grep -q '^ *[0-9.]* *1  entry_SYSCALL_64$' "$dir/u"
	grep -q ' do_syscall_64$' "$dir/u"
	# The sum is the same.
	[ "$(grep -o '^[0-9.]* = ' "$dir/t")" = "$(grep -o '^[0-9.]* = ' "$dir/u")" ]
}

@test "Debian's package of debugging symbols shows what was inlined" {
	cache=${XDG_CACHE_HOME:-$HOME/.cache}/ktoll/kernels/cloud-6.12.deb
	[ -s "$cache" ] || scripts/fetch-kernels cloud-6.12 > /dev/null 2>&1 || true
	[ -s "$cache" ] || skip "no kernel cloud-6.12 to be had"
	package=$(dpkg-deb -f "$cache" Package)-dbg
	mkdir -p "$work/dbg"
	ls "$work/dbg/$package"_*.deb > /dev/null 2>&1 ||
		(cd "$work/dbg" && apt-get download "$package") > /dev/null 2>&1 ||
		skip "no package $package to be had"
	"$ktoll" path -q --kernel "$cache" --vmlinux "$work/dbg/$package"_*.deb syscall.null > "$dir/t"
	# The puzzle of do_syscall_64: what became a part of it.
	grep -q '^ *[0-9.]* *- .*do_syscall_x64 (inlined)' "$dir/t"
	grep -q '^ *[0-9.]* *- .*syscall_enter_from_user_mode (inlined)' "$dir/t"
	"$ktoll" path -q --kernel "$cache" --format json syscall.null > "$dir/j"
	# Its own and what was inlined into it are what it has without debug data.
	whole=$(sqlite3 :memory: "SELECT json_extract(value, '\$.a.instructions')
		FROM json_each(CAST(readfile('$dir/j') AS TEXT), '\$.functions')
		WHERE json_extract(value, '\$.function') = 'do_syscall_64'")
	parts=$(awk '$3 == "do_syscall_64" { on = 1; at = match($0, /[^ ]*$/); sum = $1; next }
		# What was inlined counts, unless into something that was called.
		on { here = match($0, /[a-zA-Z_]/); if (here <= at) exit
			if (/\(inlined\)/ && !skip[here]) { sum += $1; skip[here + 2] = 0 }
			else skip[here + 2] = 1 }
		END { print sum }' "$dir/t")
	[ "$parts" = "${whole%.0}" ]
}
