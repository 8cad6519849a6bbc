#!/bin/sh
# `ktoll ab` of the kernel with itself for 10 s each: half-width of the 95 % interval, repeated;
# beside it, from runs of the same minutes, one process a side and separate runs.
# usage: bench/duet.sh [ROUNDS]
set -eu

cd "$(dirname "$0")/.."
rounds=${1:-9}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM
db=$dir/db

for w in syscall.null ctx.pipe.process.same-cpu; do
	for i in $(seq "$rounds"); do
		# a margin of nothing: it never stops early
		build/release/ktoll ab -q --a "a$i" --b "b$i" --margin 0.0001 --time 10 --db "$db" \
			--format csv "$w" | tail -n 1 >> "$dir/ab" || true
		build/release/ktoll run -q --as "x$i" --processes 300 --db "$db" "$w" > "$dir/out"
		build/release/ktoll run -q --as "y$i" --processes 300 --db "$db" "$w" > "$dir/out"
		build/release/ktoll compare --db "$db" --format csv --workloads "$w" "x$i" "y$i" |
			tail -n 1 >> "$dir/runs" || true
	done
done
report() {
	for w in syscall.null ctx.pipe.process.same-cpu; do
		grep "^$w," "$2" | awk -F , '{ print ($13 - $12) / 2, ($12 > 0 || $13 < 0) }' | sort -n |
			awk -v w="$w" -v name="$1" '{ v[NR] = $1; hits += $2 } END {
				printf "%-34s %-28s %8.3f%% %8.3f%%  %d of %d\n", name, w, v[int((NR + 1) / 2)], v[NR], hits, NR }'
	done
}
printf '%-34s %-28s %9s %9s  %s\n' 'half-width of the 95 % interval' workload median worst 'false calls'
report 'ab, 10 s (duet)' "$dir/ab"
report 'two runs of 300 processes' "$dir/runs"
