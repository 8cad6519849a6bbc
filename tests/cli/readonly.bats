# Databases that cannot be written: what only reads reads them, what writes says so in a line.
load common

# A machine of few rights: no -wal can be made beside a file, as on a mount that is read-only.
# only_reading COMMAND...: with $dir mounted so; $status and $output as of `run`
only_reading() {
	unshare -m true 2> /dev/null || skip "no permission to mount a file system"
	run unshare -m bash -c '
		mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" || exit 99
		"$@"' "$dir" "$@"
	[ "$status" -ne 99 ]
}

# one_line PATTERN: a command's failure for want of the environment
one_line() {
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *$1* ]]
}

@test "what only reads reads a database on a mount that is read-only" {
	"$ktoll" run --processes 6 --as a control.empty > /dev/null
	"$ktoll" run --processes 6 --as b control.empty > /dev/null
	[ ! -e "$KTOLL_DB-wal" ]
	out=$(mktemp -d)/out
	only_reading "$ktoll" log
	[ "$status" -eq 0 ]
	[[ $output == *" done "* ]]
	only_reading "$ktoll" show 1
	[ "$status" -eq 0 ]
	[[ $output == *control.empty* ]]
	only_reading "$ktoll" compare a b
	[ "$status" -le 1 ]
	[[ $output == *control.empty* ]]
	only_reading "$ktoll" report -o "$out.html" a b
	[ "$status" -eq 0 ]
	only_reading "$ktoll" plot -o "$out.svg" a b
	[ "$status" -eq 0 ]
	grep -q control.empty "$out.html"
	grep -q '<svg' "$out.svg"
	rm -r "${out%/*}"
	[ ! -e "$KTOLL_DB-wal" ]
}

@test "a finished series is shown of a database on a mount that is read-only" {
	sqlite3 "$KTOLL_DB" < tests/data/series.sql > /dev/null
	id=$(sql 'SELECT max(experiment_id) FROM series')
	sql "UPDATE experiment SET state = 'done'"
	"$ktoll" log > /dev/null # brings its schema up to date
	sql 'PRAGMA wal_checkpoint(TRUNCATE)' > /dev/null
	"$ktoll" series --resume "$id" > "$dir/writable" || [ $? -eq 1 ]
	only_reading "$ktoll" series --resume "$id"
	[ "$status" -le 1 ]
	[ "$output" = "$(cat "$dir/writable")" ]
	only_reading "$ktoll" path --arm 6.12.117+deb12-cloud-amd64 syscall.null
	[ "$status" -eq 0 ]
	[[ $output == *do_syscall_64* ]]
	sql "UPDATE experiment SET state = 'interrupted'"
	sql 'PRAGMA wal_checkpoint(TRUNCATE)' > /dev/null
	only_reading "$ktoll" series --resume "$id"
	one_line "$KTOLL_DB: the database cannot be written: Read-only file system"
}

@test "what writes says that the database is read-only" {
	"$ktoll" run --processes 1 --as a control.empty > /dev/null
	seq 10 > "$dir/numbers"
	for command in "run control.empty" "ab --a x --b y control.empty" \
		"check --against a" "stat true" "import c $dir/numbers"; do
		only_reading "$ktoll" $command
		one_line "$KTOLL_DB: the database cannot be written: Read-only file system"
	done
	rm "$KTOLL_DB"
	only_reading "$ktoll" run control.empty
	one_line "$KTOLL_DB: the database cannot be made: Read-only file system"
}

@test "a read-only database of an older schema says that it cannot be brought up to date" {
	sqlite3 "$KTOLL_DB" < store/schema/001-initial.sql
	sql 'PRAGMA application_id = 0x6b746f6c; PRAGMA user_version = 1'
	only_reading "$ktoll" log
	one_line "made by an older ktoll and read-only"
	[[ $output == *"(expected a copy of it in a folder that can be written)" ]]
}

@test "a log that a kill left beside a read-only database is read, or is said" {
	"$ktoll" run --processes 5000 control.empty > /dev/null 2>&1 &
	pid=$!
	for _ in $(seq 100); do
		[ "$(sql 'SELECT count(*) > 3 FROM process' 2> /dev/null)" = 1 ] && break
		sleep 0.1
	done
	kill -9 $pid
	wait $pid || true
	[ -s "$KTOLL_DB-wal" ]
	only_reading "$ktoll" log
	[ "$status" -eq 0 ]
	[[ $output == *" interrupted "* ]]
	rm "$KTOLL_DB-shm"
	only_reading "$ktoll" log
	one_line "$KTOLL_DB-wal"
	[[ $output == *"copy"* ]]
}
