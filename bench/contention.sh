#!/bin/sh
# syscall.null on an idle CPU and beside a busy loop pinned to the same CPU, in alternation;
# with the estimate of one long loop beside it. Medians over the rounds, and the ratio.
# usage: bench/contention.sh [ROUNDS]
set -eu

cd "$(dirname "$0")/.."
rounds=${1:-9}
cpu=$(($(nproc) - 1))
dir=$(mktemp -d)
trap 'rm -rf "$dir"; kill $busy 2> /dev/null || true' EXIT INT TERM
busy=

value() {
	build/release/ktoll run -q --cpu $cpu --processes 40 --db "$dir/db" --format csv syscall.null |
		tail -n 1 | cut -d , -f 6
}

# The same without the right to a nice value below zero: half of the CPU, as anybody gets.
value_plain() {
	setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice \
		build/release/ktoll run -q --cpu $cpu --processes 40 --db "$dir/db" --format csv \
		syscall.null | tail -n 1 | cut -d , -f 6
}

long() {
	taskset -c $cpu build/bench/loops long 1
}

load() {
	taskset -c $cpu sh -c 'while :; do :; done' &
	busy=$!
}

unload() {
	kill $busy
	wait $busy 2> /dev/null || true
	busy=
}

median() {
	sort -n "$1" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

for _ in $(seq "$rounds"); do
	value >> "$dir/ktoll.idle"
	value_plain >> "$dir/plain.idle"
	long >> "$dir/long.idle"
	load
	value >> "$dir/ktoll.busy"
	value_plain >> "$dir/plain.busy"
	long >> "$dir/long.busy"
	unload
done

printf '%-28s %9s %9s %8s %8s\n' "ns per getppid, $rounds rounds" idle busy ratio 'of pairs'
for what in ktoll plain long; do
	case $what in
	ktoll) name='ktoll run' ;;
	plain) name='ktoll run, no CAP_SYS_NICE' ;;
	long) name='one long loop of 1 s' ;;
	esac
	pairs=$(paste "$dir/$what.idle" "$dir/$what.busy" | awk '{ print $2 / $1 }' > "$dir/r"; median "$dir/r")
	median "$dir/$what.idle" > "$dir/i"
	median "$dir/$what.busy" > "$dir/b"
	awk -v n="$name" -v i="$(cat "$dir/i")" -v b="$(cat "$dir/b")" -v p="$pairs" \
		'BEGIN { printf "%-28s %9.2f %9.2f %8.3f %8.3f\n", n, i, b, b / i, p }'
done
