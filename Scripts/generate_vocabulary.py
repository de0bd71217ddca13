#!/usr/bin/env python3
"""Writes the Swift file that follows from Data/schema-org.tsv.

usage: generate_vocabulary.py [--check]

Without arguments the file is written. With --check nothing is written, and the exit code is 1
when the file on disk is not what the table says.
"""

import sys

import generated_files
from generated_files import ROOT

TABLE = ROOT / "Data/schema-org.tsv"
OUTPUT = ROOT / "Sources/Web/StructuredData/Vocabulary/SchemaTable.generated.swift"

COLUMNS = ["name", "kind", "above", "range", "instead", "inverse", "coerced", "section"]
KINDS = ["type", "property", "member"]
HEADER = "// Written by Scripts/generate_vocabulary.py from Data/schema-org.tsv; do not edit.\n"

# Six bits to a character: the 65 of ASCII from "0" to "p", less the backslash.
DIGITS = [chr(code) for code in range(ord("0"), ord("q")) if chr(code) != "\\"]
LINE = 96


def rows():
    """The table's rows as dictionaries: those of the vocabulary and those of prefixes."""
    terms, prefixes = [], []
    for number, line in generated_files.table_lines(TABLE):
        fields = line.split("\t")
        if len(fields) != len(COLUMNS):
            sys.exit(f"{TABLE}:{number}: {len(fields)} columns instead of {len(COLUMNS)}")
        row = {key: "" if value == "-" else value for key, value in zip(COLUMNS, fields)}
        if row["kind"] == "prefix":
            prefixes.append(row)
            continue
        if row["kind"] not in KINDS:
            sys.exit(f"{TABLE}:{number}: {row['kind']} is no kind")
        for key in ("above", "range"):
            row[key] = row[key].split()
        terms.append(row)
    terms.sort(key=lambda row: row["name"].encode())
    return terms, prefixes


def check(terms):
    """Stops with a message when a row breaks what the Swift side relies on."""
    kinds = {row["name"]: row["kind"] for row in terms}
    if len(kinds) != len(terms):
        sys.exit(f"{TABLE}: a name stands twice")
    for row in terms:
        if not row["name"].isascii() or not row["name"].isalnum() or len(row["name"]) > 63:
            sys.exit(f"{TABLE}: {row['name']} is no name")
        for name in row["above"] + row["range"]:
            if kinds.get(name) != "type":
                sys.exit(f"{TABLE}: {row['name']} names {name}, which is no type")
        for name in (row["instead"], row["inverse"]):
            if name and name not in kinds:
                sys.exit(f"{TABLE}: {row['name']} names {name}, which has no row")
        if row["coerced"] not in ("", "iri", "Date"):
            sys.exit(f"{TABLE}: {row['name']} is coerced to {row['coerced']}")


def ancestors(terms):
    """All supertypes of each type, in the order of the table."""
    parents = {row["name"]: row["above"] for row in terms if row["kind"] == "type"}
    result = {}
    for name in parents:
        above, reached = list(parents[name]), set()
        while above:
            parent = above.pop()
            if parent == name:
                sys.exit(f"{TABLE}: {name} is a supertype of itself")
            if parent not in reached:
                reached.add(parent)
                above += parents[parent]
        result[name] = sorted(reached, key=str.encode)
    return result


def digits(number, count):
    """A number in six-bit digits, the highest first."""
    if number >= 64 ** count:
        sys.exit(f"{TABLE}: {number} does not fit")
    return "".join(DIGITS[number >> 6 * place & 63] for place in reversed(range(count)))


def literal(text):
    """The lines of a string literal that is one long line."""
    lines = [text[start:start + LINE] for start in range(0, len(text), LINE)]
    return '#"""\n' + "\\#\n".join(lines) + '\n"""#'


def swift(terms, prefixes):
    places = {row["name"]: place for place, row in enumerate(terms)}
    above = ancestors(terms)
    names, records, lists = "", "", ""
    for row in terms:
        second = above[row["name"]] if row["kind"] == "type" else row["range"]
        flags = (
            KINDS.index(row["kind"]) | (row["coerced"] == "iri") << 2
            | (row["coerced"] == "Date") << 3 | (row["section"] == "attic") << 4
            | (row["section"] == "pending") << 5)
        records += digits(len(names), 3) + digits(len(row["name"]), 1) + digits(flags, 1)
        for key in ("instead", "inverse"):
            records += digits(places[row[key]] + 1 if row[key] else 0, 2)
        records += digits(len(lists) // 2, 3)
        records += digits(len(row["above"]), 1) + digits(len(second), 1)
        for name in row["above"] + second:
            lists += digits(places[name], 2)
        names += row["name"]
    folded = "".join(
        digits(places[name], 2)
        for name in sorted(places, key=lambda name: (name.lower().encode(), name.encode())))
    table = "\n".join(f"{row['name']} {row['above']}" for row in prefixes)
    return (
        f"// swift-format-ignore-file\n{HEADER}\n"
        "extension SchemaTable {\n"
        "  /// How many names there are.\n"
        f"  static let count = {len(terms)}\n\n"
        "  /// The names in the order of their bytes, with nothing between them.\n"
        f"  static let names: StaticString = {literal(names)}\n\n"
        "  /// What is known of each name, in 14 digits of six bits; ``SchemaTable`` says what they are.\n"
        f"  static let records: StaticString = {literal(records)}\n\n"
        "  /// The places of names that records refer to, in two digits each.\n"
        f"  static let lists: StaticString = {literal(lists)}\n\n"
        "  /// The places of all names in the order of their small letters, in two digits each.\n"
        f"  static let folded: StaticString = {literal(folded)}\n\n"
        "  /// The prefixes of schema.org's context, one to a line: the prefix and its IRI.\n"
        f'  static let prefixes: StaticString = #"""\n{table}\n"""#\n}}\n')


def outputs():
    """The generated file: path and text."""
    terms, prefixes = rows()
    check(terms)
    yield OUTPUT, swift(terms, prefixes)


if __name__ == "__main__":
    generated_files.main(__doc__, outputs())
