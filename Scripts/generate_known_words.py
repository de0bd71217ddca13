#!/usr/bin/env python3
"""Writes the Swift file that follows from Data/known-words.txt.

usage: generate_known_words.py [--check | --count FILE]

Without arguments the Swift file is written. With --check nothing is written, and the exit code is
1 when the file on disk is not what the list says. With --count the list is made from a file of
words and their counts, one pair a line, and printed.
"""

import sys

import generated_files
from generated_files import ROOT

LIST = ROOT / "Data/known-words.txt"
OUTPUT = ROOT / "Sources/Service/SpotlightService/UserQueries/KnownWords.generated.swift"
HEADER = "// Written by Scripts/generate_known_words.py from Data/known-words.txt; do not edit.\n"

# Shorter words are never taken for errors, and have no forms.
LEAST_LETTERS = 3
# The words of a line of the Swift file. More would make it shorter, and take longer to look through.
WORDS_OF_LINE = 16
# What the last capital letter says.
MOST_SHARED = 25


def is_word(text):
    return text.isascii() and text.isalpha() and text.islower() and len(text) >= LEAST_LETTERS


def counted(path):
    """The words of a file of words and counts, in the order of their bytes."""
    with open(path, encoding="utf-8-sig") as file:
        return sorted({line.split()[0] for line in file if is_word(line.split()[0])})


def words():
    """The words of the list."""
    words = []
    for number, line in generated_files.table_lines(LIST):
        if not is_word(line):
            sys.exit(f"{LIST}:{number}: {line} is no word of {LEAST_LETTERS} small letters or more")
        words.append(line)
    if words != sorted(set(words)):
        sys.exit(f"{LIST}: words are not in order, or stand twice")
    return words


def line(words):
    """The first word whole; of each other one how much it shares with the one before, and the rest."""
    parts = [words[0]]
    for before, word in zip(words, words[1:]):
        shared = 0
        while shared < MOST_SHARED and before[shared : shared + 1] == word[shared : shared + 1] != "":
            shared += 1
        parts.append(chr(ord("A") + shared) + word[shared:])
    return "".join(parts)


def table():
    """The Swift file: sixteen words a line."""
    all_words = words()
    lines = [line(all_words[at : at + WORDS_OF_LINE]) for at in range(0, len(all_words), WORDS_OF_LINE)]
    return (
        HEADER
        + "\nextension KnownWords {\n"
        + f"  /// {WORDS_OF_LINE} words a line, in the order of their bytes: the first is whole, and of each other one a\n"
        + "  /// capital letter says how many letters it shares with the one before.\n"
        + '  static let table: StaticString = """\n'
        + "\n".join(f"    {text}" for text in lines)
        + '\n    """\n}\n'
    )


if sys.argv[1:2] == ["--count"] and len(sys.argv) == 3:
    print("\n".join(counted(sys.argv[2])))
else:
    generated_files.main(__doc__.strip().splitlines()[2], [(OUTPUT, table())])
