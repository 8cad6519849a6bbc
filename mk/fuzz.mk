# fuzz/fuzz_*.c: libFuzzer targets, each with a corpus in fuzz/corpus/<name>/. The same
# sources, linked with fuzz/replay.c instead, replay the corpora in every `make test`.

FUZZ_SRCS := $(sort $(wildcard fuzz/fuzz_*.c))
FUZZ_NAMES := $(FUZZ_SRCS:fuzz/fuzz_%.c=%)
FUZZ_CFLAGS := -std=gnu11 -g -O1 -D_GNU_SOURCE -I. -Ibuild/gen $(PKG_CFLAGS) \
	-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
# The layers a fuzz target may need: those that read foreign bytes.
FUZZ_LAYER_SRCS := $(wildcard base/*.c wire/*.c import/*.c) probe/plan.c probe/lib.c

.PHONY: fuzz fuzz-replay
fuzz: $(FUZZ_NAMES:%=build/fuzz/fuzz_%)

build/fuzz/obj/%.o: %.c
	$(call say,FUZZ,$@)
	$(Q)mkdir -p $(@D) && $(CLANG) $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c -o $@ $<

build/fuzz/fuzz_%: build/fuzz/obj/fuzz/fuzz_%.o $(FUZZ_LAYER_SRCS:%.c=build/fuzz/obj/%.o)
	$(call say,LINK,$@)
	$(Q)$(CLANG) $(FUZZ_CFLAGS) -o $@ $^ -ljansson -linih -lpfm -lm

$(B)/fuzz/replay_%: $(B)/obj/fuzz/fuzz_%.o $(B)/obj/fuzz/replay.o \
		$(FUZZ_LAYER_SRCS:%.c=$(B)/obj/%.o)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOSTED_LDFLAGS) -o $@ $^ $(PKG_LIBS) -lm

FUZZ_REPLAYS := $(FUZZ_NAMES:%=$(B)/fuzz/replay_%)
fuzz-replay: $(FUZZ_REPLAYS)

-include $(wildcard build/fuzz/obj/*/*.d) $(FUZZ_SRCS:%.c=$(B)/obj/%.d)
