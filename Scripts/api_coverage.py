#!/usr/bin/env python3
"""Compare the declarations that apps rely on with those that the frameworks make.

usage: api_coverage.py [--check]

Reads Documentation/api/declarations.tsv (section, module, declaration, scope `in` or `out`, reason)
and the symbol graphs of the built modules, and writes Documentation/api/coverage.md. Build first:
`swift build`. With --check nothing is written; the exit status is 1 if a declaration in scope is
missing or the page is out of date.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DECLARATIONS = ROOT / "Documentation/api/declarations.tsv"
PAGE = ROOT / "Documentation/api/coverage.md"
MODULES = ["CoreSpotlight", "UserActivity", "UniformTypeIdentifiers", "MobileCoreServices"]


def declarations():
    """The rows of the list, as dictionaries."""
    lines = DECLARATIONS.read_text(encoding="utf-8").splitlines()
    names = lines[0].split("\t")
    rows = [dict(zip(names, (line + "\t" * len(names)).split("\t"))) for line in lines[1:]]
    for row in rows:
        if row["scope"] not in ("in", "out") or (row["scope"] == "out") != bool(row["reason"]):
            sys.exit(f"{DECLARATIONS}: bad row for {row['declaration']}")
    return rows


def target_triple():
    info = subprocess.run(
        ["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return json.loads(info)["target"]["unversionedTriple"]


def build_directory():
    path = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True,
        text=True).stdout.strip()
    return pathlib.Path(path)


def extract(module, build, triple, directory):
    """Writes a module's symbol graphs into a directory."""
    command = [
        "swift", "symbolgraph-extract", "-module-name", module, "-I", str(build / "Modules"),
        "-target", triple, "-output-dir", directory, "-minimum-access-level", "public"]
    for module_map in sorted(build.glob("*.build/module.modulemap")):
        command += ["-Xcc", f"-fmodule-map-file={module_map}"]
    for include in sorted((ROOT / "Sources/CLibraries").glob("*/include")):
        command += ["-Xcc", f"-I{include}"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{module}: {result.stderr.strip()}\nBuild first: swift build")


def symbols(module, directory):
    """The names that a module declares, as in `CSSearchableIndex.beginBatch()`."""
    names = set()
    for path in pathlib.Path(directory).iterdir():
        if path.name.split(".")[0].split("@")[0] != module:
            continue
        graph = json.loads(path.read_text(encoding="utf-8"))
        for symbol in graph["symbols"]:
            names.add(".".join(symbol["pathComponents"]))
    return names


def page(rows, present):
    """The text of the page, and the declarations in scope that are missing."""
    sections = dict.fromkeys(row["section"] for row in rows)
    summary, details, missing = [], [], []
    totals = [0, 0, 0]
    for section in sections:
        counts = [0, 0, 0]
        details.append(f"\n## {section}\n")
        for row in (row for row in rows if row["section"] == section):
            name = f"`{row['declaration']}`"
            if row["declaration"] in present[row["module"]]:
                counts[0] += 1
                details.append(f"- [x] {name}")
            elif row["scope"] == "out":
                counts[2] += 1
                details.append(f"- [ ] {name}: left out, {row['reason']}")
            else:
                counts[1] += 1
                missing.append(row)
                details.append(f"- [ ] {name}: **missing**")
        totals = [total + count for total, count in zip(totals, counts)]
        summary.append(f"| {section} | {counts[0]} | {counts[1]} | {counts[2]} |")
    text = "\n".join(
        ["# Declarations present and missing", "",
         "Written by `Scripts/api_coverage.py` from `declarations.tsv` and the symbol graphs of the",
         "built modules; do not edit.", "",
         "Left out are the members that belong to App Intents and to frameworks still to come. Summaries",
         "and verdicts that Apple's system makes are out of scope: `textContentSummary`, `isPriority`,",
         "`updateListenerOptions` and `searchableItemsDidUpdate` are declared, and nothing fills or",
         "calls them.", "",
         "| section | present | missing | left out |", "|---|---:|---:|---:|"]
        + summary + [f"| all | {totals[0]} | {totals[1]} | {totals[2]} |"] + details) + "\n"
    return text, missing, totals


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    rows = declarations()
    build, triple = build_directory(), target_triple()
    with tempfile.TemporaryDirectory() as directory:
        for module in MODULES:
            extract(module, build, triple, directory)
        present = {module: symbols(module, directory) for module in MODULES}
    text, missing, totals = page(rows, present)
    for row in missing:
        print(f"missing in {row['module']}: {row['declaration']}", file=sys.stderr)
    print(f"{totals[0]} present, {totals[1]} missing, {totals[2]} left out")
    if arguments:
        stale = not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text
        if stale:
            print(f"{PAGE.relative_to(ROOT)} is out of date: run Scripts/api_coverage.py",
                  file=sys.stderr)
        sys.exit(1 if missing or stale else 0)
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
