/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of building can be tested without a kernel: configurations, images, git. */
#include "tests/unit.h"

#include "base/xalloc.h"
#include "lab/build_config.h"
#include "lab/build_mark.h"
#include "lab/build_make.h"
#include "lab/git.h"
#include "lab/image_code.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NEEDED                                                                      \
	"CONFIG_X86_64=y\nCONFIG_PRINTK=y\nCONFIG_TTY=y\nCONFIG_SERIAL_8250=y\n"    \
	"CONFIG_SERIAL_8250_CONSOLE=y\nCONFIG_BLK_DEV_INITRD=y\nCONFIG_RD_GZIP=y\n" \
	"CONFIG_BINFMT_ELF=y\n"

static struct err e;

static int check(const char *text, struct str *wanting)
{
	str_reset(wanting);
	return build_config_check(text, strlen(text), wanting, &e);
}

static void a_configuration_that_lacks_what_the_lab_needs_is_named(void **state)
{
	struct str wanting = STR_INIT;

	assert_int_equal(check(NEEDED, &wanting), -EINVAL);
	assert_non_null(strstr(e.what, "CONFIG_PROC_FS is not set"));
	assert_int_equal(check(NEEDED "CONFIG_PROC_FS=m\n", &wanting), -EINVAL);
	assert_non_null(strstr(e.what, "CONFIG_PROC_FS is a module"));
	assert_int_equal(check(NEEDED "CONFIG_PROC_FS=y\n", &wanting), 0);
	assert_non_null(strstr(str_get(&wanting), "CONFIG_IA32_EMULATION (the i386"));
	assert_non_null(strstr(str_get(&wanting), "CONFIG_SECCOMP_FILTER"));
	assert_int_equal(check("no configuration", &wanting), -EINVAL);
	str_release(&wanting);
}

/* ---- a small ELF kernel ---- */

struct small {
	Elf64_Ehdr h;
	char text[64], bugs[16], names[40];
	Elf64_Shdr s[4];
};

static void small_kernel(struct small *k, const char *text)
{
	static const char names[] = "\0.text\0__bug_table\0.shstrtab";

	memset(k, 0, sizeof(*k));
	memcpy(k->h.e_ident, ELFMAG, SELFMAG);
	k->h.e_ident[EI_CLASS] = ELFCLASS64;
	k->h.e_shoff = offsetof(struct small, s);
	k->h.e_shentsize = sizeof(Elf64_Shdr);
	k->h.e_shnum = 4;
	k->h.e_shstrndx = 3;
	snprintf(k->text, sizeof(k->text), "%s", text);
	memcpy(k->names, names, sizeof(names));
	k->s[1] = (Elf64_Shdr){ .sh_name = 1,
				.sh_type = SHT_PROGBITS,
				.sh_flags = SHF_ALLOC,
				.sh_offset = offsetof(struct small, text),
				.sh_size = 64 };
	k->s[2] = (Elf64_Shdr){ .sh_name = 7,
				.sh_type = SHT_PROGBITS,
				.sh_flags = SHF_ALLOC,
				.sh_offset = offsetof(struct small, bugs),
				.sh_size = 16 };
	k->s[3] = (Elf64_Shdr){ .sh_name = 19,
				.sh_type = SHT_STRTAB,
				.sh_offset = offsetof(struct small, names),
				.sh_size = 40 };
}

static void code(struct small *k, const char *version, char ret[SHA256_TEXT_BYTES])
{
	assert_int_equal(image_code_elf((unsigned char *)k, sizeof(*k), version, ret), 0);
}

static void the_banner_and_line_numbers_are_no_code(void **state)
{
	char x[SHA256_TEXT_BYTES], y[SHA256_TEXT_BYTES], z[SHA256_TEXT_BYTES];
	struct small k;

	small_kernel(&k, "code 6.1.0-abcd (me@here) #1 SMP today");
	code(&k, "6.1.0-abcd (me@here) #1 SMP today", x);
	small_kernel(&k, "code 6.1.0-efgh (me@that) #2 SMP later");
	k.bugs[3] = 99;
	code(&k, "6.1.0-efgh (me@that) #2 SMP later", y);
	small_kernel(&k, "c0de 6.1.0-efgh (me@that) #2 SMP later");
	code(&k, "6.1.0-efgh (me@that) #2 SMP later", z);
	assert_string_equal(x, y);
	assert_string_not_equal(x, z);
}

static void what_is_no_kernel_is_refused(void **state)
{
	char x[SHA256_TEXT_BYTES];
	struct small k;

	small_kernel(&k, "x");
	k.s[1].sh_offset = UINT64_MAX - 3;
	assert_int_equal(image_code_elf((unsigned char *)&k, sizeof(k), "6.1 (a) b", x),
			 -EBADMSG);
	small_kernel(&k, "x");
	k.h.e_shoff = UINT64_MAX - 8;
	assert_int_equal(image_code_elf((unsigned char *)&k, sizeof(k), "6.1 (a) b", x),
			 -EBADMSG);
	for (size_t n = 0; n < sizeof(k); n += 7) {
		small_kernel(&k, "x");
		assert_int_equal(image_code_elf((unsigned char *)&k, n, "6.1 (a) b", x),
				 -EBADMSG);
	}
	small_kernel(&k, "x");
	k.s[3].sh_offset = 1 << 30;
	assert_int_equal(image_code_elf((unsigned char *)&k, sizeof(k), "6.1 (a) b", x),
			 0);
}

/* ---- git ---- */

static char dir[] = "/tmp/ktoll-test-git.XXXXXX";

static void sh(const char *command)
{
	char *line = xasprintf("cd %s && ( %s ) >/dev/null 2>&1", dir, command);

	assert_int_equal(system(line), 0);
	free(line);
}

static int make_repository(void **state)
{
	if (!mkdtemp(dir))
		return -1;
	sh("git init -q . && git config user.name t && git config user.email t@example.org");
	sh("git checkout -q -b main && echo 0 > f && git add f && git commit -qm zero && git tag zero");
	sh("echo 1 > f && git commit -qam one && git checkout -q -b side zero && echo 2 > g && "
	   "git add g && git commit -qm side");
	sh("git checkout -q main && git merge -q -m merged side && echo 3 > f && "
	   "git commit -qam three");
	return 0;
}

static int remove_repository(void **state)
{
	struct err ignored;

	return build_remove(dir, &ignored);
}

static void a_range_follows_first_parents_and_counts_merges(void **state)
{
	struct git_range r;

	assert_int_equal(git_range(dir, "zero..main", &r, &e), 0);
	assert_int_equal(r.n, 4);
	assert_int_equal(r.merges, 1);
	assert_false(r.other_base);
	assert_string_equal(r.v[0].subject, "zero");
	assert_string_equal(r.v[1].subject, "one");
	assert_string_equal(r.v[2].subject, "merged");
	assert_string_equal(r.v[3].subject, "three");
	assert_int_equal(strlen(r.v[3].hash), 40);
	git_range_release(&r);
	/* Reached by a second parent: what came first is against its own parent. */
	assert_int_equal(git_range(dir, "side..main", &r, &e), 0);
	assert_true(r.other_base);
	assert_string_equal(r.v[0].subject, "zero");
	git_range_release(&r);
}

static void what_is_no_range_is_refused_in_a_line(void **state)
{
	struct git_range r;

	assert_int_equal(git_range(dir, "zero", &r, &e), -EINVAL);
	assert_int_equal(git_range(dir, "zero...main", &r, &e), -EINVAL);
	assert_int_equal(git_range(dir, "main..main", &r, &e), -EINVAL);
	assert_non_null(strstr(e.what, "has no commits"));
	assert_int_equal(git_range(dir, "nope..main", &r, &e), -EINVAL);
	assert_non_null(strstr(e.what, "unknown revision 'nope'"));
	assert_int_equal(git_range(dir, "main..zero", &r, &e), -EINVAL);
	assert_non_null(strstr(e.what, "no ancestor"));
	assert_int_equal(git_range(dir, "--all..main", &r, &e), -EINVAL);
	assert_int_equal(git_range("/", "a..b", &r, &e), -EINVAL);
	assert_non_null(strstr(e.what, "not a git repository"));
}

static void changes_that_are_not_committed_are_seen(void **state)
{
	assert_int_equal(git_clean(dir, &e), 0);
	sh("echo new > untracked");
	assert_int_equal(git_clean(dir, &e), 0);
	sh("echo 9 > f");
	assert_int_equal(git_clean(dir, &e), -EBUSY);
	sh("git checkout -q f");
}

/* ---- make ---- */

static volatile sig_atomic_t stop;

static int make(const char *rule, bool *works, struct built *built)
{
	const struct build_make m = {
		.src = dir, .out = dir, .jobs = 1, .lock = 1, .stop = &stop
	};
	char *line = xasprintf("printf 'bzImage:\\n\\t@%s\\n' > Makefile", rule);
	int r;

	sh(line);
	free(line);
	memset(built, 0, sizeof(*built));
	r = build_make(&m, "bzImage", works, built, &e);
	sh("rm Makefile");
	return r;
}

static void what_the_compiler_says_is_kept(void **state)
{
	struct built b;
	bool works;

	assert_int_equal(make("true", &works, &b), 0);
	assert_true(works);
	built_release(&b);
	assert_int_equal(
		make("echo start; echo f.c:1:2: error: no such thing; false", &works, &b),
		0);
	assert_false(works);
	assert_string_equal(b.reason, "f.c:1:2: error: no such thing");
	assert_non_null(strstr(b.detail, "start\n"));
	built_release(&b);
}

static void ccache_is_used_if_it_is_there(void **state)
{
	char *path = xasprintf("%s/bin:%s", dir, getenv("PATH")), *was;
	struct built b;
	bool works;

	was = strdup(getenv("PATH"));
	sh("mkdir bin && printf '#!/bin/sh\\n' > bin/ccache && chmod +x bin/ccache");
	setenv("PATH", path, 1);
	assert_int_equal(make("echo \"x: error: $(CC)\"; false", &works, &b), 0);
	setenv("PATH", was, 1);
	if (!strstr(b.reason, "ccache gcc"))
		fail_msg("%s", b.reason);
	built_release(&b);
	sh("rm -r bin");
	free(was);
	free(path);
}

static void a_full_disk_is_no_fault_of_the_commit(void **state)
{
	struct built b;
	bool works;

	assert_int_equal(make("echo cc: No space left on device; false", &works, &b),
			 -ENOSPC);
	built_release(&b);
	assert_int_equal(make("kill -9 $$PPID; sleep 9", &works, &b), -ENOMEM);
	built_release(&b);
}

static void a_build_stops_when_told(void **state)
{
	struct built b;
	bool works;

	stop = 1;
	assert_int_equal(make("sleep 100", &works, &b), -EINTR);
	stop = 0;
	built_release(&b);
}

/* ---- a kill in the middle of a build ---- */

static bool there(const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	bool is = !access(path, F_OK);

	free(path);
	return is;
}

static void tick(void)
{
	const struct timespec pause = { .tv_nsec = 20000000 };

	nanosleep(&pause, NULL);
}

static void what_a_killed_build_wrote_is_removed(void **state)
{
	char *out = xasprintf("%s/tree", dir);

	sh("mkdir -p tree/sub && echo old > tree/sub/old.o && echo old > tree/changed.o");
	tick();
	assert_int_equal(build_mark_begin(out, &e), 0);
	/* Its time set back does not save it. */
	sh("echo new > tree/sub/new.o && echo new > tree/changed.o && "
	   "touch -d 2001-01-01 tree/sub/new.o && ln -s nowhere tree/link");
	assert_int_equal(build_mark_begin(out, &e), 0);
	assert_true(there("tree/sub/old.o"));
	assert_false(there("tree/sub/new.o"));
	assert_false(there("tree/changed.o"));
	sh("[ ! -L tree/link ]");
	sh("echo whole > tree/sub/new.o");
	assert_int_equal(build_mark_end(out, &e), 0);
	tick();
	assert_int_equal(build_mark_begin(out, &e), 0);
	assert_true(there("tree/sub/new.o"));
	assert_int_equal(build_mark_end(out, &e), 0);
	assert_int_equal(build_mark_begin("/nope", &e), -ENOENT);
	sh("rm -r tree");
	free(out);
}

/*
 * Commit "fast" is built; of "slow" half an object is written when everything is killed,
 * newer than its source.
 */
static const char slow_makefile[] =
	"olddefconfig:\n\t@true\n"
	"bzImage: $(O)/part\n"
	"\t@mkdir -p $(O)/arch/x86/boot && cp $(O)/part $(O)/arch/x86/boot/bzImage\n"
	"$(O)/part: part.c\n"
	"\t@if grep -q slow part.c && mkdir $(O)/../../../../once; then "
	"head -c 3 part.c > $@; mkdir $(O)/../../../../half; sleep 100; fi; cat part.c > $@\n";

static void slow_repository(void)
{
	char *path = xasprintf("%s/slow/Makefile", dir);
	FILE *f;

	sh("mkdir slow && git init -q slow && cd slow && git config user.name t && "
	   "git config user.email t@example.org && echo fast > part.c");
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(slow_makefile, f);
	fclose(f);
	sh("cd slow && git add . && git commit -qm fast && git tag fast && "
	   "echo slow object > part.c && git commit -qam slow && "
	   "printf '" NEEDED "CONFIG_PROC_FS=y\n' > ../config");
	free(path);
}

static struct builder *open_slow(void)
{
	/* The builder keeps the pointers. */
	static char repo[64], config[64];
	char *cache = xasprintf("%s/cache", dir);
	const struct builder_spec spec = { .repo = repo,
					   .config = config,
					   .stop = &stop };
	struct builder *b = NULL;

	snprintf(repo, sizeof(repo), "%s/slow", dir);
	snprintf(config, sizeof(config), "%s/config", dir);
	setenv("KTOLL_CACHE", cache, 1);
	if (builder_open(&spec, &b, &e) == -ENOENT)
		b = NULL;
	free(cache);
	return b;
}

static void image_is(struct builder *b, const char *commit, const char *text)
{
	char *repo = xasprintf("%s/slow", dir), *hash = NULL, buf[64] = "";
	struct built built;
	FILE *f;

	assert_int_equal(git_commit(repo, commit, &hash, &e), 0);
	if (builder_image(b, hash, &built, &e) < 0)
		fail_msg("%s: %s", e.where, e.what);
	assert_non_null(built.path);
	f = fopen(built.path, "r");
	assert_non_null(f);
	assert_non_null(fgets(buf, sizeof(buf), f));
	fclose(f);
	assert_string_equal(buf, text);
	built_release(&built);
	free(hash);
	free(repo);
}

static void half_an_object_is_not_taken_for_a_whole_one(void **state)
{
	struct builder *b;
	pid_t pid;

	slow_repository();
	b = open_slow();
	if (!b) {
		print_message("%s\n", e.what);
		skip();
	}
	image_is(b, "fast", "fast\n");
	builder_close(b);
	pid = fork();
	if (!pid) {
		image_is(open_slow(), "HEAD", "slow object\n");
		_exit(0);
	}
	for (int i = 0; !there("half") && i < 1000; i++)
		tick();
	assert_true(there("half"));
	/* Its make and its sleep die with it, and let go of the tree. */
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	b = open_slow();
	image_is(b, "HEAD", "slow object\n");
	builder_close(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_configuration_that_lacks_what_the_lab_needs_is_named),
		cmocka_unit_test(the_banner_and_line_numbers_are_no_code),
		cmocka_unit_test(what_is_no_kernel_is_refused),
		cmocka_unit_test(a_range_follows_first_parents_and_counts_merges),
		cmocka_unit_test(what_is_no_range_is_refused_in_a_line),
		cmocka_unit_test(changes_that_are_not_committed_are_seen),
		cmocka_unit_test(what_the_compiler_says_is_kept),
		cmocka_unit_test(ccache_is_used_if_it_is_there),
		cmocka_unit_test(a_full_disk_is_no_fault_of_the_commit),
		cmocka_unit_test(a_build_stops_when_told),
		cmocka_unit_test(what_a_killed_build_wrote_is_removed),
		cmocka_unit_test(half_an_object_is_not_taken_for_a_whole_one),
	};

	return cmocka_run_group_tests(tests, make_repository, remove_repository);
}
