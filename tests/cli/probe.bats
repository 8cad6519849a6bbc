# The probe by itself: plan in, wire lines out, whatever it was started with.
load common

# wire FILE: every line's checksum, by another implementation of CRC-32 (gzip's)
crc() {
	printf '%s' "$1" | gzip -1 -c | tail -c 8 | head -c 4 | od -An -t x4 | tr -d ' '
}

measured() {
	grep -q ' end status=done ' "$1"
}

@test "every line carries the CRC-32 of what is before it" {
	plan control.empty 'ops 100' 'batches 5' | "$probe" > "$dir/out"
	n=0
	while IFS= read -r line; do
		[ "$(crc "${line% \**}")" = "${line##*\*}" ]
		[ "$(printf '%s' "$line" | cut -d ' ' -f 2)" = "$n" ]
		n=$((n + 1))
	done < "$dir/out"
	[ "$n" -ge 8 ]
	tail -1 "$dir/out" | grep -q "bye lines=$n "
}

@test "a plan may come from a file and the lines go to another" {
	plan control.empty 'ops 100' > "$dir/plan"
	run "$probe" -p "$dir/plan" -o "$dir/out"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	measured "$dir/out"
}

@test "a bad plan is refused with its line" {
	run bash -c "printf 'ktoll-plan 1\nops 0\nend\n' | '$probe'"
	[ "$status" -eq 2 ]
	[ "$output" = "ktoll-probe: plan line 2: not a number in range" ]
	run "$probe" -z
	[ "$status" -eq 2 ]
}

@test "an unknown workload fails, it does not vanish" {
	run bash -c "printf 'ktoll-plan 1\nworkload no.such\nend\n' | '$probe'"
	[ "$status" -eq 1 ]
	[[ $output == *"status=fail"*"no%20such%20workload"* ]]
}

@test "output that cannot be written is an exit status" {
	run bash -c "printf 'ktoll-plan 1\nworkload control.empty\nend\n' | '$probe' > /dev/full"
	[ "$status" -eq 4 ]
}

@test "it needs no environment, no terminal and no open descriptors beyond the three" {
	plan syscall.null 'ops 100' 'batches 5' | env -i "$probe" > "$dir/out" 3>&- 2>&-
	measured "$dir/out"
}

@test "inherited signal state makes no difference" {
	for w in signal.catch signal.fault proc.fork.exit.0mib ctx.pipe.process.same-cpu; do
		plan $w 'ops 4' 'batches 3' | env --ignore-signal=PIPE --ignore-signal=CHLD \
			--ignore-signal=SEGV --ignore-signal=USR1 --block-signal "$probe" > "$dir/out"
		measured "$dir/out"
		no grep -q 'signals-reset value=0' "$dir/out"
	done
}

@test "it runs as PID 1" {
	unshare -pf true 2> /dev/null || skip "no permission for a PID namespace"
	for w in syscall.null signal.catch signal.fault proc.exec ctx.futex.thread.same-cpu; do
		plan $w 'ops 4' 'batches 3' | unshare -pf "$probe" > "$dir/out"
		measured "$dir/out"
		grep -q 'hello.* pid=1 ' "$dir/out"
	done
}

@test "it runs in an empty root directory" {
	[ "$(id -u)" -eq 0 ] || skip "chroot needs root"
	mkdir "$dir/root"
	cp "$probe" "$dir/root/init"
	for w in syscall.null proc.exec fault.file; do
		plan $w 'ops 2' 'batches 3' | chroot "$dir/root" /init > "$dir/out"
		measured "$dir/out"
	done
	plan fd.read-zero | chroot "$dir/root" /init > "$dir/out"
	grep -q 'status=skip' "$dir/out"
}

@test "exec of a missing target fails, and so does one with another status" {
	plan proc.exec 'ops 2' "exec-target $dir/missing" | "$probe" > "$dir/out" || true
	grep -q 'status=fail' "$dir/out"
	plan proc.exec 'ops 2' 'exec-target /bin/true' | "$probe" > "$dir/out" || true
	grep -q 'status=fail' "$dir/out"
	plan proc.exec 'ops 2' | "$probe" > "$dir/out"
	measured "$dir/out"
}

@test "without the time stamp counter it uses the system's clock, and says why" {
	plan syscall.null 'ops 50' 'batches 5' 'with notsc' | "$probe" > "$dir/out"
	measured "$dir/out"
	grep -q 'clock kind=clock-gettime why=PR_SET_TSC' "$dir/out"
}

@test "two probes take turns by a token" {
	mkfifo "$dir/ab" "$dir/ba"
	exec 5<> "$dir/ab" 6<> "$dir/ba"
	a() { plan control.spin 'ops 20' 'batches 3' 'warmup 1' 'turns rpwrp' 'token 6 5' | "$probe" > "$dir/a"; }
	b() { plan control.spin 'ops 20' 'batches 3' 'warmup 1' 'turns wrpwr' 'token 5 6' | "$probe" > "$dir/b"; }
	a & a=$!
	b & b=$!
	wait $a
	wait $b
	measured "$dir/a"
	measured "$dir/b"
	# two slices of three batches, the first of each a warm-up; nothing pins them
	grep ' samples ' "$dir/a" | grep -qE 'ops=20 [0-9]+w[pm]* [0-9]+[pm]* [0-9]+[pm]* [0-9]+w[pm]* [0-9]+[pm]* [0-9]+[pm]* \*'
}

@test "turns go on in order: a slice never runs without the token" {
	mkfifo "$dir/in" "$dir/out1"
	exec 5<> "$dir/in" 6<> "$dir/out1"
	plan control.spin 'ops 20' 'turns wrp' 'token 5 6' > "$dir/plan"
	"$probe" -p "$dir/plan" > "$dir/out" &
	pid=$!
	sleep 0.3
	kill -0 $pid
	[ ! -s "$dir/out" ]
	printf t >&5
	wait $pid
	measured "$dir/out"
	[ "$(head -c 1 <&6)" = t ]
}

@test "an empty op costs at most three instructions of the batch loop" {
	llvm-objdump -d --no-show-raw-insn --disassemble-symbols=control_empty_batch \
		"$probe.debug" > "$dir/dis"
	# from the loop's head (the target of the backward jump) to the jump
	awk '/^ *[0-9a-f]+:/ { n++; addr[n] = $1; sub(/:$/, "", addr[n]); line[n] = $0 }
	     END {
		for (i = 1; i <= n; i++) if (line[i] ~ /\tjne|\tjnz/) {
			match(line[i], /0x[0-9a-f]+/)
			target = substr(line[i], RSTART + 2, RLENGTH - 2)
			for (k = 1; k <= i; k++) if (addr[k] == target) { print i - k + 1; exit }
		}
	     }' "$dir/dis" > "$dir/n"
	[ "$(cat "$dir/n")" -ge 1 ]
	[ "$(cat "$dir/n")" -le 3 ]
}

@test "every workload runs or says why not, in every mode, on both ABIs" {
	local cpu peer
	cpu=$(other_cpu)
	peer=${cpu:+peer-cpu 0}
	for abi in x86_64 i386; do
		bin=$PWD/build/probe/ktoll-probe.$abi
		[ "$abi" = x86_64 ] || "$bin" -l > /dev/null 2>&1 ||
			skip "this kernel does not run i386 programs"
		"$bin" -l | cut -f 1 > "$dir/list"
		[ "$(wc -l < "$dir/list")" -ge 60 ]
		while read -r w; do
			for mode in batch each try; do
				plan "$w" "mode $mode" 'ops 8' 'batches 4' 'warmup 1' \
					${cpu:+"cpu $cpu"} ${peer:+"$peer"} > "$dir/plan"
				timeout 20 "$bin" -p "$dir/plan" > "$dir/out" || {
					echo "$abi $w $mode: $(grep ' end ' "$dir/out")"
					return 1
				}
				grep -qE ' end status=(done|skip .*why=.+) ' "$dir/out"
			done
		done < "$dir/list"
	done
}

# counts FILE EVENT: its counts, one a line
counts() {
	sed -n "s/^kt1 [0-9]* counts event=$2 first=[0-9]* \(.*\) \*.*/\1/p" "$1" | tr ' ' '\n'
}

@test "events are counted around each batch, in all tasks of the workload" {
	plan ctx.pipe.process.same-cpu 'ops 50' 'batches 4' 'warmup 1' 'cpu 0' \
		'count 0 1 3 0 0 0' 'count 1 1 2 0 0 0' 'count 1 1 3 0 0 0' | "$probe" > "$dir/out"
	measured "$dir/out"
	grep -q 'counter event=0 errno=0 how=read ' "$dir/out"
	# two context switches an op, and no more than a few of others
	for n in $(counts "$dir/out" 0) $(counts "$dir/out" 2); do
		[ "$n" -ge 99 ]
		[ "$n" -le 120 ]
	done
	[ "$(counts "$dir/out" 0 | wc -l)" -eq 4 ]
}

@test "page faults are counted one by one" {
	plan fault.anon-write 'ops 50' 'batches 3' 'count 0 1 2 0 0 0' | "$probe" > "$dir/out"
	[ "$(counts "$dir/out" 0 | sort -u)" = 50 ]
}

@test "a group of several PMUs counts from its first batch on" {
	for pair in '1 5' '5 1' '2 1' '1 2' '5 0'; do
		plan fault.anon-write 'ops 50' 'batches 3' "count 0 1 ${pair% *} 0 0 0" \
			"count 0 1 ${pair#* } 0 0 0" | "$probe" > "$dir/out"
		for event in 0 1; do
			[ "$(counts "$dir/out" $event | grep -cx 0)" -eq 0 ]
		done
	done
}

@test "an event that this system does not have ends nothing" {
	plan control.empty 'ops 50' 'batches 3' 'count 0 4294967295 0 0 0 0' 'count 1 1 3 0 0 0' |
		"$probe" > "$dir/out"
	measured "$dir/out"
	grep -q 'counter event=0 errno=2 ' "$dir/out"
	grep -q 'counter event=1 errno=0 ' "$dir/out"
	[ "$(counts "$dir/out" 0 | wc -l)" -eq 0 ]
	[ "$(counts "$dir/out" 1 | wc -l)" -eq 3 ]
}
