# Names that want to be something else: of arms, metrics, units, facts and reasons. One test
# a format; each is read by a parser of that format, not by grep.
load common

harmless=$PWD/tests/validate/harmless.py

# The same for arms and metrics. The last are what no file should hold.
names() {
	printf '%s\0' \
		'<script>alert(1)</script>' '"><img src=x onerror=alert(1)>' "' onmouseover='alert(1)" \
		'</style><script>alert(1)' ']]><script>alert(1)</script>' '&lt;script&gt;' \
		'=1+1' '+SUM(A1)' '-2+3' '@SUM(1)' $'\t=1+1' ' =1+1' '=HYPERLINK("http://x","y")' \
		$'a\nok 1 b' $'a\nnot ok 2 b # TODO' 'a # SKIP b' $'a\r\nBail out!' '- a' '1..9' \
		$'\x1b[31mred\x1b[0m' $'\x1b]0;title\x07' $'bell\x07' $'del\x7f' $'c1\xc2\x9b31m' \
		$'\xff\xfe' $'cut\xe2\x82' $'over\xc0\xaf' $'sur\xed\xa0\x80' $'bidi\xe2\x80\xae' $'zero\xe2\x80\x8bwidth' \
		'| a | b' '`code`' '``' '[x](http://x.example)' '![x](y)' '@somebody' '<b>' '**x**' 'a\|b' \
		'$(touch hit)' '`touch hit`' '"; system "touch hit"; "' "'; !touch hit; '" '@{/Bold x}' '{/Symbol x}' \
		'%s%n%d' '--format' '# a' '---' 'diff -x' 'From x' 'Index: x' 'Signed-off-by: a <b@c>' '8< --- >8' \
		'../../../etc/passwd' 'a,b;c' '\' '\\n' 'NaN' 'null' ' '
}

# all.csv and more.csv: every name as a metric; and every name as a stored arm, once for all
setup_file() {
	export KEPT
	KEPT=$(mktemp -d)
	printf 'name,unit,mean,sd,n\n' | tee "$KEPT/all.csv" > "$KEPT/more.csv"
	printf 'name,unit,mean,sd,n\nplain,us,100,0.5,50\n' > "$KEPT/one.csv"
	export KTOLL_DB=$KEPT/ktoll.db
	while IFS= read -r -d '' name; do
		# import refuses what is no text, and takes blanks off
		if [[ $name != *[[:cntrl:]\",]* && $name != " "* ]] &&
			printf '%s' "$name" | iconv -f UTF-8 -t UTF-8 > /dev/null 2>&1; then
			printf '%s,us,100,0.5,50\n' "$name" >> "$KEPT/all.csv"
			printf '%s,us,110,0.5,50\n' "$name" >> "$KEPT/more.csv"
		fi
		"$PWD/$BUILD/ktoll" import -- "$name" "$KEPT/one.csv" > /dev/null
	done < <(names)
}

teardown_file() {
	rm -rf "$KEPT"
}

eval "common_$(declare -f setup)"
setup() {
	common_setup
	cp "$KEPT/ktoll.db" "$KTOLL_DB"
	arms=()
	while IFS= read -r -d '' name; do
		case $name in
		*/*) ;; # is a file
		*) arms+=("$name") ;;
		esac
	done < <(names)
	[ "${#arms[@]}" -ge 50 ]
}

# each COMMAND...: of every arm with the first one, and of all metrics, into $dir/o.*
each() {
	for k in "${!arms[@]}"; do
		"$ktoll" "$@" -- "${arms[0]}" "${arms[k]}" > "$dir/o.$k" || [ $? -eq 1 ]
	done
	"$ktoll" "$@" -- "$KEPT/all.csv" "$KEPT/more.csv" > "$dir/o.metrics" || [ $? -eq 1 ]
}

@test "hostile names: text and mail" {
	each compare
	"$harmless" text "$dir"/o.*
	each compare --format mail
	"$harmless" mail "$dir"/o.*
	LC_ALL=C.UTF-8 "$ktoll" compare --plot "$KEPT/all.csv" "$KEPT/more.csv" > "$dir/o" || true
	"$harmless" text "$dir/o"
	LC_ALL=C.UTF-8 "$ktoll" log > "$dir/o"
	"$harmless" text "$dir/o"
	# a line each, whatever is in a name
	[ "$(wc -l < "$dir/o")" = $((1 + $(sql 'SELECT count(*) FROM experiment'))) ]
}

@test "hostile names: JSON" {
	each compare --format json
	"$harmless" json "$dir"/o.*
	"$ktoll" log --format json > "$dir/o"
	"$harmless" json "$dir/o"
}

@test "hostile names: CSV" {
	each compare --format csv
	"$harmless" csv "$dir"/o.*
	"$ktoll" log --format csv > "$dir/o"
	"$harmless" csv "$dir/o"
}

@test "hostile names: KTAP" {
	each compare --format ktap
	tests/validate/ktap.py "$dir"/o.*
	# arms in the names of subtests
	"$ktoll" compare --format ktap -- "${arms[@]}" > "$dir/o" || true
	tests/validate/ktap.py "$dir/o"
}

@test "hostile names: KCIDB" {
	each compare --format kcidb
	tests/validate/kcidb.py "$dir"/o.*
}

@test "hostile names: Markdown" {
	each compare --format markdown
	"$harmless" markdown "$dir"/o.*
}

@test "hostile names: HTML" {
	each report -o -
	"$harmless" html "$dir"/o.*
}

@test "hostile names: figures of gnuplot" {
	command -v gnuplot > /dev/null || skip "gnuplot is not installed"
	cd "$dir"
	"$ktoll" plot -o metrics.svg "$KEPT/all.csv" "$KEPT/more.csv"
	for k in "${!arms[@]}"; do
		case ${arms[k]} in
		*touch* | *@{* | \\ | *%* | *\"*) "$ktoll" plot -o "$k.svg" -- "${arms[0]}" "${arms[k]}" ;;
		esac
	done
	"$harmless" svg ./*.svg
	[ ! -e hit ]
}

@test "hostile facts and reasons: every format of show, and the page" {
	rm "$KTOLL_DB"
	"$ktoll" run --processes 2 --as one -q control.empty syscall.null > "$dir/out"
	for k in "${!arms[@]}"; do
		hex=$(printf '%s' "${arms[k]}" | od -An -v -tx1 | tr -d ' \n')
		sql "UPDATE fact SET value = CAST(x'$hex' AS TEXT) WHERE key IN ('cpu.model', 'kernel.cmdline', 'kernel.release');
			UPDATE process SET status = 'fail', reason = CAST(x'$hex' AS TEXT) WHERE workload_id =
				(SELECT id FROM workload WHERE name = 'syscall.null');"
		for f in text json csv markdown ktap kcidb; do
			"$ktoll" show 1 --format $f > "$dir/$f.$k"
		done
		"$ktoll" report 1 -o "$dir/html.$k"
		"$ktoll" show 1 --facts > "$dir/text.f$k"
		"$ktoll" show 1 --facts --format csv > "$dir/csv.f$k"
	done
	for f in text json csv markdown html; do
		"$harmless" $f "$dir/$f".*
	done
	tests/validate/ktap.py "$dir"/ktap.*
	tests/validate/kcidb.py "$dir"/kcidb.*
}

@test "a name of ten thousand characters makes no page of a megabyte" {
	long=$(printf '%010000d' 7)
	printf 'name,unit,mean,sd,n\n%s,us,100,0.5,50\n' "$long" > "$dir/a.csv"
	for f in text mail json csv ktap kcidb markdown; do
		run "$ktoll" compare --format $f "$dir/a.csv" "$dir/a.csv"
		if [ "$status" -eq 2 ]; then
			[ "${#lines[@]}" -eq 1 ]
			[ "${#output}" -lt 1000 ]
		else
			[ "$status" -eq 0 ]
			[ "${#output}" -lt 100000 ]
		fi
	done
	run "$ktoll" run --as "$long" -q control.empty
	[ "$status" -eq 2 ]
	[ "${#output}" -lt 1000 ]
}

@test "a report over nothing says so, in every format" {
	"$ktoll" ab --a x --b 'y:exit 3' --time 5 -q control.spin > "$dir/out" 2>&1 || true
	for f in text json csv markdown ktap; do
		"$ktoll" show 1 --format $f > "$dir/o" || true
		[ -s "$dir/o" ]
	done
	"$ktoll" show 1 > "$dir/o"
	grep -qE 'nothing (was measured|to compare)' "$dir/o"
	"$ktoll" show 1 --format markdown > "$dir/o"
	grep -qi 'nothing' "$dir/o"
	"$ktoll" report 1 -o "$dir/o"
	grep -q 'Nothing was measured' "$dir/o"
}
