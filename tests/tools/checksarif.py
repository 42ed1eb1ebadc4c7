#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""checksarif.py FILE: is the file what SARIF 2.1.0 allows of a log?

The objects that ccinstr writes, after the text of the standard (OASIS, Static Analysis
Results Interchange Format 2.1.0, section 3): their properties, those that have to be
there, and the types and ranges of values. The schema of the standard allows no other
properties, nor does this. Then what no schema can say: results name rules that are
there, and places are URIs.
"""

import json
import re
import sys

INDEX = ("integer from -1", lambda v: type(v) is int and v >= -1)
LINE = ("integer from 1", lambda v: type(v) is int and v >= 1)
TEXT = ("string", lambda v: isinstance(v, str))
BAG = ("object", lambda v: isinstance(v, dict))
LEVEL = ("level", lambda v: v in ("none", "note", "warning", "error"))
KIND = ("kind", lambda v: v in ("notApplicable", "pass", "fail", "review", "open",
                                "informational"))

# Object: property -> type, or another object, or [what a list has]; * is required.
OBJECTS = {
    "sarifLog": {  # 3.13
        "$schema": TEXT, "*version": ("2.1.0", lambda v: v == "2.1.0"),
        "*runs": ["run"], "properties": BAG,
    },
    "run": {  # 3.14
        "*tool": "tool", "results": ["result"], "artifacts": [BAG],
        "columnKind": ("kind", lambda v: v in ("utf16CodeUnits", "unicodeCodePoints")),
        "properties": BAG,
    },
    "tool": {"*driver": "toolComponent", "properties": BAG},  # 3.18
    "toolComponent": {  # 3.19
        "*name": TEXT, "version": TEXT, "semanticVersion": TEXT,
        "informationUri": TEXT, "rules": ["reportingDescriptor"], "properties": BAG,
    },
    "reportingDescriptor": {  # 3.49
        "*id": TEXT, "name": TEXT, "shortDescription": "multiformatMessageString",
        "fullDescription": "multiformatMessageString", "helpUri": TEXT,
        "defaultConfiguration": "reportingConfiguration", "properties": BAG,
    },
    "multiformatMessageString": {"*text": TEXT, "markdown": TEXT},  # 3.12
    "reportingConfiguration": {  # 3.50
        "enabled": ("boolean", lambda v: isinstance(v, bool)), "level": LEVEL,
        "properties": BAG,
    },
    "result": {  # 3.27
        "ruleId": TEXT, "ruleIndex": INDEX, "kind": KIND, "level": LEVEL,
        "*message": "message", "locations": ["location"], "properties": BAG,
    },
    "message": {"text": TEXT, "markdown": TEXT, "id": TEXT},  # 3.11
    "location": {  # 3.28
        "id": INDEX, "physicalLocation": "physicalLocation",
        "logicalLocations": ["logicalLocation"], "message": "message",
        "properties": BAG,
    },
    "physicalLocation": {  # 3.29
        "artifactLocation": "artifactLocation", "region": "region", "properties": BAG,
    },
    "artifactLocation": {"uri": TEXT, "uriBaseId": TEXT, "index": INDEX},  # 3.4
    "region": {  # 3.30
        "startLine": LINE, "startColumn": LINE, "endLine": LINE, "endColumn": LINE,
        "charOffset": INDEX, "byteOffset": INDEX,
    },
    "logicalLocation": {  # 3.33
        "name": TEXT, "fullyQualifiedName": TEXT, "decoratedName": TEXT, "kind": TEXT,
        "index": INDEX, "parentIndex": INDEX, "properties": BAG,
    },
}
# At least one of these has to be there.
ONE_OF = {
    "message": ("text", "id"), "physicalLocation": ("artifactLocation",),
    "artifactLocation": ("uri", "index"), "region": ("startLine", "charOffset", "byteOffset"),
}
# RFC 3986: what a path of a URI reference has; a relative one no colon in front.
SEGMENT = r"(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-F]{2})"
RELATIVE = re.compile(rf"{SEGMENT}+(?:/(?:{SEGMENT}|:)+)*")
ABSOLUTE = re.compile(rf"file://(?:/(?:{SEGMENT}|:)+)+")


def check(kind, value, path, faults):
    """A value against a type, an object of the table, or a list of one."""
    if isinstance(kind, list):
        if not isinstance(value, list):
            faults.append(f"{path}: no list")
            return
        for i, item in enumerate(value):
            check(kind[0], item, f"{path}[{i}]", faults)
        return
    if isinstance(kind, tuple):
        if not kind[1](value):
            faults.append(f"{path}: no {kind[0]}: {value!r}")
        return
    if not isinstance(value, dict):
        faults.append(f"{path}: no object")
        return
    known = {key.lstrip("*"): of for key, of in OBJECTS[kind].items()}
    for key in OBJECTS[kind]:
        if key[0] == "*" and key[1:] not in value:
            faults.append(f"{path}: a {kind} without {key[1:]}")
    if kind in ONE_OF and not any(key in value for key in ONE_OF[kind]):
        faults.append(f"{path}: a {kind} without any of {ONE_OF[kind]}")
    for key, item in value.items():
        if key not in known:
            faults.append(f"{path}: a {kind} has no {key}")
        else:
            check(known[key], item, f"{path}.{key}", faults)


def check_rules(run, path, faults):
    """3.27.5, 3.27.6: a result names a rule by its place, and both agree."""
    rules = [rule["id"] for rule in run["tool"]["driver"].get("rules", [])]
    if len(set(rules)) != len(rules):
        faults.append(f"{path}: two rules of one id")
    for i, result in enumerate(run.get("results", [])):
        at, rule = f"{path}.results[{i}]", result.get("ruleId")
        index = result.get("ruleIndex", -1)
        if rule not in rules:
            faults.append(f"{at}: no rule {rule!r}")
        elif index != -1 and (index >= len(rules) or rules[index] != rule):
            faults.append(f"{at}: rule {index} is not {rule!r}")
        if result.get("level", "warning") != "none" and not result["message"].get("text"):
            faults.append(f"{at}: nothing is said")


def check_places(run, path, faults):
    """3.4.3: a URI reference, of one file, without steps upwards."""
    for i, result in enumerate(run.get("results", [])):
        for place in result.get("locations", []):
            uri = place.get("physicalLocation", {}).get("artifactLocation", {}).get("uri")
            if uri is None:
                continue
            if not (RELATIVE.fullmatch(uri) or ABSOLUTE.fullmatch(uri)):
                faults.append(f"{path}.results[{i}]: no URI: {uri!r}")
            if ".." in uri.split("/"):
                faults.append(f"{path}.results[{i}]: leads upwards: {uri!r}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        log = json.load(file)
    faults = []
    check("sarifLog", log, "$", faults)
    if not faults:
        for i, run in enumerate(log["runs"]):
            check_rules(run, f"$.runs[{i}]", faults)
            check_places(run, f"$.runs[{i}]", faults)
    for fault in faults[:20]:
        print(fault)
    sys.exit(1 if faults else 0)


main()
