# Series over commits of a real kernel: built, booted, each attributed; a bisection; and a
# series that is killed at random again and again. Long: two CPUs need about half an hour, most of
# it for the first build.
load ../cli/common
load kernels

workloads='control.empty syscall.null int80.null ctx.pipe.process.same-cpu signal.catch'

setup_file() {
	kernels_prepare
}

teardown_file() {
	kernels_release
}

series() {
	# shellcheck disable=SC2086
	"$ktoll" series --exact --git "$work/linux" --range base..HEAD --config "$work/config" \
		"$@" $workloads
}

# change JSON WORKLOAD NUMBER: how many instructions step NUMBER adds
change() {
	sqlite3 :memory: "SELECT json_extract(value, '\$.b.value') - json_extract(value, '\$.a.value')
		FROM json_each(CAST(readfile('$1') AS TEXT), '\$.rows')
		WHERE json_extract(value, '\$.workload') = '$2' AND json_extract(value, '\$.number') = $3"
}

@test "each commit of a series gets what it costs" {
	[ -z "$why" ] || skip "$why"
	series --format json > "$dir/j" || [ $? -eq 1 ]
	"$ktoll" series --resume 1 --format mail >&3 || true
	[ "$(change "$dir/j" syscall.null 1)" = 7.0 ]
	[ "$(change "$dir/j" int80.null 1)" = 0.0 ]
	[ "$(change "$dir/j" syscall.null 2)" = 0.0 ]
	[ "$(change "$dir/j" ctx.pipe.process.same-cpu 2)" = 11.0 ]
	[ "$(change "$dir/j" signal.catch 2)" = 0.0 ]
	[ "$(change "$dir/j" signal.catch 3)" = 13.0 ]
	[ "$(json "$dir/j" '$.arms[4].state')" = "no code change" ]
	[[ "$(json "$dir/j" '$.arms[5].reason')" == "does not build: kernel/sys.c:"*"error: "* ]]
	[[ "$(json "$dir/j" '$.arms[6].reason')" == "does not come through: panic"*"does not boot"* ]]
	[ "$(change "$dir/j" syscall.null 7)" = -7.0 ]
	[ "$(change "$dir/j" control.empty 7)" = 0.0 ]
	[ "$(sql 'SELECT count(*) FROM experiment WHERE state = "done"')" = 1 ]
}

# bisect WORKLOAD BAD GOOD [OPTION...]: the subject of the first bad commit
bisect() {
	local workload=$1 bad=$2 good=$3 arm
	shift 3
	arm=$(git -C "$work/linux" rev-parse --short=12 "$good")
	git -C "$work/linux" bisect start "$bad" "$good" > "$dir/out" 2>&1
	# The arms of the series are the baselines.
	git -C "$work/linux" bisect run "$ktoll" check --bisect --verify-ends "$@" \
		--git "$work/linux" --config "$work/config" --against "$arm" "$workload" > "$dir/b" 2>&1
	git -C "$work/linux" log -1 --format=%s refs/bisect/bad
	git -C "$work/linux" bisect reset > "$dir/out" 2>&1
}

@test "git bisect run finds the commit" {
	[ -z "$why" ] || skip "$why"
	# shellcheck disable=SC2086
	series --format json > "$dir/j" || [ $? -eq 1 ]
	[[ "$(bisect syscall.null HEAD~3 base)" == *"spend seven"* ]]
	[[ "$(bisect signal.catch HEAD HEAD~5 --fail-if different)" == *"spend thirteen"* ]]
}

@test "a commit that does not build or boot is skipped by a bisection" {
	[ -z "$why" ] || skip "$why"
	# shellcheck disable=SC2086
	series > "$dir/out" || [ $? -eq 1 ]
	arm=$(git -C "$work/linux" rev-parse --short=12 base)
	for at in "HEAD~2 does not build" "HEAD~1 does not boot"; do
		git -C "$work/linux" checkout -q "$(git -C "$work/linux" rev-parse "${at%% *}")"
		run "$ktoll" check --bisect --git "$work/linux" --config "$work/config" \
			--against "$arm" syscall.null
		git -C "$work/linux" checkout -q -
		[ "$status" -eq 125 ]
		[[ $output == *"${at#* }"* ]]
	done
}

@test "killed fifty times at random, a series ends with the same values" {
	[ -z "$why" ] || skip "$why"
	series --boots 4 > "$dir/out" || [ $? -eq 1 ]
	values='SELECT group_concat(v) FROM (SELECT b.round || ":" || b.arm || ":" || w.name || "=" ||
		p.exact AS v FROM series_boot b JOIN process p USING (boot_id)
		JOIN workload w ON w.id = p.workload_id WHERE b.experiment_id = ID ORDER BY 1)'
	kills=0
	series --boots 4 -q > "$dir/out" 2>&1 3>&- &
	while [ $kills -lt 50 ]; do
		pid=$!
		sleep "$((RANDOM % 4)).$((RANDOM % 10))"
		kill -9 $pid 2> /dev/null && kills=$((kills + 1))
		wait $pid || true
		if [ "$(sql 'SELECT count(*) FROM experiment WHERE id = 2')" = 0 ]; then
			series --boots 4 -q > "$dir/out" 2>&1 3>&- &
			continue
		fi
		# Done before fifty: another boot of each is taken back.
		sql "UPDATE experiment SET state = 'interrupted' WHERE id = 2 AND state = 'done'"
		if [ "$(sql "SELECT count(*) FROM series_boot WHERE experiment_id = 2 AND state = 'planned'")" = 0 ]; then
			sql "UPDATE series_boot SET state = 'planned', attempts = 0, boot_id = NULL
			     WHERE experiment_id = 2 AND state = 'done';
			     PRAGMA foreign_keys = ON; DELETE FROM boot WHERE experiment_id = 2"
		fi
		"$ktoll" series --resume 2 -q > "$dir/out" 2>&1 3>&- &
	done
	wait || true
	"$ktoll" series --resume 2 > "$dir/out" || [ $? -eq 1 ]
	a=$(sql "$(echo "$values" | sed 's/ID/1/')") b=$(sql "$(echo "$values" | sed 's/ID/2/')")
	[ -n "$a" ]
	[ "$a" = "$b" ]
	# Nothing is measured twice, nothing left over.
	[ "$(sql 'SELECT count(*) FROM boot WHERE experiment_id = 1 AND ended_ns')" = \
		"$(sql 'SELECT count(*) FROM boot WHERE experiment_id = 2')" ]
}
