# Measuring for real, with few processes: what is stored and shown, not how long it took.
load common

@test "run measures, prints a table and stores every sample" {
	run "$ktoll" run --processes 4 --as here control.empty syscall.null
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "ktoll: here, experiment 1" ]]
	[[ $output == *"syscall.null"*"op"* ]]
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "done"')" = 8 ]
	[ "$(sql 'SELECT count(*) FROM sample')" = 176 ]
	[ "$(sql 'SELECT count(*) FROM sample WHERE flags LIKE "%w%"')" = 16 ]
	[ "$(sql 'SELECT count(DISTINCT ops) FROM process GROUP BY workload_id LIMIT 1')" = 1 ]
	[ "$(sql 'SELECT state FROM experiment')" = done ]
	[ "$(sql 'SELECT value FROM fact WHERE key = "kernel.release"')" = "$(uname -r)" ]
}

@test "the same seed measures in the same order" {
	for i in 1 2; do
		"$ktoll" run --seed 7 --processes 3 'control.*' 'syscall.*' > "$dir/out"
	done
	order() {
		sql "SELECT group_concat(workload_id) FROM (SELECT p.workload_id FROM process p
		     JOIN boot b ON b.id = p.boot_id WHERE b.experiment_id = $1 ORDER BY p.number)"
	}
	[ "$(order 1)" = "$(order 2)" ]
	"$ktoll" run --seed 8 --processes 3 'control.*' 'syscall.*' > "$dir/out"
	[ "$(order 1)" != "$(order 3)" ]
}

@test "json has what the schema says" {
	"$ktoll" run --processes 4 --as x --seed 5 --format json control.spin > "$dir/r.json"
	[ "$(json "$dir/r.json" '$.schema')" = 1 ]
	[ "$(json "$dir/r.json" '$.arm')" = x ]
	[ "$(json "$dir/r.json" '$.seed')" = 5 ]
	[ "$(json "$dir/r.json" '$.unit_of_replication')" = process ]
	[ "$(json "$dir/r.json" '$.workloads[0].workload')" = control.spin ]
	[ "$(json "$dir/r.json" '$.workloads[0].abi')" = x86_64 ]
	[ "$(json "$dir/r.json" '$.workloads[0].unit')" = ns ]
	[ "$(json "$dir/r.json" '$.workloads[0].n')" = 4 ]
	[ "$(sqlite3 :memory: "SELECT $(json "$dir/r.json" '$.workloads[0].value') > 1")" = 1 ]
	[ "$(json "$dir/r.json" '$.facts."kernel.release"')" = "$(uname -r)" ]
}

@test "csv has one line a workload below its header" {
	"$ktoll" run --processes 3 --as '=1+1,"x"' --format csv control.empty control.spin > "$dir/r.csv"
	[ "$(wc -l < "$dir/r.csv")" = 3 ]
	head -1 "$dir/r.csv" | grep -q '^arm,workload,abi,unit,per,value,lo,hi,n,'
	# A spreadsheet must not take a name for a formula.
	grep -q "^\"'=1+1,\"\"x\"\"\",control.empty,x86_64,ns,op," "$dir/r.csv"
}

@test "each times every op by itself" {
	"$ktoll" run --each --processes 2 --format json syscall.null > "$dir/r.json"
	[ "$(json "$dir/r.json" '$.mode')" = each ]
	[ "$(json "$dir/r.json" '$.workloads[0].samples')" = 3800 ]
	[ "$(sql 'SELECT ops FROM process LIMIT 1')" = 1 ]
}

@test "a modifier is in force and stored" {
	"$ktoll" run --processes 2 --with notsc --with seccomp:10 syscall.null > "$dir/out"
	grep -q 'with notsc seccomp:10' "$dir/out"
	[ "$(sql 'SELECT DISTINCT modifiers FROM process')" = "notsc seccomp:10" ]
	[ "$(sql 'SELECT DISTINCT clock FROM process')" = "clock-gettime" ]
}

@test "a workload that cannot run is skipped with its reason" {
	grep -qw avx512f /proc/cpuinfo && skip "this CPU has AVX-512"
	run "$ktoll" run --processes 2 control.empty ctx.pipe-avx512.process.same-cpu
	[ "$status" -eq 0 ]
	[[ $output == *"not run here:"*"AVX-512"*"ctx.pipe-avx512"* ]]
	[ "$(sql 'SELECT count(*) FROM process WHERE status = "skip"')" = 1 ]
}

@test "nothing but the table comes out in a pipe" {
	"$ktoll" run --processes 2 control.empty > "$dir/out" 2> "$dir/err"
	[ ! -s "$dir/err" ]
	no grep -q $'\r' "$dir/out"
}

@test "on a terminal there is progress with the time left" {
	TERM=xterm script -qec "$ktoll run --processes 40 control.empty control.spin" /dev/null > "$dir/out"
	grep -q 's left' "$dir/out"
	grep -q $'\r' "$dir/out"
}

@test "log and show repeat what was stored" {
	"$ktoll" run --processes 3 --as one control.empty > "$dir/first"
	"$ktoll" show 1 > "$dir/again"
	diff "$dir/first" "$dir/again"
	run "$ktoll" log
	[ "$status" -eq 0 ]
	[[ ${lines[1]} == *" run "*" done "*" one" ]]
	"$ktoll" show 1 --facts | grep -q "^kernel.release = $(uname -r)$"
	"$ktoll" show 1 --samples > "$dir/s.csv"
	[ "$(head -1 "$dir/s.csv")" = "arm,workload,abi,boot,process,sample,ticks,ops,ns,flags" ]
	[ "$(wc -l < "$dir/s.csv")" = 67 ]
	run "$ktoll" show 9
	[ "$status" -eq 2 ]
	[[ $output == *"there is no experiment 9"* ]]
}

@test "no permission for priority and memory locking is said, and measuring goes on" {
	[ "$(id -u)" -eq 0 ] || skip "only root can give up its permissions here"
	mkdir "$dir/home"
	chmod 777 "$dir" "$dir/home"
	cp "$probe" "$dir/home/ktoll-probe.x86_64"
	cp "$ktoll" "$dir/home/ktoll"
	run setpriv --reuid=65534 --clear-groups --inh-caps=-all --bounding-set=-all bash -c \
		"ulimit -l 0; KTOLL_PROBE_DIR=$dir/home KTOLL_DB=$dir/home/n.db $dir/home/ktoll run --processes 2 control.empty"
	[ "$status" -eq 0 ]
	[[ $output == *"not set, refused by the system: "*"nice (EACCES)"* ]]
}

@test "a probe that cannot be found is said by its path" {
	KTOLL_PROBE_DIR=$dir run "$ktoll" run control.empty
	[ "$status" -eq 3 ]
	[[ $output == *"$dir/ktoll-probe.x86_64"* ]]
	[ "$(sql 'SELECT state FROM experiment')" = failed ]
}

@test "list says what an op is and what runs here" {
	run "$ktoll" list syscall.null
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "syscall.null"*"getppid(2)"* ]]
	[ "${lines[1]}" = "1 of 1 run here" ]
	"$ktoll" list --format json 'control.*' > "$dir/l.json"
	[ "$(json "$dir/l.json" '$.workloads[0].status')" = runs ]
}
