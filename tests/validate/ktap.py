#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds a KTAP (version 1) document to the rules of the kernel's own parser, strictly.

Where the parser would guess, repair or silently skip a line, this says what is wrong:
a report that needs no guessing is read in the same way by every parser.

usage: ktap.py [FILE...]     prints "N pass, N fail, N skip, N error" of each; 1 if anything is wrong
"""
import re
import sys

LIMIT = 16  # levels of nesting


class Wrong(Exception):
    def __init__(self, number, what):
        super().__init__(f"line {number}: {what}")


RESULT = re.compile(r"(not ok|ok) ([0-9]+) (.+)$")
DIRECTIVE = re.compile(r"^(?P<name>[^#]*?) # (?P<word>[A-Z]+)(?: (?P<why>.*))?$")
PLAN = re.compile(r"1\.\.([0-9]+)(?: # SKIP(?: (.*))?)?$")
TOTALS = re.compile(r"# Totals: pass:(\d+) fail:(\d+) xfail:(\d+) xpass:(\d+) skip:(\d+) error:(\d+)$")


class Reader:
    def __init__(self, text):
        if text and not text.endswith("\n"):
            raise Wrong(text.count("\n") + 1, "the last line has no end")
        self.lines = text.split("\n")[:-1]
        self.at = 0
        for i, line in enumerate(self.lines):
            bad = [c for c in line if not " " <= c <= "~"]
            if bad:
                raise Wrong(i + 1, f"a character that is not printable ASCII: {bad[0]!r}")
            if line != line.rstrip():
                raise Wrong(i + 1, "blanks at the end of the line")

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def wrong(self, what):
        return Wrong(self.at + 1, what)


def depth_of(line):
    blanks = len(line) - len(line.lstrip(" "))
    return blanks // 2, blanks % 2


def plan(reader, depth):
    line = reader.peek()
    found = PLAN.match(line[2 * depth:]) if line is not None and depth_of(line) == (depth, 0) else None
    if not found:
        raise reader.wrong("expected the plan, 1..N, at once")
    n = int(found[1])
    if n and "#" in line:
        raise reader.wrong("a plan of tests is not skipped")
    if not n and not found[2]:
        raise reader.wrong("a plan of nothing says why: 1..0 # SKIP reason")
    reader.at += 1
    return n


def head(reader, depth, nested):
    """Version, name of a nested one, plan; the name and the plan."""
    line, name = reader.peek(), None
    if line != "  " * depth + "KTAP version 1":
        raise reader.wrong("expected KTAP version 1")
    reader.at += 1
    if nested:
        prefix = "  " * depth + "# Subtest: "
        line = reader.peek()
        if line is None or not line.startswith(prefix) or len(line) == len(prefix):
            raise reader.wrong("expected # Subtest: NAME")
        name = line[len(prefix):]
        reader.at += 1
    return name, plan(reader, depth)


def result(reader, text, number, child, totals):
    """One result line without its indentation; whether it failed."""
    found = RESULT.match(text)
    if not found:
        raise reader.wrong("no KTAP: expected a result, a diagnostic or a subtest")
    if found[2] != str(number):
        raise reader.wrong(f"numbered {found[2]}, expected {number}")
    rest, word = found[3], None
    if "#" in rest:
        directive = DIRECTIVE.match(rest)
        if not directive:
            raise reader.wrong("a # in the name, or no blank before the directive")
        rest, word = directive["name"], directive["word"]
        if word not in ("SKIP", "ERROR", "TIMEOUT"):
            raise reader.wrong(f"unknown directive {word}")
        if not directive["why"]:
            raise reader.wrong(f"{word} without a reason")
        if (word == "SKIP") != (found[1] == "ok"):
            raise reader.wrong(f"{word} of '{found[1]}'")
    if not rest.strip() or rest != rest.strip() or rest.startswith("- "):
        raise reader.wrong("no name, or one that a parser would shorten")
    failed = found[1] == "not ok"
    if child is None:
        totals["skip" if word == "SKIP" else "error" if word in ("ERROR", "TIMEOUT")
               else "fail" if failed else "pass"] += 1
        return failed
    name, child_failed, all_skipped = child
    if rest != name:
        raise reader.wrong(f"closes '{name}' with another name")
    if failed != child_failed:
        raise reader.wrong("a test fails if and only if one in it does")
    if (word == "SKIP") != all_skipped:
        raise reader.wrong("a test is skipped if and only if all in it are")
    return failed


def level(reader, depth, nested, totals):
    """A whole level; its name, whether anything failed, whether all was skipped."""
    if depth > LIMIT:
        raise reader.wrong("nested too deep")
    name, n = head(reader, depth, nested)
    failed, done, skipped, child, open_notes = False, 0, 0, None, 0
    while (line := reader.peek()) is not None:
        if line == "":
            raise reader.wrong("an empty line")
        at, odd = depth_of(line)
        if odd:
            raise reader.wrong("indented by an odd number of blanks")
        if at < depth:
            break
        if at > depth:
            if at != depth + 1 or child is not None:
                raise reader.wrong("indented, but no subtest begins here")
            if open_notes:
                raise reader.wrong("a diagnostic of no test: a subtest begins")
            child = level(reader, depth + 1, True, totals)
            continue
        text = line[2 * depth:]
        if text.startswith("#"):
            if TOTALS.match(text) and not depth:
                break
            if not text.startswith("# ") or text.startswith("# Subtest:"):
                raise reader.wrong("a diagnostic begins with '# '")
            if child is not None:
                raise reader.wrong("a diagnostic between a subtest and its result")
            open_notes += 1
        elif text.startswith("Bail out!"):
            raise reader.wrong("the tests bailed out")
        elif text.startswith("KTAP version") or PLAN.match(text):
            raise reader.wrong("a second version line or plan")
        else:
            if done == n:
                raise reader.wrong(f"more results than the {n} that were planned")
            failed |= result(reader, text, done + 1, child, totals)
            skipped += " # SKIP " in text
            child, done, open_notes = None, done + 1, 0
        reader.at += 1
    if child is not None:
        raise reader.wrong(f"subtest '{child[0]}' has no result")
    if open_notes:
        raise reader.wrong("a diagnostic behind the last result: it stands before its own")
    if done < n:
        raise reader.wrong(f"{done} results of {n} that were planned: crashed")
    return name, failed, done > 0 and skipped == done


def validate(text):
    reader, totals = Reader(text), {"pass": 0, "fail": 0, "skip": 0, "error": 0}
    if not reader.lines:
        raise Wrong(1, "nothing at all")
    level(reader, 0, False, totals)
    line = reader.peek()
    found = TOTALS.match(line) if line is not None else None
    if found:
        said = [int(x) for x in found.groups()]
        if said != [totals["pass"], totals["fail"], 0, 0, totals["skip"], totals["error"]]:
            raise reader.wrong(f"the totals are not those of the results: {totals}")
        reader.at += 1
    if reader.peek() is not None:
        raise reader.wrong("something behind the end")
    return totals


def check(data):
    try:
        totals = validate(data.decode("latin-1"))
    except Wrong as e:
        print(e)
        return 1
    print(", ".join(f"{n} {what}" for what, n in totals.items()))
    return 0


def main(argv):
    if len(argv) == 1:
        return check(sys.stdin.buffer.read())
    status = 0
    for name in argv[1:]:
        with open(name, "rb") as f:
            status |= check(f.read())
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv))
