# The Debian package's own files, as far as they need no building (tests/long builds it).
load common

# the libraries that the hosted programs link with, as mk/hosted.mk has them
libraries() {
	sed -n 's/^HOSTED_LIBS_PKG := //p' mk/hosted.mk
}

@test "the Debian package is built with every library that the Makefile links" {
	command -v dpkg > /dev/null || skip "this is no Debian"
	[ -n "$(libraries)" ]
	sed -n '/^Build-Depends:/,/^[A-Z][a-z-]*-Version:/p' debian/control |
		tr -d ' ,' | sed 's/^Build-Depends://; s/(.*//' > "$dir/depends"
	for library in $(libraries); do
		file=$(find /usr/lib /usr/share -name "$library.pc" -path '*/pkgconfig/*' | head -n 1)
		[ -n "$file" ]
		package=$(dpkg -S "$file" | sed 's/:.*//')
		echo "$library is in $package"
		grep -qx "$package" "$dir/depends"
		# and what ./check and ./quickstart install
		grep -qw "$package" scripts/install-packages
	done
}

@test "version, change log and archive say the same" {
	version=$(sed -n 's/^VERSION := //p' mk/hosted.mk)
	[ "$("$ktoll" --version)" = "ktoll $version" ]
	[ "$(sed -n '1s/^ktoll (\(.*\)) .*/\1/p' debian/changelog)" = "$version" ]
}

# shown MAKE-ARGUMENT...: what make would run to build the front end and the plug-in anew
shown() {
	make -nB V=1 VARIANT=shown "$@" build/shown/obj/base/str.o build/plugin/ktoll-path.so
}

@test "flags of a distribution reach all that runs on a libc, and not the probe" {
	shown CPPFLAGS=-DFROM_CPP CFLAGS=-DFROM_C LDFLAGS=-Wl,-z,now > "$dir/out"
	grep -- '-c -o build/shown/obj/base/str.o' "$dir/out" | grep -e -DFROM_CPP | grep -q -e -DFROM_C
	grep -- '-o build/plugin/ktoll-path.so' "$dir/out" | grep -e -DFROM_CPP | grep -e '-DFROM_C ' |
		grep -q -e -Wl,-z,now
	make -nB V=1 CFLAGS=-DFROM_C CPPFLAGS=-DFROM_CPP build/probe/x86_64/probe/lib.o > "$dir/out"
	grep -q -- '-c -o build/probe/x86_64/probe/lib.o' "$dir/out"
	no grep -q FROM_C "$dir/out"
}

@test "uninstall removes what install made, and nothing else" {
	PREFIX=/usr DESTDIR=$dir/root
	export PREFIX DESTDIR
	make -n install > "$dir/install"
	make -n uninstall > "$dir/uninstall"
	# every file that install names is named by uninstall
	mkdir -p "$dir/root/usr/bin" "$dir/root/usr/libexec/ktoll"
	grep '^install -m' "$dir/install" | while read -r _ _ _ files; do
		to=${files##* }
		for from in ${files% *}; do
			case $to in
			*/) target=$to${from##*/} ;;
			*) target=$to ;;
			esac
			mkdir -p "${target%/*}"
			: > "$target"
		done
	done
	[ "$(find "$dir/root" -type f | wc -l)" -ge 40 ]
	: > "$dir/root/usr/libexec/ktoll/of-another"
	make -s uninstall
	[ "$(find "$dir/root" -type f)" = "$dir/root/usr/libexec/ktoll/of-another" ]
	[ ! -e "$dir/root/usr/share/doc/ktoll" ]
}

@test "an archive is made of a git checkout only" {
	mkdir "$dir/tree"
	cp -r Makefile mk "$dir/tree"
	run make -C "$dir/tree" dist
	[ "$status" -ne 0 ]
	[[ $output == *"not a git checkout"* ]]
	[ ! -e "$dir/tree/build/dist" ]
}

@test "what is built does not know where: the build id of the probe is its code's" {
	for file in "$ktoll" build/plugin/ktoll-path.so build/probe/ktoll-probe.*.debug; do
		echo "$file"
		no grep -aqF "$PWD" "$file"
	done
}
