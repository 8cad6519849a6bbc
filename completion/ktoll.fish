# fish completion for ktoll. Commands and options are asked of ktoll itself, so that they
# are those of the one that is installed.

function __ktoll_commands
    ktoll help 2>/dev/null | string match -r '^  [a-z]+ .*' | string replace -r '^  ([a-z]+) +(.*)' '$1\t$2'
    printf 'help\tshow the manual page of a command\n'
end

function __ktoll_options
    set -l words (commandline -opc)
    ktoll $words[2] -h 2>/dev/null | string match -ra -- '--[a-z][a-z0-9-]*' | sort -u
end

function __ktoll_arms
    ktoll log --format json 2>/dev/null | string replace -rf '^ *"arms": "(.*)",?$' '$1' | string split ', ' | sort -u
end

function __ktoll_first
    test (count (commandline -opc)) -eq 1
end

function __ktoll_after
    contains -- (commandline -opc)[-1] $argv
end

function __ktoll_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and contains -- $words[2] $argv
end

complete -c ktoll -n __ktoll_first -f -a '(__ktoll_commands)'
complete -c ktoll -n '__ktoll_command help' -f -a '(__ktoll_commands)'
complete -c ktoll -n 'not __ktoll_first' -a '(__ktoll_options)'
complete -c ktoll -n '__ktoll_after --format' -f -a 'text mail json csv ktap kcidb markdown'
complete -c ktoll -n '__ktoll_after --statistic' -f -a 'p25 min p10 median mean trimmed p90 p99'
complete -c ktoll -n '__ktoll_after --accel' -f -a 'kvm tcg'
complete -c ktoll -n '__ktoll_after --with --with-a --with-b' -f -a 'seccomp: notsc altstack avx avx512'
complete -c ktoll -n '__ktoll_command stat' -a '(__fish_complete_command)'
complete -c ktoll -n '__ktoll_command compare report plot check' -a '(__ktoll_arms)'
