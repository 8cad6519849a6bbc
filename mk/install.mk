# Installation, the pages that are made of other files, and the archive of a release.

DATADIR ?= $(PREFIX)/share
DOCDIR  ?= $(DATADIR)/doc/ktoll

MAN1 := $(wildcard man/*.1)
MAN5_MADE := $(patsubst %,build/gen/man/ktoll-%.5,wire plan json)
MAN5 := $(wildcard man/*.5) $(MAN5_MADE)
MAN7 := build/gen/man/ktoll-workloads.7

.PHONY: man install uninstall dist

man: $(MAN5_MADE) $(MAN7)

build/gen/man/ktoll-workloads.7: $(PROBE_WORKLOADS) scripts/gen-workloads scripts/gen-manual
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D) && scripts/gen-workloads tsv $(PROBE_WORKLOADS) > $@.tsv && \
		scripts/gen-manual workloads < $@.tsv > $@

TITLE_wire := what the measuring program writes
TITLE_plan := what the measuring program is told
TITLE_json := the JSON that ktoll prints

build/gen/man/ktoll-%.5: docs/%.md scripts/gen-manual
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D) && scripts/gen-manual $* $< '$(TITLE_$*)' > $@

install: all man
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBEXECDIR)/ktoll
	install -m 755 $(B)/ktoll $(DESTDIR)$(PREFIX)/bin/ktoll
	install -m 755 $(PROBE_BINS) $(DESTDIR)$(LIBEXECDIR)/ktoll/
	install -m 644 $(PROBE_BINS:=.debug) $(DESTDIR)$(LIBEXECDIR)/ktoll/
	install -d $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man5 $(DESTDIR)$(MANDIR)/man7
	install -m 644 $(MAN1) $(DESTDIR)$(MANDIR)/man1/
	install -m 644 $(MAN5) $(DESTDIR)$(MANDIR)/man5/
	install -m 644 $(MAN7) $(DESTDIR)$(MANDIR)/man7/
	install -d $(DESTDIR)$(DATADIR)/bash-completion/completions \
		$(DESTDIR)$(DATADIR)/zsh/vendor-completions $(DESTDIR)$(DATADIR)/fish/vendor_completions.d
	install -m 644 completion/ktoll.bash $(DESTDIR)$(DATADIR)/bash-completion/completions/ktoll
	install -m 644 completion/_ktoll $(DESTDIR)$(DATADIR)/zsh/vendor-completions/_ktoll
	install -m 644 completion/ktoll.fish $(DESTDIR)$(DATADIR)/fish/vendor_completions.d/ktoll.fish
	install -d $(DESTDIR)$(DOCDIR)
	install -m 644 README.md $(wildcard docs/*.md) $(DESTDIR)$(DOCDIR)/

# What install made, and its folders where nothing else is in them.
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/ktoll
	rm -f $(patsubst build/probe/%,$(DESTDIR)$(LIBEXECDIR)/ktoll/%,$(PROBE_BINS) $(PROBE_BINS:=.debug))
	rm -f $(DESTDIR)$(LIBEXECDIR)/ktoll/$(notdir $(PLUGIN))
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/man1/,$(notdir $(MAN1)))
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/man5/,$(notdir $(MAN5)))
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/man7/,$(notdir $(MAN7)))
	rm -f $(DESTDIR)$(DATADIR)/bash-completion/completions/ktoll \
		$(DESTDIR)$(DATADIR)/zsh/vendor-completions/_ktoll \
		$(DESTDIR)$(DATADIR)/fish/vendor_completions.d/ktoll.fish
	rm -f $(addprefix $(DESTDIR)$(DOCDIR)/,README.md $(notdir $(wildcard docs/*.md)))
	-rmdir --ignore-fail-on-non-empty $(DESTDIR)$(LIBEXECDIR)/ktoll $(DESTDIR)$(DOCDIR)

# Everything that is not ignored, committed or not, with one time for all files.
DIST := ktoll-$(VERSION)
dist:
	$(Q)git rev-parse --is-inside-work-tree > /dev/null 2>&1 || \
		{ echo 'make dist: not a git checkout, nothing says what belongs to the sources' >&2; exit 1; }
	$(Q)mkdir -p build/dist
	$(Q)git ls-files -z --cached --others --exclude-standard | sort -zu | \
		tar --create --no-recursion --ignore-failed-read --owner=0 --group=0 --numeric-owner \
		--mtime='@$(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2> /dev/null))' \
		--transform='s|^|$(DIST)/|' --null --files-from=- | gzip -n > build/dist/$(DIST).tar.gz
	@echo build/dist/$(DIST).tar.gz
