#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether what hostile names were put into is still only what it should be.

usage: harmless.py html|svg|csv|json|markdown|mail|text FILE...    1 and a line if it is not
"""
import csv
import html.parser
import io
import json
import re
import sys
import xml.etree.ElementTree as tree


at = ""


def fail(what):
    print(f"{at}: {what}")
    sys.exit(1)


def plain(text, also=""):
    for i, line in enumerate(text.split("\n")):
        for c in line:
            if (ord(c) < 0x20 and c not in also) or 0x7f <= ord(c) < 0xa0 or c in "\u2028\u2029\u202e\u200b":
                fail(f"line {i + 1}: character {c!r}")


class Page(html.parser.HTMLParser):
    """Only elements and attributes that a page of ours has; the script is ours alone."""
    scripts = 0
    elements = set("""html head meta link title style body a header h1 h2 h3 ul ol li svg path rect text
        g b p br span form label input fieldset legend output div table caption thead tbody tr th td
        button section small figure figcaption footer main script pre code details summary wbr
        title desc em i""".split())

    def handle_starttag(self, tag, attrs):
        if tag not in self.elements:
            fail(f"element {tag}")
        self.scripts += tag == "script"
        for name, value in attrs:
            if name.startswith("on") or not re.fullmatch(r"[a-z:-]+", name, re.I):
                fail(f"attribute {name} of {tag}")
            if name in ("href", "src", "action") and not re.match(r"#|data:,$", value or ""):
                fail(f"{name}={value}")
            if name == "style":
                fail(f"style={value}")


def page(text):
    plain(text, "\t")
    p = Page()
    p.feed(text)
    p.close()
    if p.scripts != 1:
        fail(f"{p.scripts} scripts")
    if "alert(" in re.sub(r"&[a-z0-9#]+;", "", re.sub(r"<style>.*?</style>", "", text, flags=re.S)) and \
            re.search(r"<[^>]*alert\(", text):
        fail("a hostile element")


def svg(text):
    for e in tree.fromstring(text.encode()).iter():
        name = e.tag.rsplit("}")[-1]
        if name in ("script", "foreignObject", "iframe", "image", "a"):
            fail(f"element {name}")
        if any(k.startswith("on") for k in e.attrib):
            fail(f"an event handler of {name}")


def table(text):
    plain(text)
    rows = list(csv.reader(io.StringIO(text), strict=True))
    if len({len(r) for r in rows}) != 1:
        fail("rows of different length")
    for r in rows:
        for cell in r:
            if re.match(r"\s*[=+@\t\r-]", cell) and not re.fullmatch(r"-?[0-9.]+(e[+-]?[0-9]+)?", cell):
                fail(f"a formula: {cell[:40]!r}")


def markdown(text):
    plain(text)
    rows = [x for x in text.split("\n") if x.startswith("|")]
    bars = {len(re.findall(r"(?<!\\)\|", x)) for x in rows}
    if len(bars) > 1:
        fail(f"rows of different length: {bars}")
    outside = re.sub(r"`[^`]*`", "", text)
    if re.search(r"<(?!br>|sub>|/)", outside):
        fail("a tag outside of code")
    if re.search(r"(?<![\w`])@\w|https?://", outside):
        fail("a mention or a link")


def mail(text):
    for i, line in enumerate(text.split("\n")):
        if not all(" " <= c <= "~" for c in line) or len(line) > 72:
            fail(f"line {i + 1}: {line[:90]!r}")
        if re.match(r"#|---|diff -|Index: |From |>", line) or re.search(r"(8|%)<|>(8|%)", line) and line.startswith("-"):
            fail(f"line {i + 1}: git takes it for something: {line!r}")
    last = text.rstrip("\n").split("\n\n")[-1].split("\n")
    if all(re.match(r"[A-Za-z0-9-]+: ", x) or x.startswith(" ") for x in last) and not last[0].startswith(" "):
        fail("the last paragraph is one of trailers")


def check(kind, path):
    global at
    at = path
    with open(path, "rb") as f:
        data = f.read()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as e:
        fail(f"no UTF-8: {e}")
    if not text.strip():
        fail("nothing at all")
    {"html": page, "svg": svg, "csv": table, "json": json.loads, "markdown": markdown,
     "mail": mail, "text": plain}[kind](text)


if __name__ == "__main__":
    for name in sys.argv[2:]:
        check(sys.argv[1], name)
