#!/usr/bin/env python3
"""Writes the Swift files that follow from Data/content-types.tsv.

usage: generate_content_types.py [--check]

Without arguments the files are written. With --check nothing is written, and the exit code is 1
when a file on disk is not what the table says.
"""

import re
import sys
import textwrap

import generated_files
from generated_files import ROOT

TABLE = ROOT / "Data/content-types.tsv"
MODEL = ROOT / "Sources/Foundations/FresnelModel/ContentTypes"
FRAMEWORKS = ROOT / "Sources/Frameworks"

COLUMNS = [
    "identifier", "swift", "constant", "conforms", "extensions", "mime", "tags", "since",
    "description",
]
HEADER = "// Written by Scripts/generate_content_types.py from Data/content-types.tsv; do not edit.\n"


def check(table):
    """Stops with a message when a row breaks what the Swift side relies on."""
    identifiers = [row["identifier"] for row in table]
    known = set(identifiers)
    if len(known) != len(identifiers):
        sys.exit(f"{TABLE}: an identifier stands twice")
    preferred = {}
    for row in table:
        name = row["identifier"]
        if not re.fullmatch(r"[A-Za-z0-9.-]+", name):
            sys.exit(f"{TABLE}: {name} is no type identifier")
        for parent in row["conforms"]:
            if parent not in known:
                sys.exit(f"{TABLE}: {name} conforms to {parent}, which has no row")
        for extension in row["extensions"]:
            if extension.endswith("*") and preferred.setdefault(extension, name) != name:
                sys.exit(f"{TABLE}: {extension} is marked for {preferred[extension]} and {name}")
    parents = {row["identifier"]: row["conforms"] for row in table}
    for name in identifiers:
        above, reached = list(parents[name]), set()
        while above:
            parent = above.pop()
            if parent == name:
                sys.exit(f"{TABLE}: {name} conforms to itself")
            if parent not in reached:
                reached.add(parent)
                above += parents[parent]


def rows():
    """The table's rows as dictionaries."""
    result = []
    for number, line in generated_files.table_lines(TABLE):
        fields = line.split("\t")
        if len(fields) != len(COLUMNS):
            sys.exit(f"{TABLE}:{number}: {len(fields)} columns instead of {len(COLUMNS)}")
        row = {key: "" if value == "-" else value for key, value in zip(COLUMNS, fields)}
        for key in ("conforms", "extensions", "mime"):
            row[key] = row[key].split()
        result.append(row)
    check(result)
    return result


def doc(text, indent=""):
    """A doc comment, wrapped to the line length of .swift-format."""
    return "\n".join(textwrap.wrap(
        text, 100, initial_indent=f"{indent}/// ", subsequent_indent=f"{indent}/// ",
        break_on_hyphens=False))


def meaning(row):
    """What a constant stands for, in one sentence."""
    named = f"`{row['identifier']}`"
    return f"The type {named}: {row['description']}." if row["description"] else f"The type {named}."


def model_file(table):
    lines = "\n".join(
        "|".join([
            row["identifier"], " ".join(row["conforms"]), " ".join(row["extensions"]),
            " ".join(row["mime"]), row["description"],
        ])
        for row in table)
    return (
        f"// swift-format-ignore-file\n{HEADER}\n"
        "extension ContentTypeTree {\n"
        "  /// The system's types, one to a line: identifier, direct supertypes, extensions (an\n"
        "  /// asterisk marks the type that a shared extension stands for), MIME types, description.\n"
        f'  static let builtInTable: StaticString = #"""\n{lines}\n"""#\n}}\n')


def statics_file(table):
    """The static members of UTType, in the table's order."""
    members = []
    for row in table:
        if not row["swift"]:
            continue
        ios, macos = row["since"].split("/")
        text = doc(f"{meaning(row)} Since iOS {ios}, macOS {macos}.", "  ")
        members.append(
            f"{text}\n  public static var {row['swift']}: UTType {{\n"
            f'    UTType(builtIn: "{row["identifier"]}")\n  }}')
    body = "\n\n".join(members)
    return f"{HEADER}\nextension UTType {{\n{body}\n}}\n"


def constants_file(table):
    """The kUTType constants, in the order of their names."""
    named = sorted((row for row in table if row["constant"]), key=lambda row: row["constant"])
    body = "\n\n".join(
        f'{doc(meaning(row))}\npublic let {row["constant"]}: CFString =\n'
        f'  "{row["identifier"]}"'
        if len(f'public let {row["constant"]}: CFString = "{row["identifier"]}"') > 100
        else f'{doc(meaning(row))}\npublic let {row["constant"]}: CFString = '
             f'"{row["identifier"]}"'
        for row in named)
    return f"{HEADER}\n{body}\n"


def outputs():
    """The generated files: path and text."""
    table = rows()
    yield MODEL / "ContentTypeTree+Table.generated.swift", model_file(table)
    yield (
        FRAMEWORKS / "UniformTypeIdentifiers/UTType+SystemTypes.generated.swift",
        statics_file(table))
    yield FRAMEWORKS / "MobileCoreServices/TypeConstants.generated.swift", constants_file(table)


if __name__ == "__main__":
    generated_files.main(__doc__, outputs())
