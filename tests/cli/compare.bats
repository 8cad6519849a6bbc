# compare, ab, import, calibrate: verdicts from files and from what is measured.
load common

# verdict FILE N: the verdict of row N of a JSON comparison
verdict() {
	json "$1" "\$.rows[$2].verdict"
}

# number FILE PATH LO HI: whether the number at PATH lies between
between() {
	[ "$(sqlite3 :memory: "SELECT $(json "$1" "$2") BETWEEN $3 AND $4")" = 1 ]
}

summary() {
	printf 'name\tunit\tmean\trmse\tn\nctx\tus\t%s\t%s\t%s\n' "$1" "$2" "$3"
}

@test "nine cycle counts with a warm-up outlier in each are the same" {
	printf '%s\n' 396.4 396.35 396.42 396.38 396.41 396.44 396.37 396.39 397.7 > "$dir/a"
	printf '%s\n' 396.43 396.36 396.40 396.37 396.45 396.41 396.38 396.42 397.7 > "$dir/b"
	"$ktoll" compare --format json "$dir/a" "$dir/b" > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = same ]
	between "$dir/j" '$.rows[0].interval_pct[0]' -0.02 0
	between "$dir/j" '$.rows[0].interval_pct[1]' 0 0.02
	[ "$(json "$dir/j" '$.rows[0].a.n')" = 9 ]
}

@test "an outlier is not in the value that is shown, as it is not in the change" {
	printf '%s\n' 99.1 99.9 100.2 100.4 101.3 100.1 99.8 > "$dir/a"
	printf '%s\n' 99.2 99.8 100.3 100.5 101.2 100.0 1000000 > "$dir/b"
	"$ktoll" compare --format json "$dir/a" "$dir/b" > "$dir/j"
	between "$dir/j" '$.rows[0].a.value' 100.1 100.1
	between "$dir/j" '$.rows[0].b.value' 100.3 100.3
	between "$dir/j" '$.rows[0].change_pct' -1 1
}

@test "the numbers of a Go benchmark are compared unit by unit, and told apart" {
	for run in 0 1 2 3 4 5; do
		printf 'BenchmarkRead-2\t1000\t%d ns/op\t%d.5 MB/s\n' $((1000 + run)) $((500 + run)) >> "$dir/a"
		printf 'BenchmarkRead-2\t1000\t%d ns/op\t%d.5 MB/s\n' $((2000 + run)) $((250 + run)) >> "$dir/b"
	done
	run "$ktoll" compare "$dir/a" "$dir/b"
	[ "$status" -eq 1 ]
	[[ $output =~ "Read-2 ns/op"\ +1002.*SLOWER ]]
	[[ $output =~ "Read-2 MB/s"\ +503.*SLOWER ]]
	"$ktoll" compare --format markdown "$dir/a" "$dir/b" > "$dir/m" || [ $? -eq 1 ]
	grep -qF '| 1002 `ns/op` | 2002 `ns/op` |' "$dir/m"
	grep -qF 'Lower or higher is better, as each metric is declared.' "$dir/m"
	"$ktoll" compare --format json "$dir/a" "$dir/b" > "$dir/j" || [ $? -eq 1 ]
	[ "$(json "$dir/j" '$.rows[0].workload')" = "$(json "$dir/j" '$.rows[1].workload')" ]
	[ "$(json "$dir/j" '$.rows[0].unit')" != "$(json "$dir/j" '$.rows[1].unit')" ]
}

@test "summaries of a thousand runs: faster by 1.2 %, or the same if that is the margin" {
	summary 1.335 0.107 1000 > "$dir/old"
	summary 1.319 0.081 1000 > "$dir/new"
	"$ktoll" compare --format json "$dir/old" "$dir/new" > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = faster ]
	between "$dir/j" '$.rows[0].change_pct' -1.25 -1.15
	between "$dir/j" '$.rows[0].p' 0.0001 0.0004
	"$ktoll" compare --margin 2 --format json "$dir/old" "$dir/new" > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = same ]
	[[ $(json "$dir/j" '$.rows[0].remarks') == *"below the margin"* ]]
}

@test "summaries whose difference is not shown are the same within 1 %" {
	summary 1.423 0.0745 1000 > "$dir/old"
	summary 1.417 0.0716 1000 > "$dir/new"
	"$ktoll" compare --format json "$dir/old" "$dir/new" > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = same ]
	between "$dir/j" '$.rows[0].p' 0.05 0.10
}

@test "a series of single values has its largest steps named, and no verdict" {
	for v in 2.368 2.603 2.668 2.701 3.474 2.928; do
		printf 'name unit mean n\nlat_sig us %s 1\n' $v > "$dir/$v"
	done
	cd "$dir"
	run "$ktoll" compare --adjacent 2.368 2.603 2.668 2.701 3.474 2.928
	[ "$status" -eq 0 ]
	[[ ${lines[-2]} == *"+28.6% from 2.701 to 3.474: not tested"* ]]
	[[ ${lines[-1]} == *"-15.7% from 3.474 to 2.928: not tested"* ]]
	[[ ! ($output == *SLOWER* || $output == *FASTER* || $output == *"  same"*) ]]
}

@test "three repeats a side: slower by 22.7 %, and what three can claim is said" {
	printf '%s\n' 2.6839 2.6996 2.6821 > "$dir/a"
	printf '%s\n' 3.2976 3.3033 3.2980 > "$dir/b"
	run "$ktoll" compare --format json "$dir/a" "$dir/b"
	[ "$status" -eq 1 ]
	printf '%s\n' "$output" > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = slower ]
	between "$dir/j" '$.rows[0].change_pct' 22.5 22.9
	[[ $(json "$dir/j" '$.rows[0].remarks') == *"too few for a rank test"* ]]
}

@test "counters as mean and relative standard error over ten runs" {
	table() {
		printf 'name\tunit\tmean\trse%%\tn\ninstructions\t\t%s\t%s\t10\ncycles\t\t%s\t%s\t10\n' "$@"
	}
	table 12010932128 0.31 11691797513 0.76 > "$dir/a"
	table 12097706506 0.14 11612167742 0.81 > "$dir/b"
	"$ktoll" compare --format json "$dir/a" "$dir/b" > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = unknown ]
	[ "$(verdict "$dir/j" 1)" = unknown ]
	between "$dir/j" '$.rows[0].change_pct' 0.70 0.74
	between "$dir/j" '$.rows[1].change_pct' -0.70 -0.66
	# the instructions alone, asked about 2 %
	"$ktoll" compare --margin 2 --workloads instructions --format json "$dir/a" "$dir/b" > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = same ]
}

@test "one and two values a side support no verdict" {
	printf '%s\n' 1.01 1.02 > "$dir/two"
	printf '%s\n' 1.5 1.6 > "$dir/other"
	for f in two other; do
		printf 'name unit mean n\nx us 1.0 1\n' > "$dir/one.$f"
	done
	"$ktoll" compare --format json "$dir/one.two" "$dir/one.other" > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = unknown ]
}

@test "what cannot be read as numbers is refused with file and line, and nothing is stored" {
	refused() {
		printf "$1" > "$dir/bad"
		run "$ktoll" import x "$dir/bad"
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
		[[ ${lines[0]} == "ktoll: $dir/bad"* ]]
		[ ! -e "$KTOLL_DB" ]
	}
	refused ''
	refused '5\n'
	refused '1\n2\nNaN\n4\n'
	refused '1\ninf\n3\n'
	refused '1\n1e400\n3\n'
	refused '1,5\n2,5\n3,5\n'
	refused 'abc\n1\n'
	refused '\0\1\2\3'
	run "$ktoll" import x "$dir/missing"
	[ "$status" -eq 2 ]
}

@test "CRLF, a BOM and equal values are fine" {
	printf '\xef\xbb\xbf1\r\n1\r\n1\r\n1\r\n' > "$dir/a"
	run "$ktoll" compare "$dir/a" "$dir/a"
	[ "$status" -eq 0 ]
	[[ $output == *"nothing varies"* ]]
}

@test "different units are refused, and compared only when forced" {
	printf 'name unit mean sd n\nx us 1.0 0.1 20\n' > "$dir/a"
	printf 'name unit mean sd n\nx ms 1.1 0.1 20\n' > "$dir/b"
	run "$ktoll" compare "$dir/a" "$dir/b"
	[ "$status" -eq 2 ]
	[[ $output == *"do not compare: x: unit us and ms"*"--force"* ]]
	run "$ktoll" compare --force "$dir/a" "$dir/b"
	[ "$status" -le 1 ]
	[[ $output == *"FORCED, these do not compare: x: unit us and ms"* ]]
}

@test "an imported arm compares like its file" {
	printf '%s\n' 2.6839 2.6996 2.6821 > "$dir/a"
	printf '%s\n' 3.2976 3.3033 3.2980 > "$dir/b"
	"$ktoll" import before "$dir/a" > "$dir/out"
	grep -q '^before: 1 metrics stored, 0 without a number; experiment 1$' "$dir/out"
	"$ktoll" import after "$dir/b" > "$dir/out"
	"$ktoll" compare --format json before after > "$dir/j" || true
	"$ktoll" compare --format json "$dir/a" "$dir/b" > "$dir/k" || true
	[ "$(json "$dir/j" '$.rows[0].change_pct')" = "$(json "$dir/k" '$.rows[0].change_pct')" ]
	[ "$(verdict "$dir/j" 0)" = slower ]
}

@test "an arm that does not exist is said" {
	run "$ktoll" compare nobody nothing
	[ "$status" -eq 2 ]
	[[ $output == *"'nobody' is neither a stored arm nor a file"* ]]
}

@test "ab finds a filter of 400 instructions, and says how each arm was set up" {
	run "$ktoll" ab --a plain --b filter --with-a seccomp:0 --with-b seccomp:400 --time 20 syscall.null
	[ "$status" -eq 1 ]
	[[ $output == *"syscall.null"*"SLOWER"* ]]
	[[ $output == *"b set up by: with seccomp:400"* ]]
	[ "$(sql 'SELECT count(*) FROM pair WHERE d IS NULL')" = 0 ]
	# the same verdict from what is stored, and the other way round
	run "$ktoll" compare plain filter
	[ "$status" -eq 1 ]
	[[ $output == *"duet"*"SLOWER"* ]]
	run "$ktoll" compare filter plain
	[ "$status" -eq 0 ]
	[[ $output == *"FASTER"* ]]
}

# verdicts FILE: of each row what was compared, the verdict and its numbers
verdicts() {
	sqlite3 :memory: "SELECT printf('%s %s: %s %s %s %s', json_extract(value, '\$.workload'),
		json_extract(value, '\$.unit'), json_extract(value, '\$.verdict'), json_extract(value, '\$.a'),
		json_extract(value, '\$.interval_pct'), json_extract(value, '\$.p_adjusted'))
		FROM json_each(CAST(readfile('$1') AS TEXT), '\$.rows') ORDER BY 1"
}

@test "compare and show say of arms in turns what ab said, its looks included" {
	"$ktoll" ab -q --a plain --b filter --with-b seccomp:400 --time 12 --margin 0.3 --seed 5 \
		-e page-faults --format json syscall.null fault.anon-write control.spin > "$dir/ab" || [ $? -eq 1 ]
	# more pairs than the first look: there were others before the last
	[ "$(sql 'SELECT max(n) > 16 FROM (SELECT count(*) AS n FROM pair GROUP BY workload_id)')" = 1 ]
	"$ktoll" compare --margin 0.3 --format json plain filter > "$dir/compare" || [ $? -eq 1 ]
	"$ktoll" show 1 --format json > "$dir/show"
	verdicts "$dir/ab" > "$dir/said"
	grep -q '^fault.anon-write page-faults: same' "$dir/said"
	[ "$(wc -l < "$dir/said")" = 6 ]
	verdicts "$dir/compare" | diff - "$dir/said"
	verdicts "$dir/show" | diff - "$dir/said"
	[ "$(json "$dir/show" '$.margin_pct')" = "$(json "$dir/ab" '$.margin_pct')" ]
	[ "$(json "$dir/show" '$.family')" = "$(json "$dir/ab" '$.family')" ]
}

@test "ab with commands takes whole processes in turn and undoes each" {
	"$ktoll" ab --a off --b "on:echo on >> $dir/log" --b-end "echo off >> $dir/log" --time 2 \
		control.spin > "$dir/out" || true
	grep -q 'pairs of whole processes' "$dir/out"
	n=$(sql 'SELECT count(*) FROM pair')
	[ "$n" -ge 2 ]
	[ "$(grep -c on "$dir/log")" -ge "$n" ]
	[ "$(grep -c on "$dir/log")" = "$(grep -c off "$dir/log")" ]
}

@test "a set-up that fails stops the run with its output" {
	run "$ktoll" ab --a x --b 'y:echo no such sysctl >&2; exit 3' --time 5 control.spin
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"exit status 3: no such sysctl"* ]]
	[ "$(sql 'SELECT state FROM experiment')" = failed ]
}

@test "ab wants two names that differ" {
	run "$ktoll" ab --a x control.spin
	[ "$status" -eq 2 ]
	run "$ktoll" ab --a x --b x control.spin
	[ "$status" -eq 2 ]
	[[ $output == *"both arms are called 'x'"* ]]
}

@test "two runs in one boot compare, and it is said that they were not interleaved" {
	"$ktoll" run --processes 6 --as one control.spin > "$dir/out"
	"$ktoll" run --processes 6 --as two control.spin > "$dir/out"
	run "$ktoll" compare one two
	[ "$status" -le 1 ]
	[[ $output == *"processes of one boot are the unit, not interleaved; n 6 + 6"* ]]
	[[ $output == *"facts "*" same"* ]]
}

@test "arms of one boot each get no verdict, and why" {
	"$ktoll" run --processes 6 --as one control.spin > "$dir/out"
	"$ktoll" run --processes 6 --as two control.spin > "$dir/out"
	sql "UPDATE fact SET value = 'another' WHERE key = 'id.boot' AND boot_id = 2"
	"$ktoll" compare --format json one two > "$dir/j"
	[ "$(verdict "$dir/j" 0)" = unknown ]
	[[ $(json "$dir/j" '$.rows[0].remarks') == *"one boot a side"* ]]
}

@test "arms of different CPU models are refused" {
	"$ktoll" run --processes 3 --as one control.spin > "$dir/out"
	"$ktoll" run --processes 3 --as two control.spin > "$dir/out"
	sql "UPDATE fact SET value = 'Another CPU' WHERE key = 'cpu.model' AND boot_id = 2"
	run "$ktoll" compare one two
	[ "$status" -eq 2 ]
	[[ $output == *"cpu.model"*"Another CPU"* ]]
}

@test "every fact that differs is shown" {
	"$ktoll" run --processes 3 --as one control.spin > "$dir/out"
	"$ktoll" run --processes 3 --as two control.spin > "$dir/out"
	sql "UPDATE fact SET value = 'y' WHERE key = 'kernel.config.kasan' AND boot_id = 1"
	sql "UPDATE fact SET value = 'n' WHERE key = 'kernel.config.kasan' AND boot_id = 2"
	run "$ktoll" compare one two
	[[ $(flat "$output") == *" facts kernel.config.kasan y -> n"* ]]
}

@test "a mail is ASCII of at most 72 columns whatever the arms are called" {
	printf '%s\n' 1 2 3 4 > "$dir/a"
	name=$(printf 'x\303\244\033[31m-%0100d' 7)
	"$ktoll" import "$name" "$dir/a" > "$dir/out"
	"$ktoll" import "b: c" "$dir/a" > "$dir/out"
	"$ktoll" compare --format mail "$name" "b: c" > "$dir/mail"
	no env LC_ALL=C grep -n '[^ -~]' "$dir/mail"
	[ "$(awk '{ if (length > m) m = length } END { print m }' "$dir/mail")" -le 72 ]
}

@test "a mail survives commit, format-patch and am unchanged" {
	command -v git > /dev/null || skip "git is not installed"
	printf '%s\n' 2.6839 2.6996 2.6821 > "$dir/a"
	printf '%s\n' 3.2976 3.3033 3.2980 > "$dir/b"
	cd "$dir"
	"$ktoll" compare --format mail a b > mail || true
	export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
	git init -q one
	(
		cd one
		echo 1 > f
		git add f
		git commit -q -m base
		echo 2 > f
		{ printf 'x86: a change\n\nWhy it is made.\n\n'; cat ../mail; printf '\nSigned-off-by: A <a@b>\n'; } > ../message
		git commit -q -a -F ../message
		git format-patch -q -1 -o ../patches
		git reset -q --hard HEAD~1
		git am -q ../patches/*
		git log -1 --format=%B > ../after
	)
	diff <(cat message) <(sed '$d' after)
}

@test "calibrate measures the kernel against itself and known costs, and others quote it" {
	"$ktoll" calibrate --time 12 --format json syscall.null > "$dir/j"
	[ "$(json "$dir/j" '$.schema')" = 1 ]
	between "$dir/j" '$.aa.comparisons' 2 10000
	[ "$(json "$dir/j" '$.ladder[4].instructions')" = 400 ]
	[ "$(json "$dir/j" '$.ladder[4].verdict')" = slower ]
	[ "$(sql 'SELECT count(*) FROM calibration')" = 1 ]
	"$ktoll" run --processes 3 --as one control.spin > "$dir/out"
	"$ktoll" compare one calibrate-0 --workloads 'syscall*' > "$dir/out" || true
	"$ktoll" compare calibrate-a calibrate-b > "$dir/out" || true
	grep -q 'On this machine changes under' "$dir/out"
	"$ktoll" run --processes 3 control.spin > "$dir/out"
	grep -q 'On this machine changes under' "$dir/out"
}

# What the machine drifts by is put in the place of what it was measured to drift by.
calibrated() {
	"$ktoll" calibrate --time 10 -q syscall.null > "$dir/out"
	sql "UPDATE calibration SET result = '{\"drift_pct\": 400, \"smallest_pct\": 0.1,
		\"smallest_seconds\": 60, \"aa\": {\"workloads\": [
		{\"workload\": \"ctx.pipe.process.same-cpu\", \"drift_pct\": 400},
		{\"workload\": \"signal.catch\", \"drift_pct\": 1.3}]}}'"
}

@test "a workload's own drift widens it, else that of its family, else the worst of all" {
	calibrated
	for arm in one two; do
		"$ktoll" run -q --processes 6 --as $arm signal.catch signal.mask control.spin \
			syscall.null > "$dir/out"
	done
	"$ktoll" compare --format json one two > "$dir/j" || true
	sqlite3 :memory: "SELECT json_extract(value, '$.workload'),
		round(json_extract(value, '$.drift_pct'), 6), json_extract(value, '$.drift_of')
		FROM json_each(CAST(readfile('$dir/j') AS TEXT), '$.rows')" > "$dir/out"
	diff "$dir/out" - <<- end
		control.spin|400.0|*
		signal.catch|1.3|signal.catch
		signal.mask|1.3|signal.*
		syscall.null|400.0|*
	end
	[[ $(json "$dir/j" '$.calibrated') == *'signal.catch 1.3% to ctx.pipe.process.same-cpu'* ]]
	"$ktoll" compare one two > "$dir/out" || true
	flat "$(cat "$dir/out")" | grep -q 'control.spin - .*drift taken as 400%, the worst that'
	flat "$(cat "$dir/out")" | grep -q 'signal.catch 1.3% to ctx.pipe.process.same-cpu'
	"$ktoll" report -o "$dir/page" one two
	grep -q 'drift taken as 400%, the worst that calibrate has seen' "$dir/page"
	grep -q 'signal.catch 1.3% to ctx.pipe.process.same-cpu' "$dir/page"
}
