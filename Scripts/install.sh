#!/usr/bin/env bash
# Installs the programs, their units, manual pages and shell completions below a prefix. DESTDIR is put
# before it, as packages need; BUILD is where the programs were built.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=${1:?usage: Scripts/install.sh PREFIX}
root=${DESTDIR:-}$prefix
build=${BUILD:-.build/release}

# Installs a text with the paths of this prefix in it.
install_text() {
  local text
  text=$(sed "s|@LIBEXEC@|$prefix/libexec|g; s|@BIN@|$prefix/bin|g" "$1")
  install -D -m 644 /dev/stdin "$root/$2" <<<"$text"
}

install -D -m 755 "$build/fresnel" "$root/bin/fresnel"
install -D -m 755 "$build/fresneld" "$root/libexec/fresneld"
install_text Support/systemd/fresneld.socket lib/systemd/user/fresneld.socket
install_text Support/systemd/fresneld.service.in lib/systemd/user/fresneld.service
install_text Support/systemd/fresnel-links.service.in lib/systemd/user/fresnel-links.service
install_text Support/systemd/fresnel-links.timer lib/systemd/user/fresnel-links.timer
install_text Support/systemd/fresnel-links.path lib/systemd/user/fresnel-links.path
install_text Support/dbus-1/org.fresnel.Daemon.service.in \
  share/dbus-1/services/org.fresnel.Daemon.service
for page in Manuals/*.[1-8]; do
  install -D -m 644 "$page" "$root/share/man/man${page##*.}/$(basename "$page")"
done
install -D -m 644 Completions/fresnel.bash "$root/share/bash-completion/completions/fresnel"
install -D -m 644 Completions/_fresnel "$root/share/zsh/site-functions/_fresnel"
install -D -m 644 Completions/fresnel.fish "$root/share/fish/vendor_completions.d/fresnel.fish"
echo "Installed fresnel and fresneld below $root."
if [[ -z ${DESTDIR:-} ]] && command -v systemctl >/dev/null; then
  echo "To serve apps from now on: systemctl --user daemon-reload;" \
    "systemctl --user enable --now fresneld.socket fresnel-links.timer fresnel-links.path"
fi
