"""Checks that no target imports one from below it on the map, and that the map says what is imported.

The map is the table of rooms in ARCHITECTURE.md: a row for each room, from the foundations up to the tools. A target
may import targets of rows above its own. What it lists in Package.swift, what its files import and what its row says
have to be the same. What runs on a device alone and the public index reach nothing of each other. `--table` prints
for each row what it should say.
"""

import json
import os
import re
import subprocess
import sys

# What runs on a device alone. Manifests (FresnelApps) and messages (SpotlightWire) are read on both sides.
DEVICE = {
    "CGTK", "CoreSpotlight", "DesktopService", "DesktopWindow", "FirstDaySources", "FresnelCommands", "FresnelHandoff", "FresnelLaunching",
    "FresnelProtection", "LocalAnswers", "SearchSurface", "SpotlightClient", "SpotlightDaemon", "SpotlightService", "UserActivity",
    "VerifiedLinks", "WebResults", "fresnel", "fresnel-desktop", "fresnel-window", "fresnel-window-gtk", "fresneld",
}
CLOUD = "Sources/Cloud/"
# Modules that come with the toolchain.
TOOLCHAIN = {"Dispatch", "Foundation", "Glibc", "Musl", "Darwin", "Synchronization"}
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+"
    r"(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)",
    re.MULTILINE,
)
# Text in them is no code, such as a list of words of which one is "import".
LITERAL = re.compile(r'""".*?"""', re.DOTALL)


class Row:
    """What the map says of some targets."""

    def __init__(self, layer, targets, imports):
        self.layer, self.targets, self.imports = layer, targets, imports


def rows(page):
    """The rows of the table of rooms, planned rooms left out."""
    found, layer = [], ""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("| ") or len(cells) != 4 or cells[0] == "layer (folder)":
            continue
        layer = cells[0] or layer
        if "*planned*" not in cells[1]:
            imports = [word.strip("` ") for word in cells[3].split(",") if word.strip("–` ")]
            found.append(Row(layer, re.findall(r"`([\w-]+)`", cells[1]), imports))
    return found


def targets():
    """The package's targets below Sources: their folders and what they list, by name."""
    swift = os.environ.get("SWIFT", "swift")
    text = subprocess.run([swift, "package", "dump-package"], check=True, capture_output=True).stdout
    found = {}
    for target in json.loads(text)["targets"]:
        path = target.get("path") or ""
        if path.startswith("Sources/"):
            # Each dependency is an object of one member, which names it first.
            listed = {next(iter(entry.values()))[0] for entry in target["dependencies"]}
            found[target["name"]] = (path, listed)
    return found


def imported(folder):
    """The modules that Swift files below a folder import; `None` when there are no such files."""
    modules, hasFiles = set(), False
    for directory, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".swift"):
                hasFiles = True
                with open(os.path.join(directory, name), encoding="utf-8") as file:
                    modules |= set(IMPORT.findall(LITERAL.sub("", file.read())))
    return modules - TOOLCHAIN if hasFiles else None


def reached(name, all_targets):
    """The targets that one imports, and those that these import, and so on."""
    found, waiting = set(), [name]
    while waiting:
        new = all_targets.get(waiting.pop(), ("", set()))[1] - found
        found |= new
        waiting += new
    return found


def problems(page, all_targets):
    """What is wrong, a sentence each."""
    place, layers, found = {}, {}, []
    table = rows(page)
    for number, row in enumerate(table):
        for name in row.targets:
            if name in place:
                found.append(f"{name} is in two rows of the map.")
            place[name] = number
            layers.setdefault(os.path.basename(row.layer), set()).add(name)
    for name, (path, listed) in all_targets.items():
        if name not in place:
            found.append(f"{name} is not on the map.")
            continue
        row = table[place[name]]
        if not path.startswith(row.layer + "/"):
            found.append(f"{name} is in {path}, and on the map in {row.layer}.")
        for other in sorted(listed):
            if place.get(other, -1) >= place[name]:
                found.append(f"{name} imports {other}, which is not above it on the map.")
        modules = imported(path)
        if modules is None:
            continue
        for other in sorted(listed - modules):
            found.append(f"{name} lists {other} in Package.swift and does not import it.")
        for other in sorted(modules - listed):
            found.append(f"{name} imports {other} and does not list it in Package.swift.")
        said = [(word, layers.get(word, {word})) for word in row.imports]
        for word, meant in said:
            if not meant & listed:
                found.append(f"The map says that {name} imports {word}, which it does not.")
        for other in sorted(listed - set().union(*(meant for _, meant in said))):
            found.append(f"{name} imports {other}, which the map does not say.")
    for name in sorted(name for name in all_targets if name in DEVICE or all_targets[name][0].startswith(CLOUD)):
        for other in sorted(reached(name, all_targets)):
            isCloud = all_targets.get(other, ("", set()))[0].startswith(CLOUD)
            if isCloud if name in DEVICE else other in DEVICE:
                found.append(f"{name} reaches {other}: device and cloud are apart.")
    for name in place.keys() - all_targets.keys():
        found.append(f"{name} is on the map and not in Package.swift.")
    return found


def main():
    os.chdir(os.path.join(os.path.dirname(__file__), ".."))
    with open("ARCHITECTURE.md", encoding="utf-8") as file:
        page = file.read()
    all_targets = targets()
    if "--table" in sys.argv[1:]:
        for row in rows(page):
            for name in row.targets:
                print(name, ", ".join(sorted(all_targets.get(name, ("", set()))[1])), sep=": ")
        return
    found = problems(page, all_targets)
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
