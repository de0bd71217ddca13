#!/usr/bin/env bash
# Builds the documentation of the public modules with DocC into .build/documentation.
# Broken links and missing topics are errors.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
traits=$(Scripts/traits.sh)
modules=(
  Frameworks/CoreSpotlight Frameworks/UniformTypeIdentifiers Frameworks/MobileCoreServices
  Frameworks/UserActivity Libraries/SpotlightSQLite Web/WebMarkup Engine/FresnelEngine
)
graphs=.build/documentation-graphs
output=.build/documentation

tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
triple=$("$swift" -print-target-info | sed -n 's/.*"unversionedTriple" *: *"\([^"]*\)".*/\1/p')
rm -rf "$graphs" "$output"
mkdir -p "$graphs" "$output"

# `swift package dump-symbol-graph` fails on the test runner's module, so each module is asked alone.
for module in "${modules[@]}"; do
  "$swift" build --traits "$traits" --target "${module#*/}"
done
products=$("$swift" build --traits "$traits" --show-bin-path)
maps=()
for map in "$products"/*.build/module.modulemap; do
  maps+=(-Xcc "-fmodule-map-file=$map")
done

for place in "${modules[@]}"; do
  module=${place#*/}
  mkdir -p "$graphs/$module"
  "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$triple" \
    -minimum-access-level public -skip-synthesized-members -omit-extension-block-symbols \
    -I "$products/Modules" "${maps[@]}" -output-dir "$graphs/$module"
  "$tools/docc" convert "Sources/$place/$module.docc" \
    --additional-symbol-graph-dir "$graphs/$module" --fallback-display-name "$module" \
    --fallback-bundle-identifier "org.fresnel.$module" --output-path "$output/$module.doccarchive" \
    --warnings-as-errors
  echo "$output/$module.doccarchive"
done
