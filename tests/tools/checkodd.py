#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads what was written of the names of makeodd: its input has lines KIND NAMES FILE.

KIND is text, tsv, csv, json, lines (JSON, one a line), xml, html, script, dot, github.
Each file is UTF-8 and has nothing that a terminal or a reader would obey; it can be
parsed; and with NAMES "names" the odd name is found in it, as it was in the class file.
"""

import csv
import html.parser
import io
import json
import re
import sys
import xml.etree.ElementTree

# As in makeodd.c.
METHOD = ("\x1b[31m\u202e\"'&,%\\\n\t\r \0\u2028\u0085\x7f\U0001f600\ud800"
          "\u2066\u200e\u061cz")
LETTERS = {"s": " ", "t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


def is_odd(char):
    c = ord(char)
    return (c < 0x20 or 0x7f <= c < 0xa0 or c in (0x61c, 0x200e, 0x200f)
            or 0x2028 <= c <= 0x202e or 0x2066 <= c <= 0x2069)


def undo(text):
    """What the escapes of a word stand for."""
    def one(match):
        escape = match.group(1)
        return LETTERS.get(escape) or chr(int(escape[1:], 16))
    return re.sub(r"\\([stnr\\]|x[0-9a-f]{2}|u[0-9a-f]{4})", one, text)


def lossy(text, xml_too=False):
    """What stays of a name where half of a pair, and in XML a control, has no form."""
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return re.sub("[\0-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", text) if xml_too else text


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from strings(part)


class Page(html.parser.HTMLParser):
    """Text and attributes of a page, and what its scripts are."""

    def __init__(self):
        super().__init__()
        self.found, self.kind, self.script = [], None, ""

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.found += [v for v in attrs.values() if v]
        for name in attrs:
            if name.startswith("on"):
                raise ValueError("handler " + name)
        if tag == "script":
            self.kind, self.script = attrs.get("type", "src " + attrs.get("src", "")), ""
            if self.kind != "application/json" and not self.kind.endswith(".js"):
                raise ValueError("script " + self.kind)

    def handle_data(self, data):
        if self.kind:
            self.script += data
        else:
            self.found.append(data)

    def handle_endtag(self, tag):
        if tag == "script":
            if self.kind == "application/json":
                self.found += strings(json.loads(self.script))
            elif self.script:
                raise ValueError("script with text")
            self.kind = None


def of_page(text):
    page = Page()
    page.feed(text)
    page.close()
    return page.found


def of_script(text):
    found = []
    for part in re.findall(r"ccinstr\.data\(\"[^\"]*\",(.*?)\);\n", text, re.S):
        found += strings(json.loads(part))
    return found


def of_xml(text):
    text = re.sub(r"<!DOCTYPE[^>]*>", "", text)
    root = xml.etree.ElementTree.fromstring(text.encode())
    return [s for e in root.iter() for s in [e.text or "", *e.attrib.values()]]


def of_csv(text):
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    for cell in cells:
        if len(cell) > 1 and cell[0] in "=+-@":
            raise ValueError("formula " + repr(cell))
    return cells


def of_dot(text):
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    return [re.sub(r"\\(.)", r"\1", s).replace("&amp;", "&") for s in quoted]


def of_github(text):
    found = []
    for line in text.splitlines():
        match = re.fullmatch(r"::warning file=([^:,]*)(,line=\d+)?,title=[^:,]*::(.*)", line)
        if not match:
            raise ValueError("annotation " + repr(line))
        found += [re.sub("%(..)", lambda m: chr(int(m.group(1), 16)), s)
                  for s in (match.group(1), match.group(3))]
    return found


READ = {
    "text": lambda text: [text],
    "tsv": lambda text: [c for line in text.split("\n") for c in line.split("\t")],
    "csv": of_csv,
    "json": lambda text: list(strings(json.loads(text))),
    "lines": lambda text: [s for x in text.splitlines() for s in strings(json.loads(x))],
    "xml": of_xml,
    "html": of_page,
    "script": of_script,
    "dot": of_dot,
    "github": of_github,
}


def check(kind, names, path):
    with open(path, "rb") as file:
        text = file.read().decode()
    allowed = "\n\t" if kind in ("tsv", "html", "script") else "\n"
    for char in text:
        if is_odd(char) and char not in allowed:
            raise ValueError("%r is in it" % char)
    found = READ[kind](text)
    wanted = [f(n) for n in (METHOD, METHOD.replace("\n", "\n\n"))
              for f in (str, lossy, lambda n: lossy(n, True))]
    if names and not any(w in s or w in undo(s) for s in found for w in wanted):
        raise ValueError("the name is not")


def main():
    bad = 0
    for line in sys.stdin:
        kind, names, path = line.rstrip("\n").split(" ", 2)
        try:
            check(kind, names == "names", path)
        except (ValueError, xml.etree.ElementTree.ParseError) as error:
            print("%s: %s: %s" % (path, kind, error))
            bad = 1
    return bad


sys.exit(main())
