# What CI checks beside the tests.

C_FILES := $(wildcard */*.c */*.h probe/*/*.[ch] probe/arch/*/*.[ch] tests/*/*.[ch])
SH_FILES := quickstart check .ci/run $(wildcard scripts/* bench/*.sh)

.PHONY: lint format
lint:
	$(Q)scripts/check-layers
	$(Q)scripts/check-headers
	$(Q)shellcheck $(SH_FILES)
	$(Q)clang-format --dry-run --Werror $(C_FILES)

format:
	clang-format -i $(C_FILES)
