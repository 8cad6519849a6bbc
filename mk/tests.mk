# tests/<layer>/test_*.c: cmocka, linked with the layer and what it may use.
# tests/cli/*.bats: the programs from outside. All speak TAP; scripts/run-tests counts.
# tests/boot/*.bats: real kernels in QEMU; once, with the release build (`make test-boot`).

TEST_SRCS := $(wildcard tests/*/test_*.c)
TEST_BINS := $(TEST_SRCS:tests/%.c=$(B)/tests/%)
TEST_BATS := $(sort $(wildcard tests/cli/*.bats tests/browser/*.bats))

define TEST_LAYER
$(B)/tests/$(1)/test_%: $(B)/obj/tests/$(1)/test_%.o $$(ARCHIVES_$(1))
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D) && $$(CC) $$(HOSTED_LDFLAGS) -o $$@ $$< $$(ARCHIVES_$(1)) \
		-lcmocka $$(PKG_LIBS) -lm
endef
$(foreach layer,$(LAYERS),$(eval $(call TEST_LAYER,$(layer))))

# The plan reader is freestanding; its hosted build is for its test and its fuzz target.
PROBE_HOSTED := $(B)/obj/probe/plan.o $(B)/obj/probe/lib.o
$(B)/tests/probe/test_%: $(B)/obj/tests/probe/test_%.o $(PROBE_HOSTED) $(ARCHIVES_base)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOSTED_LDFLAGS) -o $@ $< $(PROBE_HOSTED) \
		$(ARCHIVES_base) -lcmocka -lm

-include $(TEST_SRCS:%.c=$(B)/obj/%.d)

# How many test programs run at once. More would do nothing but wait for each other: all
# measure on the same CPU, the last one.
TEST_JOBS ?= 2

.PHONY: test test-build
.SECONDARY:
test-build: $(TEST_BINS) $(PLUGIN_HOSTS) fuzz-replay

test: all man test-build
	$(Q)scripts/run-tests -j $(TEST_JOBS) $(B) $(TEST_BINS) $(FUZZ_REPLAYS) $(TEST_BATS)

.PHONY: test-boot
test-boot: all
	$(Q)scripts/run-tests -j $(TEST_JOBS) $(B) $(sort $(wildcard tests/boot/*.bats))

# Minutes, a network, root: what is not for every edit.
LONG_BATS := $(sort $(wildcard tests/long/*.bats))
.PHONY: test-long
test-long: all man
	$(Q)VARIANT=$(VARIANT) scripts/run-tests $(B) $(LONG_BATS)
