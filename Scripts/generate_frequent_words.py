#!/usr/bin/env python3
"""Writes the Swift file that follows from Data/frequent-words.tsv.

usage: generate_frequent_words.py [--check | --count FILE]

Without arguments the Swift file is written. With --check nothing is written, and the exit code is
1 when the file on disk is not what the table says. With --count the table's rows are made from a
file of words and their counts, one pair a line, and printed.
"""

import math
import sys

import generated_files
from generated_files import ROOT

TABLE = ROOT / "Data/frequent-words.tsv"
OUTPUT = ROOT / "Sources/Service/SpotlightService/UserQueries/FrequentWords.generated.swift"
HEADER = "// Written by Scripts/generate_frequent_words.py from Data/frequent-words.tsv; do not edit.\n"

# The weight of a word that is in no list.
GREATEST = 20
# A word that makes up 1 in 2 ** 6 of all words weighs nothing; one half as frequent weighs 1.5 more.
BITS_OF_NOTHING = 6
WEIGHT_OF_BIT = 1.5
DIGITS = "0123456789abcdefghij"


def weights(path):
    """The words of a file that weigh less than others, by their counts."""
    counts = {}
    with open(path, encoding="utf-8-sig") as file:
        for line in file:
            word, count = line.split()
            counts[word] = int(count)
    total = sum(counts.values())
    for word in sorted(counts):
        bits = math.log2(total / counts[word])
        weight = max(0, round((bits - BITS_OF_NOTHING) * WEIGHT_OF_BIT))
        if weight < GREATEST:
            yield word, weight


def rows():
    """The table's words with their weights, in the order of their bytes."""
    rows = []
    for number, line in generated_files.table_lines(TABLE):
        fields = line.split("\t")
        if len(fields) != 2 or not fields[1].isdigit() or int(fields[1]) >= GREATEST:
            sys.exit(f"{TABLE}:{number}: no word with a weight below {GREATEST}")
        if not fields[0].isascii() or not fields[0].isalpha() or not fields[0].islower():
            sys.exit(f"{TABLE}:{number}: {fields[0]} is no word of small letters")
        rows.append((fields[0], int(fields[1])))
    if rows != sorted(set(rows)) or len(rows) != len({word for word, _ in rows}):
        sys.exit(f"{TABLE}: words are not in order, or stand twice")
    return rows


def table():
    """The Swift file: a word a line with its weight behind it."""
    lines = [f"{word} {DIGITS[weight]}" for word, weight in rows()]
    body = "\n".join(f"    {line}" for line in lines)
    return (
        HEADER
        + "\nextension FrequentWords {\n"
        + "  /// A word a line, in the order of their bytes, with its weight as a digit, `a` for 10 and so on.\n"
        + '  static let table: StaticString = """\n'
        + body
        + '\n    """\n}\n'
    )


if sys.argv[1:2] == ["--count"] and len(sys.argv) == 3:
    for word, weight in weights(sys.argv[2]):
        print(f"{word}\t{weight}")
else:
    generated_files.main(__doc__.strip().splitlines()[2], [(OUTPUT, table())])
