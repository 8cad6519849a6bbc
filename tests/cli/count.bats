# Counters beside the time: run -e, ab -e, and comparisons of what was counted. On software
# events, which every kernel with perf counts.
load common

run_counted() {
	"$ktoll" run -q --processes 5 --db "$dir/k.db" "$@"
}

# count JSON WORKLOAD EVENT: its value
count() {
	sqlite3 :memory: "SELECT json_extract(c.value, '\$.value')
		FROM json_each(CAST(readfile('$1') AS TEXT), '\$.workloads') w,
		json_each(w.value, '\$.counters') c
		WHERE json_extract(w.value, '\$.workload') = '$2'
		AND json_extract(c.value, '\$.event') = '$3'"
}

@test "an op's switches and faults are counted, one by one" {
	run_counted --format json -e context-switches,page-faults -e '{task-clock,minor-faults}' \
		ctx.pipe.process.same-cpu fault.anon-write > "$dir/j"
	[ "$(count "$dir/j" fault.anon-write page-faults)" = 1.0 ]
	[ "$(count "$dir/j" fault.anon-write minor-faults)" = 1.0 ]
	# two tasks, of which each switches once an op; others may be preempted besides
	awk -v n="$(count "$dir/j" ctx.pipe.process.same-cpu context-switches)" \
		'BEGIN { exit !(n >= 1 && n < 1.1) }'
	awk -v n="$(count "$dir/j" fault.anon-write task-clock)" 'BEGIN { exit !(n > 0) }'
	[ "$(sqlite3 "$dir/k.db" "SELECT count(*) FROM counter c JOIN process p ON p.id = c.process_id
		WHERE json_array_length(c.counts) != p.samples")" = 0 ]
	[ "$(sqlite3 "$dir/k.db" 'SELECT count(*) FROM counter')" = 40 ]
}

@test "the table has a row an event, and show says it again" {
	run_counted -e page-faults fault.anon-write > "$dir/run"
	grep -Eq '^fault.anon-write +page-faults +1.000 fault +always' "$dir/run"
	"$ktoll" show 1 --db "$dir/k.db" > "$dir/show"
	grep -q 'page-faults' "$dir/show"
	"$ktoll" show 1 --db "$dir/k.db" --format csv | grep -q '^[^,]*,fault.anon-write,x86_64,page-faults,fault,1,'
}

@test "an event that nobody knows is wrong usage, in one line" {
	run "$ktoll" run -q --processes 3 --db "$dir/k.db" -e no-such-event control.empty
	[ "$status" -eq 2 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"no event 'no-such-event'"* ]]
	[ ! -e "$dir/k.db" ]
}

@test "without a PMU the times stay, unless the events are required" {
	[ ! -e /sys/bus/event_source/devices/cpu ] || skip "this machine has a PMU"
	bats_require_minimum_version 1.5.0
	run --separate-stderr "$ktoll" run --processes 3 --db "$dir/k.db" -e cycles,instructions,page-faults control.empty
	[ "$status" -eq 0 ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ $stderr == "ktoll: not counted: cycles, instructions: "*PMU* ]]
	[[ $output == *page-faults* ]]
	[ "$(sqlite3 "$dir/k.db" "SELECT reason LIKE '%PMU%' FROM fact WHERE key = 'counter.cycles'")" = 1 ]
	run "$ktoll" run --processes 3 --db "$dir/k.db" -e cycles --require-events control.empty
	[ "$status" -eq 3 ]
	[ "$(sqlite3 "$dir/k.db" 'SELECT count(*) FROM experiment')" = 1 ]
}

@test "what is required and refused while it is measured is an error as well" {
	[ "$(id -u)" = 0 ] || skip "not root"
	# one group fits under the limit, the others do not: 2 descriptors a CPU each
	limit=$(($(nproc) * 2 + 12))
	many='{cs,faults},{migrations,minor-faults},{cs:k,faults:u},{cpu-clock,task-clock},{minor-faults:u,major-faults:u},{major-faults,faults:k},{migrations:k,minor-faults:k}'
	limited() {
		# what the runner has open does not count
		bash -c 'for f in /proc/$$/fd/*; do
				f=${f##*/}
				[ "$f" -le 2 ] || eval "exec $f>&-"
			done
			ulimit -n "$1"; shift; exec "$@"' _ "$limit" "$ktoll" "$@"
	}
	run limited run -q --processes 3 --db "$dir/k.db" -a -e "$many" control.empty
	[ "$status" -eq 0 ]
	[[ $(flat "$output") == *"too many files are open on CPU "*": raise the limit (ulimit -Hn)"* ]]
	bats_require_minimum_version 1.5.0
	run --separate-stderr limited run -q --processes 3 --db "$dir/k.db" -a -e "$many" --require-events control.empty
	[ "$status" -eq 3 ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ $stderr == "ktoll: required, but not counted: "*", all CPUs in control.empty: too many files are open on CPU "* ]]
	run limited run -q --processes 3 --db "$dir/k.db" -a -e cs --require-events control.empty
	[ "$status" -eq 0 ]
}

@test "what needs -e, and what -e cannot be with, is wrong usage" {
	for options in -a --require-events '-e page-faults --each' '-e {cycles'; do
		# shellcheck disable=SC2086
		run "$ktoll" run $options --db "$dir/k.db" control.empty
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
	done
	[ ! -e "$dir/k.db" ]
}

@test "what ab could not count is in its report, with the reason" {
	[ ! -e /sys/bus/event_source/devices/cpu ] || skip "this machine has a PMU"
	for format in text mail json markdown; do
		"$ktoll" ab -q --a one --b two --time 3 --db "$dir/k.db" --format $format \
			-e cycles,instructions,page-faults fault.anon-write > "$dir/$format" 2> "$dir/err"
		[ ! -s "$dir/err" ]
	done
	for format in text mail; do
		[[ $(flat "$(cat "$dir/$format")") == *"not counted: cycles, instructions (the kernel sees no PMU: "* ]]
	done
	grep -q '^- `instructions` not counted: the kernel sees no PMU' "$dir/markdown"
	[ "$(sqlite3 :memory: "SELECT group_concat(json_extract(value, '\$.arm') || ' ' || json_extract(value, '\$.event'), ', ')
		FROM json_each(CAST(readfile('$dir/json') AS TEXT), '\$.not_counted')
		WHERE json_extract(value, '\$.reason') LIKE 'the kernel sees no PMU%'")" = \
		'one cycles, two cycles, one instructions, two instructions' ]
	"$ktoll" show 1 --db "$dir/k.db" > "$dir/show"
	[[ $(flat "$(cat "$dir/show")") == *"not counted: cycles, instructions (the kernel sees no PMU: "* ]]
	"$ktoll" report 1 --db "$dir/k.db" -o "$dir/page.html"
	grep -q 'cycles, instructions not counted: the kernel sees no PMU' "$dir/page.html"
}

@test "what one of two arms could not count is said of that one" {
	[ ! -e /sys/bus/event_source/devices/cpu ] || skip "this machine has a PMU"
	run_counted -e cycles --as one control.empty > "$dir/o" 2>&1
	run_counted --as two control.empty > "$dir/o"
	run "$ktoll" compare --db "$dir/k.db" one two
	[[ $(flat "$output") == *"not counted in one: cycles (the kernel sees no PMU: "* ]]
	[[ $output != *"not counted in two"* ]]
}

@test "what commands could not count is said once" {
	[ ! -e /sys/bus/event_source/devices/cpu ] || skip "this machine has a PMU"
	run "$ktoll" ab -q --a one --b two --time 2 --db "$dir/k.db" -e cycles --command true
	[[ $(flat "$output") == *"not counted: cycles (the kernel sees no PMU: "* ]]
	[[ $output != *"not compared: true cycles"* ]]
}

@test "counts of two arms are compared below the times" {
	for arm in a b; do
		run_counted --as $arm -e page-faults,context-switches fault.anon-write > /dev/null
	done
	"$ktoll" compare a b --db "$dir/k.db" > "$dir/out" || [ $? -eq 1 ]
	grep -Eq '^  page-faults +1.000 +1.000 +\+0.00% +every time +same' "$dir/out"
	grep -q 'events per unit' "$dir/out"
	"$ktoll" compare a b --db "$dir/k.db" --format mail > "$dir/mail" || [ $? -eq 1 ]
	[ "$(awk 'length($0) > 72' "$dir/mail" | wc -l)" -eq 0 ]
	"$ktoll" compare a b --db "$dir/k.db" --format json > "$dir/j" || [ $? -eq 1 ]
	[ "$(sqlite3 :memory: "SELECT json_extract(value, '\$.verdict') FROM
		json_each(CAST(readfile('$dir/j') AS TEXT), '\$.rows')
		WHERE json_extract(value, '\$.unit') = 'page-faults'")" = same ]
	# a check is about times
	"$ktoll" check --against a --db "$dir/k.db" fault.anon-write > "$dir/check" 2>&1 || [ $? -eq 1 ]
	no grep -q page-faults "$dir/check"
}

@test "an arm that was counted is told from one that was not" {
	run_counted --as a -e page-faults fault.anon-write > /dev/null
	run_counted --as b fault.anon-write > /dev/null
	"$ktoll" compare a b --db "$dir/k.db" > "$dir/out" || [ $? -eq 1 ]
	grep -Eq 'counter.events +page-faults -> none' "$dir/out"
	grep -q 'not compared: fault.anon-write page-faults (only in a)' "$dir/out"
	"$ktoll" compare b a --db "$dir/k.db" > "$dir/out" || [ $? -eq 1 ]
	grep -Eq 'counter.events +none -> page-faults' "$dir/out"
}

@test "ab counts in both tasks of each pair" {
	"$ktoll" ab -q --a x --b y --time 2 -e page-faults --db "$dir/k.db" fault.anon-write > "$dir/out" ||
		[ $? -eq 1 ]
	grep -Eq '^  page-faults +1.000 +1.000 .* same' "$dir/out"
	"$ktoll" compare x y --db "$dir/k.db" | grep -Eq '^  page-faults +1.000 +1.000 .* same'
}

@test "all CPUs are counted apart from the task" {
	[ "$(id -u)" -eq 0 ] || skip "needs root"
	run_counted --format json -a -e page-faults fault.anon-write > "$dir/j"
	awk -v n="$(count "$dir/j" fault.anon-write 'page-faults, all CPUs')" 'BEGIN { exit !(n >= 1) }'
	[ "$(count "$dir/j" fault.anon-write page-faults)" = "" ]
}

@test "plot --event draws what was counted, with its unit" {
	command -v gnuplot > /dev/null || skip "gnuplot is not installed"
	for arm in before after; do
		run_counted -e page-faults,task-clock --as $arm syscall.null fault.anon-write > "$dir/o"
	done
	cd "$dir"
	# draw TEXT ARGUMENT...: the figure says it
	draw() {
		local text=$1
		shift
		"$ktoll" plot --db k.db -o p.svg "$@"
		grep -qF -- "$text" p.svg
	}
	draw 'page-faults per fault: value of each process' --event page-faults --workloads fault.anon-write before after
	draw 'task-clock, ns: % change, 95% interval, margin 2%' --margin 2 --event task-clock before after
	draw 'page-faults' --event page-faults before
	draw 'task-clock, ns per op: value of each process' --event task-clock --workloads syscall.null 2
	draw 'ns per op: value of each process' --workloads syscall.null before
	# none in one workload, 1 a fault in the other
	draw 'page-faults: % change' --event page-faults before after
}

@test "plot --event of what was not counted is one line that says what was" {
	run_counted -e page-faults,task-clock --as before control.empty > "$dir/o"
	run_counted --as bare control.empty > "$dir/o"
	refused() {
		run "$ktoll" plot --db "$dir/k.db" -o "$dir/p.svg" "${@:2}"
		[ "$status" -eq 2 ]
		[ "$output" = "ktoll: $1" ]
		[ ! -e "$dir/p.svg" ]
	}
	refused "event 'cycles' was not counted (expected one of 'page-faults', 'task-clock')" --event cycles before
	refused "event 'page-faults' was not counted (expected arms that were measured with -e)" --event page-faults bare
	refused "event 'page-faults' was not counted in bare (expected arms that were all measured with -e page-faults)" \
		--event page-faults before bare
}

@test "plot --event of what could not be counted says why" {
	[ ! -e /sys/bus/event_source/devices/cpu ] || skip "this machine has a PMU"
	run_counted -e page-faults,cycles --as before control.empty > "$dir/o"
	run "$ktoll" plot --db "$dir/k.db" -o "$dir/p.svg" --event cycles before
	[ "$status" -eq 2 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == "ktoll: event 'cycles' was not counted: "*PMU*"(expected one of 'page-faults')" ]]
}
