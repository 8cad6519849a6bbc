# Events of perf_event_open(2) from outside.
load common

@test "list --events says what counts here, and each reason once" {
	LIBPFM_FORCE_PMU=skl run "$ktoll" list --events 'skl::inst_retired:any_p' 'alignment-*' 'skl::TLB_FLUSH*'
	[ "$status" -eq 0 ]
	[[ $output == *"skl::INST_RETIRED:ANY_P "* ]]
	[[ $output == *"skl::TLB_FLUSH:STLB_ANY "* ]]
	[[ $output == *" of 4 can be counted here"* ]]
	run "$ktoll" list --events
	[ "$status" -eq 0 ]
	for name in cycles instructions branch-misses dtlb-load-misses context-switches cs page-faults; do
		grep -q "^$name \+\(yes\|no \[[0-9]*\]\) " <<< "$output"
	done
	# As many reasons below as are referred to.
	[ "$(grep -o 'no \[[0-9]*\]' <<< "$output" | sort -u | wc -l)" -eq "$(grep -c '^\[[0-9]*\] ' <<< "$output")" ]
}

@test "what list --events names can be asked for" {
	"$ktoll" list --events --format json 'CPU-*' > "$dir/e.json"
	grep -q '"event": "cpu-cycles"' "$dir/e.json"
	grep -q '"event": "cpu-migrations"' "$dir/e.json"
	run "$ktoll" list --events nix
	[ "$status" -eq 2 ]
	[ "$output" = "ktoll: no event matches" ]
}
