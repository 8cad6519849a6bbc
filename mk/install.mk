# Installation, the pages that are made of other files, and the archive of a release.

DATADIR ?= $(PREFIX)/share
DOCDIR  ?= $(DATADIR)/doc/ktoll

MAN1 := $(wildcard man/*.1)
MAN5_MADE := $(patsubst %,build/gen/man/ktoll-%.5,wire plan json)
MAN5 := $(wildcard man/*.5) $(MAN5_MADE)
MAN7 := build/gen/man/ktoll-workloads.7

.PHONY: man install dist

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

# Everything that is not ignored, committed or not, with one time for all files.
DIST := ktoll-$(VERSION)
dist:
	$(Q)mkdir -p build/dist
	$(Q)git ls-files -z --cached --others --exclude-standard | sort -zu | \
		tar --create --no-recursion --ignore-failed-read --owner=0 --group=0 --numeric-owner \
		--mtime='@$(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct))' \
		--transform='s|^|$(DIST)/|' --null --files-from=- | gzip -n > build/dist/$(DIST).tar.gz
	@echo build/dist/$(DIST).tar.gz
