# Series and check with Debian's kernels, counted, on few workloads: about ten seconds a boot.
# What needs no boot is in the first tests.
bats_require_minimum_version 1.5.0
load ../cli/common

setup_file() {
	cache=${KTOLL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/ktoll}/kernels
	for name in cloud-6.1 cloud-6.12; do
		[ -s "$cache/$name.deb" ] || scripts/fetch-kernels "$name" > /dev/null 2>&1 || true
	done
	export old=$cache/cloud-6.1.deb new=$cache/cloud-6.12.deb
}

need_kernels() {
	[ -s "$old" ] && [ -s "$new" ] || skip "Debian's kernels could not be fetched"
	command -v qemu-system-x86_64 > /dev/null || skip "no qemu-system-x86_64"
}

refused() {
	local status_wanted=$1 text=$2
	shift 2
	run "$@"
	[ "$status" -eq "$status_wanted" ]
	[ "${#lines[@]}" -eq 1 ]
	[[ ${lines[0]} == "ktoll: "*"$text"* ]]
}

repository() {
	git init -q "$dir/repo"
	git -C "$dir/repo" config user.name t
	git -C "$dir/repo" config user.email t@example.org
	echo 1 > "$dir/repo/f"
	git -C "$dir/repo" add f
	git -C "$dir/repo" commit -qm one
	printf 'CONFIG_64BIT=y\n' > "$dir/config"
}

@test "what makes no series is refused in a line" {
	refused 2 "takes --kernel" "$ktoll" series
	refused 2 "two kernels or more" "$ktoll" series --kernel a=/dev/null
	refused 2 "belong together" "$ktoll" series --git .
	refused 2 "NAME=IMAGE" "$ktoll" series --exact --kernel a --kernel b
	refused 2 "expected text, mail, json, csv or commit" "$ktoll" series --format xml x
	refused 2 "No such file" "$ktoll" series --exact --kernel a=/nope --kernel b=/nope
	refused 2 "not a regular file" "$ktoll" series --exact --kernel a=/dev/null --kernel b=/dev/null
	[ ! -e "$KTOLL_DB" ]
}

@test "revisions, ranges and configurations are checked first" {
	command -v git > /dev/null || skip "no git"
	repository
	mkdir "$dir/none"
	export KTOLL_CACHE=$dir/cache
	refused 2 "unknown revision 'nope'" \
		"$ktoll" series --exact --git "$dir/repo" --range nope..HEAD --config "$dir/config"
	refused 2 "not a git repository" env GIT_CEILING_DIRECTORIES="$dir" \
		"$ktoll" series --exact --git "$dir/none" --range a..b --config "$dir/config"
	refused 2 "has no commits" \
		"$ktoll" series --exact --git "$dir/repo" --range HEAD..HEAD --config "$dir/config"
	refused 2 "is no range" \
		"$ktoll" series --exact --git "$dir/repo" --range HEAD --config "$dir/config"
	refused 2 "No such file" \
		"$ktoll" series --exact --git "$dir/repo" --range HEAD~1..HEAD --config "$dir/nope"
	[ ! -e "$KTOLL_DB" ]
}

@test "an experiment file is checked with its line" {
	printf '[series]\nboots = none\n' > "$dir/x.ini"
	refused 2 "x.ini:2: boots = none" "$ktoll" series "$dir/x.ini"
}

@test "an experiment file: arms with parameters of their own, one that does not boot, options that count more" {
	need_kernels
	ln -s "$old" "$dir/image"
	cat > "$dir/x.ini" <<- END
		[series]
		workloads = control.empty syscall.null
		mode = exact
		margin = 5
		retries = 3
		seed = 4
		append = mitigations=off

		[arm default]
		kernel = image
		append = pti=on

		[arm off]
		kernel = image

		[arm no-init]
		kernel = image
		append = rdinit=/nowhere
	END
	cd "$dir"
	status=0
	"$ktoll" series --retries 1 --margin 2 --format json x.ini > j 2> err || status=$?
	[ "$status" -eq 0 ]
	[ "$(sql "SELECT json_extract(plan, '\$.margin') || ' ' || json_extract(plan, '\$.retries') || ' ' ||
		json_extract(plan, '\$.seed') FROM series")" = "0.02 1 4" ]
	[ "$(json j '$.arms[0].append')" = "pti=on" ]
	[ "$(json j '$.arms[1].append')" = "mitigations=off" ]
	# The same code with other parameters is another arm.
	[ "$(json j '$.arms[1].state')" = measured ]
	[ "$(json j '$.rows[2].workload')" = syscall.null ]
	[ "$(json j '$.rows[2].verdict')" = faster ]
	# Tried as often as was asked, counted, and kept with its last lines.
	[ "$(json j '$.arms[2].state')" = broken ]
	[ "$(json j '$.arms[2].failed')" = 2 ]
	[[ "$(json j '$.arms[2].reason')" == "does not come through: panic: "* ]]
	[[ "$(json j '$.arms[2].lines')" == *"Kernel panic"* ]]
	[ "$(grep -c '^ktoll: no-init: ' err)" = 2 ]
	[ "$(sql 'SELECT count(*) FROM boot')" = 4 ]
}

# A QEMU that has no KVM, on whichever machine.
no_guest_in_kvm() {
	mkdir "$dir/bin"
	cat > "$dir/bin/qemu-system-x86_64" <<- END
		#!/bin/sh
		case " \$* " in
		*" kvm "*) echo "qemu: failed to initialize kvm" >&2; exit 1 ;;
		esac
		exec $(command -v qemu-system-x86_64) "\$@"
	END
	chmod +x "$dir/bin/qemu-system-x86_64"
	export PATH=$dir/bin:$PATH
}

# A QEMU that says KVM and emulates: for what a timed series does, not for its times.
emulated_kvm() {
	mkdir "$dir/bin"
	cat > "$dir/bin/qemu-system-x86_64" <<- END
		#!/bin/bash
		for a; do
			shift
			case \$a in
			kvm) a=tcg ;;
			host) a=max ;;
			esac
			set -- "\$@" "\$a"
		done
		exec $(command -v qemu-system-x86_64) "\$@"
	END
	chmod +x "$dir/bin/qemu-system-x86_64"
	export PATH=$dir/bin:$PATH
}

@test "a timed series calibrates with another kernel if the first does not boot" {
	need_kernels
	emulated_kvm
	cat > "$dir/x.ini" <<- END
		[series]
		workloads = control.empty
		mode = kvm
		boots = 1
		retries = 0
		seed = 1

		[arm no-init]
		kernel = $old
		append = rdinit=/nowhere

		[arm a]
		kernel = $old

		[arm b]
		kernel = $old
		append = nopti
	END
	# Seed 1 begins with the one that does not boot.
	"$ktoll" series -q --unpinned --format json "$dir/x.ini" > "$dir/j" 2> "$dir/err" || [ $? -eq 1 ]
	[ "$(sql 'SELECT arm FROM series_boot WHERE number = 0')" = 0 ]
	[ "$(json "$dir/j" '$.state')" = "done" ]
	[ "$(json "$dir/j" '$.arms[0].state')" = broken ]
	[ "$(json "$dir/j" '$.arms[1].state')" = measured ]
	[ "$(json "$dir/j" '$.arms[2].state')" = measured ]
}

@test "check refuses what it cannot do, and never calls that bad" {
	refused 2 "--against ARM is needed" "$ktoll" check
	refused 128 "unknown option" "$ktoll" check --bisect --frob
	refused 128 "--against ARM is needed" "$ktoll" check --bisect
	"$ktoll" run --processes 2 --as here control.empty > "$dir/out"
	refused 2 "there is no arm 'nope'" "$ktoll" check --against nope
	refused 128 "there is no arm 'nope'" "$ktoll" check --bisect --against nope
	refused 2 "cannot change to" \
		"$ktoll" check --against here --git "$dir/nowhere" --config "$dir/config"
	repository
	echo 2 > "$dir/repo/f"
	refused 128 "not committed" "$ktoll" check --bisect --against here --git "$dir/repo" \
		--config "$dir/config"
}

@test "check of this kernel gives an exit status" {
	"$ktoll" run --processes 20 --as here control.spin > "$dir/out"
	run "$ktoll" check --against here --margin 900 control.spin
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "ktoll check: good: "*" 1 same"* ]]
	# A limit of what is not measured could never be exceeded.
	refused 2 "--max: 'control.spni' is not measured by this check (expected a workload" \
		"$ktoll" check --against here --max control.spni=1 control.spin
	refused 2 "--max: 'syscall.null' is not measured" \
		"$ktoll" check --against here --max syscall.null=1 control.spin
	run "$ktoll" check --against here --margin 900 --max control.spin=1 control.spin
	[ "$status" -eq 1 ]
	[[ $output == *"above its limit of 1"* ]]

	# Shown again, with all rows, as what it was.
	run "$ktoll" show 3
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "ktoll check: bad: check-3 against here: "*" 1 above the limit; margin 900%, experiment 3" ]]
	[[ $output == *"above its limit of 1"* ]]
	[ "${lines[-1]}" = "  done, 1 boot: 3 of check-3" ]
	"$ktoll" show 2 --format json > "$dir/j"
	[ "$(json "$dir/j" '$.check.result')" = good ]
	[ "$(json "$dir/j" '$.check.against')" = here ]
	[ "$(json "$dir/j" '$.rows[0].verdict')" = same ]
	refused 2 "expected text, json" "$ktoll" show 2 --format csv
	sql "UPDATE experiment SET arguments = '[1]' WHERE id = 2"
	refused 3 "arguments of experiment 2 are damaged" "$ktoll" show 2
}

@test "kernels in a row: blocks, equal images once, every format, resume, check" {
	need_kernels
	# Counting is the default where no guest runs in KVM, and is said.
	no_guest_in_kvm
	run --separate-stderr "$ktoll" series --kernel a="$old" --kernel b="$new" --kernel c="$new" \
		control.empty syscall.null
	[ "$status" -le 1 ]
	[[ $stderr == "ktoll: "*"; counting instructions instead (--exact)" ]]
	[[ $output == *"2 c - no code change"* ]]
	[[ $output == *"syscall.null, instructions per op"* ]]
	[[ $(flat "$output") == *"step 1 (b) changes"*"syscall.null"* ]]
	[[ $output == *"nothing happens (1) - control.empty"* ]]
	first=$output
	# The third was not booted.
	[ "$(sql 'SELECT count(*) FROM boot')" = 2 ]
	[ "$(sql 'SELECT state FROM experiment')" = done ]

	# A series that is done is shown again.
	"$ktoll" series --resume 1 > "$dir/again" || [ $? -eq 1 ]
	diff <(echo "$first") "$dir/again"
	"$ktoll" series --resume 1 --format json > "$dir/j" || [ $? -eq 1 ]
	[ "$(json "$dir/j" '$.schema')" = 1 ]
	[ "$(json "$dir/j" '$.arms[2].state')" = "no code change" ]
	[ "$(json "$dir/j" '$.rows[0].workload')" = control.empty ]
	[ "$(json "$dir/j" '$.rows[0].verdict')" = same ]
	"$ktoll" series --resume 1 --format csv > "$dir/c" || [ $? -eq 1 ]
	[ "$(wc -l < "$dir/c")" = 7 ]
	"$ktoll" series --resume 1 --format commit > "$dir/m" || [ $? -eq 1 ]
	[ "$(wc -l < "$dir/m")" = 3 ]
	"$ktoll" series --resume 1 --format mail >> "$dir/m" || [ $? -eq 1 ]
	no grep -qE '.{73}|[^ -~]|^(#|---|diff -|Index: |From )| $' "$dir/m"
	refused 2 "there is no experiment 9" "$ktoll" series --resume 9

	# As a series, with its images and boots, not as a run.
	"$ktoll" show 1 > "$dir/again"
	diff <(echo "$first") <(sed '/^images and boots/,$d' "$dir/again" | sed '$d')
	[ "$(grep -c 'boot [12] done$' "$dir/again")" = 2 ]
	grep -q '^   2 .*: the boots of 1$' "$dir/again"
	diff <("$ktoll" show 1 --format commit) <(head -n 3 "$dir/m")
	"$ktoll" show 1 --format json > "$dir/j"
	[ "$(json "$dir/j" '$.state')" = "done" ]
	[ "$(json "$dir/j" '$.arms[1].source')" = "$new" ]
	[ "$(json "$dir/j" '$.boots[1].state')" = "done" ]
	[ "$(json "$dir/j" '$.boots[1].boot')" = 2 ]
	refused 2 "expected text, mail, json, csv or commit" "$ktoll" show 1 --format ktap

	# What was killed before its second boot goes on with that.
	value=$(sql "SELECT group_concat(exact) FROM process")
	sql "UPDATE experiment SET state = 'interrupted'; UPDATE series_boot SET state = 'planned' WHERE number = 1"
	run "$ktoll" show 1
	[[ $output == *"interrupted: 1 of 2 boots are left"*"--resume 1"*"not measured yet"* ]]
	sql "UPDATE experiment SET state = 'running', owner = 'x 1 2'; DELETE FROM boot WHERE id = 2;
	     UPDATE series_boot SET state = 'planned', attempts = 0, boot_id = NULL WHERE number = 1"
	sql "PRAGMA foreign_keys = ON; DELETE FROM process WHERE boot_id = 2; DELETE FROM fact WHERE boot_id = 2"
	"$ktoll" series --resume 1 > "$dir/again" || [ $? -eq 1 ]
	diff <(echo "$first") "$dir/again"
	[ "$(sql "SELECT group_concat(exact) FROM process")" = "$value" ]

	sql "UPDATE experiment SET state = 'interrupted'; UPDATE series SET machine = 'fnv:1'"
	refused 2 "begun on another machine" "$ktoll" series --resume 1

	# The same kernel is good, the other one is not the same.
	run "$ktoll" check --bisect --against b --kernel "$new" syscall.null
	[ "$status" -eq 0 ]
	run "$ktoll" check --bisect --against a --fail-if different --kernel "$new" syscall.null
	[ "$status" -eq 1 ]
	[[ $output == *"syscall.null: "*" -> "* ]]
	printf 'no kernel' > "$dir/text"
	refused 128 "not a kernel image" "$ktoll" check --bisect --against a --kernel "$dir/text"
}
