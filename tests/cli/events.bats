# Events of perf_event_open(2) from outside.
load common

@test "list --events says what counts here, and each reason once" {
	LIBPFM_FORCE_PMU=skl run "$ktoll" list --events 'skl::inst_retired:any_p' 'alignment-*' 'skl::TLB_FLUSH*'
	[ "$status" -eq 0 ]
	[[ $output == *"skl::INST_RETIRED:ANY_P "* ]]
	[[ $output == *"skl::TLB_FLUSH:STLB_ANY "* ]]
	[[ $output == *" of 4 can be counted here"* ]]
	run "$ktoll" list --events
	[ "$status" -eq 0 ]
	for name in cycles instructions branch-misses dtlb-load-misses context-switches cs page-faults; do
		grep -q "^$name \+\(yes\|no \[[0-9]*\]\) " <<< "$output"
	done
	# As many reasons below as are referred to.
	[ "$(grep -o 'no \[[0-9]*\]' <<< "$output" | sort -u | wc -l)" -eq "$(grep -c '^\[[0-9]*\] ' <<< "$output")" ]
}

@test "what list --events names can be asked for" {
	"$ktoll" list --events --format json 'CPU-*' > "$dir/e.json"
	grep -q '"event": "cpu-cycles"' "$dir/e.json"
	grep -q '"event": "cpu-migrations"' "$dir/e.json"
	run "$ktoll" list --events nix
	[ "$status" -eq 2 ]
	[ "$output" = "ktoll: no event matches" ]
}

# There must be a user that perf_event_paranoid is about: as_user COMMAND...
want_user() {
	[ "$(id -u)" -eq 0 ] || skip "not root, so not another user either"
	[ "$(cat /proc/sys/kernel/perf_event_paranoid)" -ge 2 ] || skip "users may count here"
	as_user test -x "$ktoll" || skip "another user may not read this folder"
	chmod 777 "$dir"
}

as_user() {
	setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}

# Whether software events count here: not in most containers.
want_counters() {
	[ "$("$ktoll" list --events --format json context-switches | grep -c '"counts": true')" -eq 1 ] ||
		skip "perf_event_open(2) is refused here"
}

@test "run -e counts what an op is known to do" {
	want_counters
	"$ktoll" run -q --processes 3 -e '{context-switches,page-faults:u}' -e task-clock \
		fault.anon-write ctx.pipe.process.same-cpu > "$dir/out"
	[ "$(sql "SELECT count(*) FROM counter WHERE status = 'counted' AND scope = 'task'")" -eq 18 ]
	# One count for each sample, and two groups.
	[ "$(sql "SELECT count(*) FROM counter c JOIN process p ON p.id = c.process_id
		WHERE json_array_length(c.counts) <> p.samples")" -eq 0 ]
	[ "$(sql 'SELECT group_concat(DISTINCT grp) FROM counter')" = 0,1 ]
	value="SELECT avg(value) FROM counter c JOIN process p ON p.id = c.process_id
		JOIN workload w ON w.id = p.workload_id WHERE w.name"
	[ "$(sql "$value = 'fault.anon-write' AND event = 'page-faults:u'" | cut -c 1-3)" = 1.0 ]
	[ "$(sql "SELECT ($value = 'ctx.pipe.process.same-cpu' AND event = 'context-switches') BETWEEN 0.95 AND 1.2")" -eq 1 ]
	grep -q '^fault.anon-write .*context-switches' "$dir/out"
	[ "$(sql "SELECT DISTINCT unit FROM counter WHERE event = 'task-clock'")" = ns ]
}

@test "run -e of a wrong name stores nothing" {
	for events in nix '{cs,' 'cs,cs' task-clock:k cs:u cycles:x; do
		run "$ktoll" run -q -e "$events" control.empty
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
		[ ! -e "$KTOLL_DB" ]
	done
}

@test "what cannot be counted is said once, and ends nothing unless it is required" {
	want_counters
	want_user
	run as_user "$ktoll" run --processes 2 -e '{cs,migrations},page-faults:u' control.empty
	[ "$status" -eq 0 ]
	[ "$(grep -c '^ktoll: not counted: cs, migrations: kernel.perf_event_paranoid is ' <<< "$output")" -eq 1 ]
	# The report says it too: it may be read elsewhere, and later.
	[ "$("$ktoll" show 1 | grep -c '^  cs, migrations: kernel.perf_event_paranoid is ')" -eq 1 ]
	[[ $output == *"sysctl kernel.perf_event_paranoid=1"* ]]
	[ "$(sql "SELECT count(*) FROM process WHERE status = 'done'")" -eq 2 ]
	rm -f "$KTOLL_DB"*
	run as_user "$ktoll" run --processes 2 --require-events -e cs control.empty
	[ "$status" -eq 3 ]
	[[ $output == *"sysctl kernel.perf_event_paranoid=1"* ]]
}

@test "run -a counts all CPUs, for root" {
	want_counters
	[ "$(id -u)" -eq 0 ] || skip "not root"
	"$ktoll" run -q --processes 2 -a -e page-faults control.empty > "$dir/out"
	[ "$(sql "SELECT count(*) FROM counter WHERE scope = 'system' AND status = 'counted'")" -eq 2 ]
	grep -q 'page-faults, all CPUs' "$dir/out"
}

@test "a counter of a PMU counts, by the name that /sys has for it" {
	want_counters
	[ -e /sys/bus/event_source/devices/msr/events/tsc ] || skip "no PMU 'msr' here"
	"$ktoll" run -q --processes 2 -e '{msr/tsc/,cs}' syscall.null > "$dir/out"
	[ "$(sql "SELECT count(*) FROM counter WHERE event = 'msr/tsc/' AND status = 'counted' AND value > 0")" -eq 2 ]
	grep -q '^ *msr/tsc/ \|syscall.null msr/tsc/ ' "$dir/out"
	run "$ktoll" run -q --processes 2 -e 'msr/nix/' syscall.null
	[ "$status" -eq 2 ]
	[[ $output == "ktoll: PMU 'msr' has no term 'nix' "* ]]
}
