#!/usr/bin/env bash
# Installs what apps are built with below a prefix, or removes it: the Swift package, whose sources SwiftPM compiles
# into an app, and the client for Python.
#
#   Scripts/install-sources.sh [--remove] PREFIX
#
# DESTDIR is put before the prefix, as packages need. FRESNEL_PACKAGE has only the files of one package
# installed.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/remove-directories.sh
action=install
if [[ ${1:-} == --remove ]]; then action=remove && shift; fi
prefix=${1:?usage: Scripts/install-sources.sh [--remove] PREFIX}
prefix=${prefix%/}
root=${DESTDIR:-}$prefix

# Installs files and directories of a directory that belong to a package, or removes them. The place may have modules of
# others beside them.
#
#   put_tree PACKAGE DIRECTORY PLACE NAME…
put_tree() {
  local package=$1 directory=$2 place=$root/$3
  shift 3
  if [[ -n ${FRESNEL_PACKAGE:-} && $FRESNEL_PACKAGE != "$package" ]]; then return; fi
  local name
  if [[ $action == remove ]]; then
    for name; do rm -rf "${place:?}/${name:?}"; done
    return
  fi
  mkdir -p "$place"
  place=$(realpath "$place")
  (cd "$directory" && find "$@" -type f -not -path '*/__pycache__/*' -not -name '.*' -print0 |
    xargs -0 cp --parents --target-directory "$place")
  for name; do chmod -R u=rwX,go=rX "$place/$name"; done
}

# All targets: SwiftPM builds those alone that an app needs.
put_tree fresnel-dev . share/swift/fresnel Package.swift Sources
# Without the version of Python in its path, as Debian has modules for all versions.
put_tree python3-fresnel Clients/python lib/python3/dist-packages fresnel

if [[ $action == remove ]]; then
  remove_directories "$root" share/swift/fresnel share/swift lib/python3/dist-packages lib/python3
  if [[ -n $prefix && $prefix != /usr && $prefix != /usr/local ]]; then remove_directories "$root" share lib; fi
  echo "Removed the sources for apps from $root."
else
  echo "Installed the sources for apps below $root."
fi
