#!/usr/bin/env bash
# Checks formatting, generated files and that nothing warns. Changes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
clang=$(dirname "$(readlink -f "$(command -v "$swift")")")/clang

echo "Formatting"
packages=(Package.swift)
for directory in Sources Tests Benchmarks/Sources Benchmarks/Package.swift \
  Benchmarks/Growth/Sources/Growth Benchmarks/Growth/Package.swift Fuzz/Sources/Fuzz Fuzz/Package.swift \
  Examples/Recipes/Sources Examples/Recipes/Package.swift; do
  [ -e "$directory" ] && packages+=("$directory")
done
"$swift" format lint --strict --recursive --parallel "${packages[@]}"

echo "Generated files"
python3 Scripts/generate_attributes.py --check
python3 Scripts/generate_content_types.py --check
python3 Scripts/generate_vocabulary.py --check

echo "C shims"
find Sources/CLibraries -name '*.c' | while read -r file; do
  "$clang" -std=gnu17 -fsyntax-only -Wall -Wextra -Werror -I "$(dirname "$file")/include" "$file"
done

echo "Swift, warnings as errors"
"$swift" build --build-tests

echo "Frameworks without an index of their own"
"$swift" build --disable-default-traits --scratch-path .build/without-embedded --target CoreSpotlight

echo "Declarations"
python3 Scripts/api_coverage.py --check

echo "Lint is clean."
