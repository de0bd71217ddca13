#!/usr/bin/env python3
"""Writes the Swift files that follow from Data/han-readings.tsv and Data/han-variants.tsv.

usage: generate_readings.py [--check | --unihan DIRECTORY]

Without arguments the Swift files are written. With --check nothing is written, and the exit code
is 1 when a file on disk is not what the tables say. With --unihan the rows of both tables are made
anew from Unihan_Readings.txt.bz2 and Unihan_Variants.txt.bz2 in a directory, where Debian's package
unicode-data has them in /usr/share/unicode; what stands above the rows stays.
"""

import bz2
import pathlib
import re
import sys
import unicodedata

import generated_files
from generated_files import ROOT

READINGS = ROOT / "Data/han-readings.tsv"
VARIANTS = ROOT / "Data/han-variants.tsv"
SWIFT = ROOT / "Sources/Foundations/FresnelText/Readings"
HEADER = "// Written by Scripts/generate_readings.py from {}; do not edit.\n"

# Extension A and the unified ideographs, which stand side by side but for the hexagrams.
HAN = range(0x3400, 0xA000)
# What dictionaries of the present language say, what is most frequent first; the other field has
# classical readings too, and speaks where these are silent.
PRESENT = ["kHanyuPinlu", "kMandarin", "kXHC1983", "kTGHZ2013"]
OTHERS = ["kHanyuPinyin"]
MOST_READINGS = 8
# How many characters of a row, and how many rows of variants, a line of Swift has.
CHARACTERS_OF_LINE = 30
VARIANTS_OF_LINE = 16


def fields(path):
    """Code point, field and value of the lines of a file of Unihan."""
    for line in bz2.open(path, "rt", encoding="utf-8"):
        if line.startswith("U+"):
            code, field, value = line.rstrip("\n").split("\t")
            yield int(code[2:], 16), field, value


def without_tone(syllable):
    """A syllable in small ASCII letters: tones are taken off, and ü is u."""
    letters = unicodedata.normalize("NFD", syllable.lower())
    return "".join(letter for letter in letters if "a" <= letter <= "z")


def syllables(value):
    """The syllables of a field, in its order: places in a dictionary and counts are left out."""
    value = re.sub(r"\(\d+\)", "", value)
    parts = [part.rsplit(":", 1)[-1] for part in value.split()]
    return [without_tone(part) for part in ",".join(parts).split(",")]


def made_readings(directory):
    """The rows of the table of readings."""
    found = {}
    for code, field, value in fields(directory / "Unihan_Readings.txt.bz2"):
        if code in HAN and field in PRESENT + OTHERS:
            found.setdefault(code, {})[field] = syllables(value)
    rows = {}
    for code, by_field in found.items():
        present = [one for field in PRESENT for one in by_field.get(field, [])]
        readings = [one for one in dict.fromkeys(present or by_field[OTHERS[0]]) if one]
        # A suffix without a vowel, as r for 儿, is how few words are read.
        readings.sort(key=lambda one: not set(one) & set("aeiou"))
        for rank, reading in enumerate(readings[:MOST_READINGS], 1):
            rows.setdefault((rank, reading), []).append(chr(code))
    return ["\t".join([reading, str(rank), "".join(sorted(of))]) for (rank, reading), of in sorted(rows.items())]


def made_variants(directory):
    """The rows of the table of variants."""
    rows = {}
    for code, field, value in fields(directory / "Unihan_Variants.txt.bz2"):
        if field not in ["kSimplifiedVariant", "kTraditionalVariant"]:
            continue
        others = [int(other[2:], 16) for other in value.split()]
        is_simplified = field == "kTraditionalVariant"
        pairs = [(code, other) if is_simplified else (other, code) for other in others]
        for simplified, traditional in pairs:
            if simplified in HAN and traditional in HAN:
                rows.setdefault(simplified, set()).add(traditional)
    # A character that is its own variant stands last: another one is what the form of the script is.
    return [
        chr(simplified) + "\t" + "".join(map(chr, sorted(of, key=lambda code: (code == simplified, code))))
        for simplified, of in sorted(rows.items())
        if of != {simplified}
    ]


def replace_rows(path, rows):
    """Puts rows behind the comment of a table."""
    comment = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    path.write_text("\n".join(comment + rows) + "\n", encoding="utf-8")


def reading_lines():
    """Lines of a reading and the characters that have it, those first of which it is the first one."""
    last = (0, "")
    for number, line in generated_files.table_lines(READINGS):
        reading, rank, characters = line.split("\t")
        if not re.fullmatch("[a-z]+", reading) or not all(ord(one) in HAN for one in characters):
            sys.exit(f"{READINGS}:{number}: not a syllable, a number and characters")
        if (int(rank), reading) <= last:
            sys.exit(f"{READINGS}:{number}: rows are not in the order of numbers and syllables")
        last = (int(rank), reading)
        for start in range(0, len(characters), CHARACTERS_OF_LINE):
            yield reading + characters[start : start + CHARACTERS_OF_LINE]


def variant_lines():
    """Lines of a simplified character and its traditional ones."""
    rows = []
    for number, line in generated_files.table_lines(VARIANTS):
        simplified, traditional = line.split("\t")
        if len(simplified) != 1 or not all(ord(one) in HAN for one in simplified + traditional):
            sys.exit(f"{VARIANTS}:{number}: not a character and others")
        rows.append(simplified + traditional)
    for start in range(0, len(rows), VARIANTS_OF_LINE):
        yield " ".join(rows[start : start + VARIANTS_OF_LINE])


def table(source, of, comment, lines):
    """A Swift file of one static string."""
    return (
        HEADER.format(source.relative_to(ROOT))
        + f"\nextension {of} {{\n"
        + "".join(f"  /// {line}\n" for line in comment)
        + '  static let table: StaticString = """\n'
        + "\n".join(f"    {line}" for line in lines)
        + '\n    """\n}\n'
    )


if sys.argv[1:2] == ["--unihan"] and len(sys.argv) == 3:
    replace_rows(READINGS, made_readings(pathlib.Path(sys.argv[2])))
    replace_rows(VARIANTS, made_variants(pathlib.Path(sys.argv[2])))
else:
    generated_files.main(
        __doc__.strip().splitlines()[2],
        [
            (
                SWIFT / "HanReadings.generated.swift",
                table(
                    READINGS,
                    "HanReadings",
                    ["A reading in ASCII and characters that have it, a line each; first readings come first."],
                    reading_lines(),
                ),
            ),
            (
                SWIFT / "HanVariants.generated.swift",
                table(
                    VARIANTS,
                    "HanVariants",
                    ["Simplified characters, each with its traditional ones behind it."],
                    variant_lines(),
                ),
            ),
        ],
    )
