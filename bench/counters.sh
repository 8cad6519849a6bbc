#!/bin/sh
# What counting software events adds to a batch: to the time that is measured, and beside
# it (both readings of the counters). Each row against a probe without counters that ran
# just before; medians of the pairs.
# usage: bench/counters.sh [ROUNDS]
set -eu

cd "$(dirname "$0")/.."
rounds=${1:-15}
cpu=$(($(nproc) - 1))
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM

# counts N GROUPS: the plan's lines for the first N software events, in as many groups
counts() {
	i=0
	for config in 3 2 4 5 6 1 0 7; do
		[ $i -lt "$1" ] || return 0
		echo "count $((i % $2)) 1 $config 0 0 0"
		i=$((i + 1))
	done | sort -s -k 2,2n
}

# probe WORKLOAD OPS N GROUPS: the 25th percentile of the batches, and the mean of what lies
# between two of them, in ticks
probe() {
	{
		printf 'ktoll-plan 1\nworkload %s\nops %s\nbatches 100\ncpu %s\nnice -20\nlock\n' "$1" "$2" "$cpu"
		counts "$3" "$4"
		echo end
	} > "$dir/plan"
	build/probe/ktoll-probe.x86_64 -p "$dir/plan" > "$dir/wire"
	awk '$3 == "samples" { for (i = 6; i < NF; i++) { n++; sum += $i; print int($i) } }
		$3 == "calibration" { sub(/ticks=/, "", $4); if (!begin) begin = $4; end = $4 }
		END { printf "%.1f\n", (end - begin - sum) / n > "'"$dir/between"'" }' "$dir/wire" | sort -n > "$dir/ticks"
	echo "$(sed -n "$(($(wc -l < "$dir/ticks") / 4))p" "$dir/ticks") $(cat "$dir/between")"
}

median() {
	sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

printf '%-14s %-20s %9s %18s %18s\n' workload counted batch 'in it' 'beside it'
for what in 'control.empty 300000' 'syscall.null 1000'; do
	workload=${what% *}
	ops=${what#* }
	for how in '0 1' '1 1' '4 1' '8 1' '8 8'; do
		n=${how% *}
		groups=${how#* }
		for _ in $(seq "$rounds"); do
			echo "$(probe "$workload" "$ops" 0 1) $(probe "$workload" "$ops" "$n" "$groups")"
		done > "$dir/pairs"
		batch=$(awk '{ print $1 }' "$dir/pairs" | median)
		inside=$(awk '{ print $3 - $1 }' "$dir/pairs" | median)
		beside=$(awk '{ print $4 - $2 }' "$dir/pairs" | median)
		awk -v w="$workload" -v h="$n in $groups group(s)" -v b="$batch" -v i="$inside" -v o="$beside" \
			'BEGIN { printf "%-14s %-20s %9d %9d (%+.2f %%) %9d (%+.2f %%)\n", w, h, b, i, 100 * i / b, o, 100 * o / b }'
	done
done
