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

# ktoll says what it expected instead of '?', and does nothing else
function __ktoll_values
    set -l words (commandline -opc)
    ktoll $words[2] $words[-1] '?' 2>&1 | string replace -rf '^ktoll: .*\(expected (.*)\)$' '$1' | string replace -a ' or ' ', ' | string split ', ' | string replace ':N' ':'
end

function __ktoll_inputs
    ktoll import -h 2>/dev/null | string replace -rf '^  ([a-z-]+)  .*' '$1'
end

function __ktoll_events
    ktoll list --events --format csv 2>/dev/null | string replace -rf '^([A-Za-z0-9-]+),.*' '$1' | string match -v event
end

function __ktoll_arms
    ktoll log --format json 2>/dev/null | string replace -rf '^ *"arms": "(.*)",?$' '$1' | string split ', ' | sort -u
end

function __ktoll_first
    test (count (commandline -opc)) -eq 1
end

function __ktoll_option
    not __ktoll_first; and string match -q -- '-*' (commandline -ct)
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
complete -c ktoll -n __ktoll_option -f -a '(__ktoll_options)'
complete -c ktoll -n '__ktoll_after --format --statistic --accel --color --fail-if --with --with-a --with-b' -f -a '(__ktoll_values)'
complete -c ktoll -n '__ktoll_after -e --event' -f -a '(__ktoll_events)'
complete -c ktoll -n '__ktoll_after --input' -f -a '(__ktoll_inputs)'
complete -c ktoll -n '__ktoll_command compare report plot check' -a '(__ktoll_arms)'
