# The QEMU plug-in: one shared object for every variant. Needs no QEMU to build.

PLUGIN := build/plugin/ktoll-path.so
PLUGIN_CFLAGS := -std=gnu11 -g -O2 -D_GNU_SOURCE -fPIC -fvisibility=hidden -Wall -Wextra \
	-Wmissing-prototypes -Wshadow -Wno-unused-parameter -ffile-prefix-map=$(CURDIR)=. -I. \
	$(WERROR)

.PHONY: plugin install-plugin
all: plugin
plugin: $(PLUGIN)

# Its undefined symbols are QEMU's.
$(PLUGIN): path/plugin/ktoll-path.c path/plugin/api.h path/trace.h
	$(call say,PLUGIN,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(PLUGIN_CFLAGS) -shared -o $@ $< -ldl

install: install-plugin
install-plugin: plugin
	install -d $(DESTDIR)$(LIBEXECDIR)/ktoll
	install -m 755 $(PLUGIN) $(DESTDIR)$(LIBEXECDIR)/ktoll/

# QEMUs of other API versions for its test, as far as it sees.
PLUGIN_HOSTS := $(foreach api,1 2 3 4 5 6 7,build/plugin/host-$(api).so)
build/plugin/host-%.so: tests/path/plugin_host.c path/plugin/api.h
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(PLUGIN_CFLAGS) -DAPI=$* -shared -o $@ $<
