# What other programs read, held to their rules by tests/validate/; and first the
# validators themselves, to what they must not let through.
load common

ktap=$PWD/tests/validate/ktap.py
kcidb=$PWD/tests/validate/kcidb.py

# a good document of everything that ktoll emits, for the tests to break
good_ktap() {
	cat << 'EOF'
KTAP version 1
1..2
  KTAP version 1
  # Subtest: ctx
  1..2
  # unit=ns value=1
  ok 1 ctx.pipe
  not ok 2 ctx.futex # ERROR the guest panicked
not ok 1 ctx
  KTAP version 1
  # Subtest: signal
  1..1
  ok 1 signal.catch # SKIP undecided
ok 2 signal # SKIP nothing in it was decided
# Totals: pass:1 fail:0 xfail:0 xpass:0 skip:1 error:1
EOF
}

# breaks WANT SED...: the good document, edited, is refused with WANT
breaks() {
	local want=$1
	shift
	good_ktap | sed "$@" > "$dir/broken"
	good_ktap > "$dir/good"
	no cmp -s "$dir/good" "$dir/broken"
	run "$ktap" "$dir/broken"
	echo "$want: $output"
	[ "$status" -eq 1 ]
	[[ $output == *"$want"* ]]
}

@test "the KTAP validator takes what is right" {
	[ "$(good_ktap | "$ktap")" = "1 pass, 0 fail, 1 skip, 1 error" ]
	[ "$(printf 'KTAP version 1\n1..0 # SKIP nothing\n' | "$ktap")" = "0 pass, 0 fail, 0 skip, 0 error" ]
	[ "$(printf 'KTAP version 1\n1..1\n# x\nok 1 a\n' | "$ktap")" = "1 pass, 0 fail, 0 skip, 0 error" ]
}

@test "the KTAP validator refuses what a parser would stumble over" {
	breaks "expected KTAP version 1" 1d
	breaks "expected KTAP version 1" '1s/1/2/'
	breaks "expected KTAP version 1" '1s/^/[    1.23] /'
	breaks "expected the plan" 2d
	breaks "2 results of 3 that were planned: crashed" '2s/2/3/'
	breaks "more results than the 1" '2s/2/1/'
	breaks "a plan of nothing says why" '2s/.*/1..0/'
	breaks "a plan of tests is not skipped" '2s/$/ # SKIP why/'
	breaks "expected KTAP version 1" 3d
	breaks "expected # Subtest" 4d
	breaks "expected # Subtest" '4s/: ctx/:/'
	breaks "expected the plan" 5d
	breaks "1 results of 2 that were planned: crashed" 8d
	breaks "a second version line" 9d
	breaks "subtest 'signal' has no result" -e 14d -e 15d
	breaks "closes 'ctx' with another name" '9s/ctx/xtc/'
	breaks "numbered 2, expected 1" '7s/1/2/'
	breaks "numbered 3, expected 2" '14s/2/3/'
	breaks "numbered 01, expected 1" '7s/1/01/'
	breaks "fails if and only if" '9s/not ok/ok/'
	breaks "skipped if and only if" '14s/ # SKIP.*//'
	breaks "unknown directive TODO" '13s/SKIP/TODO/'
	breaks "SKIP without a reason" '13s/ undecided//'
	breaks "SKIP of 'not ok'" '8s/ERROR/SKIP/'
	breaks "ERROR of 'ok'" '7s/$/ # ERROR why/'
	breaks "a # in the name" '7s/pipe/#pipe/'
	breaks "a # in the name" '7s/$/ #SKIP/'
	breaks "no KTAP" '7s/.*/  okay 1 ctx.pipe/'
	breaks "no KTAP" '7s/ ctx.pipe//'
	breaks "a parser would shorten" '7s/ctx.pipe/- ctx.pipe/'
	breaks "odd number of blanks" '7s/^/ /'
	breaks "no subtest begins here" '12s/$/\n      KTAP version 1/'
	breaks "diagnostic begins with '# '" '6s/# /#/'
	breaks "behind the last result" '8s/$/\n  # late/'
	breaks "a diagnostic between" '8s/$/\n# between/'
	breaks "a diagnostic of no test" '2s/$/\n# lost/'
	breaks "an empty line" '6s/.*//'
	breaks "not printable ASCII" '6s/unit/\t/'
	breaks "not printable ASCII" '6s/unit/ü/'
	breaks "blanks at the end" '7s/$/ /'
	breaks "bailed out" '14s/.*/Bail out!/'
	breaks "a second version line" '7s/.*/  1..2/'
	breaks "the totals are not" '$s/pass:1/pass:2/'
	breaks "something behind the end" '$s/$/\nok 3 more/'
	run bash -c "printf 'KTAP version 1\n1..1\nok 1 a' | '$ktap'"
	[[ $output == *"the last line has no end"* ]]
	run "$ktap" /dev/null
	[[ $output == *"nothing at all"* ]]
}

good_kcidb() {
	cat << 'EOF'
{"version": {"major": 5, "minor": 3},
 "checkouts": [{"id": "ci:1", "origin": "ci", "git_commit_hash": "0123456789012345678901234567890123456789"}],
 "builds": [{"id": "ci:2", "origin": "ci", "checkout_id": "ci:1", "architecture": "x86_64", "misc": {"any": [1]}}],
 "tests": [{"id": "ci:3", "origin": "ci", "build_id": "ci:2", "path": "ktoll.ctx-a.b_c", "status": "DONE",
   "number": {"value": 6.39e-8, "unit": "s", "prefix": "metric"}, "misc": {"n": 3},
   "environment": {"comment": "x"}, "start_time": "2026-11-30T12:00:00+00:00"}],
 "issues": [], "incidents": []}
EOF
}

# breaks_kcidb WANT SED
breaks_kcidb() {
	good_kcidb | sed "$2" > "$dir/broken"
	good_kcidb > "$dir/good"
	no cmp -s "$dir/good" "$dir/broken"
	run "$kcidb" "$dir/broken"
	echo "$1: $output"
	[ "$status" -eq 1 ]
	[[ $output == *"$1"* ]]
}

@test "the KCIDB validator takes what is right, and refuses what is not" {
	[ "$(good_kcidb | "$kcidb")" = "1 checkouts, 1 builds, 1 tests" ]
	breaks_kcidb "version/minor" 's/"minor": 3/"minor": 4/'
	breaks_kcidb "'issues' is a required" 's/ "issues": \[\],//'
	breaks_kcidb "'more' was unexpected" 's/"issues"/"more": 1, "issues"/'
	breaks_kcidb "'more' was unexpected" 's/"path"/"more": 1, "path"/'
	breaks_kcidb "'more' was unexpected" 's/"architecture"/"more": 1, "architecture"/'
	breaks_kcidb "'more' was unexpected" 's/"git_commit_hash"/"more": 1, "git_commit_hash"/'
	breaks_kcidb "'more' was unexpected" 's/"comment"/"more": 1, "comment"/'
	breaks_kcidb "'more' was unexpected" 's/"prefix"/"more": 1, "prefix"/'
	breaks_kcidb "tests/0/origin" 's/"ci:3", "origin": "ci"/"ci:3", "origin": "my-ci"/'
	breaks_kcidb "tests/0/id" 's/ci:3/ci/'
	breaks_kcidb "not of origin ci" 's/ci:3/ic:3/'
	breaks_kcidb "git_commit_hash" 's/0123456789"/012345678"/'
	breaks_kcidb "architecture" 's/x86_64/x86-64/'
	breaks_kcidb "tests/0/path" 's/ktoll.ctx/ktoll..ctx/'
	breaks_kcidb "tests/0/path" 's/b_c/b c/'
	breaks_kcidb "tests/0/status" 's/DONE/done/'
	breaks_kcidb "tests/0/status" 's/DONE/PASS/'
	breaks_kcidb "tests/0/number/prefix" 's/metric/mega/'
	breaks_kcidb "tests/0/number/value" 's/6.39e-8/"6"/'
	breaks_kcidb "base unit" 's/"unit": "s"/"unit": "ns"/'
	breaks_kcidb "is no JSON" 's/6.39e-8/NaN/'
	breaks_kcidb "there twice" 's/"status"/"path": "x", "status"/'
	breaks_kcidb "start_time" 's/T12:00:00+00:00/ 12:00/'
	breaks_kcidb "build_id ci:9 does not exist" 's/"build_id": "ci:2"/"build_id": "ci:9"/'
	breaks_kcidb "checkout_id ci:9 does not exist" 's/"checkout_id": "ci:1"/"checkout_id": "ci:9"/'
	breaks_kcidb "the id ci:1 is there twice" 's/"checkouts": \[\(.*\)\]/"checkouts": [\1, \1]/'
}

# store: an arm "one" (with something that is skipped) and a pair "plain", "filter"
store() {
	"$ktoll" run --processes 3 --as one -q control.spin syscall.null 'signal.catch-avx*' > "$dir/out"
	"$ktoll" ab --a plain --b filter --with-a seccomp:0 --with-b seccomp:400 --time 3 -q \
		syscall.null control.spin > "$dir/out" || true
}

@test "KTAP and KCIDB of every command that has them are valid" {
	store
	printf '%s\n' 2.6839 2.6996 2.6821 2.6901 2.7002 2.6950 2.6890 2.6930 > "$dir/a"
	for c in "show 1" "show 2" "compare plain filter" "compare plain filter one" \
		"compare one plain" "compare $dir/a $dir/a" \
		"run --processes 2 -q control.empty" "ab --a x --b y --time 2 -q control.empty"; do
		"$ktoll" $c --format ktap > "$dir/o" || true
		"$ktap" "$dir/o"
		"$ktoll" $c --format kcidb > "$dir/o" || true
		"$kcidb" "$dir/o"
	done
	# what is slower fails there, and what was skipped is not dropped
	"$ktoll" compare plain filter --format ktap > "$dir/o" || true
	"$ktap" "$dir/o"
	grep -qE '^ *not ok [0-9]+ syscall.null' "$dir/o"
	grep -qE '^ *(not )?ok [0-9]+ control.spin' "$dir/o"
}

@test "a process that crashed or has no end is an error in KTAP, and FAIL in KCIDB" {
	store
	sql "UPDATE process SET status='crash', reason='killed by SIGSEGV' WHERE workload_id =
		(SELECT id FROM workload WHERE name='syscall.null')"
	"$ktoll" show 1 --format ktap > "$dir/o"
	"$ktap" "$dir/o"
	grep -q '^  not ok 1 syscall.null # ERROR killed by SIGSEGV$' "$dir/o"
	"$ktoll" show 1 --format kcidb > "$dir/o"
	"$kcidb" "$dir/o"
	grep -q '"status": "FAIL"' "$dir/o"
}

@test "nothing measured is a plan of none with its reason, and a KCIDB without tests" {
	"$ktoll" ab --a x --b 'y:exit 3' --time 5 -q control.spin > "$dir/out" 2>&1 || true
	"$ktoll" show 1 --format ktap > "$dir/o" || true
	"$ktap" "$dir/o"
	"$ktoll" show 1 --format kcidb > "$dir/o" || true
	"$kcidb" "$dir/o"
}

@test "show repeats what ab said, at the margin that was asked for" {
	"$ktoll" ab --a plain --b filter --with-a seccomp:0 --with-b seccomp:400 --time 3 -q \
		--margin 50 --format csv syscall.null control.spin > "$dir/ab" || true
	"$ktoll" show 1 --format csv > "$dir/show"
	diff "$dir/ab" "$dir/show"
	"$ktoll" show 1 > "$dir/show"
	grep -q '^ktoll: plain -> filter$' "$dir/show"
	grep -q '^margin 50%; 95% intervals, Holm over 2; experiment 1$' "$dir/show"
	# nothing of the two sides is put together
	[ "$(grep -c '^syscall.null' "$dir/show")" = 1 ]
}

@test "formats that a command has not are refused with those that it has" {
	store
	refused() {
		local text=$1
		shift
		run "$ktoll" "$@"
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
		[[ ${lines[0]} == "ktoll: "*"(expected $text)" ]]
	}
	for c in list log doctor "show 1 --facts"; do
		refused "text, json, csv" $c --format ktap
	done
	refused "text, json, csv, ktap, kcidb, markdown" show 1 --format mail
	refused "text, json, csv, mail, ktap, kcidb, markdown" show 2 --format xml
	refused "csv" show 1 --samples --format json
	refused "text, json" calibrate --format csv
	"$ktoll" show 2 --format mail > "$dir/o"
}

@test "json and csv of list, log, doctor and facts have the same rows" {
	store
	count() {
		json "$dir/j" "\$.$1" > "$dir/list"
		sqlite3 :memory: "SELECT count(*) FROM json_each(CAST(readfile('$dir/list') AS TEXT))"
	}
	for c in list:workloads log:experiments doctor:conditions; do
		"$ktoll" "${c%:*}" --format json > "$dir/j"
		"$ktoll" "${c%:*}" --format csv > "$dir/c"
		[ "$(json "$dir/j" '$.schema')" = 1 ]
		[ "$(count "${c#*:}")" = "$(($(wc -l < "$dir/c") - 1))" ]
		# as many fields everywhere, read by a CSV reader
		[ "$(python3 -c 'import csv,sys; print(len({len(r) for r in csv.reader(open(sys.argv[1]))}))' "$dir/c")" = 1 ]
	done
	"$ktoll" show 1 --facts --format json > "$dir/j"
	[ "$(json "$dir/j" '$.boots[0].facts."kernel.release"')" = "$(uname -r)" ]
	"$ktoll" show 1 --facts --format csv > "$dir/c"
	grep -q "^1,one,host,kernel.release,$(uname -r),$" "$dir/c"
}

@test "arms that were counted have differences and no intervals in every format" {
	sqlite3 "$KTOLL_DB" < tests/data/series.sql > /dev/null
	for format in text mail markdown; do
		"$ktoll" compare --format $format v6.1 v6.12 > "$dir/$format" || [ $? -eq 1 ]
		no grep -q interval "$dir/$format"
		grep -q 'margin 1%$' "$dir/$format"
		grep -q difference "$dir/$format"
	done
	grep -qE '^signal.catch +4434 +4458 +\+0.54% +\+24.000  same$' "$dir/text"
	grep -qxF '| `signal.catch` | 4434 | 4458 | +0.54% | +24.000 | same |' "$dir/markdown"
	"$ktoll" report -o "$dir/page" v6.1 v6.12
	grep -q '>difference</th>' "$dir/page"
	no grep -q '>interval</th>' "$dir/page"
	grep -q '>+24.000</td>' "$dir/page"
	no grep -q 'interval excludes' "$dir/page"
}
