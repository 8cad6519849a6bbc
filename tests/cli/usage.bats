# The command line: what is wrong is said in one line, with the right exit status.
load common

commands='run stat ab series check compare report plot path calibrate doctor import list log show'

# refused STATUS TEXT COMMAND...
refused() {
	local status_wanted=$1 text=$2
	shift 2
	run "$@"
	[ "$status" -eq "$status_wanted" ]
	[ "${#lines[@]}" -eq 1 ]
	[[ ${lines[0]} == "ktoll: "*"$text"* ]]
}

@test "no command is a usage error" {
	refused 2 "no command" "$ktoll"
}

@test "an unknown command is a usage error" {
	refused 2 "'frobnicate' is no command" "$ktoll" frobnicate
}

@test "an unknown option is named" {
	refused 2 "unknown option '--frob'" "$ktoll" run --frob
}

@test "an option without its value is named" {
	refused 2 "option '--seed' needs a value" "$ktoll" run --seed
}

@test "a glob that matches nothing is named" {
	refused 2 "no workload matches 'nope*'" "$ktoll" run 'nope*'
	[ ! -e "$KTOLL_DB" ]
}

@test "a CPU that does not exist is refused with those that do" {
	refused 2 "CPU 99" "$ktoll" run --cpu 99 control.empty
	[[ ${lines[0]} == *"expected one of"* ]]
	[ ! -e "$KTOLL_DB" ]
}

@test "numbers are checked" {
	refused 2 "--processes: '0' is no good" "$ktoll" run --processes 0 control.empty
	refused 2 "--seed: '-1' is no good" "$ktoll" run --seed -1 control.empty
	refused 2 "--cpu: '1x' is no good" "$ktoll" run --cpu 1x control.empty
}

@test "an unknown modifier is refused with those there are" {
	refused 2 "unknown modifier 'magic'" "$ktoll" run --with magic control.empty
	refused 2 "expected a number from 0 to 4000" "$ktoll" run --with seccomp:9999 control.empty
}

@test "an unknown format is refused with those there are" {
	refused 2 "expected text, json, csv" "$ktoll" run --format xml control.empty
	refused 2 "expected text, json, csv" "$ktoll" list --format ktap
}

@test "the loops here have every command that help names" {
	"$ktoll" help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | sort > "$dir/named"
	# shellcheck disable=SC2086
	diff <(printf '%s\n' $commands | sort) "$dir/named"
}

@test "every command prints its usage for -h" {
	for c in $commands; do
		run "$ktoll" "$c" -h
		[ "$status" -eq 0 ]
		[[ ${lines[0]} == "usage: ktoll $c"* ]]
	done
}

@test "the usage of every command is its manual page's SYNOPSIS" {
	for c in $commands; do
		"$ktoll" "$c" -h | sed -n '1,/^$/p' | sed 's/^usage: //' | tr -s ' \n' ' ' > "$dir/usage"
		sed -n '/^\.SH SYNOPSIS/,/^\.SH DESCRIPTION/p' "man/ktoll-$c.1" |
			grep -v '^\.[SH]' | sed -e 's/^\.[BIR]* //' -e 's/\\f[BIRP]//g' -e 's/\\-/-/g' |
			grep -v '^\.' | tr -s ' \n' ' ' > "$dir/synopsis"
		diff <(sed 's/ *$//' "$dir/usage") <(sed 's/^ *//; s/ *$//' "$dir/synopsis")
	done
}

@test "a closed standard output is noticed" {
	run bash -c "'$ktoll' help >&-"
	[ "$status" -eq 3 ]
	[[ $output == "ktoll: cannot write to standard output"* ]]
}

@test "a full standard output is noticed" {
	run bash -c "'$ktoll' list control.empty > /dev/full"
	[ "$status" -eq 3 ]
	[[ $output == "ktoll: cannot write to standard output"* ]]
}

@test "doctor looks at everything and changes nothing" {
	run "$ktoll" doctor
	[ "$status" -eq 0 ]
	[[ ${lines[-1]} =~ ^[0-9]+\ bad,\ [0-9]+\ not\ visible,\ [0-9]+\ good$ ]]
	"$ktoll" doctor --format json > "$dir/d.json"
	[ "$(json "$dir/d.json" '$.schema')" = 1 ]
}

# wrong COMMAND...: exit status 2, one line, nothing stored
wrong() {
	local before
	before=$(sql 'SELECT count(*) FROM experiment')
	run "$ktoll" "$@"
	[ "$status" -eq 2 ] || return 1
	[ "${#lines[@]}" -eq 1 ] || return 1
	[ "$(sql 'SELECT count(*) FROM experiment')" = "$before" ]
}

@test "what is named and is not there, or is no kernel, is wrong usage in every command" {
	sqlite3 "$KTOLL_DB" < tests/data/series.sql > /dev/null
	echo 'no kernel' > "$dir/text"
	for image in "$dir/missing" "$dir/text"; do
		wrong run --exact --kernel "$image" syscall.null
		wrong ab --exact --kernel "$image" --append-b nopti syscall.null
		wrong check --against v6.1 --kernel "$image" syscall.null
		wrong series --exact --kernel "a=$image" --kernel "b=$image" syscall.null
		wrong path --kernel "$image" syscall.null
		wrong path --kernel "$image" --as a --kernel "$image" --as b syscall.null
	done
	for command in 'run --exact' path; do
		wrong $command --kernel x --module "$dir/missing" syscall.null
		[[ $output == *"$dir/missing"* ]]
	done
	wrong path --kernel x --vmlinux "$dir/missing" syscall.null
	[[ $output == *"$dir/missing"* ]]
	wrong run --accel tcg --kernel "$(bzimage)" syscall.null
	wrong path --arm nobody syscall.null
	wrong path --arm v6.1 syscall.null
	KTOLL_DB=$dir/none.db run "$ktoll" path --arm v6.1 syscall.null
	[ "$status" -eq 3 ]
}

@test "a program that is not installed is the machine's trouble in every command" {
	sqlite3 "$KTOLL_DB" < tests/data/series.sql > /dev/null
	mkdir "$dir/bin"
	image=$(bzimage)
	run env PATH="$dir/bin" "$ktoll" series --exact --kernel "a=$image" --kernel "b=$image" syscall.null
	[ "$status" -eq 3 ]
	[[ $output == *"qemu-system-x86_64 is not installed"* ]]
	run env PATH="$dir/bin" "$ktoll" check --against v6.1 --git . --config /dev/null syscall.null
	[ "$status" -eq 3 ]
	[[ $output == *"git is not installed"* ]]
}

@test "a margin of 0 is for arms that were counted" {
	sqlite3 "$KTOLL_DB" < tests/data/series.sql > /dev/null
	"$ktoll" run --processes 2 --as timed control.empty > /dev/null
	wrong check --against timed --margin 0 control.empty
	[ "$output" = "ktoll: --margin 0: arm 'timed' was timed (expected a percentage above 0)" ]
	# what is wrong here is the image
	wrong check --against v6.1 --margin 0% --kernel "$dir/missing" syscall.null
	[[ $output == *"$dir/missing"* ]]
	for margin in -1 % '' 1000 nan 0x; do
		wrong check --against v6.1 --margin "$margin" --kernel "$dir/missing" syscall.null
		[[ $output == *"--margin: '$margin' is no good"* ]]
	done
}
