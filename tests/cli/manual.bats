# The manual pages: their examples are run, and there are some for every command.
load common

# examples PAGE: the command lines of its EXAMPLES, as one types them
examples() {
	sed -n '/^\.SH EXAMPLE/,/^\.SH [^E]/p' "$1" | sed -n 's/\\-/-/g; s/^ktoll /&/p'
}

commands() {
	"$ktoll" help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p'
}

# needs_kernel LINE: what boots or builds one is run by tests/boot and tests/long
needs_kernel() {
	[[ $1 == *--kernel* || $1 == *--git* || $1 == *--arm* ]]
}

@test "every command has a manual page with examples" {
	[ "$(commands | wc -l)" -ge 15 ]
	for c in $(commands); do
		[ -s "man/ktoll-$c.1" ]
		[ -n "$(examples "man/ktoll-$c.1")" ] || {
			echo "no examples: $c"
			false
		}
	done
}

@test "the options of all examples exist" {
	for c in $(commands); do
		"$ktoll" "$c" -h > "$dir/usage"
		examples "man/ktoll-$c.1" | sed 's/ -- .*//' | grep "^ktoll $c " |
			grep -oE -- ' --[a-z][a-z-]*' | sort -u | while read -r option; do
			grep -q -- "$option\b" "$dir/usage" || {
				echo "$c: $option"
				false
			}
		done
	done
}

@test "the examples run" {
	# what they speak of: arms, and files of another tool
	"$ktoll" run --processes 8 --as before -q -e task-clock syscall.null syscall.getpid control.spin > "$dir/out"
	"$ktoll" run --processes 8 --as after -q -e task-clock syscall.null syscall.getpid control.spin > "$dir/out"
	printf '%s\n' 2.68 2.69 2.68 2.69 2.70 2.69 2.68 2.69 > "$dir/old.txt"
	printf '%s\n' 2.61 2.62 2.60 2.61 2.62 2.61 2.60 2.62 > "$dir/new.txt"
	mkdir "$dir/bin"
	printf '#!/bin/sh\nexec "%s" "$@"\n' "$ktoll" > "$dir/bin/ktoll"
	printf '#!/bin/sh\nexec sleep 0.01\n' > "$dir/bin/perf"
	chmod +x "$dir"/bin/*
	pages=$PWD/man
	n=0
	for page in "$pages"/*.1; do
		while IFS= read -r line; do
			needs_kernel "$line" && continue
			case $line in
			*plot*) command -v gnuplot > /dev/null || continue ;;
			esac
			status=0
			(cd "$dir" && PATH=$dir/bin:$PATH bash -o pipefail -c "$line") > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
			# 1: something is slower
			[ "$status" -le 1 ] && [ ! -s "$dir/err" ] || {
				echo "$line: status $status"
				cat "$dir/out" "$dir/err"
				false
			}
			n=$((n + 1))
		done < <(examples "$page")
	done
	echo "$n examples"
	[ "$n" -ge 30 ]
	for f in before-after.html 1.html comment.md samples.csv; do
		[ -s "$dir/$f" ]
	done
}

@test "no macro stands within a line of a page" {
	# behind text it is text: a page ended in "ktoll(1),.BRktoll-check(1)"
	run grep -nE '^.+[ ,]\.[A-Z][A-Z]? ' man/*.[157] build/gen/man/*.[57]
	[ "$status" -eq 1 ]
}

@test "man finds nothing to say about the pages" {
	command -v man > /dev/null || skip "man is not installed"
	for page in man/*.[157] build/gen/man/*.[57]; do
		LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2> "$dir/err" > /dev/null
		# a path that no line can hold is no mistake
		no grep -vE 'cannot (adjust|break) line' "$dir/err"
	done
}

@test "pages made of Markdown keep brackets, lose links, and have no empty paragraphs" {
	printf '%s\n' '# t' '' 'See [the other](other.md) page.' '' '## `a [B]`' '' 'First.' '' '' '- `[lo, hi]`' \
		'' '| k | v |' '|---|---|' '| x | [1] |' > "$dir/t.md"
	scripts/gen-manual t "$dir/t.md" 'a test' > "$dir/page"
	grep -qxF 'See the other page.' "$dir/page"
	grep -qF '[lo, hi]' "$dir/page"
	grep -qxF '[1]' "$dir/page"
	[ "$(grep -cx '.PP' "$dir/page")" -eq 0 ]
}
