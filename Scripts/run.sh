#!/usr/bin/env bash
# Opens the search of a build, and indexes what this machine holds where that is new: in the window where there is one and
# a display, else in the terminal. BUILD is where the programs were built.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-.build/release}

# Whether the window is there: its program is built without GTK, too, and says then that it was.
has_window() {
  [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] && grep -qs 'libgtk-4\.so' "$build/fresnel-window-gtk"
}

if has_window && "$build/fresnel-window" --toggle; then
  # Over the daemon that the window started: rows come while it goes on.
  FRESNEL_CONNECTION=daemon "$build/fresnel" import all || exit
  echo "The search window is shown. It comes by $PWD/$build/fresnel-window, which a key can be bound to."
  exit
fi
exec "$build/fresnel" start
