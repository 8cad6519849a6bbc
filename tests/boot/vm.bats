# Real kernels, booted under QEMU's instruction counting. The images are Debian's current ones,
# kept in a cache folder (scripts/fetch-kernels).
load ../cli/common

kernel() {
	image=$(scripts/fetch-kernels "$1" 2> "$dir/why" | awk "{ print \$2 }" | tail -n 1)
	[ -n "$image" ] && [ -e "$image" ] || skip "no kernel: $(tail -n 1 "$dir/why")"
	command -v qemu-system-x86_64 > /dev/null || skip "qemu-system-x86 is not installed"
}

# count FILE WORKLOAD ABI: the value out of a run's JSON
count() {
	sqlite3 :memory: "SELECT json_extract(value, '\$.value') FROM json_each(CAST(readfile('$1') AS TEXT),
		'\$.workloads') WHERE json_extract(value, '\$.workload') = '$2' AND json_extract(value, '\$.abi') = '$3'"
}

@test "the whole suite is counted on a 6.1 and a 6.12 kernel, both ABIs, and compared" {
	kernel cloud-6.1
	old=$image
	kernel cloud-6.12
	"$ktoll" run -q --exact --kernel "$old" --as old --format json > "$dir/old.json"
	"$ktoll" run -q --exact --kernel "$image" --as new --format json > "$dir/new.json"
	[ "$(json "$dir/old.json" '$.exact')" = 1 ]
	[ "$(sql "SELECT count(*) FROM process WHERE status = 'fail' OR status = 'crash' OR status = 'timeout'")" = 0 ]
	[ "$(sql "SELECT count(*) > 260 FROM process WHERE status = 'done'")" = 1 ]
	# no nanoseconds anywhere
	no grep -q '"ns"' "$dir/old.json"
	# a system call costs some hundreds of instructions, and int $0x80 got cheaper in between
	for f in old new; do
		n=$(count "$dir/$f.json" syscall.null x86_64)
		[ "$(sqlite3 :memory: "SELECT $n BETWEEN 150 AND 600")" = 1 ]
	done
	run "$ktoll" compare old new
	[ "$status" -eq 1 ]
	[[ $output == *"instructions, counted"* ]]
	[[ $output == *"kernel.release"* ]]
	# almost every bare call is the same in every batch
	[ "$(sql "SELECT count(*) FROM process p JOIN workload w ON w.id = p.workload_id
		WHERE w.name IN ('syscall.null', 'syscall.enosys', 'int80.null', 'vdso32.null') AND p.agree < 0.9")" = 0 ]
}

@test "two boots of one kernel count the same" {
	kernel cloud-6.12
	"$ktoll" run -q --exact --boots 2 --kernel "$image" 'syscall.*' 'signal.*' 'fd.*' 'poll.*' 'i386.int80.*' \
		'i386.vdso32.*' > "$dir/out"
	differ=$(sql "SELECT count(*) FROM (SELECT workload_id FROM process WHERE status = 'done'
		GROUP BY workload_id HAVING count(DISTINCT exact) > 1)")
	all=$(sql "SELECT count(DISTINCT workload_id) FROM process WHERE status = 'done'")
	[ "$((differ * 20))" -le "$all" ]
}

@test "a seccomp filter costs exactly its instructions" {
	kernel cloud-6.12
	for n in 0 1 2 10 100; do
		"$ktoll" run -q --exact --kernel "$image" --with seccomp:$n --as "f$n" --format json syscall.null > "$dir/$n"
	done
	base=$(count "$dir/0" syscall.null x86_64)
	for n in 1 2 10 100; do
		v=$(count "$dir/$n" syscall.null x86_64)
		[ "$(sqlite3 :memory: "SELECT round($v - $base, 3) = $n")" = 1 ]
	done
}

@test "nopti and mitigations=off take instructions away" {
	kernel cloud-6.12
	run "$ktoll" ab -q --exact --kernel "$image" --cpu-model Skylake-Client,-rdrand,-rdseed \
		--a with --b without --append-b 'nopti mitigations=off' syscall.null
	[ "$status" -eq 0 ]
	[[ $output == *"syscall.null"*"FASTER"* ]]
	[[ $(flat "$output") == *"mitigation.meltdown Mitigation: PTI -> Vulnerable"* ]]
}

@test "a 32-bit kernel runs the i386 suite" {
	kernel 686-pae
	command -v qemu-system-i386 > /dev/null || skip "qemu-system-i386 is not installed"
	"$ktoll" run -q --exact --kernel "$image" 'i386.int80.*' 'i386.vdso32.*' i386.signal.catch > "$dir/out"
	[ "$(sql "SELECT count(*) FROM process WHERE status = 'done'")" = 5 ]
	grep -q 'i386.int80.null' "$dir/out"
}

@test "without IA32 emulation the i386 programs are skipped with the reason" {
	kernel cloud-6.12
	run "$ktoll" run -q --exact --kernel "$image" --append ia32_emulation=0 i386.int80.null int80.null syscall.null
	[ "$status" -eq 0 ]
	[[ $output == *"not run here:"* ]]
	[[ $output == *"i386.int80.null"* ]]
	[ "$(sql "SELECT count(*) FROM process WHERE status = 'skip'")" = 2 ]
}

@test "a kernel that panics is told, with its last lines, and kept" {
	kernel cloud-6.12
	run "$ktoll" run -q --exact --kernel "$image" --append 'init=/nothing rdinit=/nothing' syscall.null
	[ "$status" -eq 3 ]
	[[ $output == *"did not come through: panic"* ]]
	[[ $output == *"Kernel panic"* ]]
	[ "$(sql "SELECT value FROM fact WHERE key = 'id.vm.end'")" = panic ]
}

@test "what is no kernel image is refused in one line" {
	refused() {
		run "$ktoll" run -q --exact --kernel "$1" syscall.null
		[ "$status" -ne 0 ]
		[ "${#lines[@]}" -eq 1 ]
		[[ ${lines[0]} == "ktoll: "*"$1"* ]]
	}
	printf 'not an image' > "$dir/text"
	refused "$dir/text"
	refused "$dir/missing"
	: > "$dir/empty"
	refused "$dir/empty"
	refused "$dir"
	printf '!<arch>\ndebian-binary   0           0     0     100644  4         `\n2.0\n' > "$dir/truncated.deb"
	refused "$dir/truncated.deb"
}

@test "options that make no sense together are usage errors" {
	run "$ktoll" run --exact syscall.null
	[ "$status" -eq 2 ]
	[[ $output == *"need --kernel IMAGE"* ]]
	: > "$dir/k"
	run "$ktoll" run --kernel "$dir/k" --accel tcg syscall.null
	[ "$status" -ne 0 ]
	[[ $output == *"emulated time is no measurement"* ]]
	run "$ktoll" run --kernel "$dir/k" --exact --accel kvm syscall.null
	[ "$status" -ne 0 ]
	[[ $output == *"KVM cannot"* ]]
	run "$ktoll" run --kernel "$dir/k" --exact --mem 1000000 syscall.null
	[ "$status" -ne 0 ]
	[ "${#lines[@]}" -eq 1 ]
}

@test "no QEMU is left behind when ktoll is killed" {
	kernel cloud-6.12
	"$ktoll" run -q --exact --kernel "$image" > "$dir/out" 2>&1 &
	pid=$!
	for _ in $(seq 100); do
		child=$(pgrep -P $pid || true)
		[ -n "$child" ] && break
		sleep 0.1
	done
	[ -n "$child" ]
	sleep 1
	kill -9 $pid
	wait $pid || true
	for _ in $(seq 50); do
		kill -0 $child 2> /dev/null || return 0
		sleep 0.1
	done
	return 1
}

@test "a guest counts events too" {
	kernel cloud-6.12
	"$ktoll" run -q --exact --kernel "$image" --format json -e page-faults,context-switches,cycles \
		fault.anon-write ctx.pipe.process.same-cpu > "$dir/j"
	event() {
		sqlite3 :memory: "SELECT json_extract(c.value, '\$.$3')
			FROM json_each(CAST(readfile('$dir/j') AS TEXT), '\$.workloads') w,
			json_each(w.value, '\$.counters') c
			WHERE json_extract(w.value, '\$.workload') = '$1'
			AND json_extract(w.value, '\$.abi') = 'x86_64'
			AND json_extract(c.value, '\$.event') = '$2'"
	}
	[ "$(event fault.anon-write page-faults value)" = 1.0 ]
	[ "$(event ctx.pipe.process.same-cpu context-switches value)" = 1.0 ]
	# an emulated processor has no PMU
	[[ "$(event fault.anon-write cycles reason)" == *"no such event"* ]]
	[ "$(sql "SELECT value FROM fact WHERE key = 'counter.events'")" = page-faults,context-switches,cycles ]
}

@test "without options a kernel is measured here, in KVM or without" {
	kernel cloud-6.12
	# Whichever is chosen has to come through; KVM that only looks usable did not.
	"$ktoll" run -q --unpinned --boots 1 --kernel "$image" --format json control.empty \
		> "$dir/j" 2> "$dir/err"
	[ "$(json "$dir/j" '$.workloads[0].value')" != "" ]
	if [ "$(json "$dir/j" '$.exact')" = 1 ]; then
		grep -q '; counting instructions instead (--exact)$' "$dir/err"
		run "$ktoll" run --kernel "$image" --accel kvm control.empty
		[ "$status" -eq 3 ]
		[ "${#lines[@]}" -eq 1 ]
	fi
}

@test "a timed run that ends before its first boot says what it was to run in" {
	kernel cloud-6.12
	mkdir "$dir/bin"
	cat > "$dir/bin/qemu-system-x86_64" <<- END
		#!/bin/sh
		case "\$*" in
		--version) echo "QEMU emulator version 7"; exit ;;
		*-bios*) printf 123 > /proc/self/fd/12 ;;
		*) : > $dir/booting ;;
		esac
		exec sleep 1000
	END
	chmod +x "$dir/bin/qemu-system-x86_64"
	PATH=$dir/bin:$PATH "$ktoll" run --kernel "$image" control.empty > "$dir/out" 2> "$dir/err" &
	local pid=$! status=0
	for _ in $(seq 200); do
		[ ! -e "$dir/booting" ] || break
		sleep 0.1
	done
	kill -TERM $pid
	wait $pid || status=$?
	[ "$status" -eq 130 ]
	grep -q '^QEMU kvm, -cpu host' "$dir/out"
}
