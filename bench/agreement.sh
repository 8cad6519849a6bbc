#!/bin/sh
# The median of syscall.null against a plain fenced counter loop around getpid(2), in pairs, and
# against lmbench's lat_syscall where that is installed.
# usage: bench/agreement.sh [ROUNDS]
set -eu

cd "$(dirname "$0")/.."
rounds=${1:-9}
cpu=$(($(nproc) - 1))
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM

median() {
	sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

for _ in $(seq "$rounds"); do
	build/release/ktoll run -q --cpu $cpu --processes 20 --db "$dir/db" --format csv syscall.getpid |
		tail -n 1 | cut -d , -f 6 >> "$dir/ktoll"
	build/release/ktoll run -q --each --cpu $cpu --processes 20 --db "$dir/db" --format csv syscall.getpid |
		tail -n 1 | cut -d , -f 6 >> "$dir/each"
	taskset -c $cpu build/bench/loops fenced 1 200000 > "$dir/f"
	cut -d ' ' -f 1 "$dir/f" >> "$dir/fenced"
	cut -d ' ' -f 2 "$dir/f" >> "$dir/fences"
	if command -v lat_syscall > /dev/null; then
		taskset -c $cpu lat_syscall null 2>&1 | sed 's/[^0-9.]//g' | awk '{ print $1 * 1000 }' >> "$dir/lmbench"
	fi
done
echo "ns per getpid, median of $rounds rounds:"
for what in ktoll each fenced fences lmbench; do
	[ -s "$dir/$what" ] || continue
	case $what in
	ktoll) name='ktoll run, batches' ;;
	each) name='ktoll run --each (fences inside)' ;;
	fenced) name='mfence rdtsc mfence around each' ;;
	fences) name='  the same around nothing' ;;
	lmbench) name='lat_syscall null' ;;
	esac
	printf '%-34s %8.2f\n' "$name" "$(median < "$dir/$what")"
done
