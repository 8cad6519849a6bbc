# Kernels built from Debian's linux-source, for the long tests. KTOLL_LONG_CACHE=FOLDER keeps
# sources and images for the next time.

# Sets work (the folder) and, if there can be no kernels, why. In work: linux, a repository with
# the tag base and tests/kernels/*.patch on it, and config.
kernels_prepare() {
	export work=${KTOLL_LONG_CACHE:-$(mktemp -d)}
	mkdir -p "$work"
	export KTOLL_CACHE=$work/cache why=
	for tool in git flex bison bc qemu-system-x86_64; do
		command -v $tool > /dev/null || export why="no $tool"
	done
	source=$(ls /usr/src/linux-source-6.*.tar.xz 2> /dev/null | head -n 1 || true)
	[ -n "$source" ] || export why="Debian's linux-source is not installed"
	[ -z "$why" ] || return 0
	[ -d "$work/linux/.git/refs/tags" ] && [ -e "$work/ready" ] && return 0
	rm -rf "$work/linux"
	mkdir "$work/linux"
	tar -C "$work/linux" --strip-components=1 -xf "$source"
	(
		cd "$work/linux"
		git init -q .
		git config user.name ktoll
		git config user.email ktoll@example.org
		git config gc.auto 0
		git add -A -f .
		git commit -qm "Linux as Debian has it"
		git tag base
	)
	git -C "$work/linux" am -q --whitespace=nowarn "$PWD"/tests/kernels/*.patch
	kernels_config "$work/config"
	touch "$work/ready"
}

# kernels_config FILE [LINE...]: the minimal configuration, with more lines
kernels_config() {
	local out=$1
	shift
	mkdir "$work/configure"
	cat tests/kernels/minimal.config > "$work/configure/wanted"
	[ $# -eq 0 ] || printf '%s\n' "$@" >> "$work/configure/wanted"
	make -s -C "$work/linux" O="$work/configure" ARCH=x86 \
		KCONFIG_ALLCONFIG="$work/configure/wanted" allnoconfig > /dev/null
	cp "$work/configure/.config" "$out"
	rm -r "$work/configure"
}

# kernels_build FOLDER COMMIT CONFIG: bzImage and vmlinux of a commit into work/FOLDER, out of a
# tree of its own, so that what others do with the repository does not matter
kernels_build() {
	local to=$work/$1 tree=$work/tree build=$work/build
	[ -s "$to/bzImage" ] && [ -s "$to/vmlinux" ] && return 0
	mkdir -p "$to" "$build"
	[ -d "$tree" ] || git -C "$work/linux" worktree add -q --detach "$tree" "$2"
	git -C "$tree" checkout -q --detach "$2"
	cmp -s "$3" "$build/.config" || cp "$3" "$build/.config"
	KBUILD_BUILD_TIMESTAMP=2026-01-01 KBUILD_BUILD_USER=ktoll KBUILD_BUILD_HOST=ktoll \
		make -s -C "$tree" O="$build" ARCH=x86 -j"$(nproc)" bzImage > "$to/log" 2>&1
	cp "$build/vmlinux" "$build/arch/x86/boot/bzImage" "$to/"
}

kernels_release() {
	[ -n "$KTOLL_LONG_CACHE" ] || rm -rf "$work"
}
