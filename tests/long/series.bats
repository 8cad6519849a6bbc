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
	git -C "$work/linux" bisect start "$bad" "$good" > "$dir/b" 2>&1
	# The arms of the series are the baselines.
	git -C "$work/linux" bisect run "$ktoll" check --bisect --verify-ends "$@" \
		--git "$work/linux" --config "$work/config" --against "$arm" "$workload" >> "$dir/b" 2>&1 ||
		cat "$dir/b" >&2
	git -C "$work/linux" log -1 --format=%s refs/bisect/bad
	git -C "$work/linux" bisect reset >> "$dir/b" 2>&1
}

@test "git bisect run finds the commit" {
	[ -z "$why" ] || skip "$why"
	series > "$dir/out" || [ $? -eq 1 ]
	[[ "$(bisect syscall.null HEAD~3 base)" == *"spend seven"* ]]
	[[ "$(bisect signal.catch HEAD HEAD~5 --fail-if different)" == *"spend thirteen"* ]]
}

@test "a commit that does not build or boot is skipped by a bisection" {
	[ -z "$why" ] || skip "$why"
	"$ktoll" run --exact --kernel "$(ls "$KTOLL_CACHE"/images/"$(git -C "$work/linux" rev-parse base)"-*)" \
		--as base -q syscall.null > "$dir/out"
	for at in "HEAD~2 does not build" "HEAD~1 does not boot"; do
		git -C "$work/linux" checkout -q "$(git -C "$work/linux" rev-parse "${at%% *}")"
		run "$ktoll" check --bisect --git "$work/linux" --config "$work/config" \
			--against base syscall.null
		git -C "$work/linux" checkout -q -
		[ "$status" -eq 125 ]
		[[ $output == *"${at#* }"* ]]
	done
}

# values ID: of all boots of a series, in the order of its arms
values() {
	sql "SELECT group_concat(v) FROM (SELECT b.round || ':' || b.arm || ':' || w.name || '=' ||
		p.exact AS v FROM series_boot b JOIN process p USING (boot_id)
		JOIN workload w ON w.id = p.workload_id WHERE b.experiment_id = $1 ORDER BY 1)"
}

# Starts a series, or goes on with it, in the background. Not by way of series(): a function
# would be a shell of its own, and its number the shell's.
begin() {
	# shellcheck disable=SC2086
	if [ "$(sql "SELECT count(*) FROM series WHERE experiment_id = 2" 2> "$dir/err")" = 1 ]; then
		"$ktoll" series --resume 2 -q > "$dir/out" 2>&1 3>&- &
	else
		"$ktoll" series --exact --git "$work/linux" --range base..HEAD --config "$work/config" \
			"$@" -q $workloads > "$dir/out" 2>&1 3>&- &
	fi
	pid=$!
}

@test "killed fifty times at random, a series ends with the same values" {
	[ -z "$why" ] || skip "$why"
	series --boots 2 > "$dir/out" || [ $? -eq 1 ]
	kills=0
	while [ $kills -lt 50 ]; do
		begin --boots 2
		sleep "$((RANDOM % 4)).$((RANDOM % 10))"
		kill -9 $pid 2> /dev/null && kills=$((kills + 1))
		wait $pid || true
		# Done before fifty: all of its boots are taken back.
		if [ "$(sql "SELECT count(*) FROM experiment WHERE id = 2 AND state = 'done'")" = 1 ]; then
			sql "UPDATE experiment SET state = 'interrupted' WHERE id = 2;
			     UPDATE series_boot SET state = 'planned', attempts = 0, boot_id = NULL
			     WHERE experiment_id = 2 AND state = 'done';
			     PRAGMA foreign_keys = ON; DELETE FROM boot WHERE experiment_id = 2"
		fi
	done
	"$ktoll" series --resume 2 > "$dir/out" || [ $? -eq 1 ]
	a=$(values 1) b=$(values 2)
	[ -n "$a" ]
	[ "$a" = "$b" ]
	# Nothing is measured twice, nothing left over.
	[ "$(sql 'SELECT count(*) FROM boot WHERE experiment_id = 1 AND ended_ns')" = \
		"$(sql 'SELECT count(*) FROM boot WHERE experiment_id = 2')" ]
}

# descendants PID: make, compilers, the watcher of their group
descendants() {
	local p
	for p in $(pgrep -P "$1"); do
		echo "$p"
		descendants "$p"
	done
}

@test "killed again and again while kernels are built, a series ends with the same kernels" {
	[ -z "$why" ] || skip "$why"
	series > "$dir/out" || [ $? -eq 1 ]
	rm "$KTOLL_CACHE"/images/*.bzImage
	kills=0
	while [ $kills -lt 8 ]; do
		begin
		sleep "$((2 + RANDOM % 9)).$((RANDOM % 10))"
		# ktoll alone, whose make has to end by itself; everything.
		if [ $((kills % 2)) = 0 ]; then
			kill -9 $pid
		else
			# shellcheck disable=SC2046
			kill -9 $pid $(descendants $pid) 2> /dev/null || true
		fi
		wait $pid || true
		kills=$((kills + 1))
	done
	"$ktoll" series --resume 2 > "$dir/out" || [ $? -eq 1 ]
	# To the bit, whatever was left half built.
	images="SELECT group_concat(state || ifnull(sha256, '-')) FROM series_arm WHERE experiment_id ="
	[ "$(sql "$images 1")" = "$(sql "$images 2")" ]
	[ "$(values 1)" = "$(values 2)" ]
}

# In a name space of its own: the tree of what is built, on a file system without room.
full_disk() {
	out=$(dirname "$(ls -d "$KTOLL_CACHE"/trees/*/*/vmlinux)")
	mkdir -p "$dir/out.copy"
	cp -a "$out/." "$dir/out.copy"
	size=$(du -sm "$dir/out.copy" | cut -f 1)
	mount -t tmpfs -o "size=$((size + 20))m" none "$out"
	cp -a "$dir/out.copy/." "$out"
	head -c 1G /dev/zero > "$out/filler" 2> /dev/null || true
	truncate -s -2M "$out/filler"
	status=0
	series > "$dir/out" 2> "$dir/err" || status=$?
	cat "$dir/err"
	[ $status -eq 3 ]
	[ "$(wc -l < "$dir/err")" = 1 ]
	grep -q ': the disk is full; .ktoll series --resume 1. goes on$' "$dir/err"
	[ "$(sql "SELECT count(*) FROM series_arm WHERE state = 'broken'")" = 0 ]
	mount -o remount,size=4g "$out"
	"$ktoll" series --resume 1 > "$dir/out" || [ $? -eq 1 ]
	grep -q 'spend seven.* changes' "$dir/out"
}

@test "a disk that gets full while a kernel is built ends it in one line; with room it goes on" {
	[ -z "$why" ] || skip "$why"
	unshare -m true 2> /dev/null || skip "no permission to mount a small file system"
	series > "$dir/out" || [ $? -eq 1 ]
	code="SELECT group_concat(state || ifnull(sha256, '-')) FROM series_arm"
	before=$(sql "$code")
	rm "$KTOLL_CACHE"/images/*.bzImage "$KTOLL_DB"
	export -f series sql full_disk
	export dir ktoll workloads
	unshare -m bash -euc full_disk
	[ "$(sql "$code")" = "$before" ]
}
