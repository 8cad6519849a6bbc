# bench/: benchmarks of ktoll itself. Built here, run by hand (docs/benchmarks.md).

BENCH_SRCS := $(wildcard bench/*.c)
BENCH_BINS := $(BENCH_SRCS:bench/%.c=build/bench/%)

.PHONY: bench
bench: all $(BENCH_BINS)

build/bench/%: $(B)/obj/bench/%.o $(ARCHIVES_cmd)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOSTED_LDFLAGS) -o $@ $< $(ARCHIVES_cmd) $(PKG_LIBS) -lm
-include $(BENCH_SRCS:%.c=$(B)/obj/%.d)
