# bash completion for ktoll. Commands and options are asked of ktoll itself, so that they
# are those of the one that is installed.

_ktoll_options() {
	"$1" "$2" -h 2> /dev/null | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u
}

# What an option takes: ktoll says what it expected instead of '?', and does nothing else.
_ktoll_values() {
	"$1" "$2" "$3" '?' 2>&1 | sed -n 's/^ktoll: .*(expected \(.*\))$/\1/p' |
		sed 's/, / /g; s/ or / /g; s/:N/:/g'
}

# Names of arms that are stored.
_ktoll_arms() {
	"$1" log --format json 2> /dev/null |
		sed -n 's/^ *"arms": "\(.*\)",\{0,1\}$/\1/p' | sed 's/, /\n/g' | sort -u
}

_ktoll_events() {
	"$1" list --events --format csv 2> /dev/null | sed -n '1d; s/^\([A-Za-z0-9-]*\),.*/\1/p'
}

_ktoll() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local ktoll=${COMP_WORDS[0]} command=${COMP_WORDS[1]}

	if [ "$COMP_CWORD" -eq 1 ] || { [ "$command" = help ] && [ "$COMP_CWORD" -eq 2 ]; }; then
		mapfile -t COMPREPLY < <(compgen -W "$("$ktoll" help 2> /dev/null |
			sed -n 's/^  \([a-z]*\) .*/\1/p') help" -- "$cur")
		return
	fi
	case $prev in
	--format | --statistic | --accel | --color | --fail-if | --with | --with-a | --with-b)
		mapfile -t COMPREPLY < <(compgen -W "$(_ktoll_values "$ktoll" "$command" "$prev")" -- "$cur")
		return
		;;
	-e | --event)
		mapfile -t COMPREPLY < <(compgen -W "$(_ktoll_events "$ktoll")" -- "$cur")
		return
		;;
	--input)
		mapfile -t COMPREPLY < <(compgen -W "$("$ktoll" import -h 2> /dev/null |
			sed -n 's/^  \([a-z-]*\)  .*/\1/p')" -- "$cur")
		return
		;;
	-o | --db | --kernel | --kernel-a | --kernel-b | --config | --git | --vmlinux | --module)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	esac
	case $cur in
	-*) mapfile -t COMPREPLY < <(compgen -W "$(_ktoll_options "$ktoll" "$command")" -- "$cur") ;;
	*)
		case $command in
		compare | report | plot | check)
			mapfile -t COMPREPLY < <(compgen -W "$(_ktoll_arms "$ktoll")" -- "$cur"
				compgen -f -- "$cur")
			;;
		stat) mapfile -t COMPREPLY < <(compgen -c -- "$cur") ;;
		import) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
		esac
		;;
	esac
}

complete -F _ktoll ktoll
