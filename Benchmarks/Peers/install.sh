#!/usr/bin/env bash
# Installs what `make bench` compares with: Tantivy, Xapian, Groonga, Lucene and extruct, from Debian's
# packages and PyPI, into .build/bench/peers. SQLite comes with Python.
set -euo pipefail
cd "$(dirname "$0")/../.."
place=$PWD/.build/bench/peers
mkdir -p "$place"

if command -v apt-get >/dev/null; then
  apt-get update >&2
  apt-get install --yes --no-install-recommends \
    python3-venv python3-xapian groonga-bin openjdk-17-jdk-headless unzip valgrind >&2
fi

if [ ! -x "$place/python/bin/python" ]; then
  python3 -m venv "$place/python"
  "$place/python/bin/pip" install --quiet tantivy==0.27.0 numpy
fi
if ! "$place/python/bin/python" -c 'import extruct' 2>/dev/null; then
  "$place/python/bin/pip" install --quiet extruct==0.18.0
fi

# The wheel carries an archive with Lucene 9.5; the rest of it is not needed.
if [ ! -e "$place/lucene.jar" ]; then
  "$place/python/bin/pip" download --quiet --no-deps --dest "$place/wheel" pyserini==0.22.1
  unzip -p "$place"/wheel/*.whl '*-fatjar.jar' >"$place/lucene.jar.new"
  mv "$place/lucene.jar.new" "$place/lucene.jar"
  rm -r "$place/wheel"
fi
echo "Peers are installed in $place"
