# The measuring program: freestanding, one compiler for every ABI.

PROBE_ABIS := x86_64 i386
PROBE_SRCS := $(wildcard probe/*.c probe/workloads/*.c) wire/write.c
PROBE_WORKLOADS := $(sort $(wildcard probe/workloads/*.c))
PROBE_BINS := $(PROBE_ABIS:%=build/probe/ktoll-probe.%)

MULTIARCH := $(shell $(CC) -print-multiarch 2>/dev/null)

# General registers only: no vector state becomes live unless a workload makes it so.
PROBE_CFLAGS := -std=gnu11 -g -ffreestanding -fno-pic -fno-pie -fno-stack-protector \
	-fno-asynchronous-unwind-tables -fno-unwind-tables -fomit-frame-pointer \
	-mgeneral-regs-only -fcf-protection=none \
	-fno-builtin -fno-strict-aliasing -fno-unroll-loops -fno-vectorize \
	-ffunction-sections -fdata-sections \
	-Wall -Wextra -Werror=implicit -Wmissing-prototypes -Wshadow \
	-Wno-initializer-overrides \
	-ffile-prefix-map=$(CURDIR)=. -fdebug-compilation-dir=. -I. -Ibuild/gen \
	-idirafter /usr/include/$(MULTIARCH)
# Timed loops are aligned (WORKLOAD() does it for their functions), so that an edit elsewhere
# does not move one within its cache line. The rest is kept small.
PROBE_TIMED   := -O2 -falign-loops=32
PROBE_UNTIMED := -Os
PROBE_LDFLAGS := -nostdlib -static -fuse-ld=lld -Wl,--build-id=sha1 -Wl,--gc-sections \
	-Wl,-z,noexecstack -Wl,-z,norelro -Wl,-z,separate-code -Wl,--no-undefined

PROBE_TARGET_x86_64 := x86_64-linux-gnu
PROBE_TARGET_i386   := i386-linux-gnu
PROBE_ARCHFLAGS_x86_64 := -mno-red-zone
PROBE_ARCHFLAGS_i386   := -march=i686

.PHONY: probe
probe: $(PROBE_BINS)

build/gen/probe-flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CLANG) $(PROBE_CFLAGS) $(PROBE_TIMED) $(PROBE_UNTIMED) $(PROBE_LDFLAGS)' | cmp -s - $@ || \
		echo '$(CLANG) $(PROBE_CFLAGS) $(PROBE_TIMED) $(PROBE_UNTIMED) $(PROBE_LDFLAGS)' > $@

# The table of workloads, the catalogue and the manual entry come from the WORKLOAD lines.
build/gen/workload-table.c: $(PROBE_WORKLOADS) scripts/gen-workloads
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D) && scripts/gen-workloads table $(PROBE_WORKLOADS) > $@

define PROBE_ABI
PROBE_OBJS_$(1) := $$(PROBE_SRCS:%.c=build/probe/$(1)/%.o) \
	$$(patsubst %.S,build/probe/$(1)/%.o,$$(wildcard probe/arch/$(1)/*.S)) \
	build/probe/$(1)/workload-table.o

build/probe/$(1)/%.o: %.c build/gen/probe-flags
	$$(call say,CLANG,$$@)
	$$(Q)mkdir -p $$(@D) && $$(CLANG) -target $$(PROBE_TARGET_$(1)) $$(PROBE_CFLAGS) \
		$$(if $$(filter probe/workloads/%,$$<),$$(PROBE_TIMED),$$(PROBE_UNTIMED)) \
		$$(PROBE_ARCHFLAGS_$(1)) -Iprobe/arch/$(1) -MMD -MP -c -o $$@ $$<

build/probe/$(1)/%.o: %.S build/gen/probe-flags
	$$(call say,AS,$$@)
	$$(Q)mkdir -p $$(@D) && $$(CLANG) -target $$(PROBE_TARGET_$(1)) $$(PROBE_CFLAGS) \
		$$(PROBE_ARCHFLAGS_$(1)) -MMD -MP -c -o $$@ $$<

build/probe/$(1)/workload-table.o: build/gen/workload-table.c build/gen/probe-flags
	$$(call say,CLANG,$$@)
	$$(Q)mkdir -p $$(@D) && $$(CLANG) -target $$(PROBE_TARGET_$(1)) $$(PROBE_CFLAGS) \
		$$(PROBE_ARCHFLAGS_$(1)) -Iprobe/arch/$(1) -MMD -MP -c -o $$@ $$<

build/probe/ktoll-probe.$(1): $$(PROBE_OBJS_$(1))
	$$(call say,LINK,$$@)
	$$(Q)$$(CLANG) -target $$(PROBE_TARGET_$(1)) $$(PROBE_LDFLAGS) -Wl,-Map=$$@.map \
		-o $$@.debug $$(PROBE_OBJS_$(1)) && llvm-objcopy --strip-all $$@.debug $$@

-include $$(PROBE_OBJS_$(1):.o=.d)
endef
$(foreach abi,$(PROBE_ABIS),$(eval $(call PROBE_ABI,$(abi))))

.PHONY: FORCE
FORCE:
