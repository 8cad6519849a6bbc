# report, plot, and the formats that other programs read.
load common

# summaries, so that nothing has to be measured
two_files() {
	printf '%s\n' 2.6839 2.6996 2.6821 2.6901 2.7002 2.6950 2.6890 2.6930 > "$dir/a"
	printf '%s\n' 3.2976 3.3033 3.2980 3.3010 3.2999 3.3050 3.2960 3.3020 > "$dir/b"
}

# measured: an arm "one" and a pair "plain", "filter" in the database
measured() {
	"$ktoll" run --processes 4 --as one control.spin syscall.null > "$dir/out"
	"$ktoll" ab --a plain --b filter --with-a seccomp:0 --with-b seccomp:400 --time 6 \
		syscall.null control.spin > "$dir/out" || true
}

# rows FILE: the rows of the page's table
rows() {
	grep -c '<tr data-v=' "$1"
}

@test "report makes one page of a run, of ab, and of arms" {
	measured
	"$ktoll" report 1 -o "$dir/1.html"
	grep -q 'syscall.null' "$dir/1.html"
	grep -q 'ktoll run --processes 4 --as one control.spin syscall.null' "$dir/1.html"
	"$ktoll" report 2 -o "$dir/2.html"
	[ "$(rows "$dir/2.html")" = 2 ]
	grep -q 'Change of each pair' "$dir/2.html"
	grep -q '▲ slower' "$dir/2.html"
	"$ktoll" report plain filter -o "$dir/3.html"
	[ "$(rows "$dir/3.html")" = 2 ]
	# nothing half written is left
	[ -z "$(ls "$dir" | grep tmp || true)" ]
}

@test "the page's verdicts are those of compare at every margin" {
	measured
	"$ktoll" report plain filter -o "$dir/p.html"
	margins=$(sed -n 's/.*data-m="\([^"]*\)".*/\1/p' "$dir/p.html")
	i=0
	for m in $margins; do
		"$ktoll" compare --margin "$m" --format csv plain filter > "$dir/c" || true
		tail -n +2 "$dir/c" | sed 's/.*,//; s/same/e/; s/\(.\).*/\1/' > "$dir/want"
		sed -n 's/.*<tr data-v="\([a-z]*\)".*/\1/p' "$dir/p.html" | cut -c $((i + 1)) > "$dir/have"
		diff <(sort "$dir/want") <(sort "$dir/have")
		i=$((i + 1))
	done
	[ "$i" -ge 20 ]
}

@test "an experiment's page has only what it measured" {
	measured
	"$ktoll" ab --a plain --b filter --with-a seccomp:0 --with-b seccomp:400 --time 2 \
		syscall.getpid > "$dir/out" || true
	"$ktoll" report 3 -o "$dir/3.html"
	[ "$(rows "$dir/3.html")" = 1 ]
	"$ktoll" report plain filter -o "$dir/all.html"
	[ "$(rows "$dir/all.html")" = 3 ]
}

@test "an arm with a slash in its name has a page by its experiment" {
	"$ktoll" run --processes 3 --as feature/x control.spin > "$dir/out"
	"$ktoll" report 1 -o "$dir/p.html"
	grep -q 'feature/x' "$dir/p.html"
	"$ktoll" ab --a a/b --b c/d --time 2 control.spin > "$dir/out" || true
	"$ktoll" report 2 -o "$dir/p.html"
	[ "$(rows "$dir/p.html")" = 1 ]
}

# counted FILE: the lines of the table of what was counted
counted() {
	sed -n '/id="counted"/,/<.section>/p' "$1" | grep '^<tr>' || true
}

@test "the page says what was counted, of one arm, of two, of pairs, and of none" {
	for arm in a b; do
		"$ktoll" run -q --processes 5 --as $arm -e page-faults,task-clock fault.anon-write > "$dir/out"
	done
	"$ktoll" report a -o "$dir/1.html"
	[ "$(counted "$dir/1.html" | wc -l)" = 2 ]
	counted "$dir/1.html" | grep -q '>1.000<.*>every time<.*>5<'
	"$ktoll" report 1 -o "$dir/id.html"
	[ "$(counted "$dir/1.html")" = "$(counted "$dir/id.html")" ]
	"$ktoll" report a b -o "$dir/2.html"
	[ "$(counted "$dir/2.html" | wc -l)" = 2 ]
	counted "$dir/2.html" | grep -q '>1.000<.*>1.000<.*>every time<.*= same'
	# the experiment's own pairs only
	"$ktoll" ab -q --a a --b b --time 2 -e page-faults fault.anon-write > "$dir/out" || [ $? -eq 1 ]
	pairs=$(sql 'SELECT count(*) FROM pair')
	"$ktoll" report 3 -o "$dir/3.html"
	[ "$(counted "$dir/3.html" | wc -l)" = 1 ]
	counted "$dir/3.html" | grep -q "every time<.*= same.*>$pairs<"
	"$ktoll" run -q --processes 3 --as none fault.anon-write > "$dir/out"
	"$ktoll" report none -o "$dir/5.html"
	no grep -q 'What was counted' "$dir/5.html"
}

@test "the page flags what this system did not count" {
	[ ! -e /sys/bus/event_source/devices/cpu ] || skip "this machine has a PMU"
	"$ktoll" run -q --processes 3 --as a -e cycles,page-faults control.empty > "$dir/out"
	"$ktoll" report a -o "$dir/1.html"
	grep -q '<td>a</td><td>cycles not counted: .*PMU' "$dir/1.html"
	"$ktoll" show 1 --format markdown > "$dir/md"
	grep -q '^- `cycles` not counted: .*PMU' "$dir/md"
	grep -q '^| `control.empty` | `page-faults` | 0 | op | always |' "$dir/md"
}

@test "a pipe or a device is written to, not replaced by a file" {
	two_files
	mkfifo "$dir/pipe"
	timeout 20 cat "$dir/pipe" > "$dir/got" &
	timeout 20 "$ktoll" report "$dir/a" "$dir/b" -o "$dir/pipe"
	[ -p "$dir/pipe" ]
	wait $!
	grep -q '</html>' "$dir/got"
}

@test "files of other tools make a page" {
	two_files
	cd "$dir"
	"$ktoll" report a b -o p.html
	[ "$(rows p.html)" = 1 ]
	"$ktoll" report ./a -o - > q.html
	grep -q '<!DOCTYPE html>' q.html
}

@test "numbers of one benchmark in two units are two sections of the page" {
	for run in 0 1 2 3 4 5; do
		printf 'BenchmarkRead\t1000\t%d ns/op\t%d.5 MB/s\n' $((1000 + run)) $((500 + run)) >> "$dir/a"
		printf 'BenchmarkRead\t1000\t%d ns/op\t%d.5 MB/s\n' $((2000 + run)) $((250 + run)) >> "$dir/b"
	done
	"$ktoll" report "$dir/a" "$dir/b" -o "$dir/page.html"
	[ "$(grep -o '<section class="wl"' "$dir/page.html" | wc -l)" -eq 2 ]
	# the unit stands beside each number, where it is not the same for all
	grep -q '503&nbsp;<small>MB/s</small>' "$dir/page.html" || grep -q '503.0&nbsp;<small>MB/s</small>' "$dir/page.html"
	grep -q '1002&nbsp;<small>ns/op</small>' "$dir/page.html"
	grep -q 'Every value' "$dir/page.html"
}

@test "what report and plot cannot do is one line" {
	two_files
	refused() {
		local want=$1 text=$2
		shift 2
		run "$@"
		[ "$status" -eq "$want" ]
		[ "${#lines[@]}" -eq 1 ]
		[[ ${lines[0]} == "ktoll: "*"$text"* ]]
	}
	refused 2 "needs -o FILE" "$ktoll" report "$dir/a"
	refused 2 "takes an experiment's id, or arms" "$ktoll" report -o "$dir/x"
	refused 2 "neither a stored arm nor a file" "$ktoll" report -o "$dir/x" nobody
	refused 2 "no database" "$ktoll" report -o "$dir/x" 7
	refused 3 "cannot write it" "$ktoll" report -o "$dir/no/x" "$dir/a"
	refused 2 "ends in none of" "$ktoll" plot -o "$dir/x.gif" "$dir/a"
	"$ktoll" import one "$dir/a" > "$dir/out"
	refused 2 "7" "$ktoll" report -o "$dir/x" 7
	[ ! -e "$dir/x" ]
}

@test "an interrupted or failed experiment without numbers says so" {
	"$ktoll" ab --a x --b 'y:exit 3' --time 5 control.spin > "$dir/out" 2>&1 || true
	"$ktoll" report 1 -o "$dir/p.html"
	grep -q 'Nothing was measured' "$dir/p.html"
	grep -q 'failed' "$dir/p.html"
}

@test "plot draws PNG, SVG and PDF, of all workloads and of one" {
	command -v gnuplot > /dev/null || skip "gnuplot is not installed"
	measured
	for f in png svg pdf; do
		"$ktoll" plot 2 -o "$dir/p.$f"
		"$ktoll" plot --workloads syscall.null plain filter -o "$dir/q.$f"
		[ -s "$dir/p.$f" ]
		[ -s "$dir/q.$f" ]
	done
	[ "$(head -c 4 "$dir/p.png" | tail -c 3)" = PNG ]
	[ "$(head -c 4 "$dir/p.pdf")" = %PDF ]
	grep -q '<svg' "$dir/p.svg"
}

@test "plot draws what is known by its summary only" {
	command -v gnuplot > /dev/null || skip "gnuplot is not installed"
	printf 'name,unit,mean,sd,n\nplain,us,100,0.5,50\n' > "$dir/a.csv"
	"$ktoll" plot -o "$dir/p.svg" "$dir/a.csv" "$dir/a.csv"
	grep -q '<svg' "$dir/p.svg"
}

@test "hostile names are harmless in every format" {
	two_files
	long=$(printf '%0128d' 7)
	n=0
	for name in '<script>alert(1)<b>' '=1+1' $'a\nok 1 b' $'x\033[31m"\x27' '| `x` @y' "$long" \
		'$(touch hit)' '`touch hit`'; do
		n=$((n + 1))
		"$ktoll" import "$name" "$dir/a" > "$dir/out"
		"$ktoll" import "other $n" "$dir/b" > "$dir/out"
		for f in text mail json csv ktap kcidb markdown; do
			"$ktoll" compare --format $f "$name" "other $n" > "$dir/o.$f" || true
			[ -s "$dir/o.$f" ]
			no grep -q $'\033' "$dir/o.$f"
		done
		[ "$(json "$dir/o.json" '$.schema')" = 1 ]
		[ "$(json "$dir/o.kcidb" '$.version.major')" = 5 ]
		no grep -q '^ok 1 b' "$dir/o.ktap"
		no grep -q '^=' "$dir/o.csv"
		no grep -q ',=' "$dir/o.csv"
		"$ktoll" report "$name" "other $n" -o "$dir/o.html"
		[ "$(grep -c '<script' "$dir/o.html")" = 1 ]
		command -v gnuplot > /dev/null || continue
		(cd "$dir" && "$ktoll" plot "$name" "other $n" -o o.svg)
		no grep -q '<script>alert' "$dir/o.svg"
	done
	[ ! -e hit ]
	[ ! -e "$dir/hit" ]
}

@test "a metric of ten thousand characters becomes a page" {
	{
		printf 'name,unit,mean,sd,n\n'
		printf 'm%09999d,us,1.0,0.1,20\n' 1
	} > "$dir/a"
	run "$ktoll" report "$dir/a" "$dir/a" -o "$dir/p.html"
	if [ "$status" -eq 0 ]; then
		[ "$(wc -c < "$dir/p.html")" -lt 200000 ]
	else
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
	fi
}

@test "ktap: the plan comes first and every line is of a known kind" {
	measured
	for c in "show 1" "compare plain filter"; do
		"$ktoll" $c --format ktap > "$dir/k" || true
		[ "$(sed -n 1p "$dir/k")" = "KTAP version 1" ]
		[[ $(sed -n 2p "$dir/k") =~ ^1\.\.[0-9]+$ ]]
		no grep -vE '^ *(KTAP version 1|1\.\.[0-9]+|# .*|(not )?ok [0-9]+ [^#]*( # (SKIP|ERROR|TIMEOUT) .*)?)$' "$dir/k"
		# at the top: as many results as planned
		[ "$(grep -cE '^(not )?ok ' "$dir/k")" = "$(sed -n '2s/1\.\.//p' "$dir/k")" ]
	done
	grep -q '^  not ok . syscall.null$' "$dir/k"
}

@test "kcidb: version, one number per test, ids that exist" {
	measured
	"$ktoll" show 1 --format kcidb > "$dir/k"
	[ "$(json "$dir/k" '$.version.minor')" = 3 ]
	[ "$(json "$dir/k" '$.tests[0].number.unit')" = s ]
	[ "$(json "$dir/k" '$.tests[0].build_id')" = "$(json "$dir/k" '$.builds[0].id')" ]
	[ "$(json "$dir/k" '$.builds[0].checkout_id')" = "$(json "$dir/k" '$.checkouts[0].id')" ]
	[ "$(json "$dir/k" '$.builds[0].architecture')" = x86_64 ]
	KTOLL_KCIDB_ORIGIN=my_ci "$ktoll" show 1 --format kcidb > "$dir/k"
	[ "$(json "$dir/k" '$.tests[0].origin')" = my_ci ]
	KTOLL_KCIDB_ORIGIN='No Name' "$ktoll" show 1 --format kcidb > "$dir/k"
	[ "$(json "$dir/k" '$.tests[0].origin')" = ktoll ]
}

@test "compare --plot draws intervals that fit 80 columns" {
	two_files
	run "$ktoll" compare --plot "$dir/a" "$dir/b"
	[ "$status" -eq 1 ]
	[[ $output == *"[ * ] the 95% interval"* ]]
	printf '%s\n' "$output" > "$dir/o"
	[ "$(awk '{ if (length > m) m = length } END { print m }' "$dir/o")" -le 80 ]
}

@test "colour only where it is wanted" {
	two_files
	colour() {
		"$@" > "$dir/o" || true
		grep -q $'\033' "$dir/o"
	}
	no colour "$ktoll" compare "$dir/a" "$dir/b"
	colour "$ktoll" compare --color always "$dir/a" "$dir/b"
	NO_COLOR=1 colour "$ktoll" compare --color always "$dir/a" "$dir/b"
	no colour "$ktoll" compare --color never "$dir/a" "$dir/b"
	no colour "$ktoll" compare --color always --format mail "$dir/a" "$dir/b"
	run "$ktoll" compare --color sometimes "$dir/a" "$dir/b"
	[ "$status" -eq 2 ]
	"$ktoll" ab --a x --b y --with-b seccomp:100 --time 1 -q syscall.null > /dev/null || true
	colour "$ktoll" show --color always 1
	no colour "$ktoll" show --color never 1
	command -v script > /dev/null || skip "script is not installed"
	# on a terminal
	colour env TERM=xterm script -qec "$ktoll compare $dir/a $dir/b" /dev/null
	no colour env TERM=xterm NO_COLOR=1 script -qec "$ktoll compare $dir/a $dir/b" /dev/null
	no colour env TERM=dumb script -qec "$ktoll compare $dir/a $dir/b" /dev/null
}

@test "help shows the manual page of a command, and names what there is none of" {
	command -v man > /dev/null || skip "man is not installed"
	for c in run ab compare report plot show; do
		run "$ktoll" help "$c"
		[ "$status" -eq 0 ]
		[[ $output == *"SYNOPSIS"* ]]
	done
	run "$ktoll" help ../../etc/passwd
	[ "$status" -eq 2 ]
	run "$ktoll" help nothing
	[ "$status" -eq 2 ]
	[ "${#lines[@]}" -eq 1 ]
}

@test "the usage of report and plot is their manual page's SYNOPSIS" {
	for c in report plot; do
		"$ktoll" "$c" -h | sed -n '1,/^$/p' | sed 's/^usage: //' | tr -s ' \n' ' ' > "$dir/usage"
		sed -n '/^\.SH SYNOPSIS/,/^\.SH DESCRIPTION/p' "man/ktoll-$c.1" |
			grep -v '^\.[SH]' | sed -e 's/^\.[BIR]* //' -e 's/\\f[BIRP]//g' -e 's/\\-/-/g' |
			grep -v '^\.' | tr -s ' \n' ' ' > "$dir/synopsis"
		diff <(sed 's/ *$//' "$dir/usage") <(sed 's/^ *//; s/ *$//' "$dir/synopsis")
	done
}
