#!/bin/sh
# The whole counted suite of a kernel against what the same kernel takes from QEMU's start to its
# init's first line; and two kernels, both ABIs, whole suite, to the verdicts.
# usage: bench/vm.sh IMAGE_A IMAGE_B [ROUNDS]
set -eu

cd "$(dirname "$0")/.."
a=$1
b=$2
rounds=${3:-3}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM
export KTOLL_DB="$dir/db"

for i in $(seq "$rounds"); do
	begin=$(date +%s.%N)
	build/release/ktoll run -q --exact --kernel "$a" --as "a$i" > "$dir/out"
	build/release/ktoll run -q --exact --kernel "$b" --as "b$i" > "$dir/out"
	build/release/ktoll compare "a$i" "b$i" > "$dir/out" || true
	end=$(date +%s.%N)
	echo "two kernels to the verdicts: $(echo "$end $begin" | awk '{ printf "%.1f s", $1 - $2 }')"
done
sqlite3 -separator ' ' "$KTOLL_DB" "SELECT a.name,
	max(CASE f.key WHEN 'now.vm.first_wire_ms' THEN f.value END),
	max(CASE f.key WHEN 'now.vm.total_ms' THEN f.value END)
	FROM fact f JOIN boot b ON b.id = f.boot_id JOIN arm a ON a.id = b.arm_id
	WHERE f.key LIKE 'now.vm.%' GROUP BY b.id" |
	awk '{ printf "%s: init after %.1f s, all after %.1f s, ratio %.2f\n", $1, $2 / 1000, $3 / 1000, $3 / $2 }'
sqlite3 "$KTOLL_DB" "SELECT 'workloads whose boots differ: ' || count(*) FROM (SELECT p.workload_id
	FROM process p JOIN boot b ON b.id = p.boot_id JOIN arm a ON a.id = b.arm_id
	WHERE p.status = 'done' GROUP BY p.workload_id, substr(a.name, 1, 1) HAVING count(DISTINCT exact) > 1)"
