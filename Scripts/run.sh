#!/usr/bin/env bash
# Opens the search of a build, and indexes what this machine holds where that is new: in the window where there is one
# and a display, else in the terminal. BUILD is where the programs were built.
#
# The bus and the daemon of an installation come first for everything that a build's window asks for, so beside one, as
# where a daemon cannot be had, the search opens in the terminal, which can do with a store of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${BUILD:-.build/release}")

# Whether the window is there: its program is built without GTK, too, and says then that it was.
has_window() {
  [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] && grep -qs 'libgtk-4\.so' "$build/fresnel-window-gtk"
}

# Prints the numbers of this person's processes that run a program of a name, each with the file, one a line. Helpers of
# a daemon are left out: they end with it.
processes() {
  local process user
  local -a words
  for process in /proc/[0-9]*; do
    # The kernel shows the file itself to nobody where a process may not be looked into, as is so for the daemon.
    mapfile -d '' -t words 2>/dev/null <"$process/cmdline" || continue
    if [[ ${words[0]:-} != */"$1" || " ${words[*]} " == *" --descriptor "* ]]; then continue; fi
    user=$(sed -n 's/^Uid:\t\([0-9]*\).*/\1/p' "$process/status" 2>/dev/null) || continue
    if [[ $user == "$UID" ]]; then echo "${process#/proc/} ${words[0]}"; fi
  done
}

# Whether calling for the window calls another installation's: the bus starts it, or it has the name already.
has_other_window() {
  local directory process file bus=${DBUS_SESSION_BUS_ADDRESS:-}
  local -a directories
  local data=${XDG_DATA_DIRS:-/usr/local/share:/usr/share}
  IFS=: read -ra directories <<<"${XDG_DATA_HOME:-$HOME/.local/share}:$data"
  for directory in "${directories[@]}"; do
    if [[ -e $directory/dbus-1/services/org.fresnel.Fresnel.service ]]; then return; fi
  done
  while read -r process file; do
    if [[ $file != "$build/"* ]] &&
      grep -qzxF "DBUS_SESSION_BUS_ADDRESS=$bus" "/proc/$process/environ" 2>/dev/null; then
      return
    fi
  done < <(processes fresnel-window-gtk)
  return 1
}

# Whether a daemon, or systemd for one, takes connections. A socket alone may be left from one that was killed.
is_served() {
  local socket=${FRESNEL_DAEMON_SOCKET:-${XDG_RUNTIME_DIR:-/run/user/$UID}/fresnel/daemon}
  [[ -S $socket ]] || return 1
  grep -qs " $socket\$" /proc/net/unix || [[ -n $(processes fresneld) ]]
}

# Indexes over the daemon, so that rows come while it goes on. Warnings, such as of one page that cannot be read, are
# no failure: status 1.
import_all() {
  local status=0
  FRESNEL_CONNECTION=daemon "$build/fresnel" import all || status=$?
  if ((status == 130)); then exit 130; fi
  ((status <= 1))
}

# Says what goes on running, and how it is ended. The window comes first: it starts a daemon again that has ended.
tell_of_processes() {
  local name process file
  local -a numbers=()
  for name in fresnel-window-gtk fresneld; do
    while read -r process file; do
      if [[ $file == "$build/$name" ]]; then numbers+=("$process"); fi
    done < <(processes "$name")
  done
  if ((${#numbers[@]} > 0)); then
    echo "The window and its daemon run on until you log out, and beside them no installed ones do. To end them:" \
      "kill ${numbers[*]}"
  fi
}

search_in_terminal() {
  echo "$1 The search opens in the terminal." >&2
  exec "$build/fresnel" start
}

if ! has_window; then exec "$build/fresnel" start; fi
if has_other_window; then search_in_terminal "The search window of another installation is there."; fi
is_imported=false
# A daemon that is there already may belong to another installation, and refuses this build then.
if is_served; then
  import_all || search_in_terminal "The daemon that runs does not serve this build."
  is_imported=true
fi
"$build/fresnel-window" --toggle || search_in_terminal "The search window cannot be shown."
if ! $is_imported && ! import_all; then
  tell_of_processes
  search_in_terminal "The window has no daemon."
fi
echo "The search window is shown. It comes by $build/fresnel-window, which a key can be bound to."
tell_of_processes
