#!/usr/bin/env bash
# Installs the system libraries that the build needs and that are missing.
#
#   Scripts/install-libraries.sh [--window | --window-tests | --packages | --package-check] [PROGRAM…]
#   Scripts/install-libraries.sh --list
#
# --window: those of the search window too; --window-tests: also what tests look at it with. --packages: only what
# Debian packages are made with; --package-check: only what these are checked with. PROGRAM: what is needed besides, by
# package name. --list: installs nothing and prints the packages, a line each.
#
# Names them first. Installs as root, or through sudo; where neither works it prints the exact
# command and stops. Costs nothing when all are there.
set -euo pipefail

# package : a file that shows it is installed, for systems without dpkg (libcurl: any TLS library does)
needed=(
  "libicu-dev:unicode/utypes.h"
  "zlib1g-dev:zlib.h"
  "libzstd-dev:zstd.h"
  "libsodium-dev:sodium.h"
  "libsystemd-dev:systemd/sd-bus.h"
  "libsqlite3-dev:sqlite3.h"
  "libpsl-dev:libpsl.h"
  "libcurl4-gnutls-dev:curl/curl.h"
  "libmicrohttpd-dev:microhttpd.h"
  "libgumbo-dev:gumbo.h"
  "libssl-dev:openssl/cms.h"
  "libexpat1-dev:expat.h"
  "libstemmer-dev:libstemmer.h"
  "shared-mime-info:/usr/share/mime/globs2"
)
if [[ ${1:-} == --window || ${1:-} == --window-tests ]]; then
  if [[ $1 == --window-tests ]]; then
    needed+=("xvfb:/usr/bin/Xvfb" "xdotool:/usr/bin/xdotool"
      "fonts-dejavu-core:/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
      "fonts-droid-fallback:/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf")
  fi
  shift
  needed+=("libgtk-4-dev:gtk/gtk.h" "pkg-config:/usr/bin/pkg-config")
fi
case ${1:-} in
  --list)
    printf '%s\n' "${needed[@]%%:*}"
    exit
    ;;
  --packages)
    shift
    needed=("debhelper:/usr/bin/dh" "dh-python:/usr/bin/dh_python3" "dpkg-dev:/usr/bin/dpkg-buildpackage"
      "python3:/usr/bin/python3")
    ;;
  --package-check)
    shift
    needed=("lintian:/usr/bin/lintian" "debootstrap:/usr/sbin/debootstrap"
      "debian-archive-keyring:/usr/share/keyrings/debian-archive-keyring.gpg" "man-db:/usr/bin/man"
      "desktop-file-utils:/usr/bin/desktop-file-validate" "appstream:/usr/bin/appstreamcli")
    ;;
esac
for program in "$@"; do needed+=("$program:"); done

is_present() {
  local package=$1 probe=$2
  case $probe in
    "") command -v "$package" >/dev/null ;;
    /*) [ -e "$probe" ] ;;
    *) [ -n "$(find /usr/include /usr/local/include -path "*/$probe" -print -quit 2>/dev/null)" ] ;;
  esac
}

missing=()
for entry in "${needed[@]}"; do
  is_present "${entry%%:*}" "${entry#*:}" || missing+=("${entry%%:*}")
done
[ ${#missing[@]} -gt 0 ] || exit 0

echo "Missing system libraries: ${missing[*]}" >&2
if ! command -v apt-get >/dev/null; then
  echo "This system has no apt-get: install what it calls these packages, then run this again." >&2
  exit 1
fi

install=(apt-get install --yes --no-install-recommends "${missing[@]}")
if [ "$(id -u)" -eq 0 ]; then
  prefix=()
elif command -v sudo >/dev/null && { [ -t 0 ] || sudo --non-interactive true 2>/dev/null; }; then
  prefix=(sudo)
else
  echo "Run this as root, then try again:" >&2
  echo "  apt-get update && ${install[*]}" >&2
  exit 1
fi
echo "Installing them: ${prefix[*]} ${install[*]}" >&2
if ! "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}" >&2; then
  # A fresh machine has no package lists, or old ones.
  "${prefix[@]}" apt-get update >&2
  "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}" >&2
fi
