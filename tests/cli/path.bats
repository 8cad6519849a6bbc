# What compare says from kept profiles: footprints, and `layout?`. No kernel is booted; the
# profiles are made by hand.
load common

# profile ADDRESS INSTRUCTIONS LINES COSTS: JSON, of a batch of ten ops
profile() {
	printf '{"v":1,"units":10,"note":"","functions":[["entry_SYSCALL_64","ffffffff81800040"],["do_syscall_64","%s"]],' "$1"
	printf '"nodes":[[0,1,0,0,200,10,40,20,30,10,{%s}],[1,1,1,0,%s,10,40,20,30,10,{}]],' "$4" "$2"
	printf '"lines":[[0,0,0,0],[%s,2,3,4],[0,0,0,0]]}' "$3"
}

# arm NUMBER NAME BUILD-ID VALUE METRIC [PROFILE]: eight boots of some nanoseconds, or one with
# a count and a profile
arm() {
	local boots=8 i boot column=p25_ns
	[ "$5" = time ] || boots=1 column=exact
	sql "INSERT OR IGNORE INTO arm VALUES ($1, '$2')"
	for i in $(seq "$boots"); do
		boot=$(sql "INSERT INTO boot (experiment_id, arm_id, kind, began_ns, ended_ns, metric)
			VALUES (1, $1, 'vm', $i, $i, '$5') RETURNING id")
		sql "INSERT INTO fact VALUES ($boot, 'kernel.build_id', '$3', NULL);
			INSERT INTO fact VALUES ($boot, 'vm.cpu_model', 'Haswell', NULL);
			INSERT INTO fact VALUES ($boot, 'vm.append', 'none', NULL);
			INSERT INTO process (boot_id, workload_id, number, mode, modifiers, status, began_ns, samples,
				warmup, preempted, migrated, wire_lost, wire_corrupt, conditions, $column, ops)
			VALUES ($boot, 1, 0, 'batch', '', 'done', $i, 2, 0, 0, 0, 0, 0, '{}', $4 + $i * 0.001, 10)"
	done
	[ -z "${6:-}" ] || sql "INSERT INTO profile SELECT max(id), '$3', '$6' FROM process;
		UPDATE process SET exact = $4 WHERE id = (SELECT max(id) FROM process)"
}

# a database with nothing in it but an experiment and a workload
database() {
	printf '%s\n' 1 2 3 > "$dir/x"
	"$ktoll" import x "$dir/x" > /dev/null
	sql "DELETE FROM imported; DELETE FROM boot; DELETE FROM arm; INSERT INTO workload VALUES (1, 'syscall.null', 'x86_64', 1, 'op', 1)"
}

swapgs='"SWAPGS":20'

@test "a time that moved with the layout alone is remarked on" {
	database
	arm 1 before aa 100 time
	arm 2 after bb 110 time
	arm 3 counted-a aa 80 instructions "$(profile ffffffff81800200 600 5 "$swapgs")"
	arm 4 counted-b bb 80 instructions "$(profile ffffffff81800210 600 5 "$swapgs")"
	run "$ktoll" compare before after
	[ "$status" -eq 1 ]
	flat=$(tr -s ' \n' ' ' <<< "$output")
	[[ $flat == *"layout? it is as many instructions, but of 2 functions on the path 1 begin elsewhere modulo 64, 1 modulo 4096"* ]]
	[[ $flat == *"path 1 op touches the same"* ]]
	"$ktoll" compare --format json before after > "$dir/j" || true
	[[ $(json "$dir/j" '$.rows[0].remarks') == *'"layout? '* ]]
	[ "$(json "$dir/j" '$.rows[0].footprint')" = '[]' ]
}

@test "no layout remark where the time did not change" {
	database
	arm 1 before aa 100 time
	arm 2 after bb 100 time
	arm 3 counted-a aa 80 instructions "$(profile ffffffff81800200 600 5 "$swapgs")"
	arm 4 counted-b bb 80 instructions "$(profile ffffffff81800210 600 5 "$swapgs")"
	run "$ktoll" compare before after
	[ "$status" -eq 0 ]
	[[ $output != *"layout?"* ]]
}

@test "no layout remark where the alignments are equal, the count moved, or the work" {
	database
	arm 1 before aa 100 time
	arm 2 aligned bb 110 time
	arm 3 longer cc 110 time
	arm 4 worse dd 110 time
	arm 5 counted-a aa 80 instructions "$(profile ffffffff81800200 600 5 "$swapgs")"
	arm 6 counted-b bb 80 instructions "$(profile ffffffff81801200 600 5 "$swapgs")"
	arm 7 counted-c cc 81 instructions "$(profile ffffffff81800210 610 5 "$swapgs")"
	arm 8 counted-d dd 80 instructions "$(profile ffffffff81800210 600 6 "$swapgs,\"CR3 write\":10")"
	for after in aligned longer worse; do
		run "$ktoll" compare before $after
		[ "$status" -eq 1 ]
		[[ $output == *SLOWER* ]]
		[[ $output != *"layout?"* ]]
	done
	# What else has changed is said of timed arms as well.
	[[ $(flat "$output") == *"syscall.null: code lines 5 -> 6, CR3 write 0 -> 1"* ]]
}

@test "profiles made under other conditions say nothing about each other" {
	database
	arm 1 before aa 100 time
	arm 2 after bb 110 time
	arm 3 counted-a aa 80 instructions "$(profile ffffffff81800200 600 5 "$swapgs")"
	arm 4 counted-b bb 80 instructions "$(profile ffffffff81800210 600 5 "$swapgs")"
	sql "UPDATE fact SET value = 'EPYC' WHERE key = 'vm.cpu_model' AND
		boot_id = (SELECT id FROM boot WHERE arm_id = 4)"
	"$ktoll" compare --format json before after > "$dir/j" || true
	[ "$(json "$dir/j" '$.rows[0].verdict')" = slower ]
	[[ $(json "$dir/j" '$.rows[0].remarks') != *layout* ]]
	[ -z "$(json "$dir/j" '$.rows[0].footprint')" ]
}

@test "counted arms show the footprint of their own paths" {
	database
	arm 1 before aa 80 instructions "$(profile ffffffff81800200 600 5 "$swapgs")"
	arm 2 after bb 80 instructions "$(profile ffffffff81800210 600 7 "$swapgs,\"CR3 write\":10")"
	run "$ktoll" compare before after
	[ "$status" -eq 0 ]
	[[ $(flat "$output") == *" path syscall.null: code lines 5 -> 7, CR3 write 0 -> 1"* ]]
	[[ $output != *"layout?"* ]]
}

@test "an arm with times is its times, whatever was counted under its name" {
	database
	arm 1 before aa 100 time
	arm 2 after bb 110 time
	arm 1 before aa 80 instructions "$(profile ffffffff81800200 600 5 "$swapgs")"
	arm 2 after bb 80 instructions "$(profile ffffffff81800210 600 5 "$swapgs")"
	"$ktoll" compare --format json before after > "$dir/j" || true
	[ "$(json "$dir/j" '$.rows[0].unit')" = ns ]
	[ "$(json "$dir/j" '$.rows[1]')" = "" ]
	[ "$(json "$dir/j" '$.rows[0].a.n')" = 8 ]
	[[ $(json "$dir/j" '$.rows[0].remarks') == *'"layout? '* ]]
	# Nor does the page take the count for a process without a time.
	"$ktoll" report -o "$dir/page" before after
	no grep -q 'gave no number' "$dir/page"
}

@test "a path without names shows addresses, and says how to get names" {
	database
	note='the kernel has no symbol table of its own (expected CONFIG_KALLSYMS=y, or --vmlinux FILE)'
	arm 1 before aa 80 instructions "$(profile ffffffff81800200 600 5 "$swapgs" |
		sed "s/do_syscall_64/0xffffffff81800200/; s/\"note\":\"\"/\"note\":\"$note\"/")"
	run "$ktoll" path --arm before syscall.null
	[ "$status" -eq 0 ]
	[[ $(flat "$output") == *" addresses instead of names: $note "* ]]
	[[ $output == *"  0xffffffff81800200"* ]]
	"$ktoll" path --arm before --format json syscall.null > "$dir/j"
	[ "$(json "$dir/j" '$.arms[0].no_names')" = "$note" ]
}

@test "a kept profile that is damaged is an error that says which" {
	database
	arm 1 before aa 80 instructions "$(profile ffffffff81800200 600 5 "$swapgs")"
	sql "UPDATE profile SET profile = '{}'"
	run "$ktoll" path --arm before syscall.null
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"process "*": no profile that can be read"* ]]
}
