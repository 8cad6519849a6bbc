# The Debian package: built from what `make dist` makes, and run in a clean root.
# Takes minutes, a network and root; `make test-long`.
load ../cli/common

eval "common_$(declare -f setup)"
setup() {
	common_setup
	command -v dpkg-buildpackage > /dev/null || skip "dpkg-dev is not installed"
	command -v dh > /dev/null || skip "debhelper is not installed"
}

setup_file() {
	command -v dpkg-buildpackage > /dev/null && command -v dh > /dev/null || return 0
	make -s dist
	export WORK
	WORK=$(mktemp -d)
	tar xzf build/dist/ktoll-*.tar.gz -C "$WORK"
	(cd "$WORK"/ktoll-* && dpkg-buildpackage -b -us -uc -j2) > "$WORK/log" 2>&1 || {
		tail -n 30 "$WORK/log" >&3
		false
	}
}

teardown_file() {
	[ -z "${WORK-}" ] || rm -rf --one-file-system "$WORK"
}

@test "the archive is the same twice" {
	make -s dist
	sum=$(sha256sum < build/dist/ktoll-*.tar.gz)
	sleep 1
	make -s dist
	[ "$(sha256sum < build/dist/ktoll-*.tar.gz)" = "$sum" ]
}

@test "lintian has nothing to say" {
	command -v lintian > /dev/null || skip "lintian is not installed"
	run lintian --fail-on error,warning "$WORK"/ktoll_*.changes
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "make install fills DESTDIR, and what it installs runs" {
	make -s PREFIX=/usr DESTDIR="$dir/root" VARIANT=package CFLAGS=-O2 install > "$dir/log" 2>&1
	"$dir/root/usr/bin/ktoll" --version
	KTOLL_PROBE_DIR=$dir/root/usr/libexec/ktoll "$dir/root/usr/bin/ktoll" run --processes 3 control.spin
	"$dir/root/usr/bin/ktoll" help workloads > "$dir/page"
	grep -q syscall.null "$dir/page"
	[ -s "$dir/root/usr/share/bash-completion/completions/ktoll" ]
}

@test "it installs and runs in a clean root" {
	command -v debootstrap > /dev/null || skip "debootstrap is not installed"
	[ "$(id -u)" -eq 0 ] || skip "needs root"
	root=$WORK/root
	debootstrap --variant=minbase --include=man-db bookworm "$root" > "$WORK/debootstrap" 2>&1 ||
		skip "no mirror of Debian can be reached"
	cp "$WORK"/ktoll_*.deb "$root/tmp/"
	# only what the package says that it needs
	chroot "$root" sh -c 'apt-get -q update && apt-get -qy --no-install-recommends install /tmp/ktoll_*.deb' \
		> "$WORK/install" 2>&1
	mount -t proc proc "$root/proc"
	mount -t sysfs sysfs "$root/sys"
	status=0
	chroot "$root" sh -ec '
		ktoll --version
		ktoll run --processes 3 --db /tmp/k.db control.spin i386.int80.null syscall.null
		ktoll show 1 --format json --db /tmp/k.db > /tmp/1.json
		ktoll report 1 -o /tmp/1.html --db /tmp/k.db
		test -s /tmp/1.html
		ktoll help run | grep -q SYNOPSIS
		ktoll help workloads | grep -q syscall.null
		' > "$dir/out" 2>&1 || status=$?
	umount "$root/proc" "$root/sys"
	cat "$dir/out"
	[ "$status" -eq 0 ]
	grep -q '^syscall.null' "$dir/out"
}
