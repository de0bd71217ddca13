#!/usr/bin/env bash
# Installs a release build below a temporary prefix and checks that the programs need nothing of a toolchain, run, and
# are removed whole. It takes as long as the release build; `make test` checks the rest of an installation with the
# debug build.
set -euo pipefail
cd "$(dirname "$0")/.."
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
prefix=$directory/prefix

make install PREFIX="$prefix"
for program in bin/fresnel libexec/fresneld libexec/fresnel/fresnel-desktop bin/fresnel-window; do
  if ldd "$prefix/$program" | grep -E 'libswift|libFoundation|libdispatch|not found'; then
    echo "$program needs libraries that users do not have." >&2
    exit 1
  fi
  if readelf -d "$prefix/$program" | grep -E 'RPATH|RUNPATH' | grep -vF '[$ORIGIN]'; then
    echo "$program looks for libraries where it was built." >&2
    exit 1
  fi
  ls -l "$prefix/$program"
done
env -i PATH=/usr/bin:/bin HOME="$directory" "$prefix/bin/fresnel" --version
env -i PATH=/usr/bin:/bin HOME="$directory" "$prefix/libexec/fresneld" --help >/dev/null
env -i PATH=/usr/bin:/bin HOME="$directory" "$prefix/libexec/fresnel/fresnel-desktop" --version
env -i PATH=/usr/bin:/bin HOME="$directory" "$prefix/bin/fresnel-window" --version
# The program loads libcurl itself, so ldd does not look for it. Nobody listens on that port; saying so takes libcurl.
report=$(env -i PATH=/usr/bin:/bin HOME="$directory" "$prefix/bin/fresnel" validate --local http://127.0.0.1:1/ 2>&1) || true
if [[ $report != *fetch-connect* || $report == *libcurl* ]]; then
  echo "bin/fresnel does not fetch: $report" >&2
  exit 1
fi
make uninstall PREFIX="$prefix"
left=$(find "$prefix" -not -type d)
if [[ -n $left ]]; then
  echo "make uninstall leaves: $left" >&2
  exit 1
fi
echo "The installation is sound."
