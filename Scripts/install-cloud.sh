#!/usr/bin/env bash
# Installs fresnel-cloud, its units for the system, manual page and shell completions below a prefix. DESTDIR is put
# before it, as packages need; BUILD is where the program was built.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=${1:?usage: Scripts/install-cloud.sh PREFIX}
root=${DESTDIR:-}$prefix
build=${BUILD:-.build/release}

install -D -m 755 "$build/fresnel-cloud" "$root/bin/fresnel-cloud"
for unit in Support/systemd/fresnel-cloud-*.service.in; do
  sed "s|@BIN@|$prefix/bin|g" "$unit" |
    install -D -m 644 /dev/stdin "$root/lib/systemd/system/$(basename "$unit" .in)"
done
install -D -m 644 Manuals/fresnel-cloud.1 "$root/share/man/man1/fresnel-cloud.1"
install -D -m 644 Completions/fresnel-cloud.bash \
  "$root/share/bash-completion/completions/fresnel-cloud"
install -D -m 644 Completions/_fresnel-cloud "$root/share/zsh/site-functions/_fresnel-cloud"
install -D -m 644 Completions/fresnel-cloud.fish \
  "$root/share/fish/vendor_completions.d/fresnel-cloud.fish"
echo "Installed fresnel-cloud below $root."
