# Completion in bash, zsh and fish, against what the commands themselves take.
load common

commands() {
	"$ktoll" help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p'
}

# options COMMAND: the long ones that its usage has
options() {
	"$ktoll" "$1" -h | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u
}

# formats COMMAND: those that it names when it is given another
formats() {
	"$ktoll" "$1" --format '?' 2>&1 | sed -n 's/.*(expected \(.*\))$/\1/p' |
		sed 's/, / /g; s/ or / /g' | tr ' ' '\n' | sort
}

# in_SHELL WORD...: what completes the last word
in_bash() {
	# shellcheck source=/dev/null
	source completion/ktoll.bash
	COMP_WORDS=("$ktoll" "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_ktoll
	printf '%s\n' "${COMPREPLY[@]}"
}

in_zsh() {
	zsh -f -c '
		compadd() { [[ $1 == -- ]] && shift; print -l -- $@; }
		_describe() { local x; for x in ${(P)2}; do print -r -- ${x%%:*}; done; }
		_files() { }
		ktoll_complete() { '"$(cat completion/_ktoll)"'
		}
		words=("$@")
		CURRENT=$#
		ktoll_complete' zsh "$ktoll" "$@" | grep -F -- "${*: -1}" || true
}

in_fish() {
	local line
	line=$(printf ' %s' "$@")
	PATH=$(dirname "$ktoll"):$PATH HOME=$dir fish --no-config -c "source completion/ktoll.fish; complete -C 'ktoll$line'" |
		cut -f 1
}

shells() {
	echo bash
	for s in zsh fish; do
		if command -v $s > /dev/null; then echo $s; else echo "no $s" >&3; fi
	done
}

@test "commands are completed" {
	for shell in $(shells); do
		[ "$(in_$shell rep)" = report ]
		[ "$(in_$shell '' | sort | grep -v '^help$')" = "$(commands | sort)" ]
		[ "$(in_$shell help comp)" = compare ]
	done
}

@test "the options of every command are completed, and no other" {
	for shell in $(shells); do
		for c in $(commands); do
			diff <(in_$shell "$c" -- | grep '^--' | sort -u) <(options "$c")
		done
	done
}

@test "the formats of every command are completed, and no other" {
	for shell in $(shells); do
		for c in $(commands); do
			options "$c" | grep -qx -- --format || continue
			diff <(in_$shell "$c" --format '' | sort -u) <(formats "$c")
		done
		[ "$(in_$shell compare --format kt)" = ktap ]
		[ "$(in_$shell run --with al)" = altstack ]
		[ "$(in_$shell import --input hyp)" = hyperfine ]
	done
	# asking for them has measured nothing
	[ ! -e "$KTOLL_DB" ]
}

@test "events are completed where they are taken" {
	for shell in $(shells); do
		[ "$(in_$shell run -e page-f)" = page-faults ]
		[ "$(in_$shell plot --event cpu-mi)" = cpu-migrations ]
	done
	[ ! -e "$KTOLL_DB" ]
}

@test "arms are completed where they are taken" {
	"$ktoll" run --as one-arm --processes 2 -q control.empty > "$dir/out"
	for shell in $(shells); do
		in_$shell compare one | grep -qx one-arm
		in_$shell report one | grep -qx one-arm
	done
}

@test "the shells find no mistake in the files" {
	bash -n completion/ktoll.bash
	! command -v zsh > /dev/null || zsh -n completion/_ktoll
	! command -v fish > /dev/null || fish --no-execute completion/ktoll.fish
}
