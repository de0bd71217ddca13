#!/usr/bin/env python3
"""Prints CHANGELOG.md as a changelog of Debian.

The version is that of SoftwareVersion.swift. While the top section of CHANGELOG.md is "Unreleased" the package gets the
time of the last commit besides, so that each package replaces the one before, and the release all of them.

    Scripts/debian_changelog.py MAINTAINER SECONDS

MAINTAINER is a name with an address, SECONDS the time since 1970 of what is packaged.
"""
import re
import sys
import textwrap
from datetime import datetime, timezone
from email.utils import format_datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = ROOT / "Sources/Foundations/FresnelPlatform/Processes/SoftwareVersion.swift"
SECTION = re.compile(r"## (?:(?P<unreleased>Unreleased)|\[?(?P<version>\d+(?:\.\d+)+)\]? - (?P<date>\d{4}-\d\d-\d\d))$")
LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


def software_version():
    """The version that the programs print."""
    return re.search(r'static let text = "([0-9.]+)"', VERSION.read_text(encoding="utf-8")).group(1)


def sections(text):
    """The sections, newest first: version (None where unreleased), date, and the lines of each."""
    found = []
    for line in text.split("\n"):
        if line.startswith("## "):
            match = SECTION.match(line)
            if not match:
                sys.exit(f'CHANGELOG.md: "{line}" is neither "## Unreleased" nor "## VERSION - DATE"')
            found.append((match["version"], match["date"], []))
        elif found:
            found[-1][2].append(line)
    if not found:
        sys.exit("CHANGELOG.md has no section")
    return found


def paragraphs(lines):
    """Headings and points of a section, each with its text in one line."""
    kind, words = None, []
    for line in lines + [""]:
        begins = "heading" if line.startswith("### ") else "point" if line.startswith("- ") else None
        if words and (begins or not line.strip()):
            yield kind, LINK.sub(r"\1", " ".join(words))
            kind, words = None, []
        if begins:
            kind, words = begins, [line.lstrip("#- ").strip()]
        elif line.strip() and kind:
            words.append(line.strip())


def stanza(version, lines, maintainer, moment):
    """One version as Debian writes it."""
    yield f"fresnel ({version}) UNRELEASED; urgency=medium\n"
    for number, (kind, text) in enumerate(paragraphs(lines)):
        if kind == "heading":
            yield f"{'' if number == 0 else chr(10)}  [ {text} ]"
        else:
            yield textwrap.fill(
                text, 79, initial_indent="  * ", subsequent_indent="    ", break_long_words=False,
                break_on_hyphens=False,
            )
    yield f"\n -- {maintainer}  {format_datetime(moment)}\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    maintainer, packaged = sys.argv[1], datetime.fromtimestamp(int(sys.argv[2]), timezone.utc)
    found = sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    current = software_version()
    released = [version for version, _, _ in found if version]
    if found[0][0] not in (None, current):
        sys.exit(f"CHANGELOG.md begins with {found[0][0]}, and the programs say {current}")
    for version, date, lines in found:
        if version:
            moment = datetime.fromisoformat(date).replace(tzinfo=timezone.utc)
        else:
            # ~ comes before the release, + after it.
            version, moment = f"{current}{'+' if current in released else '~'}{packaged:%Y%m%d%H%M%S}", packaged
        print("\n".join(stanza(version, lines, maintainer, moment)))


if __name__ == "__main__":
    main()
