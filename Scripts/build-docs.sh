#!/usr/bin/env bash
# Builds the documentation of the public modules with DocC into .build/documentation.
# Broken links and missing topics are errors.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
modules=(CoreSpotlight UniformTypeIdentifiers MobileCoreServices UserActivity)
graphs=.build/documentation-graphs
output=.build/documentation

docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v "$swift")")")/docc")
rm -rf "$graphs" "$output"
mkdir -p "$graphs/all" "$output"
"$swift" package dump-symbol-graph --minimum-access-level public --skip-synthesized-members >/dev/null
find .build -path '*/symbolgraph/*.symbols.json' -exec cp {} "$graphs/all" \;

for module in "${modules[@]}"; do
  mkdir -p "$graphs/$module"
  find "$graphs/all" \( -name "$module.symbols.json" -o -name "$module@*.symbols.json" \) \
    -exec cp {} "$graphs/$module" \;
  "$docc" convert "Sources/Frameworks/$module/$module.docc" \
    --additional-symbol-graph-dir "$graphs/$module" --fallback-display-name "$module" \
    --fallback-bundle-identifier "org.fresnel.$module" --output-path "$output/$module.doccarchive" \
    --warnings-as-errors
  echo "$output/$module.doccarchive"
done
