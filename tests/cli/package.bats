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
