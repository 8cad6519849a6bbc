/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/frames.h and vm/files.h: a machine's wire taken apart. */
#include "base/str.h"
#include "tests/unit.h"
#include "vm/files.h"
#include "vm/frames.h"

#include <errno.h>

struct heard {
	struct str log;
	struct vm_files files;
};

static int put(void *ctx, const char *line, size_t len)
{
	str_addn(ctx, line, len);
	return 0;
}

static void on_file(void *ctx, const char *path, uint64_t at, const char *data,
		    size_t len)
{
	struct heard *h = ctx;

	assert_int_equal(vm_files_add(&h->files, path, at, data, len), 0);
}

static void on_begin(void *ctx, const struct vm_process *p)
{
	struct heard *h = ctx;

	str_addf(&h->log, "<%d %s>", (int)p->n, p->abi);
}

static void on_bytes(void *ctx, const char *buf, size_t len)
{
	struct heard *h = ctx;

	str_addn(&h->log, buf, len);
}

static void on_end(void *ctx, const struct vm_process *p)
{
	struct heard *h = ctx;
	char text[128];

	str_addf(&h->log, "</%d %d %u %s>", (int)p->n, (int)p->end, p->value,
		 vm_process_text(p, text, sizeof(text)));
}

static const struct vm_frames_ops ops = { on_file, on_begin, on_bytes, on_end };

static void process(struct wire_out *o, uint64_t n, const char *abi)
{
	wire_begin(o, "process");
	wire_u64(o, "n", n);
	wire_str(o, "abi", abi);
	wire_end(o);
}

static void leaves(struct wire_out *o, uint64_t n, const char *how, const char *key,
		   uint64_t value)
{
	wire_begin(o, "exit");
	wire_u64(o, "n", n);
	wire_str(o, "how", how);
	wire_u64(o, key, value);
	wire_end(o);
}

static void word(struct wire_out *o, const char *type)
{
	wire_begin(o, type);
	wire_end(o);
}

static void hear(struct heard *h, struct vm_frames *f, const struct str *stream,
		 size_t piece)
{
	memset(h, 0, sizeof(*h));
	str_add(&h->log, "");
	vm_frames_init(f, &ops, h);
	for (size_t i = 0; i < stream->len; i += piece)
		vm_frames_feed(f, stream->s + i,
			       stream->len - i < piece ? stream->len - i : piece);
	vm_frames_finish(f);
}

static void forget(struct heard *h)
{
	str_release(&h->log);
	vm_files_release(&h->files);
}

static void test_processes_are_framed_however_the_stream_is_cut(void **state)
{
	struct str stream = STR_INIT;
	struct vm_frames f;
	struct wire_out o;
	struct heard h;

	wire_init(&o, put, &stream);
	word(&o, "machine");
	str_add(&stream, "console noise\n");
	process(&o, 0, "x86_64");
	str_add(&stream, "hello\nkt1 0 hello damaged *00000000\n");
	leaves(&o, 0, "exited", "value", 0);
	process(&o, 1, "i386");
	leaves(&o, 1, "noexec", "errno", ENOEXEC);
	process(&o, 2, "x86_64");
	str_add(&stream, "half a li\n");
	leaves(&o, 2, "signal", "value", 11);
	word(&o, "complete");
	for (size_t piece = 1; piece < stream.len; piece += 3) {
		hear(&h, &f, &stream, piece);
		assert_string_equal(
			h.log.s,
			"<0 x86_64>hello\nkt1 0 hello damaged *00000000\n</0 0 0 >"
			"<1 i386></1 3 8 this kernel does not run programs of this ABI "
			"(Exec format error)>"
			"<2 x86_64>half a li\n</2 1 11 killed by signal 11 "
			"(Segmentation fault)>");
		assert_true(f.complete);
		assert_int_equal(f.machines, 1);
		assert_int_equal(f.lost + f.corrupt, 0);
		assert_int_equal(f.foreign, 1);
		forget(&h);
	}
	str_release(&stream);
}

static void test_a_machine_that_ends_loses_its_process(void **state)
{
	struct str stream = STR_INIT;
	struct vm_frames f;
	struct wire_out o;
	struct heard h;

	wire_init(&o, put, &stream);
	word(&o, "machine");
	process(&o, 4, "x86_64");
	str_add(&stream, "cut");
	hear(&h, &f, &stream, 5);
	assert_string_equal(h.log.s,
			    "<4 x86_64>cut</4 5 0 the machine ended before it did>");
	assert_false(f.complete);
	forget(&h);
	str_release(&stream);
}

static void test_a_lost_exit_line_loses_only_its_process(void **state)
{
	struct str stream = STR_INIT, dropped = STR_INIT;
	struct vm_frames f;
	struct wire_out o;
	struct heard h;

	wire_init(&o, put, &stream);
	word(&o, "machine");
	process(&o, 0, "x86_64");
	o.ctx = &dropped;
	leaves(&o, 0, "exited", "value", 0);
	o.ctx = &stream;
	process(&o, 1, "x86_64");
	leaves(&o, 1, "exited", "value", 0);
	word(&o, "complete");
	hear(&h, &f, &stream, 100);
	assert_string_equal(h.log.s, "<0 x86_64></0 5 0 the machine ended before it did>"
				     "<1 x86_64></1 0 0 >");
	assert_int_equal(f.lost, 1);
	forget(&h);
	str_release(&stream);
	str_release(&dropped);
}

static void test_files_come_together_from_their_pieces(void **state)
{
	static const struct {
		const char *data;
		uint64_t at;
	} piece[] = { { "GNU", 4 }, { "end", 12 }, { "", 16 } };
	struct str stream = STR_INIT;
	const struct vm_file *file;
	struct vm_frames f;
	struct wire_out o;
	struct heard h;

	wire_init(&o, put, &stream);
	for (int i = 0; i < 3; i++) {
		wire_begin(&o, "file");
		wire_str(&o, "path", "/sys/kernel/notes");
		wire_u64(&o, "at", piece[i].at);
		wire_str(&o, "data", piece[i].data);
		wire_end(&o);
	}
	hear(&h, &f, &stream, 50);
	file = vm_files_find(&h.files, "/sys/kernel/notes");
	assert_non_null(file);
	assert_int_equal(file->len, 16);
	assert_memory_equal(file->data, "\0\0\0\0GNU\0\0\0\0\0end\0", 17);
	forget(&h);
	str_release(&stream);
}

static void test_files_elsewhere_or_too_large_are_refused(void **state)
{
	struct vm_files f = { 0 };

	assert_int_equal(vm_files_add(&f, "/etc/passwd", 0, "x", 1), -EINVAL);
	assert_int_equal(vm_files_add(&f, "/proc/../etc/passwd", 0, "x", 1), -EINVAL);
	assert_int_equal(vm_files_add(&f, "proc/version", 0, "x", 1), -EINVAL);
	assert_int_equal(vm_files_add(&f, "/proc/", 0, "x", 1), -EINVAL);
	assert_int_equal(vm_files_add(&f, "/proc/x", VM_FILE_BYTES_MAX, "x", 1), -EFBIG);
	assert_int_equal(vm_files_add(&f, "/proc/x", UINT64_MAX, "x", 1), -EFBIG);
	assert_int_equal(f.n, 0);
	vm_files_release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_processes_are_framed_however_the_stream_is_cut),
		cmocka_unit_test(test_a_machine_that_ends_loses_its_process),
		cmocka_unit_test(test_a_lost_exit_line_loses_only_its_process),
		cmocka_unit_test(test_files_come_together_from_their_pieces),
		cmocka_unit_test(test_files_elsewhere_or_too_large_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
