#!/usr/bin/env bash
# Makes Debian packages of what was built, in .build/packages, and says where they are.
#
# BUILD is where the programs were built. DEBFULLNAME and DEBEMAIL say who makes them, as Debian's own programs have it;
# SOURCE_DATE_EPOCH says of when they are, else the last commit does.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${BUILD:-.build/release}")
output=.build/packages
maintainer="${DEBFULLNAME:-The Fresnel developers} <${DEBEMAIL:-developers@fresnel.invalid}>"

for program in fresnel fresneld fresnel-desktop fresnel-window fresnel-window-gtk fresnel-cloud; do
  if [[ ! -x $build/$program ]]; then
    echo "$program is not in $build: make deb builds it first." >&2
    exit 1
  fi
done
if readelf -d "$build/fresnel" | grep -q 'NEEDED.*libswiftCore'; then
  echo "The programs in $build need libraries of a Swift toolchain, which no package has: build them with make." >&2
  exit 1
fi
# The package of the window would be empty without it.
without=()
if ! grep -q 'libgtk-4\.so' "$build/fresnel-window-gtk"; then
  echo "*** The search window was built without GTK 4: there is no package fresnel-window. ***" >&2
  without=(-Nfresnel-window)
fi
# Packages of the same sources are the same, byte for byte.
seconds=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}

# In a directory of its own, as debhelper writes beside what it reads.
rm -rf "$output"
mkdir -p "$output/source"
cp -r Support/debian "$output/source/debian"
escaped=$(printf %s "$maintainer" | sed 's/[&|\\]/\\&/g')
sed -i "s|@MAINTAINER@|$escaped|" "$output/source/debian/control" "$output/source/debian/copyright"
Scripts/debian_changelog.py "$maintainer" "$seconds" >"$output/source/debian/changelog"
log=$PWD/$output/log
if ! (cd "$output/source" && TREE=$OLDPWD BUILD=$build SOURCE_DATE_EPOCH=$seconds DH_OPTIONS="${without[*]}" \
  dpkg-buildpackage --build=binary --no-sign --no-check-builddeps >"$log" 2>&1); then
  tail -n 30 "$log" >&2
  echo "The packages were not made; all that was said is in $log." >&2
  exit 1
fi
rm -r "$output/source"
echo "Packages, made of $build:"
for package in "$output"/*.deb; do
  printf '  %7s kB  %s\n' "$(du -k "$package" | cut -f 1)" "$package"
done
echo "To install the search: apt install ./$output/fresnel{,-daemon$([[ -n ${without[*]} ]] || echo ,-window)}_*.deb"
