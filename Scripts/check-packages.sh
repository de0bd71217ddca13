#!/usr/bin/env bash
# Checks the Debian packages in .build/packages with Debian's checkers, and in a fresh system of debootstrap: installed,
# used, upgraded, removed and purged.
#
# MIRROR is where Debian's packages come from, else where this machine's apt gets them; SUITE is the release, else this
# machine's.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=(.build/packages/*.deb)
if [[ ! -e ${packages[0]} ]]; then
  echo "There are no packages in .build/packages: make deb makes them." >&2
  exit 1
fi
Scripts/install-libraries.sh --package-check
mkdir -p .build
# Not in /tmp, where devices may be forbidden, which debootstrap makes. All mounts are in a namespace that ends with its
# last process.
directory=$(mktemp -d -p "$PWD/.build" check-packages.XXXXXX)
trap 'rm -rf --one-file-system "$directory"' EXIT
trap 'exit 130' INT TERM

echo "Lintian"
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "${packages[@]}"

echo "Desktop file, AppStream metadata, manual pages, completions"
for package in "${packages[@]}"; do dpkg-deb --extract "$package" "$directory/files"; done
desktop-file-validate "$directory"/files/usr/share/applications/*.desktop
appstreamcli validate --no-net "$directory"/files/usr/share/metainfo/*.metainfo.xml >"$directory/said" ||
  { cat "$directory/said" >&2 && exit 1; }
for page in "$directory"/files/usr/share/man/man?/*; do
  said=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null) || said+=" (man failed)"
  if [[ -n $said ]]; then echo "$said" >&2 && exit 1; fi
done
for file in "$directory"/files/usr/share/bash-completion/completions/*; do bash -n "$file"; done
for shell in zsh fish; do
  if ! command -v "$shell" >/dev/null; then
    echo "*** SKIPPED: completions of $shell, which is not installed. ***" >&2
    continue
  fi
  for file in "$directory"/files/usr/share/{zsh/vendor-completions,fish/vendor_completions.d}/*; do
    if [[ $file == *"/$shell/"* ]]; then "$shell" -n "$file"; fi
  done
done

echo "Flatpak manifest"
if command -v flatpak-builder >/dev/null; then
  # In a directory of its own, as it writes beside what it reads.
  (cd "$directory" && flatpak-builder --show-manifest "$OLDPWD/Support/flatpak/org.fresnel.Fresnel.json" >/dev/null)
else
  echo "*** SKIPPED: the Flatpak manifest, as there is no flatpak-builder. ***" >&2
fi

# Says what was not checked, and ends.
skip() {
  printf '\n*** SKIPPED: the packages were not installed in a fresh system: %s ***\n\n' "$*" >&2
  exit 0
}
suite=${SUITE:-$(. /etc/os-release && echo "${VERSION_CODENAME:-}")}
mirror=${MIRROR:-$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
  sed -n "s|^$suite ||p" | head -n 1)}
[[ $(id -u) == 0 ]] || skip "that takes root."
[[ -n $mirror ]] || skip "apt knows no source of $suite; name one as MIRROR."
wget --quiet --spider --tries=1 --timeout=30 "${mirror%/}/dists/$suite/InRelease" || skip "the mirror is not reached."
unshare --mount --pid --fork true 2>/dev/null || skip "namespaces for mounts and processes are not to be had."

echo "A fresh $suite"
cache=$PWD/.build/package-cache
mkdir -p "$cache"
system=$directory/system
mkdir -p "$directory/packages"
# use-packages.sh installs and purges, so it wants to see that it is in such a system.
touch "$directory/packages/fresh-system"
cp "${packages[@]}" Scripts/use-packages.sh "$directory/packages"
# shellcheck disable=SC2016
unshare --mount --pid --fork --kill-child bash -euo pipefail -c '
  debootstrap --force-check-gpg --variant=minbase --cache-dir="$2" "$3" "$1" "$4" >"$1.log" 2>&1 ||
    { tail -n 30 "$1.log" >&2 && exit 1; }
  mv "$5" "$1/packages"
  mountpoint --quiet "$1/proc" || mount -t proc proc "$1/proc"
  mount -t tmpfs tmpfs "$1/run"
  mount --bind "$2" "$1/var/cache/apt/archives"
  # Packages that were fetched stay for the next time.
  echo "Binary::apt-get::APT::Keep-Downloaded-Packages true;" >"$1/etc/apt/apt.conf.d/keep"
  cp /etc/resolv.conf "$1/etc/"
  chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 ${http_proxy:+http_proxy="$http_proxy"} \
    /packages/use-packages.sh /packages' sh "$system" "$cache" "$suite" "$mirror" "$directory/packages"
echo "The packages are sound."
