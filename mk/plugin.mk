# The QEMU plug-in: one shared object for every variant. Needs no QEMU to build.

PLUGIN := build/plugin/ktoll-path.so
PLUGIN_CFLAGS := -std=gnu11 -g -O2 -D_GNU_SOURCE -fPIC -fvisibility=hidden -Wall -Wextra \
	-Wmissing-prototypes -Wshadow -Wno-unused-parameter -ffile-prefix-map=$(CURDIR)=. -I. \
	$(CPPFLAGS) $(CFLAGS) $(WERROR)

.PHONY: plugin install-plugin
all: plugin
plugin: $(PLUGIN)

build/plugin/flags: FORCE
	$(call note-flags,$(CC) $(PLUGIN_CFLAGS) $(LDFLAGS))

# Its undefined symbols are QEMU's.
$(PLUGIN): path/plugin/ktoll-path.c path/plugin/api.h path/trace.h build/plugin/flags
	$(call say,PLUGIN,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(PLUGIN_CFLAGS) -shared $(LDFLAGS) -o $@ $< -ldl

install: install-plugin
install-plugin: plugin
	install -d $(DESTDIR)$(LIBEXECDIR)/ktoll
	install -m 755 $(PLUGIN) $(DESTDIR)$(LIBEXECDIR)/ktoll/

# QEMUs of other API versions for its test, as far as it sees.
PLUGIN_HOSTS := $(foreach api,1 2 3 4 5 6 7,build/plugin/host-$(api).so)
build/plugin/host-%.so: tests/path/plugin_host.c path/plugin/api.h
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(PLUGIN_CFLAGS) -DAPI=$* -shared -o $@ $<
