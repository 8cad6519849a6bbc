# Any command as a workload: real commands, what is stored and said, not how long they took.
load common

@test "stat runs a command ten times and keeps every run" {
	run "$ktoll" stat --as here true
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "ktoll: here, experiment 1" ]]
	[[ $output == *$'\ntrue\n'* ]]
	[[ $output == *"wall-time "*"user-time "*"system-time "* ]]
	[[ $output == *"per run, of 10 runs."* ]]
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "done"')" = 10 ]
	[ "$(sql 'SELECT group_concat(number, "") FROM process')" = 0123456789 ]
	[ "$(sql 'SELECT DISTINCT samples || mode || ops || clock FROM process')" = 1batch1clock-gettime ]
	[ "$(sql 'SELECT count(*) FROM sample WHERE cost_ns > 0')" = 10 ]
	[ "$(sql 'SELECT name || abi || rev || unit || per FROM workload')" = true1run1 ]
	[ "$(sql 'SELECT state FROM experiment')" = done ]
	[ "$(sql 'SELECT value FROM fact WHERE key = "self.measure_cpu"')" = any ]
}

@test "a sample is the time of the run" {
	"$ktoll" stat --repeat 3 --as here sleep 0.05 > "$dir/out"
	[ "$(sql 'SELECT count(*) FROM sample WHERE cost_ns > 50e6')" = 3 ]
	[ "$(sql 'SELECT count(*) FROM process WHERE wall_ns > 50000000 AND user_ns + system_ns < wall_ns')" = 3 ]
}

@test "the workload is named after the command, or as asked for" {
	"$ktoll" stat --repeat 1 /bin/sh -c 'exit 0' > "$dir/out"
	"$ktoll" stat --repeat 1 --name my.own_name -- true --as x > "$dir/out"
	[ "$(sql 'SELECT name FROM workload ORDER BY id' | tr '\n' ,)" = sh-c-exit-0,my.own_name, ]
	[ "$(sql 'SELECT value FROM fact WHERE key = "command" AND boot_id = 1')" = "/bin/sh -c 'exit 0'" ]
	[ "$(sql 'SELECT value FROM fact WHERE key = "command" AND boot_id = 2')" = "true --as x" ]
}

@test "warm-up runs are not kept" {
	"$ktoll" stat --repeat 2 --warmup 3 -- sh -c "echo >> $dir/ran" > "$dir/out"
	[ "$(wc -l < "$dir/ran")" = 5 ]
	[ "$(sql 'SELECT count(*) FROM process')" = 2 ]
}

@test "a first run that takes longer than the others is noticed" {
	"$ktoll" stat --repeat 6 sh -c "[ -e $dir/warm ] || { touch $dir/warm; sleep 1; }" > "$dir/out"
	grep -q '^the first run took .* times as long as the others' "$dir/out"
	grep -q 'warmup 1' "$dir/out"
	"$ktoll" stat --repeat 6 sleep 0.5 > "$dir/out"
	no grep -q 'the first run' "$dir/out"
}

@test "software events are counted, one number a run" {
	"$ktoll" stat --repeat 3 -e context-switches,page-faults -- sh -c 'sleep 0.001; sleep 0.001; :' > "$dir/out"
	[ "$(sql 'SELECT count(*) FROM counter WHERE event = "context-switches"')" = 3 ]
	[ "$(sql 'SELECT DISTINCT status FROM counter')" = counted ] ||
		skip "software events cannot be counted here"
	[ "$(sql 'SELECT min(value) >= 4 FROM counter WHERE event = "context-switches"')" = 1 ]
	[ "$(sql 'SELECT min(value) > 50 FROM counter WHERE event = "page-faults"')" = 1 ]
	[ "$(sql 'SELECT DISTINCT running || scope FROM counter WHERE event = "page-faults"')" = 1.0task ]
	[ "$(sql 'SELECT count(*) FROM counter WHERE event = "user-time" AND unit = "ns"')" = 3 ]
	[ "$(sql 'SELECT value FROM fact WHERE key = "counter.events"')" = "context-switches,page-faults" ]
	grep -q '^page-faults ' "$dir/out"
	no grep -q '^task-clock' "$dir/out"
}

@test "-a counts on all CPUs" {
	"$ktoll" stat --repeat 2 -a -e context-switches sleep 0.1 > "$dir/out"
	[ "$(sql 'SELECT DISTINCT scope FROM counter WHERE event = "context-switches"')" = system ]
	[ "$(sql 'SELECT status FROM counter WHERE event = "context-switches" LIMIT 1')" = counted ] ||
		skip "software events of all CPUs cannot be counted here"
	grep -q 'of all CPUs while the command ran' "$dir/out"
}

@test "events that do not exist or cannot be counted are told apart" {
	run "$ktoll" stat -e nonsense true
	[ "$status" -eq 2 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"nonsense"* ]]
	[ ! -e "$KTOLL_DB" ]
	"$ktoll" stat --repeat 1 -e cycles true > "$dir/out" 2> "$dir/err"
	[ ! -s "$dir/err" ]
	no grep -q '^cycles' "$dir/out" || skip "this machine has a PMU"
	[ "$(grep -c cycles "$dir/out")" = 1 ]
	run "$ktoll" stat --repeat 1 -e cycles --require-events true
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == "ktoll: not counted: cycles: "* ]]
	[ "$(sql 'SELECT count(*) FROM experiment')" = 1 ]
}

# as_nobody COMMAND...: without any permission; the database is in $dir/home
as_nobody() {
	mkdir -p "$dir/home"
	chmod 777 "$dir" "$dir/home"
	cp "$ktoll" "$dir/home/ktoll"
	setpriv --reuid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
		env KTOLL_DB="$dir/home/n.db" "$@"
}

@test "who may not count in the kernel gets what is left" {
	[ "$(id -u)" -eq 0 ] || skip "only root can give up its permissions here"
	[ "$(cat /proc/sys/kernel/perf_event_paranoid)" -ge 2 ] || skip "everybody may count here"
	as_nobody "$dir/home/ktoll" stat --repeat 2 sleep 0.001 > "$dir/out"
	grep -q '^voluntary-switches ' "$dir/out"
	grep -q '^task-clock ' "$dir/out"
	grep -q '^page-faults:u ' "$dir/out"
	no grep -q '^context-switches ' "$dir/out"
	run as_nobody "$dir/home/ktoll" stat --repeat 2 -e context-switches true
	[ "$status" -eq 0 ]
	[[ $output == *"context-switches: "*"perf_event_paranoid"* ]]
	run as_nobody "$dir/home/ktoll" stat --repeat 2 -e context-switches --require-events true
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
}

@test "a command that fails ends it with one line" {
	run "$ktoll" stat sh -c 'echo noise; echo said >&2; echo last >&2; exit 3'
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"run 1 of 10: exit status 3: last"*"--ignore-failure"* ]]
	[ "$(sql 'SELECT status || ": " || reason FROM process')" = "fail: exit status 3: last" ]
	[ "$(sql 'SELECT state || ": " || reason FROM experiment')" = "failed: run 1 of 10: exit status 3: last" ]
	[ "$(sql 'SELECT count(*) FROM process WHERE p25_ns IS NOT NULL')" = 0 ]
}

@test "runs before the one that failed are kept" {
	run "$ktoll" stat --as x sh -c "[ ! -e $dir/third ] || exit 9; [ ! -e $dir/second ] || touch $dir/third; touch $dir/second"
	[ "$status" -eq 3 ]
	[[ $output == *"run 3 of 10: exit status 9"* ]]
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "done"')" = 2 ]
	"$ktoll" show 1 > "$dir/out"
	grep -q '^FAILED: run 3 of 10: exit status 9$' "$dir/out"
	grep -q 'of 2 runs' "$dir/out"
}

@test "a warm-up run that fails is said as that, and not kept" {
	run "$ktoll" stat --warmup 2 false
	[ "$status" -eq 3 ]
	[[ $output == *"warm-up run 1 of 2: exit status 1"* ]]
	[ "$(sql 'SELECT count(*) FROM process')" = 0 ]
}

@test "with --ignore-failure an exit status is no failure, a signal is" {
	run "$ktoll" stat --repeat 4 --ignore-failure sh -c 'exit 3'
	[ "$status" -eq 0 ]
	[[ $output == *"4 of the runs ended with an exit status other than 0"* ]]
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "done" AND reason = "exit status 3"')" = 4 ]
	run "$ktoll" stat --repeat 4 --ignore-failure sh -c 'kill -KILL $$'
	[ "$status" -eq 3 ]
	[[ $output == *"nothing was measured"*"4 runs gave no numbers: killed by signal 9 (Killed)"* ]]
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "crash"')" = 4 ]
}

@test "a command killed by a signal ends it" {
	run "$ktoll" stat sh -c 'kill -SEGV $$'
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"killed by signal 11 (Segmentation fault)"* ]]
}

@test "a command that does not end is killed with what it started" {
	run "$ktoll" stat --timeout 1 sh -c "sleep 1234.5 & echo \$! > $dir/pid; wait"
	[ "$status" -eq 3 ]
	[[ $output == *"no end within 1 s: killed"* ]]
	# gone, or waiting to be buried
	state=$(grep '^State' "/proc/$(cat "$dir/pid")/status" 2> /dev/null || true)
	[[ -z $state || $state == *zombie* ]]
}

@test "a command that cannot be found or run stores nothing" {
	for c in no-such-command-here ./no/such/file /etc/passwd /; do
		run "$ktoll" stat "$c"
		[ "$status" -eq 3 ]
		[ "${#lines[@]}" -eq 1 ]
		[[ $output == "ktoll: $c: cannot run the command: "* ]]
	done
	[ ! -e "$KTOLL_DB" ]
	run "$ktoll" stat 'sleep 0.1'
	[[ $output == *"sh -c 'TEXT'"* ]]
}

@test "a script whose interpreter is missing is said to be that" {
	printf '#!/no/such/interpreter\n' > "$dir/script"
	chmod +x "$dir/script"
	run "$ktoll" stat "$dir/script"
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"$dir/script: cannot run the command: No such file or directory"* ]]
	[ "$(sql 'SELECT state FROM experiment')" = failed ]
	[ "$(sql 'SELECT count(*) FROM process')" = 0 ]
}

@test "a script without an interpreter line is the shell's, as everywhere" {
	printf 'exit 0\n' > "$dir/script"
	chmod +x "$dir/script"
	"$ktoll" stat --repeat 2 "$dir/script" > "$dir/out"
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "done"')" = 2 ]
}

@test "the command's output is dropped unless it is asked for" {
	"$ktoll" stat --repeat 2 sh -c 'echo said; echo noise >&2' > "$dir/out" 2> "$dir/err"
	no grep -q '^said$' "$dir/out"
	[ ! -s "$dir/err" ]
	"$ktoll" stat --repeat 2 --show-output sh -c 'echo said; echo noise >&2' > "$dir/out" 2> "$dir/err"
	[ "$(grep -c '^said$' "$dir/out")" = 2 ]
	[ "$(grep -c '^noise$' "$dir/err")" = 2 ]
}

@test "a command sees the name that it was called by" {
	"$ktoll" stat --repeat 1 --show-output -- sh -c 'cat /proc/$$/cmdline | tr "\0" "|"' > "$dir/out"
	grep -q '^sh|-c|cat' "$dir/out"
}

@test "standard input is empty" {
	echo text | "$ktoll" stat --repeat 2 sh -c '! read -r line' > "$dir/out"
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "done"')" = 2 ]
}

@test "--cpu runs it there" {
	"$ktoll" stat --repeat 2 --cpu 0 sh -c 'grep -q "^Cpus_allowed_list:.0$" /proc/self/status' > "$dir/out"
	[ "$(sql 'SELECT value FROM fact WHERE key = "self.measure_cpu"')" = 0 ]
	[ "$(sql "SELECT DISTINCT json_extract(conditions, '$.affinity') FROM process")" = set ]
	run "$ktoll" stat --cpu 999 true
	[ "$status" -eq 2 ]
}

# interrupt SIGNAL: of a stat that is in its second run
interrupt() {
	"$ktoll" stat --as stopped sh -c "echo >> $dir/ran; [ \$(wc -l < $dir/ran) = 1 ] || exec sleep 1000" \
		> "$dir/out" 2> "$dir/err" &
	local pid=$!
	while [ "$(cat "$dir/ran" 2> /dev/null | wc -l)" != 2 ]; do sleep 0.05; done
	kill -"$1" $pid
	local status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ]
}

@test "an interrupt keeps what was run" {
	interrupt TERM
	grep -q '^INTERRUPTED' "$dir/out"
	grep -q 'of 1 run\.' "$dir/out"
	[ "$(wc -l < "$dir/err")" = 1 ]
	[ "$(sql 'SELECT state FROM experiment')" = interrupted ]
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "done"')" = 1 ]
	[ "$(sql 'SELECT count(*) FROM process')" = 1 ]
}

@test "json has every run, csv one line a metric" {
	"$ktoll" stat --as x --repeat 3 --format json -- sleep 0.01 > "$dir/r.json"
	[ "$(json "$dir/r.json" '$.schema')" = 1 ]
	[ "$(json "$dir/r.json" '$.arm')" = x ]
	[ "$(json "$dir/r.json" '$.workload')" = sleep-0.01 ]
	[ "$(json "$dir/r.json" '$.command')" = "sleep 0.01" ]
	[ "$(json "$dir/r.json" '$.unit_of_replication')" = run ]
	[ "$(json "$dir/r.json" '$.runs')" = 3 ]
	[ "$(json "$dir/r.json" '$.metrics[0].metric')" = wall-time ]
	[ "$(json "$dir/r.json" '$.metrics[1].metric')" = user-time ]
	[ "$(sqlite3 :memory: "SELECT json_array_length('$(json "$dir/r.json" '$.metrics[0].values')')")" = 3 ]
	[ "$(sqlite3 :memory: "SELECT $(json "$dir/r.json" '$.metrics[0].best') > 10000000")" = 1 ]
	"$ktoll" show --format csv 1 > "$dir/r.csv"
	head -1 "$dir/r.csv" | grep -q '^arm,workload,metric,pmu,unit,scope,n,mean,lo,hi,'
	grep -q '^x,sleep-0.01,wall-time,,ns,task,3,' "$dir/r.csv"
}

@test "show repeats the report" {
	"$ktoll" stat --as one --repeat 3 true > "$dir/first"
	"$ktoll" show 1 > "$dir/again"
	diff "$dir/first" "$dir/again"
	"$ktoll" show 1 --facts | grep -q '^command = true$'
	[ "$("$ktoll" show 1 --samples | wc -l)" = 4 ]
}

@test "compare works on commands as on workloads" {
	"$ktoll" stat --as before --repeat 8 --name nap sleep 0.001 > "$dir/out"
	"$ktoll" stat --as after --repeat 8 --name nap sleep 0.3 > "$dir/out"
	run "$ktoll" compare before after
	[ "$status" -eq 1 ]
	[[ $output == *"nap "*"SLOWER"* ]]
	[[ $(flat "$output") == *"command sleep 0.001 -> sleep 0.3"* ]]
	"$ktoll" compare --format json --workloads nap before after > "$dir/r.json" || [ $? -eq 1 ]
	[ "$(json "$dir/r.json" '$.rows[0].workload')" = nap ]
	[ "$(json "$dir/r.json" '$.rows[0].per')" = run ]
	[ "$(json "$dir/r.json" '$.rows[0].verdict')" = slower ]
}

@test "arms with a command each are compared whatever it is called" {
	"$ktoll" stat --as short --repeat 8 sleep 0.001 > "$dir/out"
	"$ktoll" stat --as long --repeat 8 sleep 0.3 > "$dir/out"
	run "$ktoll" compare short long
	[ "$status" -eq 1 ]
	[[ $output == *"sleep-0.001 "*"SLOWER"* ]]
	[[ $(flat "$output") == *"command sleep 0.001 -> sleep 0.3"* ]]
	# not so if one has two: which is meant?
	"$ktoll" stat --as long --repeat 2 sleep 0.02 > "$dir/out"
	run "$ktoll" compare short long
	[ "$status" -eq 0 ]
	[[ $output == *"sleep-0.001 (only in a)"* ]]
}

@test "wrong usage is one line" {
	for args in "" "--repeat 0 true" "--repeat x true" "--name .x true" "--name a/b true" "--frob true"; do
		run "$ktoll" stat $args
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
	done
	[ ! -e "$KTOLL_DB" ]
}

@test "on a terminal there is progress" {
	TERM=xterm script -qec "$ktoll stat --repeat 4 sleep 0.2" /dev/null > "$dir/out"
	grep -q 'first run' "$dir/out"
	grep -q 's left' "$dir/out"
}

# ---- ab --command ----

# spin N: a shell's loop
spin() {
	echo "i=0; while [ \$i -lt $1 ]; do i=\$((i+1)); done"
}

@test "ab runs two commands in turns and sees a large difference" {
	run "$ktoll" ab --seed 1 --command-a "$(spin 2000)" --command-b "$(spin 60000)" --a short --b long
	[ "$status" -eq 1 ]
	[[ ${lines[0]} == "ktoll: short -> long" ]]
	[[ ${lines[1]} == "pairs of whole runs, order by coin; n "* ]]
	[[ $output == *"command "*"SLOWER"* ]]
	[[ $(flat "$output") == *" facts command i=0;"*" -> i=0;"* ]]
	[ "$(sql 'SELECT count(*) >= 16 FROM pair WHERE design = "neighbours"')" = 1 ]
	[ "$(sql 'SELECT count(*) FROM pair WHERE d IS NULL')" = 0 ]
	[ "$(sql 'SELECT count(DISTINCT value) FROM fact WHERE key = "command"')" = 2 ]
	[ "$(sql 'SELECT unit FROM workload')" = run ]
	# compare finds the pairs again
	run "$ktoll" compare short long
	[ "$status" -eq 1 ]
	[[ $output == *"pairs of whole runs, order by coin"*"SLOWER"* ]]
}

@test "either arm comes first in about half of the pairs" {
	"$ktoll" ab --seed 3 --time 600 --command-a true --command-b 'sleep 0.02' > "$dir/out" || [ $? -eq 1 ]
	[ "$(sql 'SELECT avg(a.began_ns < b.began_ns) BETWEEN 0.15 AND 0.85 FROM pair p
		  JOIN process a ON a.id = p.process_a JOIN process b ON b.id = p.process_b')" = 1 ]
}

@test "arms of two commands are named after them" {
	"$ktoll" ab --command-a 'sleep 0.001' --command-b '/bin/sleep 0.1; true' > "$dir/out" || [ $? -eq 1 ]
	[ "$(head -1 "$dir/out")" = "ktoll: sleep-0.001 -> sleep-0.1-true" ]
	[ "$(sql 'SELECT name FROM workload')" = command ]
	"$ktoll" ab --name nap --command-a 'sleep 0.001' --command-b 'sleep 0.05' > "$dir/out" || [ $? -eq 1 ]
	grep -q '^nap ' "$dir/out"
}

@test "one command runs under two set-ups" {
	"$ktoll" ab --a short:"echo 0.001 > $dir/n" --b long:"echo 0.2 > $dir/n" --b-end "echo >> $dir/ended" \
		--command "sleep \$(cat $dir/n)" > "$dir/out" || [ $? -eq 1 ]
	grep -q 'SLOWER' "$dir/out"
	grep -q "a set up by: echo 0.001" "$dir/out"
	# one warm-up beside the pairs
	[ "$(wc -l < "$dir/ended")" = "$(sql 'SELECT count(*) + 1 FROM pair')" ]
	[ "$(sql 'SELECT count(DISTINCT value) FROM fact WHERE key = "command"')" = 1 ]
}

@test "a command of ab that fails ends it with one line" {
	run "$ktoll" ab --command-a true --command-b 'echo why >&2; exit 3'
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"exit status 3: why"*"--ignore-failure"* ]]
	[ "$(sql 'SELECT count(*) FROM pair')" = 0 ]
	[ "$(sql 'SELECT status FROM process')" = fail ]
	"$ktoll" ab --ignore-failure --command-a 'exit 3' --command-b 'sleep 0.2' > "$dir/out" || [ $? -eq 1 ]
	grep -q 'SLOWER' "$dir/out"
}

@test "an interrupt of ab keeps the pairs" {
	"$ktoll" ab --time 600 --command-a "echo >> $dir/ran" --command-b "[ \$(wc -l < $dir/ran) -lt 6 ] || exec sleep 1000" \
		--a one --b two > "$dir/out" 2> "$dir/err" &
	local pid=$!
	while [ "$(cat "$dir/ran" 2> /dev/null | wc -l)" -lt 6 ]; do sleep 0.05; done
	sleep 0.3
	kill -INT $pid 2> /dev/null || true
	kill -TERM $pid
	local status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ]
	[ "$(sql 'SELECT state FROM experiment')" = interrupted ]
	[ "$(sql 'SELECT count(*) FROM pair')" -ge 4 ]
	grep -q 'interrupted' "$dir/out"
}

@test "an interrupt of ab before its first pair is said as that" {
	"$ktoll" ab --name nap --command "echo >> $dir/ran; exec sleep 1000" --a one --b two > "$dir/out" 2> "$dir/err" &
	local pid=$! status=0
	while [ ! -e "$dir/ran" ]; do sleep 0.05; done
	kill -TERM $pid
	wait $pid || status=$?
	[ "$status" -eq 130 ]
	grep -q 'no pair was measured' "$dir/out"
}

@test "wrong usage of ab with commands is one line" {
	usage() {
		run "$ktoll" ab "$@"
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
	}
	usage --command true
	usage --command-a true --a x --b y
	usage --command-a true --command-b true
	usage --command true --a x --b y syscall.null
	usage --command true --a x --b y --with notsc
	usage --command true --a x --b y --kernel /nowhere
	usage --name x --a x --b y
	usage --command true --name 'a b' --a x --b y
	usage --command-a true --command-b ./true
	[ ! -e "$KTOLL_DB" ]
}

# The first run sleeps twenty times, the others do not: an interval of their switches that
# knows of no 0 goes below it, whatever else the machine does.
uneven() {
	"$ktoll" stat -q -r 3 "$@" -e context-switches -- \
		sh -c "[ -e $dir/slept ] || for i in \$(seq 20); do sleep 0.001; done; : > $dir/slept" \
		> "$dir/out"
}

@test "no interval of a count or a time is below zero, in text, page and JSON" {
	uneven
	no grep -E '[ .]-[0-9]' "$dir/out"
	"$ktoll" show --format json 1 > "$dir/j"
	[ "$(sqlite3 :memory: "SELECT count(*) FROM
		json_each(CAST(readfile('$dir/j') AS TEXT), '$.metrics')
		WHERE json_extract(value, '$.interval[0]') < 0")" = 0 ]
	[ "$(json "$dir/j" '$.metrics[3].interval[0]')" = 0.0 ]
	grep -q 'context-switches .* 0\.\.' "$dir/out"
	"$ktoll" report -o "$dir/page" 1
	no grep -E '<td[^>]*>-[0-9]' "$dir/page"
	grep -q '>0\.\.[0-9.]*</td>' "$dir/page"
}

@test "the page of a command has the mean that stat prints, and calls it that" {
	uneven
	"$ktoll" show --format json 1 > "$dir/j"
	"$ktoll" report -o "$dir/page" 1
	grep -q '<th scope="col" class="n">mean</th>' "$dir/page"
	no grep -q '<th scope="col" class="n">value</th>' "$dir/page"
	grep -oE '<td class="n" data-s="[0-9.e+]+"' "$dir/page" | head -1 | grep -oE '[0-9.e+]+' > "$dir/mean"
	awk -v a="$(cat "$dir/mean")" -v b="$(json "$dir/j" '$.metrics[0].mean')" \
		'BEGIN { exit !(a / b > 1 - 1e-7 && a / b < 1 + 1e-7) }'
	"$ktoll" show --format markdown 1 > "$dir/md"
	awk -F'|' -v a="$(cat "$dir/mean")" '/^\| `sh/ && !done { done = 1; v = $4 + 0 }
		END { exit !(a / v > 0.999 && a / v < 1.001) }' "$dir/md"
	mean=$(awk '$1 == "context-switches" { print $2 }' "$dir/out")
	grep -q "context-switches</th><td>run</td><td class=\"n\">$mean</td>" "$dir/page"
}

@test "a comparison of commands says that its values are not means" {
	uneven --as one
	rm "$dir/slept"
	uneven --as two
	"$ktoll" compare one two > "$dir/out" || true
	flat "$(cat "$dir/out")" | grep -q 'a and b are 20% trimmed means of the runs'
	"$ktoll" report -o "$dir/page" one two
	grep -q 'a and b are 20&nbsp;% trimmed means of the runs' "$dir/page"
}
