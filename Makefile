# ktoll: see `make help`. One make, not recursive; the parts are in mk/.
# Outputs: build/probe/ (the probe, every ABI), build/$(VARIANT)/ (everything hosted),
# build/gen/ (generated sources).

VARIANT ?= release
CC      ?= cc
CLANG   ?= clang
PREFIX  ?= /usr/local
LIBEXECDIR ?= $(PREFIX)/libexec
MANDIR     ?= $(PREFIX)/share/man
DESTDIR ?=

Q := $(if $(V),,@)
say = $(if $(V),@:,@printf '  %-8s%s\n' $(1) $(2))

B := build/$(VARIANT)

# Recipe of a file that holds the flags of what depends on it, and is new when they are.
note-flags = @mkdir -p $(@D) && printf '%s\n' "$(subst ",\",$(1))" | cmp -s - $@ || \
	printf '%s\n' "$(subst ",\",$(1))" > $@

.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

.PHONY: all help clean
all: probe hosted

include mk/probe.mk
include mk/hosted.mk
include mk/plugin.mk
include mk/tests.mk
include mk/fuzz.mk
include mk/bench.mk
include mk/lint.mk
include mk/install.mk

help:
	@echo 'make               the probe for every ABI, and ktoll'
	@echo 'make test          every test of this variant, results in build/VARIANT/tap'
	@echo 'make lint          layers, headers, format, shell scripts'
	@echo 'make fuzz          the fuzz targets; `make fuzz-replay` runs their corpora'
	@echo 'make bench         the benchmarks of ktoll itself (build/bench)'
	@echo 'make install       to $$DESTDIR$$PREFIX; `make uninstall` removes the same files'
	@echo 'make dist          build/dist/ktoll-VERSION.tar.gz, of a git checkout'
	@echo 'make clean         removes build/'
	@echo
	@echo 'CC, CPPFLAGS, CFLAGS and LDFLAGS are for what runs on a libc. The probe is freestanding'
	@echo 'and is timed: it is always built by $$(CLANG), with its own flags (mk/probe.mk).'
	@echo 'V=1 shows the commands; VARIANT=asan builds with ASan and UBSan.'

clean:
	rm -rf build
