#!/usr/bin/env bash
# Checks formatting, generated files and that nothing warns. Changes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
clang=$(dirname "$(readlink -f "$(command -v "$swift")")")/clang

echo "Formatting"
packages=(Package.swift)
for directory in Sources Tests Benchmarks/Sources/EngineBenchmark Benchmarks/Sources/RankFigures \
  Benchmarks/Tests Benchmarks/Package.swift \
  Benchmarks/Growth/Sources/Growth Benchmarks/Growth/Package.swift Fuzz/Sources/Fuzz Fuzz/Package.swift \
  Examples/Recipes/Sources Examples/Recipes/Package.swift; do
  [ -e "$directory" ] && packages+=("$directory")
done
"$swift" format lint --strict --recursive --parallel "${packages[@]}"

echo "Generated files"
python3 Scripts/generate_attributes.py --check
python3 Scripts/generate_content_types.py --check
python3 Scripts/generate_frequent_words.py --check
python3 Scripts/generate_known_words.py --check
python3 Scripts/generate_readings.py --check
python3 Scripts/generate_vocabulary.py --check

echo "Layers"
SWIFT=$swift python3 Scripts/check_layers.py

echo "Words"
python3 Scripts/check_words.py

echo "C shims"
traits=$(Scripts/traits.sh)
check_shim() { "$clang" -std=gnu17 -fsyntax-only -Wall -Wextra -Werror -I "$(dirname "$1")/include" "${@:2}" "$1"; }
find Sources/CLibraries -name '*.c' | while read -r file; do
  check_shim "$file"
  if [[ $file == */CGTK/* && $traits == *Desktop* ]]; then
    # shellcheck disable=SC2046
    check_shim "$file" -DFRESNEL_DESKTOP $(pkg-config --cflags gtk4)
  fi
done

echo "Swift, warnings as errors"
"$swift" build --traits "$traits" --build-tests

echo "Frameworks without an index of their own"
"$swift" build --disable-default-traits --scratch-path .build/without-embedded --target CoreSpotlight

# They are packages of their own, which nothing else builds; here they are only checked against the modules.
echo "Benchmarks"
maps=$(mktemp -d)
trap 'rm -rf "$maps"' EXIT
flags=(-swift-version 6 -warnings-as-errors -I .build/debug/Modules
  -package-name "$(grep -om1 '"-package-name","[^"]*"' .build/debug.yaml | cut -d '"' -f 4)")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do
  flags+=(-enable-upcoming-feature "$feature")
done
for map in .build/debug/*.build/module.modulemap; do flags+=(-Xcc "-fmodule-map-file=$map"); done
for header in Benchmarks/{,Growth/}Sources/*/include/*.h; do
  module=$(basename "$header" .h)
  echo "module $module { header \"$PWD/$header\" export * }" >"$maps/$module.modulemap"
  flags+=(-Xcc "-fmodule-map-file=$maps/$module.modulemap")
done
# The benchmark imports a module of its own package, which the build above does not make.
"${swift}c" -emit-module -module-name RankFigures -o "$maps/RankFigures.swiftmodule" "${flags[@]}" \
  Benchmarks/Sources/RankFigures/*.swift
flags+=(-I "$maps")
for directory in Benchmarks/Sources/EngineBenchmark Benchmarks/Growth/Sources/Growth; do
  mapfile -t files < <(find "$directory" -name '*.swift')
  "${swift}c" -typecheck "${flags[@]}" "${files[@]}"
done

echo "Declarations"
python3 Scripts/api_coverage.py --check

echo "Lint is clean."
