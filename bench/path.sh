#!/bin/sh
# What following an op costs: `ktoll path` against `ktoll run --exact` of the same workload, in
# pairs. usage: bench/path.sh IMAGE [PAIRS] [WORKLOAD...]   seconds of processor time and of the
# clock, and the medians of the pairs' ratios
set -eu

ktoll=${KTOLL:-build/release/ktoll}
image=$1
pairs=${2:-5}
shift
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- syscall.null ctx.pipe.process.same-cpu
KTOLL_DB=$(mktemp -d)/ktoll.db
export KTOLL_DB

# seconds COMMAND...: "PROCESSOR CLOCK", of it and its children
seconds() {
	# shellcheck disable=SC2016
	bash -c 'TIMEFORMAT="%U %S %R"; time "$@" > /dev/null 2>&1' - "$@" 2>&1 |
		awk '{ print $1 + $2, $3 }'
}

median() {
	sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

for workload; do
	all=$(mktemp)
	for i in $(seq "$pairs"); do
		if [ $((i % 2)) -eq 0 ]; then
			path=$(seconds "$ktoll" path -q --kernel "$image" "$workload")
			run=$(seconds "$ktoll" run -q --exact --kernel "$image" "$workload")
		else
			run=$(seconds "$ktoll" run -q --exact --kernel "$image" "$workload")
			path=$(seconds "$ktoll" path -q --kernel "$image" "$workload")
		fi
		echo "$run $path" | tee -a "$all" |
			awk -v w="$workload" '{ printf "%s: run %.1f s (clock %.1f), path %.1f s (%.1f)\n", w, $1, $2, $3, $4 }'
	done
	echo "$workload: path / run: processor $(awk '{ print $3 / $1 }' "$all" | median), clock $(awk '{ print $4 / $2 }' "$all" | median)"
	rm "$all"
done
rm -r "$(dirname "$KTOLL_DB")"
