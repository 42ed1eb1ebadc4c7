#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""checkpages.py - the pages of an HTML report, read by nothing of ours.

usage: checkpages.py FOLDER [CHAINS]

Elements must be nested, links lead to what is there, nothing may come from the
network, pieces must be data. With CHAINS, what tests/tools/datachains prints of the
same plan and data: the trees hold these chains with these hits and no others, and what
is not covered makes up all that is required.
"""
import html.parser
import json
import os
import re
import sys
import urllib.parse

VOID = {"meta", "link", "input", "br", "img", "hr"}
PIECE = re.compile(r'ccinstr\.data\("([0-9]*-?[cst][0-9]+)",(.*)\);\n', re.S)
faults = []


def fault(*words):
    faults.append(" ".join(str(w) for w in words))


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path = path
        self.open = []
        self.links = []
        self.ids = set()
        self.data = []
        self.in_data = False

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        if len(names) != len(attrs):
            fault(self.path, "attribute twice:", tag)
        if "id" in names:
            if names["id"] in self.ids:
                fault(self.path, "id twice:", names["id"])
            self.ids.add(names["id"])
        for name in names:
            if name.startswith("on") or not re.fullmatch(r"[a-z-]+", name):
                fault(self.path, "attribute", name)
        self.links += [names[k] for k in ("href", "src") if k in names]
        if tag not in VOID:
            self.open.append(tag)
        self.in_data = names.get("type") == "application/json"
        if self.in_data:
            self.data.append("")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            fault(self.path, "line %d: not nested: %s" % (self.getpos()[0], tag))
        self.in_data = False

    def handle_data(self, text):
        if self.in_data:
            self.data[-1] += text


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def read_pages(folder):
    pages = {}
    for top, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(top, name)
            text = read(path)
            if re.search(r"https?:|//[a-z]+\.[a-z]|@import|url\(", text):
                fault(path, "refers to the network")
            if name.endswith(".html"):
                page = Page(path)
                page.feed(text)
                page.close()
                if page.open:
                    fault(path, "not closed:", page.open)
                pages[os.path.normpath(path)] = page
    return pages


def read_pieces(folder):
    pieces = {}
    for name in sorted(os.listdir(os.path.join(folder, "data"))):
        path = os.path.join(folder, "data", name)
        match = PIECE.fullmatch(read(path))
        if not match or match.group(1) + ".js" != name:
            fault(path, "is no piece")
            continue
        pieces[match.group(1)] = json.loads(match.group(2))
    return pieces


def whole(name):
    return re.sub("[\ud800-\udfff]", "\ufffd", name)


def check_hash(link, fragment, page, pieces):
    want = urllib.parse.parse_qs(fragment, keep_blank_values=True)
    if "m" not in want and "s" not in want:
        if fragment not in page.ids:
            fault(link, "leads to no place of its page")
        return
    data = json.loads(page.data[0])
    piece = pieces[data["plan"] + "c%d" % data["id"]]
    if "m" in want:
        names = [whole(piece["methods"][e["method"]][0]) for e in data["entries"]]
        if want["m"][0] not in names:
            fault(link, "leads to no entry")
    elif int(want["s"][0]) not in [s[4] for s in piece["sites"]]:
        fault(link, "leads to no site")


def check_links(pages, pieces):
    n = 0
    for path, page in pages.items():
        for link in page.links:
            if link == "data:,":
                continue
            n += 1
            to, _, fragment = link.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(path),
                                               urllib.parse.unquote(to))) if to else path
            if not os.path.isfile(to):
                fault(path, "links to", link, "which is not there")
            elif fragment:
                check_hash(link, fragment, pages[to], pieces)
        for text in page.data:
            rows = json.loads(text)
            for key in ("class", "method"):
                for row in rows.get(key, []) if "package" in rows else []:
                    n += 1
                    if row[1] and os.path.normpath(
                            os.path.join(os.path.dirname(path), row[1])) not in pages:
                        fault(path, "row links to", row[1])
    return n


class Trees:
    """All chains of a report, from its pieces."""

    def __init__(self, pages, pieces):
        self.pieces = pieces
        self.chains = {}
        self.used = set()
        for page in pages.values():
            for text in page.data:
                data = json.loads(text)
                if "entries" in data:
                    self.page(data)

    def page(self, data):
        plan = data["plan"]
        self.blocks = data["cut"]["blocks"]
        self.states = data["cut"]["states"]
        piece = self.pieces[plan + "c%d" % data["id"]]
        for entry in data["entries"]:
            name = piece["name"] + "." + piece["methods"][entry["method"]][0]
            for root in entry["roots"]:
                n, left = self.root(plan, data["id"], name, root)
                if n != root["covered"]:
                    fault(name, "has", n, "covered chains, not", root["covered"])
                if n + left != int(root["required"]):
                    fault(name, "makes up", n + left, "chains of", root["required"])

    def children(self, plan, ref):
        if isinstance(ref, list):
            return ref
        if ref == 0:
            return []
        key = plan + "t%d" % (ref // self.blocks)
        if (key, ref % self.blocks) in self.used:
            fault("block", ref, "is used twice")
        self.used.add((key, ref % self.blocks))
        return self.pieces[key][ref % self.blocks]

    def moves(self, plan, state):
        if state == 0:
            return {}
        row = self.pieces[plan + "s%d" % ((state - 1) // self.states)][(state - 1) % self.states]
        return dict(zip(row[::2], map(int, row[1::2])))

    def root(self, plan, cls, name, root):
        if not root["hits"] and not root["covered"]:
            return 0, int(root["required"])
        todo = [(cls, root["hits"], root["state"], root["kids"], ())]
        n = left = 0
        while todo:
            cls, hits, state, kids, steps = todo.pop()
            key = (name, " ".join(steps))
            self.chains[key] = self.chains.get(key, 0) + int(hits)
            n += 1
            rest = self.moves(plan, state)
            piece = self.pieces.get(plan + "c%d" % cls)
            for label, hits, to, below in self.children(plan, kids):
                if label not in rest:
                    fault(name, "label", label, "is no move of", steps)
                rest.pop(label, None)
                row = piece["labels"][label - piece["label0"]]
                site = piece["sites"][row[0]]
                step = "%d %s %s" % (site[1], piece["text"][row[1]], piece["text"][row[2]])
                todo.append((row[3], hits, to, below, steps + (step,)))
            left += sum(rest.values())
        return n, left


def wanted_chains(path):
    chains = {}
    with open(path, "rb") as file:
        for line in file:
            if line.startswith(b"#"):
                continue
            text = line.rstrip(b"\n").decode("utf-8", "surrogatepass")
            text = text.encode("utf-16", "surrogatepass").decode("utf-16")
            entry, _, chain, hits = text.split("\t")
            chains[entry, chain] = chains.get((entry, chain), 0) + int(hits)
    return chains


def main():
    folder = sys.argv[1]
    pages = read_pages(folder)
    pieces = read_pieces(folder)
    n_links = check_links(pages, pieces)
    trees = Trees(pages, pieces)
    if len(sys.argv) > 2:
        wanted = wanted_chains(sys.argv[2])
        for key in sorted(set(wanted) | set(trees.chains)):
            if wanted.get(key) != trees.chains.get(key):
                fault(key, "has", trees.chains.get(key), "hits, not", wanted.get(key))
    for one in faults[:20]:
        print(one)
    if not faults:
        print("%d pages, %d pieces, %d links, %d chains" %
              (len(pages), len(pieces), n_links, len(trees.chains)))
    return 1 if faults else 0


sys.exit(main())
