#!/usr/bin/env python3
"""Checks that Swift files use the field's words instead of those in Data/replaced-words.tsv.

A name is taken apart where a capital letter begins a word, and comments are read word by word. String literals may
have any word: they hold names on disk, and what others call things.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACES = [
    "Sources", "Tests", "Benchmarks/Sources", "Benchmarks/Tests", "Benchmarks/Growth/Sources", "Fuzz/Sources", "Examples",
]
# The vocabulary of schema.org has words of its own.
EXCEPTIONS = ("Sources/Web/StructuredData/", "Tests/StructuredDataTests/")
LITERAL = re.compile(r'#*"""|#*"(?:\\.|[^"\\])*"#*')
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def replaced_words():
    """The words, each with what to use instead."""
    with open(os.path.join(ROOT, "Data/replaced-words.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return dict(rows)


def without_literals(source):
    """The lines of a file, empty where string literals are."""
    is_inside = False
    for line in source.split("\n"):
        parts = []
        end = 0
        for match in LITERAL.finditer(line):
            if not is_inside:
                parts.append(line[end : match.start()])
            end = match.end()
            if match.group().endswith('"""'):
                is_inside = not is_inside
        if not is_inside:
            parts.append(line[end:])
        yield " ".join(parts)


def findings(words):
    """The uses of the words, as lines for a person."""
    for place in PLACES:
        for directory, folders, files in os.walk(os.path.join(ROOT, place)):
            folders[:] = [folder for folder in folders if not folder.startswith(".")]
            for name in sorted(files):
                path = os.path.relpath(os.path.join(directory, name), ROOT)
                if not name.endswith(".swift") or path.startswith(EXCEPTIONS):
                    continue
                with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                    for number, line in enumerate(without_literals(file.read()), 1):
                        for word in WORD.findall(line):
                            if word.lower() in words:
                                yield f'{path}:{number}: "{word}" is a word of ours: use {words[word.lower()]}'


def main():
    found = list(findings(replaced_words()))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
