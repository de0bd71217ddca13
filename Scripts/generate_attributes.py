#!/usr/bin/env python3
"""Writes the files that follow from Data/attributes.tsv: Swift, and the numbers for the Python client.

usage: generate_attributes.py [--check]

Without arguments the files are written. With --check nothing is written, and the exit code is 1
when a file on disk is not what the table says.
"""

import sys
import textwrap

import generated_files
from generated_files import ROOT

TABLE = ROOT / "Data/attributes.tsv"
MODEL = ROOT / "Sources/Foundations/FresnelModel/Attributes"
FRAMEWORK = ROOT / "Sources/Frameworks/CoreSpotlight/AttributeSet"
PYTHON = ROOT / "Clients/python/fresnel/attributes.py"

COLUMNS = [
    "id", "swift", "objc", "item", "type", "kind", "settable", "category", "scope", "meaning",
]
HEADER = "// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.\n"

# The Swift type of a property by its kind of value; two properties are not optional.
TYPES = {
    "string": "String?",
    "strings": "[String]?",
    "number": "NSNumber?",
    "boolean": "NSNumber?",
    "date": "Date?",
    "dates": "[Date]?",
    "url": "URL?",
    "data": "Data?",
    "people": "[CSPerson]?",
    "headers": "[String: [Any]]?",
    "type": "UTType?",
}
DEFAULTS = {"NSNumber": "0", "[String]": "[]"}
FOUNDATION_TYPES = ("NSNumber", "Date", "URL", "Data")


def rows():
    """The table's rows as dictionaries, checked for what the Swift side relies on."""
    result = []
    for number, line in generated_files.table_lines(TABLE):
        fields = line.split("\t")
        if len(fields) != len(COLUMNS):
            sys.exit(f"{TABLE}:{number}: {len(fields)} columns instead of {len(COLUMNS)}")
        row = dict(zip(COLUMNS, fields))
        row["item"] = [] if row["item"] == "-" else row["item"].split(",")
        full = TYPES.get(row["kind"])
        if full is None or row["type"] not in (full, full.rstrip("?")):
            sys.exit(f"{TABLE}:{number}: type {row['type']} does not fit kind {row['kind']}")
        if row["scope"] not in ("none", "metadata", "text"):
            sys.exit(f"{TABLE}:{number}: no such scope: {row['scope']}")
        result.append(row)
    if [row["id"] for row in result] != [str(i + 1) for i in range(len(result))]:
        sys.exit(f"{TABLE}: identifiers must count up from 1")
    return result


def doc(text, indent="  "):
    """A doc comment, wrapped to the line length of .swift-format."""
    return "\n".join(textwrap.wrap(
        text, 100, initial_indent=f"{indent}/// ", subsequent_indent=f"{indent}/// "))


def quoted(names):
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def table_row(row):
    """One row of AttributeTable.all, laid out as swift-format lays it out."""
    arguments = [f".{row['swift']}", f'"{row["swift"]}"']
    if row["objc"] != row["swift"]:
        arguments.append(f'objectiveC: "{row["objc"]}"')
    arguments += [f"items: {quoted(row['item'])}", f".{row['kind']}"]
    arguments.append(f".{row['category'][0].lower()}{row['category'][1:]}")
    if row["scope"] != "none":
        arguments.append(f"scope: .{row['scope']}")
    if row["settable"] == "no":
        arguments.append("isSettable: false")
    line = f"    AttributeDefinition({', '.join(arguments)}),"
    if len(line) <= 100:
        return line
    # Lines break between arguments only: spaces inside an argument hide while wrapping.
    glued = ", ".join(argument.replace(" ", "\0") for argument in arguments) + "),"
    inner = textwrap.fill(
        glued, 100, initial_indent=" " * 6, subsequent_indent=" " * 6, break_long_words=False,
        break_on_hyphens=False)
    return "    AttributeDefinition(\n" + inner.replace("\0", " ")


def model_file(table):
    constants = "\n".join(
        f"{doc(row['meaning'] + '.')}\n"
        f"  public static let {row['swift']} = AttributeID(rawValue: {row['id']})"
        for row in table)
    definitions = "\n".join(table_row(row) for row in table)
    return (
        f"{HEADER}\nextension AttributeID {{\n{constants}\n}}\n\n"
        "extension AttributeTable {\n"
        "  /// Every built-in attribute, by number.\n"
        f"  public static let all: [AttributeDefinition] = [\n{definitions}\n  ]\n}}\n")


def accessor(row):
    """One typed property of CSSearchableItemAttributeSet."""
    value = f"self[{row['kind']}: .{row['swift']}]"
    read = value if row["type"].endswith("?") else f"{value} ?? {DEFAULTS[row['type']]}"
    head = f"{doc(row['meaning'] + '.')}\n  public var {row['swift']}: {row['type']} {{\n"
    if row["settable"] == "no":
        return f"{head}    {read}\n  }}"
    return f"{head}    get {{ {read} }}\n    set {{ {value} = newValue }}\n  }}"


def framework_file(category, table):
    types = " ".join(row["type"] for row in table)
    imports = ["import FresnelModel"]
    if any(name in types for name in FOUNDATION_TYPES):
        imports.insert(0, "public import Foundation")
    if "UTType" in types:
        imports.append("public import UniformTypeIdentifiers")
    properties = "\n\n".join(accessor(row) for row in table)
    return (
        f"{HEADER}\n" + "\n".join(imports) + "\n\n"
        f"// MARK: - {category}\n\nextension CSSearchableItemAttributeSet {{\n{properties}\n}}\n")


def python_file(table):
    numbers = textwrap.fill(
        ", ".join(f'"{row["swift"]}":\0{row["id"]}' for row in table) + ",", 100,
        initial_indent=" " * 4, subsequent_indent=" " * 4, break_long_words=False)
    return (
        HEADER.replace("//", "#") + '"""The built-in attributes of items."""\n\n'
        "#: Numbers of attributes by their Swift names. Others are custom ones, by their names.\n"
        f"ATTRIBUTES = {{\n{numbers}\n}}\n").replace("\0", " ")


def outputs():
    """The generated files: path and text."""
    table = rows()
    yield MODEL / "AttributeTable+Generated.swift", model_file(table)
    yield PYTHON, python_file(table)
    for category in dict.fromkeys(row["category"] for row in table):
        name = f"CSSearchableItemAttributeSet+{category}.generated.swift"
        yield FRAMEWORK / name, framework_file(
            category, [row for row in table if row["category"] == category])


if __name__ == "__main__":
    generated_files.main(__doc__, outputs())
