#!/usr/bin/env bash
# Installs fresnel-cloud, its units for the system, manual page and shell completions below a prefix, or removes them.
#
#   Scripts/install-cloud.sh [--remove] PREFIX
#
# DESTDIR is put before the prefix, as packages need; BUILD is where the program was built.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/remove-directories.sh
action=install
if [[ ${1:-} == --remove ]]; then action=remove && shift; fi
prefix=${1:?usage: Scripts/install-cloud.sh [--remove] PREFIX}
prefix=${prefix%/}
root=${DESTDIR:-}$prefix
build=${BUILD:-.build/release}

# Installs a file with a mode, or removes it.
put() {
  local mode=$1 source=$2 place=$root/$3
  if [[ $action == remove ]]; then rm -f "$place"; else install -D -m "$mode" "$source" "$place"; fi
}

put 755 "$build/fresnel-cloud" bin/fresnel-cloud
if [[ $action == install ]] && command -v strip >/dev/null; then
  strip --strip-debug "$root/bin/fresnel-cloud"
fi
for unit in Support/systemd/fresnel-cloud-*.service.in; do
  # Not within the call: whether that program failed would not be seen.
  text=$(sed "s|@BIN@|$prefix/bin|g" "$unit")
  put 644 <(printf '%s\n' "$text") "lib/systemd/system/$(basename "$unit" .in)"
done
put 644 Manuals/fresnel-cloud.1 share/man/man1/fresnel-cloud.1
put 644 Completions/fresnel-cloud.bash share/bash-completion/completions/fresnel-cloud
put 644 Completions/_fresnel-cloud share/zsh/site-functions/_fresnel-cloud
put 644 Completions/fresnel-cloud.fish share/fish/vendor_completions.d/fresnel-cloud.fish
if [[ $action == remove ]]; then
  # Directories that installing may have made, and that hold nothing of anybody else. A prefix of the system has them,
  # empty or not.
  if [[ -n $prefix && $prefix != /usr && $prefix != /usr/local ]]; then
    remove_directories "$root" bin lib/systemd/system lib/systemd lib share/man/man1 share/man \
      share/bash-completion/completions share/bash-completion share/zsh/site-functions share/zsh \
      share/fish/vendor_completions.d share/fish share
  fi
  echo "Removed fresnel-cloud from $root. Its data stay: /var/lib/fresnel-cloud."
else
  echo "Installed fresnel-cloud below $root."
  # Who makes a package runs nothing.
  if [[ -n ${DESTDIR:-} ]]; then exit; fi
  if [[ -n $prefix && $prefix != /usr && $prefix != /usr/local ]]; then
    echo "systemd does not look for units there. First: systemctl link $prefix/lib/systemd/system/fresnel-cloud-*.service"
  fi
  cat <<'END'
To run an index (Documentation/web/service.md, "Running an index"), write as root, with addresses of your own:
  mkdir -p /etc/fresnel-cloud
  echo 'FRESNEL_BASE_URL=https://search.example.org' >/etc/fresnel-cloud/crawl.conf
  echo 'FRESNEL_CRAWL_OPTIONS="--list /etc/fresnel-cloud/sites"' >>/etc/fresnel-cloud/crawl.conf
  echo 'example.com' >/etc/fresnel-cloud/sites
  echo 'FRESNEL_SERVE_OPTIONS="--behind-proxy --base-url https://search.example.org"' >/etc/fresnel-cloud/serve.conf
  systemctl daemon-reload
  systemctl enable --now fresnel-cloud-crawl fresnel-cloud-serve
A proxy with a certificate has to lead from that address to 127.0.0.1:8080.
END
fi
