#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""checkschema.py SCHEMA FILE: is the file as the schema says, and does the schema
name all keys that it has?

Knows the words of JSON Schema that man/ccinstr-report.schema.json uses, and stops at
others. A key that no schema of its object names is a fault, too, though the schema
allows for new ones: it would be one that nobody has described.
"""

import json
import re
import sys

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool,
    "integer": int, "number": (int, float), "null": type(None),
}
KNOWN = {
    "$schema", "$comment", "title", "description", "definitions", "$ref", "type",
    "const", "enum", "pattern", "minimum", "maximum", "required", "properties",
    "additionalProperties", "items", "allOf", "anyOf", "not",
}


class Checker:
    def __init__(self, schema):
        self.root = schema

    def resolve(self, ref):
        at = self.root
        for part in ref.removeprefix("#/").split("/"):
            at = at[part]
        return at

    def check(self, schema, value, path):
        """The faults of a value, and the keys of it that the schema names."""
        unknown = set(schema) - KNOWN
        if unknown:
            sys.exit(f"checkschema.py: no word of the schema: {unknown}")
        if "$ref" in schema:
            return self.check(self.resolve(schema["$ref"]), value, path)
        faults, named = self.simple(schema, value, path), set()
        for part in schema.get("allOf", []):
            more, keys = self.check(part, value, path)
            faults += more
            named |= keys
        if "anyOf" in schema:
            tried = [self.check(part, value, path) for part in schema["anyOf"]]
            good = [keys for found, keys in tried if not found]
            if not good:
                faults += min((found for found, _ in tried), key=len)
            for keys in good:
                named |= keys
        if "not" in schema and not self.check(schema["not"], value, path)[0]:
            faults.append(f"{path}: is what it must not be")
        if isinstance(value, dict):
            named |= self.properties(schema, value, path, faults)
        if isinstance(value, list) and "items" in schema:
            for i, item in enumerate(value):
                faults += self.whole(schema["items"], item, f"{path}[{i}]")
        return faults, named

    def properties(self, schema, value, path, faults):
        own = schema.get("properties", {})
        for key in schema.get("required", []):
            if key not in value:
                faults.append(f"{path}: no {key}")
        for key, item in value.items():
            part = own.get(key, schema.get("additionalProperties"))
            if part is not None:
                faults += self.whole(part, item, f"{path}.{key}")
        return set(value) if "additionalProperties" in schema else set(own)

    def whole(self, schema, value, path):
        faults, named = self.check(schema, value, path)
        if isinstance(value, dict):
            faults = faults + [
                f"{path}: {key} is described nowhere"
                for key in value if key not in named and not faults
            ]
        return faults

    @staticmethod
    def simple(schema, value, path):
        faults = []
        kind = schema.get("type")
        if kind and (not isinstance(value, TYPES[kind])
                     or (isinstance(value, bool) and kind != "boolean")):
            faults.append(f"{path}: {value!r} is no {kind}")
            return faults
        if "const" in schema and value != schema["const"]:
            faults.append(f"{path}: {value!r} is not {schema['const']!r}")
        if "enum" in schema and value not in schema["enum"]:
            faults.append(f"{path}: {value!r} is none of {schema['enum']}")
        if "pattern" in schema and not re.search(schema["pattern"], value):
            faults.append(f"{path}: {value!r} is not like {schema['pattern']}")
        if "minimum" in schema and value < schema["minimum"]:
            faults.append(f"{path}: {value!r} is too small")
        if "maximum" in schema and value > schema["maximum"]:
            faults.append(f"{path}: {value!r} is too large")
        return faults


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        value = json.load(file)
    faults = Checker(schema).whole(schema, value, "")
    print("\n".join(faults[:20]), end="\n" if faults else "")
    sys.exit(1 if faults else 0)


main()
