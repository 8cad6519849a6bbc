# Shared by the tests of the programs. BUILD is the variant's folder (scripts/run-tests).
BUILD=${BUILD:-build/release}
ktoll=$PWD/$BUILD/ktoll
probe=$PWD/build/probe/ktoll-probe.x86_64
probe32=$PWD/build/probe/ktoll-probe.i386

setup() {
	dir=$(mktemp -d)
	export KTOLL_DB=$dir/ktoll.db
	# A leak at the end of a short program is no leak worth a red test run elsewhere.
	export ASAN_OPTIONS=detect_leaks=1
}

teardown() {
	rm -rf "$dir"
}

# plan NAME [LINE...]: a plan on stdout
plan() {
	printf 'ktoll-plan 1\nworkload %s\n' "$1"
	shift
	[ $# -eq 0 ] || printf '%s\n' "$@"
	printf 'end\n'
}

# sql QUERY: of the test's database
sql() {
	sqlite3 "$KTOLL_DB" "$1"
}

# json FILE PATH: a value out of a JSON file; fails if it is no JSON
json() {
	sqlite3 :memory: "SELECT json_extract(CAST(readfile('$1') AS TEXT), '$2')"
}

# other_cpu: a CPU that is not 0, or nothing
other_cpu() {
	[ "$(nproc)" -lt 2 ] || echo 1
}

# no COMMAND...: fails if it succeeds. (Of `! command` set -e takes no notice, and bats
# neither.)
no() {
	! "$@"
}

# flat TEXT: its lines joined, each gap one blank. Where a report wraps its remarks depends on
# the numbers in them.
flat() {
	printf '%s' "$1" | tr -s ' \n' ' '
}

# put FILE OFFSET BYTES: over what is there
put() {
	printf "$3" | dd of="$1" bs=1 seek=$(($2)) conv=notrunc status=none
}

# bzimage: the name of a file that looks like a kernel, and is none
bzimage() {
	local f=$dir/bzImage
	head -c 2624 /dev/zero > "$f"
	put "$f" 0x1f1 '\4' && put "$f" 0x1f4 '\4' && put "$f" 0x1fe '\125\252'
	put "$f" 0x202 'HdrS\17\2' && put "$f" 0x20f '\4' && put "$f" 0x236 '\1'
	put "$f" 0x600 '6.1.0-test (builder@host) #1 SMP'
	echo "$f"
}

# Sets name_space to a command that runs others where they may mount, or skips.
want_mounts() {
	if unshare -m true 2> /dev/null; then
		name_space='unshare -m'
	elif unshare -rm true 2> /dev/null; then
		name_space='unshare -rm'
	else
		skip "no permission to mount a small file system"
	fi
}
