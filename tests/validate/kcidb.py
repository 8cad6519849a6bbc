#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds a KCIDB document to kcidb.json, and to what a schema cannot say: ids that are
referred to exist, none is there twice, each begins with its own origin, and times are not
given in parts of a second.

usage: kcidb.py [FILE...]    prints "N checkouts, N builds, N tests" of each; 1 if anything is
wrong
"""
import json
import os
import sys

import jsonschema


def reject(constant):
    raise ValueError(f"{constant} is no JSON")


def unique(pairs):
    keys = [k for k, _ in pairs]
    for k in keys:
        if keys.count(k) > 1:
            raise ValueError(f"key {k} is there twice")
    return dict(pairs)


def beyond_schema(top):
    for kind in ("checkouts", "builds", "tests"):
        seen = set()
        for i, x in enumerate(top[kind]):
            if x["id"] in seen:
                yield f"{kind}/{i}: the id {x['id']} is there twice"
            seen.add(x["id"])
            if not x["id"].startswith(x["origin"] + ":"):
                yield f"{kind}/{i}: the id is not of origin {x['origin']}"
    for kind, key, of in (("builds", "checkout_id", "checkouts"), ("tests", "build_id", "builds")):
        ids = {x["id"] for x in top[of]}
        for i, x in enumerate(top[kind]):
            if x[key] not in ids:
                yield f"{kind}/{i}: {key} {x[key]} does not exist"
    for i, t in enumerate(top["tests"]):
        if t.get("number", {}).get("unit") in ("ns", "us", "ms"):
            yield f"tests/{i}: not in the base unit, s"


def validate(text):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kcidb.json"),
              encoding="utf-8") as f:
        schema = json.load(f)
    try:
        top = json.loads(text, parse_constant=reject, object_pairs_hook=unique)
    except ValueError as e:
        return [str(e)], None
    wrong = ["/".join(str(p) for p in e.absolute_path) + ": " + e.message[:200]
             for e in jsonschema.Draft7Validator(schema).iter_errors(top)]
    return wrong or list(beyond_schema(top)), top


def check(data):
    try:
        wrong, top = validate(data.decode("utf-8"))
    except UnicodeDecodeError as e:
        wrong = [str(e)]
    if wrong:
        print("\n".join(wrong))
        return 1
    print(", ".join(f"{len(top[k])} {k}" for k in ("checkouts", "builds", "tests")))
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
