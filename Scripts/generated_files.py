"""Writes generated files, or checks that they are fresh."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def table_lines(path):
    """The numbered lines of a table, comments and empty lines left out."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            yield number, line


def main(usage, outputs):
    """Runs a generator's command line.

    Without arguments the files are written. With --check nothing is written, and the exit code is
    1 when a file on disk is not what it should be. `outputs` gives pairs of path and text.
    """
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        sys.exit(usage)
    stale = []
    for path, text in outputs:
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in stale:
        print(("stale: " if arguments else "wrote ") + str(path.relative_to(ROOT)))
    sys.exit(1 if arguments and stale else 0)
