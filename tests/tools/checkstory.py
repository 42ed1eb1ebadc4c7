#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""checkstory.py - the places to test next of a report as text, beside those of JSON.

usage: checkstory.py TEXT JSON

Both of the same plan, data and --top, whole lines. Of each gap the text says how often its
call ran, and with what on the path and elsewhere: that must be what "taken" says.
"""
import json
import re
import sys


def simple(name):
    kind, _, rest = name.rpartition(":") if ":(" not in name else name.partition(":")
    if ":(" in rest:
        rest = rest[:rest.index(":(")].rsplit("/", 1)[-1]
    return (kind + ":" if kind else "") + rest.replace("/", ".")


def story(gap):
    here, other = [], []
    for x in gap["taken"]:
        name = x["target"] if x["receiver"] == "-" else x["receiver"]
        if x["receiver"] == "-":
            name = name[:name.index(":(")].rsplit("/", 1)[-1]
        else:
            name = simple(name)
        (here if int(x["here"]) else other).append(name)
    return int(gap["site_hits"]), here, other


def read(text):
    gaps, on = [], False
    for line in text.splitlines():
        on = line.startswith("To test next") or on and line != ""
        if on and re.match(r"  \d", line):
            gaps.append([line])
        elif on and gaps:
            gaps[-1].append(line)
    return gaps


def told(line):
    line = re.sub(r"\([^()]*\)", "", line)
    ran = re.search(r"the call ran (\d+) time", line)
    part = {}
    for word in ("on this path", "elsewhere", "also"):
        found = re.search(word + r" with ([^;]*)", line)
        part[word] = found.group(1).split(", ") if found else []
    return int(ran.group(1)) if ran else 0, part["on this path"], part["elsewhere"] + part["also"]


with open(sys.argv[1], encoding="utf-8") as file:
    text = read(file.read())
with open(sys.argv[2], encoding="utf-8") as file:
    gaps = json.load(file)["gaps"]
faults = [] if len(text) == len(gaps) else ["%d gaps, not %d" % (len(text), len(gaps))]
ran = 0
for lines, gap in zip(text, gaps):
    if not re.match(r"  %s  " % gap["opens"], lines[0]):
        faults.append("opens %s: %s" % (gap["opens"], lines[0]))
    if "prefix" not in gap:
        continue
    want = story(gap)
    ran += want[0] > 0
    if told(lines[-1]) != want:
        faults.append("%s: not %s" % (lines[-1], want))
    if want[0] and not want[1] and "also" not in lines[-1] and "never on" not in lines[-1]:
        faults.append("%s: says nothing of the path" % lines[-1])
if not ran:
    faults.append("no call of a gap ran")
print("\n".join(faults) or "%d gaps" % len(gaps))
sys.exit(bool(faults))
