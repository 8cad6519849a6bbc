# Interruptions, full disks, wrong files: whole processes or nothing, one line, no leftovers.
load common

leftovers() {
	pgrep -f "ktoll-probe.*" -s 0 || true
}

# wait_for QUERY: until it gives a number above 0, at most 20 s
wait_for() {
	for _ in $(seq 200); do
		[ "$(sql "$1" 2> /dev/null || echo 0)" -gt 0 ] 2> /dev/null && return
		sleep 0.1
	done
	return 1
}

@test "Ctrl-C keeps what is done and says so" {
	"$ktoll" run --processes 5000 control.empty > "$dir/out" 2> "$dir/err" &
	pid=$!
	wait_for 'SELECT count(*) > 5 FROM process'
	kill -INT $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ]
	grep -q 'interrupted: what was measured is kept as experiment 1' "$dir/err"
	grep -q 'control.empty' "$dir/out"
	[ "$(sql 'SELECT state FROM experiment')" = interrupted ]
	[ "$(sql 'SELECT count(*) > 5 FROM process WHERE status = "done"')" = 1 ]
}

@test "kill -9 at any moment loses at most the process in flight" {
	for delay in 0.3 0.45 0.7; do
		rm -f "$KTOLL_DB"*
		"$ktoll" run --processes 5000 'control.*' syscall.null > "$dir/out" &
		pid=$!
		wait_for 'SELECT count(*) FROM process'
		sleep $delay
		kill -9 $pid
		wait $pid || true
		[ "$(sql 'PRAGMA integrity_check')" = ok ]
		[ "$(sql 'SELECT count(*) FROM process')" -gt 0 ]
		# no half process: each has all of its samples
		[ "$(sql 'SELECT count(*) FROM process WHERE samples != json_array_length(ticks)')" = 0 ]
		[ "$(sql 'SELECT max(number) + 1 - count(*) FROM process')" = 0 ]
		"$ktoll" log | grep -q ' interrupted '
	done
}

# allowed PID: the CPUs that a process may run on
allowed() {
	sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "/proc/$1/status" 2> /dev/null
}

@test "a probe that hangs dies with ktoll" {
	[ "$(nproc)" -ge 2 ] || skip "with one CPU it cannot be seen how far the probe is"
	"$ktoll" run --processes 5000 control.spin > "$dir/out" &
	pid=$!
	wait_for 'SELECT count(*) FROM process'
	# A stopped probe cannot answer. It asks to die with its parent just before it goes to the
	# CPU to measure on: one that was stopped earlier is let go again.
	child=
	for _ in $(seq 300); do
		child=$(pgrep -P $pid || true)
		[ -n "$child" ] && kill -STOP "$child" 2> /dev/null || continue
		[ "$(allowed "$child")" != "$(allowed $pid)" ] && [ -e "/proc/$child" ] && break
		kill -CONT "$child" 2> /dev/null || true
		child=
	done
	[ -n "$child" ]
	kill -9 $pid
	wait $pid || true
	for _ in $(seq 50); do
		kill -0 "$child" 2> /dev/null || return 0
		grep -q ') Z ' "/proc/$child/stat" 2> /dev/null && return 0
		sleep 0.1
	done
	kill -9 "$child"
	return 1
}

@test "two at once share one file" {
	"$ktoll" run --processes 20 --as a control.empty > "$dir/a" &
	one=$!
	"$ktoll" run --processes 20 --as b control.empty > "$dir/b" &
	two=$!
	wait $one
	wait $two
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "done"')" = 40 ]
	[ "$(sql 'SELECT count(*) FROM experiment WHERE state = "done"')" = 2 ]
}

@test "a database that cannot be written is refused in one line" {
	KTOLL_DB=/dev/null/x/y.db run "$ktoll" run control.empty
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == "ktoll: /dev/null"* ]]
}

@test "a file that is no database is refused and left alone" {
	head -c 5000 /dev/zero | tr '\0' x > "$KTOLL_DB"
	before=$(cksum "$KTOLL_DB")
	run "$ktoll" run control.empty
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[ "$(cksum "$KTOLL_DB")" = "$before" ]
	run "$ktoll" log
	[ "$status" -eq 3 ]
}

@test "a database of a newer schema is refused" {
	"$ktoll" run --processes 1 control.empty > "$dir/out"
	sql 'PRAGMA user_version = 77'
	run "$ktoll" run control.empty
	[ "$status" -eq 3 ]
	[[ $output == *"made by a newer ktoll: schema 77"* ]]
}

@test "log without a database says what is missing" {
	run "$ktoll" log
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"$KTOLL_DB"* ]]
	[ ! -e "$KTOLL_DB" ]
}

@test "a full disk ends the run with one line and leaves a sound database" {
	unshare -m true 2> /dev/null || skip "no permission to mount a small file system"
	run unshare -m bash -c "
		mount -t tmpfs -o size=300k none $dir && export KTOLL_DB=$dir/k.db &&
		{ '$ktoll' run --processes 5000 control.empty > /dev/null; status=\$?; }
		sqlite3 $dir/k.db 'PRAGMA integrity_check' > /dev/null || exit 50
		exit \$status"
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"full"* ]]
}
