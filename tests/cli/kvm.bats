# Where no guest runs in KVM. QEMU is a script that says on the console what the trial's
# firmware would (vm/trial.c); no /dev/kvm is needed.
bats_require_minimum_version 1.5.0
load common

# qemu LINE...: a script of these lines
qemu() {
	mkdir -p "$dir/bin"
	{
		printf '#!/bin/sh\necho >> %s\n' "$dir/starts"
		printf '%s\n' "$@"
	} > "$dir/bin/qemu-system-x86_64"
	chmod +x "$dir/bin/qemu-system-x86_64"
	export PATH=$dir/bin:$PATH
}

# refused COMMAND...: for that no guest runs, in one line
refused() {
	run "$ktoll" "$@"
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ ${lines[0]} == "ktoll: KVM is there, but a guest does not run in it: "*"as if each instruction were emulated" ]]
}

@test "an asked for KVM in which no guest gets on is refused with that reason" {
	qemu 'printf 12 > /proc/self/fd/12' 'exec sleep 1000'
	local k
	k=$(bzimage)
	refused run --kernel "$k" --accel kvm syscall.null
	refused ab --kernel-a "$k" --kernel-b "$k" --accel kvm syscall.null
	refused series --kernel a="$k" --kernel b="$k" --accel kvm syscall.null
	"$ktoll" run -q --processes 1 --as here control.empty > "$dir/out"
	refused check --against here --kernel "$k" --accel kvm control.empty
	printf '[series]\nmode = kvm\n[arm a]\nkernel = %s\n[arm b]\nkernel = %s\n' "$k" "$k" \
		> "$dir/x.ini"
	refused series "$dir/x.ini"
	# One trial each, and no boot.
	[ "$(wc -l < "$dir/starts")" -eq 5 ]
}

@test "a QEMU that dies with KVM is quoted" {
	qemu 'echo "qemu: failed to initialize kvm: No such device" >&2' 'exit 1'
	local k
	k=$(bzimage)
	run "$ktoll" run --kernel "$k" --accel kvm syscall.null
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 1 ]
	# Without /dev/kvm, or where it is closed to us, that is the reason.
	[[ $output == *"failed to initialize kvm: No such device" || $output == *"/dev/kvm"* ]]
}

@test "counting instead of KVM is said once, with the reason" {
	qemu 'case "$*" in *-bios*) printf 12 > /proc/self/fd/12; exec sleep 1000 ;; esac' 'exit 1'
	local k
	k=$(bzimage)
	run --separate-stderr "$ktoll" ab --a one --b two --kernel-a "$k" --kernel-b "$k" \
		syscall.null
	[ "$status" -eq 3 ]
	[[ ${stderr_lines[0]} == *"does not run in it: "*"; counting instructions instead (--exact)" ]]
	[ "$(grep -c 'counting instructions instead' <<< "$stderr")" -eq 1 ]
}
