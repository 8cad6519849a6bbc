/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm/sha256.h: against the examples of FIPS 180-4. */
#include "tests/unit.h"
#include "vm/sha256.h"

static void is(const char *data, size_t len, const char *want)
{
	char got[SHA256_TEXT_BYTES];
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, data, len);
	sha256_text(&s, got);
	assert_string_equal(got, want);
}

static void test_the_published_examples_come_out(void **state)
{
	is("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	is("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
	   "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_pieces_give_what_the_whole_gives(void **state)
{
	char data[300], whole[SHA256_TEXT_BYTES], pieces[SHA256_TEXT_BYTES];
	struct sha256 s;

	memset(data, 'x', sizeof(data));
	for (size_t len = 0; len < sizeof(data); len++) {
		sha256_init(&s);
		sha256_add(&s, data, len);
		sha256_text(&s, whole);
		sha256_init(&s);
		for (size_t i = 0; i < len; i += 7)
			sha256_add(&s, data + i, len - i < 7 ? len - i : 7);
		sha256_text(&s, pieces);
		assert_string_equal(whole, pieces);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_published_examples_come_out),
		cmocka_unit_test(test_pieces_give_what_the_whole_gives),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
