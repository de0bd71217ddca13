#!/usr/bin/env bash
# Installs the program, its manual pages and shell completions below a prefix.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=${1:?usage: Scripts/install.sh PREFIX}
root=${DESTDIR:-}$prefix

install -D -m 755 .build/release/fresnel "$root/bin/fresnel"
for page in Manuals/*.[1-8]; do
  install -D -m 644 "$page" "$root/share/man/man${page##*.}/$(basename "$page")"
done
install -D -m 644 Completions/fresnel.bash "$root/share/bash-completion/completions/fresnel"
install -D -m 644 Completions/_fresnel "$root/share/zsh/site-functions/_fresnel"
install -D -m 644 Completions/fresnel.fish "$root/share/fish/vendor_completions.d/fresnel.fish"
echo "Installed fresnel below $root."
