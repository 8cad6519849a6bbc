.PHONY: install
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBEXECDIR)/ktoll
	install -m 755 $(B)/ktoll $(DESTDIR)$(PREFIX)/bin/ktoll
	install -m 755 $(PROBE_BINS) $(DESTDIR)$(LIBEXECDIR)/ktoll/
	install -d $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man7
	install -m 644 $(wildcard man/*.1) $(DESTDIR)$(MANDIR)/man1/
