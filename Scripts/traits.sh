#!/usr/bin/env bash
# Prints the package traits with which everything is built on this machine, for `swift build --traits`: one list, as each
# set of traits has the whole package compiled anew. FRESNEL_TRAITS says otherwise, such as FRESNEL_TRAITS=default for a
# build without the search window where GTK is installed.
set -euo pipefail
if [[ -n ${FRESNEL_TRAITS:-} ]]; then
  echo "$FRESNEL_TRAITS"
elif command -v pkg-config >/dev/null && pkg-config --atleast-version=4.8 gtk4 2>/dev/null; then
  echo default,Desktop
else
  echo default
fi
