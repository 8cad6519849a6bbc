# Commits built, killed in the middle of a build, and full disks: with a repository whose
# Makefile "builds" Debian's kernels. The commits of a real one are in tests/long.
load ../cli/common

setup_file() {
	cache=${KTOLL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/ktoll}/kernels
	for name in cloud-6.1 cloud-6.12; do
		[ -s "$cache/$name.deb" ] || scripts/fetch-kernels "$name" > /dev/null 2>&1 || true
	done
	export old=$cache/cloud-6.1.deb new=$cache/cloud-6.12.deb why=
	[ -s "$old" ] && [ -s "$new" ] || export why="Debian's kernels could not be fetched"
	for tool in qemu-system-x86_64 git make gcc ld flex bison bc; do
		command -v $tool > /dev/null || export why="no $tool"
	done
}

# commit SUBJECT KERNEL [LINE...]: of the repository; the lines go into its recipe
commit() {
	local subject=$1 kernel=$2 line
	shift 2
	{
		printf 'olddefconfig:\n\t@true\nbzImage:\n\t@mkdir -p $(O)/arch/x86/boot\n'
		for line in "$@"; do
			printf '\t@%s\n' "$line"
		done
		printf '\t@cp %s $(O)/arch/x86/boot/bzImage\n' "$kernel"
	} > "$dir/repo/Makefile"
	echo "$subject" > "$dir/repo/subject"
	git -C "$dir/repo" add .
	git -C "$dir/repo" commit -qm "$subject"
}

# A repository with a base, of the old kernel.
repository() {
	[ -z "$why" ] || skip "$why"
	export KTOLL_CACHE=$dir/cache
	git init -q "$dir/repo"
	git -C "$dir/repo" config user.name t
	git -C "$dir/repo" config user.email t@example.org
	for o in X86_64 PRINTK TTY SERIAL_8250 SERIAL_8250_CONSOLE BLK_DEV_INITRD RD_GZIP \
		BINFMT_ELF PROC_FS SYSFS DEVTMPFS IA32_EMULATION SECCOMP_FILTER FUTEX EPOLL EVENTFD UNIX; do
		echo "CONFIG_$o=y"
	done > "$dir/config"
	commit "the base" "$old"
	git -C "$dir/repo" tag base
}

# series [OPTION...]
series() {
	"$ktoll" series --exact --git "$dir/repo" --range base..HEAD --config "$dir/config" \
		"$@" syscall.null
}

# The values of the boots of a series, in the order of its arms.
values() {
	sql "SELECT group_concat(v) FROM (SELECT b.arm || '=' || p.exact AS v FROM series_boot b
	     JOIN process p USING (boot_id) WHERE b.experiment_id = $1 ORDER BY b.arm, b.round)"
}

# wait_file FILE: until it is there, at most 60 s
wait_file() {
	for _ in $(seq 600); do
		[ ! -e "$1" ] || return 0
		sleep 0.1
	done
	return 1
}

one_line() {
	[ "${#lines[@]}" -eq 1 ]
	[[ ${lines[0]} == "ktoll: "*"$1"* ]]
}

@test "each commit is a row: new code, the same code, what does not build, a merge" {
	repository
	commit "another kernel" "$new"
	commit "a comment" "$new" "# says nothing"
	commit "a mistake" "$new" "echo 'f.c:7:1: error: no such thing'; false"
	git -C "$dir/repo" checkout -q -b side base
	echo side > "$dir/repo/side"
	git -C "$dir/repo" add side
	git -C "$dir/repo" commit -qm "on the side"
	git -C "$dir/repo" checkout -q -
	git -C "$dir/repo" merge -q -m "merge the side" side
	commit "the old kernel again" "$old"
	echo changed >> "$dir/repo/Makefile"

	series --format json > "$dir/j" 2> "$dir/err" || [ $? -eq 1 ]
	[ "$(json "$dir/j" '$.arms[#-1].number')" = 5 ]
	[ "$(json "$dir/j" '$.arms[1].state')" = measured ]
	[ "$(json "$dir/j" '$.arms[1].subject')" = "another kernel" ]
	[ "$(json "$dir/j" '$.arms[2].state')" = "no code change" ]
	[ "$(json "$dir/j" '$.arms[3].state')" = broken ]
	[ "$(json "$dir/j" '$.arms[3].reason')" = "does not build: f.c:7:1: error: no such thing" ]
	[ "$(json "$dir/j" '$.arms[4].state')" = broken ]
	[ "$(json "$dir/j" '$.arms[5].same_as')" = 0 ]
	[[ "$(json "$dir/j" '$.note')" == *"1 merge commit: followed along first parents"* ]]
	[[ "$(json "$dir/j" '$.note')" == *"changes that are not committed: they are not measured"* ]]
	# What does not build is said at once, and booted are two.
	grep -q '^ktoll: [0-9a-f]*: does not build: f.c:7:1: error: no such thing$' "$dir/err"
	[ "$(sql 'SELECT count(*) FROM boot')" = 2 ]
	[ "$(sql 'SELECT state FROM experiment')" = "done" ]
	# The repository is as it was.
	[ "$(git -C "$dir/repo" status --porcelain)" = " M Makefile" ]

	# Everything of it is kept: nothing is built or booted again.
	series > "$dir/out" 2>&1 || [ $? -eq 1 ]
	grep -q 'step 1 (another kernel) changes syscall.null' "$dir/out"
	grep -q 'step 5 (the old kernel again) changes syscall.null' "$dir/out"
}

@test "a commit whose image is no kernel is a row, and skipped by a bisection" {
	repository
	echo garbage > "$dir/garbage"
	commit "a broken header" "$dir/garbage"
	commit "another kernel" "$new"
	series --format json > "$dir/j" 2> "$dir/err" || [ $? -eq 1 ]
	[ "$(json "$dir/j" '$.state')" = "done" ]
	[ "$(json "$dir/j" '$.arms[1].reason')" = "builds no kernel: not a kernel image" ]
	[ "$(json "$dir/j" '$.arms[2].state')" = measured ]
	# The step may be that of the commit without a number, too.
	[[ "$(json "$dir/j" '$.rows[1].remarks')" == *"which have no number, is in it too"* ]]
	git -C "$dir/repo" checkout -q HEAD^
	run "$ktoll" check --bisect --git "$dir/repo" --config "$dir/config" \
		--against "$(json "$dir/j" '$.arms[0].arm')" syscall.null
	[ "$status" -eq 125 ]
	[[ $output == "ktoll check: "*" builds no kernel: not a kernel image" ]]
}

@test "a configuration that lacks what the lab needs is refused before anything is stored" {
	repository
	commit "another kernel" "$new"
	sed -i 's/CONFIG_SERIAL_8250_CONSOLE=y/CONFIG_SERIAL_8250_CONSOLE=m/' "$dir/config"
	run series
	[ "$status" -eq 2 ]
	one_line "config: CONFIG_SERIAL_8250_CONSOLE is a module (expected y: the console"
	[ ! -e "$KTOLL_DB" ]
	sed -i '/CONFIG_SERIAL_8250_CONSOLE/d' "$dir/config"
	run series
	[ "$status" -eq 2 ]
	one_line "CONFIG_SERIAL_8250_CONSOLE is not set"
	[ ! -e "$KTOLL_DB" ]
}

@test "git bisect run finds the commit, past one that does not build" {
	repository
	commit "a mistake" "$old" "echo 'f.c:7:1: error: no such thing'; false"
	commit "a comment" "$old" "# one"
	commit "another kernel" "$new"
	commit "another comment" "$new" "# two"
	"$ktoll" run --exact --kernel "$old" --as before syscall.null > "$dir/out"
	check() {
		git -C "$dir/repo" bisect run "$ktoll" check --bisect --verify-ends --fail-if different \
			--git "$dir/repo" --config "$dir/config" --against before syscall.null
	}
	git -C "$dir/repo" bisect start HEAD base
	check > "$dir/out" 2>&1 || { cat "$dir/out"; false; }
	[ "$(git -C "$dir/repo" log -1 --format=%s refs/bisect/bad)" = "another kernel" ]
	grep -q 'is the first bad commit' "$dir/out"
	git -C "$dir/repo" bisect reset 2> "$dir/err"

	# Ends that are called the wrong way round are not believed.
	git -C "$dir/repo" bisect start HEAD HEAD~1
	run check
	[ "$status" -ne 0 ]
	[[ $output == *"is called good, and is bad (expected ends that this check tells apart)"* ]]
	git -C "$dir/repo" bisect reset 2> "$dir/err"
}

# begin_slow KERNEL SECONDS: begins a series whose second commit takes its time to build, and waits until it does.
begin_slow() {
	commit "slow" "$1" "echo half > \$(O)/half.o; echo begin >> $dir/log; touch $dir/building; sleep $2; echo end >> $dir/log"
	# A function in the background would be a shell of its own, and its number the shell's.
	"$ktoll" series --exact --git "$dir/repo" --range base..HEAD --config "$dir/config" -q \
		syscall.null > "$dir/out" 2> "$dir/err" 3>&- &
	pid=$!
	wait_file "$dir/building"
}

# Processes of the build: make, what it started, and the watcher of its group.
builders() {
	pgrep -f "$dir" | grep -vx $$ || true
}

@test "killed in the middle of a build, with or without its make, a series goes on" {
	repository
	begin_slow "$new" 1
	kill -9 $pid
	wait $pid || true
	# Its make dies with it.
	for _ in $(seq 50); do
		[ -n "$(pgrep -f "make -C $dir" || true)" ] || break
		sleep 0.1
	done
	[ -z "$(pgrep -f "make -C $dir" || true)" ]
	[ -e "$(echo "$dir"/cache/trees/*/*/half.o)" ]

	# Everything at once, watcher and compilers too.
	rm "$dir/building"
	"$ktoll" series --resume 1 -q > "$dir/out" 2> "$dir/err" 3>&- &
	pid=$!
	wait_file "$dir/building"
	# shellcheck disable=SC2046
	kill -9 $pid $(builders) 2> /dev/null || true
	wait $pid || true

	"$ktoll" series --resume 1 -q > "$dir/out" || [ $? -eq 1 ]
	[ "$(sql 'SELECT group_concat(state) FROM series_arm')" = ready,ready ]
	a=$(values 1)
	series > "$dir/out" || [ $? -eq 1 ]
	[ -n "$a" ] && [ "$a" = "$(values 2)" ]
}

@test "a make that outlives its ktoll and its watcher is waited for: never two in one tree" {
	repository
	begin_slow "$old" 4
	# The watcher first: it would take its group with it when ktoll is gone.
	kill -9 "$(pgrep -f "read -r _ <&9.*$dir")"
	kill -9 $pid
	wait $pid || true
	[ -n "$(pgrep -f "make -C $dir")" ]
	"$ktoll" series --resume 1 -q > "$dir/out" || [ $? -eq 1 ]
	[ "$(tr '\n' ' ' < "$dir/log")" = "begin end begin end " ]
	[ "$(sql 'SELECT group_concat(state) FROM series_arm')" = ready,same ]
	[ "$(sql 'SELECT state FROM experiment')" = "done" ]
}

# small COMMAND SIZE: COMMAND (a function) in a name space of its own where $dir/small is a
# file system of SIZE
small() {
	repository
	commit "another kernel" "$new"
	mkdir "$dir/small"
	want_mounts
	export -f series sql values fails "$1"
	export dir ktoll
	$name_space bash -euc "mount -t tmpfs -o size=$2 none $dir/small; $1"
}

# fails PATTERN: what was the last to run, as a full disk should make it
fails() {
	[ $status -eq 3 ]
	[ "$(wc -l < "$dir/err")" = 1 ]
	grep -q "^ktoll: .*small.*$1.*; .ktoll series --resume 1. goes on$" "$dir/err"
	# No half image under the name of a whole one, and no fault of the commit's.
	[ -z "$(ls "$dir/small/cache/images")" ]
	[ "$(sql 'SELECT count(*) FROM boot')" = 0 ]
	[ "$(sql "SELECT count(*) FROM series_arm WHERE state = 'broken'")" = 0 ]
}

full_while_building() {
	export KTOLL_CACHE=$dir/small/cache
	status=0
	series > "$dir/out" 2> "$dir/err" || status=$?
	fails "the disk is full"
	# Room for what is built, not for the image that is kept of it.
	mount -o remount,size=40m "$dir/small"
	status=0
	"$ktoll" series --resume 1 > "$dir/out" 2> "$dir/err" || status=$?
	fails "No space left"
	mount -o remount,size=300m "$dir/small"
	"$ktoll" series --resume 1 > "$dir/out" || [ $? -eq 1 ]
	grep -q 'step 1 (another kernel) changes syscall.null' "$dir/out"
}

@test "a full disk ends a build in one line, and it goes on when there is room" {
	small full_while_building 8m
}

full_database() {
	export KTOLL_DB=$dir/small/k.db
	mkdir "$dir/small/x"
	series > "$dir/out" || [ $? -eq 1 ]
	a=$(values 1)
	# As much room as the next one needs to begin, and not to end.
	head -c 100M /dev/zero > "$dir/small/filler" 2> /dev/null || true
	truncate -s -60K "$dir/small/filler"
	status=0
	series > "$dir/out" 2> "$dir/err" || status=$?
	cat "$dir/err"
	[ $status -eq 3 ]
	[ "$(wc -l < "$dir/err")" = 1 ]
	grep -q '^ktoll: .*small/k.db: .*full' "$dir/err"
	rm "$dir/small/filler"
	[ "$(sql 'PRAGMA integrity_check')" = ok ]
	if [ "$(sql 'SELECT count(*) FROM experiment')" = 1 ]; then
		series > "$dir/out" || [ $? -eq 1 ]
	else
		"$ktoll" series --resume 2 > "$dir/out" || [ $? -eq 1 ]
	fi
	[ "$(values 2)" = "$a" ]
	[ "$(sql 'SELECT count(*) FROM boot')" = 4 ]
}

@test "a full disk under the database loses nothing that was done" {
	small full_database 2m
}
