# The front end: one archive per layer, so that a layer builds and is tested alone.

LAYERS := base wire stats store host vm path lab import report cmd
HOSTED_LIBS_PKG := sqlite3 gsl jansson hwloc zlib libarchive libelf libdw capstone inih
PKG_CFLAGS := $(shell pkg-config --cflags $(HOSTED_LIBS_PKG))
# libpfm4 has no .pc file.
PKG_LIBS   := $(shell pkg-config --libs $(HOSTED_LIBS_PKG)) -lpfm

# What a layer may include beside itself; scripts/check-layers reads the same lines.
DEPS_base   :=
DEPS_wire   :=
DEPS_stats  :=
DEPS_store  := base
DEPS_host   := base
DEPS_vm     := base wire
DEPS_path   := base
DEPS_lab    := host vm path wire store stats base
DEPS_import := base
DEPS_report := stats base
DEPS_cmd    := lab host vm path import report store stats wire base

CFLAGS_release := -O2 -D_FORTIFY_SOURCE=2
CFLAGS_asan    := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_cover   := -O0 --coverage
LDFLAGS_asan   := -fsanitize=address,undefined
LDFLAGS_cover  := --coverage

VERSION := 0.1

HOSTED_CFLAGS := -std=gnu11 -g -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -fstack-protector-strong \
	-Wall -Wextra -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wvla -Wundef \
	-Wwrite-strings -Wno-unused-parameter -Wno-missing-field-initializers \
	-ffile-prefix-map=$(CURDIR)=. -I. -Ibuild/gen \
	-DKTOLL_VERSION='"$(VERSION)"' -DKTOLL_LIBEXECDIR='"$(LIBEXECDIR)"' \
	-DKTOLL_MANDIR='"$(MANDIR)"' \
	$(CFLAGS_$(VARIANT)) $(PKG_CFLAGS) $(CPPFLAGS) $(CFLAGS) $(WERROR)
HOSTED_LDFLAGS := $(LDFLAGS_$(VARIANT)) -pthread $(LDFLAGS)

.PHONY: hosted
hosted: $(B)/ktoll

$(B)/flags: FORCE
	$(call note-flags,$(CC) $(HOSTED_CFLAGS) $(HOSTED_LDFLAGS))

$(B)/obj/%.o: %.c $(B)/flags
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOSTED_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/obj/gen/%.o: build/gen/%.c $(B)/flags
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(HOSTED_CFLAGS) -MMD -MP -c -o $@ $<

build/gen/catalogue.c: $(PROBE_WORKLOADS) scripts/gen-workloads
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D) && scripts/gen-workloads catalogue $(PROBE_WORKLOADS) > $@

build/gen/schema.c: $(wildcard store/schema/*.sql) scripts/gen-schema
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D) && scripts/gen-schema store/schema/*.sql > $@

build/gen/assets.c: report/assets/report.css report/assets/report.js scripts/gen-assets
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D) && scripts/gen-assets report/assets/report.css report/assets/report.js > $@

GEN_lab    := catalogue
GEN_store  := schema
GEN_report := assets

define LAYER
OBJS_$(1) := $$(patsubst %.c,$(B)/obj/%.o,$$(filter-out cmd/main.c,$$(wildcard $(1)/*.c))) \
	$$(GEN_$(1):%=$(B)/obj/gen/%.o)
$(B)/lib/$(1).a: $$(OBJS_$(1))
	$$(call say,AR,$$@)
	$$(Q)mkdir -p $$(@D) && rm -f $$@ && ar rcs $$@ $$(OBJS_$(1))
ARCHIVES_$(1) := $(B)/lib/$(1).a $$(DEPS_$(1):%=$(B)/lib/%.a)
-include $$(OBJS_$(1):.o=.d)
endef
$(foreach layer,$(LAYERS),$(eval $(call LAYER,$(layer))))

$(B)/ktoll: $(B)/obj/cmd/main.o $(ARCHIVES_cmd)
	$(call say,LINK,$@)
	$(Q)$(CC) $(HOSTED_LDFLAGS) -o $@ $< $(ARCHIVES_cmd) $(PKG_LIBS) -lm
-include $(B)/obj/cmd/main.d
