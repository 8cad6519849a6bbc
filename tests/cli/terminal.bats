# Terminal manners: tables fit, colour and characters are those of the terminal, and what
# goes into a pipe is whole and plain.
load common

eval "common_$(declare -f setup)"
setup() {
	common_setup
	command -v script > /dev/null || skip "script is not installed"
}

# arms: "größe" with a newline and an escape sequence in its name, and a pair
arms() {
	odd=$'größe\n\x1b[31m'
	"$ktoll" run --processes 3 --as "$odd" -q control.spin syscall.null \
		'ctx.pipe.process.same-cpu' 'signal.catch-avx*' > "$dir/out"
	"$ktoll" ab --a plain --b filter --with-a seccomp:0 --with-b seccomp:400 --time 3 -q \
		syscall.null ctx.pipe.process.same-cpu control.spin > "$dir/out" || true
	printf 'name,unit,mean,sd,n\n' > "$dir/a.csv"
	printf '%s,us,100,0.5,100\n' a.metric.with.a.name.of.more.than.thirty.characters größe >> "$dir/a.csv"
}

# on_terminal WIDTH COMMAND: what a terminal of so many columns is sent
on_terminal() {
	TERM=xterm script -qec "stty cols $1 rows 24; $2" /dev/null < /dev/null |
		tr -d '\r' | sed 's/\x1b\[[0-9;]*[mK]//g'
}

commands() {
	cat << EOF
$ktoll list
$ktoll log
$ktoll show 1
$ktoll show 2
$ktoll doctor
$ktoll compare plain filter
$ktoll compare --plot plain filter
$ktoll compare --adjacent $dir/a.csv $dir/a.csv $dir/a.csv
$ktoll run --processes 2 control.empty ctx.pipe.process.same-cpu
$ktoll ab --a x --b y --time 2 control.empty
$ktoll run --processes 2 -e page-faults,cycles ctx.pipe.process.same-cpu
$ktoll stat --repeat 2 true
$ktoll list --events "*faults" cycles
EOF
}

@test "every table fits a terminal of 60, 80 and 120 columns" {
	arms
	for width in 60 80 120; do
		commands | while IFS= read -r command; do
			# progress is overwritten: only what stays is looked at
			on_terminal $width "$command 2> /dev/null" > "$dir/o" || true
			[ -s "$dir/o" ]
			LC_ALL=C.UTF-8 awk -v w=$width -v c="$command" 'length > w {
				print c ": " length ": " $0
				bad = 1
			}
			END { exit bad }' "$dir/o"
		done
	done
}

@test "what is left out for the width is named, and a pipe has it" {
	arms
	on_terminal 60 "$ktoll show 1" > "$dir/o"
	tr '\n' ' ' < "$dir/o" | tr -s ' ' | grep -q 'left out for the width: best, median, p99, spread;'
	no grep -q '^workload.*p99' "$dir/o"
	"$ktoll" show 1 > "$dir/o"
	grep -q '^workload.*median *p99 *spread$' "$dir/o"
	no grep -q 'left out' "$dir/o"
	# in a pipe names stay in their line, for grep and awk
	[ "$("$ktoll" compare "$dir/a.csv" "$dir/a.csv" | grep -c '^a.metric.*same$')" = 1 ]
}

@test "progress is drawn on a terminal, and never in a pipe" {
	"$ktoll" run --processes 2 control.empty > "$dir/o" 2> "$dir/e"
	[ ! -s "$dir/e" ]
	"$ktoll" ab --a x --b y --time 2 control.empty > "$dir/o" 2> "$dir/e"
	[ ! -s "$dir/e" ]
	no grep -q $'\033' "$dir/o"
	TERM=xterm script -qec "$ktoll run --processes 4 control.empty syscall.null" /dev/null < /dev/null > "$dir/o"
	grep -q $'\r\033\\[K' "$dir/o"
	TERM=dumb script -qec "$ktoll run --processes 4 control.empty" /dev/null < /dev/null > "$dir/o"
	no grep -q $'\033' "$dir/o"
	TERM=xterm script -qec "$ktoll run -q --processes 4 control.empty" /dev/null < /dev/null > "$dir/o"
	no grep -q $'\033' "$dir/o"
}

@test "in the C locale every command prints printable ASCII only" {
	arms
	{
		commands
		cat << EOF
$ktoll help
$ktoll run -h
$ktoll show 1 --facts
$ktoll show 1 --format ktap
$ktoll compare --format mail 'größe' $dir/a.csv
$ktoll import 'grün' $dir/a.csv
$ktoll compare 'grün' $dir/a.csv
$ktoll compare --format mail 'grün' $dir/a.csv
$ktoll calibrate --time 2 control.empty
$ktoll check --against plain --time 2 syscall.null
EOF
	} > "$dir/commands"
	while IFS= read -r command; do
		LC_ALL=C sh -c "$command" > "$dir/o" 2> "$dir/e" < /dev/null || true
		[ -s "$dir/o" ] || [ -s "$dir/e" ]
		no env LC_ALL=C grep -n "[^ -~]" "$dir/o"
		echo "ascii: $command"
	done < "$dir/commands"
}

@test "names have their characters where the locale has them" {
	arms
	locale -a | grep -qi '^c.utf' || skip "no UTF-8 locale"
	LC_ALL=C.UTF-8 "$ktoll" log > "$dir/o"
	grep -q 'größe' "$dir/o"
	LC_ALL=C.UTF-8 "$ktoll" show 1 > "$dir/o"
	grep -q '^ktoll: größe *\[31m, experiment 1$' "$dir/o"
	LC_ALL=C.UTF-8 "$ktoll" compare "$dir/a.csv" "$dir/a.csv" > "$dir/o"
	grep -q '^größe  *100.0' "$dir/o"
	# neither a line of its own, nor a command to the terminal
	for c in log "show 1" "show 1 --facts"; do
		LC_ALL=C.UTF-8 "$ktoll" $c > "$dir/o"
		no env LC_ALL=C grep -q $'[\001-\011\013-\037]' "$dir/o"
		no grep -q '^.\[31m' "$dir/o"
	done
	# a mail is ASCII wherever it is made
	LC_ALL=C.UTF-8 "$ktoll" compare --format mail "$dir/a.csv" "$dir/a.csv" > "$dir/o"
	no env LC_ALL=C grep -q '[^ -~]' "$dir/o"
}

@test "numbers have a point in every locale" {
	arms
	name=$(locale -a | grep -iE '^(de|fr)_' | head -n 1)
	[ -n "$name" ] || name=C.UTF-8
	LC_ALL=$name LC_NUMERIC=$name "$ktoll" compare --format csv plain filter > "$dir/o" || true
	grep -qE ',[0-9]+\.[0-9]' "$dir/o"
}
