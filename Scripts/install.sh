#!/usr/bin/env bash
# Installs the programs, their units, manual pages and shell completions below a prefix, or removes them.
#
#   Scripts/install.sh [--remove] PREFIX
#
# DESTDIR is put before the prefix, as packages need; BUILD is where the programs were built. FRESNEL_PACKAGE has only
# the files of one package installed, such as FRESNEL_PACKAGE=fresnel-daemon: Scripts/make-packages.sh makes packages of this list.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/remove-directories.sh
action=install
if [[ ${1:-} == --remove ]]; then action=remove && shift; fi
if [[ $# -ne 1 || -z $1 ]]; then
  echo "usage: Scripts/install.sh [--remove] PREFIX" >&2
  exit 2
fi
prefix=$1
prefix=${prefix%/}
root=${DESTDIR:-}$prefix
build=${BUILD:-.build/release}

# Names the package that the files which follow belong to.
package() {
  current=$1
  if is_wanted; then known=yes; fi
}

# Whether files of the current package are installed.
is_wanted() { [[ -z ${FRESNEL_PACKAGE:-} || $FRESNEL_PACKAGE == "$current" ]]; }

# Installs a file with a mode, or removes it.
put() {
  is_wanted || return 0
  local mode=$1 source=$2 place=$root/$3
  if [[ $action == remove ]]; then rm -f "$place"; else install -D -m "$mode" "$source" "$place"; fi
}

# Installs a program without what debuggers alone need; the names that crash reports show stay.
put_program() {
  put 755 "$1" "$2"
  if is_wanted && [[ $action == install ]] && command -v strip >/dev/null; then strip --strip-debug "$root/$2"; fi
}

# Installs a text with the paths of this prefix in it.
put_text() {
  local text
  # Not within the call: whether that program failed would not be seen.
  text=$(sed "s|@LIBEXEC@|$prefix/libexec|g; s|@BIN@|$prefix/bin|g" "$1")
  put 644 <(printf '%s\n' "$text") "$2"
}

# Whether systemd looks for units of persons below the prefix.
has_units() { [[ $prefix == /usr || $prefix == /usr/local ]]; }

# Whether the prefix is the system's: one that is empty is the root.
is_systems() { [[ -z $prefix ]] || has_units; }

# Installs what tells the bus how to start a program: as a unit where systemd finds that, else by its path. A bus that is to
# have a unit started which is not there does not go by the path.
put_activation() {
  if has_units; then
    put_text "$1" "$2"
  else
    local text
    text=$(sed '/^SystemdService=/d' "$1")
    put_text <(printf '%s\n' "$text") "$2"
  fi
}

# Whether the search window was built: without GTK its program says no more than that there is none.
has_window() { grep -q 'libgtk-4\.so' "$build/fresnel-window-gtk"; }

# Names the daemons of this prefix that go on running without their files, and whose they are. Their own processes end
# with them.
tell_of_daemons() {
  local process words owner
  if [[ -n ${DESTDIR:-} ]]; then return; fi
  for process in /proc/[0-9]*; do
    mapfile -d '' -t words 2>/dev/null <"$process/cmdline" || continue
    if [[ ${words[0]:-} == "$prefix/libexec/fresneld" && " ${words[*]} " != *" --descriptor "* ]]; then
      owner=$(stat -c %U "$process" 2>/dev/null) || continue
      echo "The daemon of $owner runs on until it is ended: kill ${process#/proc/}" \
        "(where systemd started it: systemctl --user stop fresneld.socket fresneld.service)."
    fi
  done
}

# Whether a process serves programs of a session: one with a runtime directory of its own, as tests have, does not stand
# in anybody's way.
serves_session() {
  local directory owner
  owner=$(stat -c %u "/proc/$1" 2>/dev/null) || return 1
  directory=$(tr '\0' '\n' 2>/dev/null <"/proc/$1/environ" | sed -n 's/^XDG_RUNTIME_DIR=//p') || return 0
  [[ -z $directory || $directory == "${XDG_RUNTIME_DIR:-}" || $directory == "/run/user/$owner" ]]
}

# Names the daemons and windows of other places, such as a build, that run now: as long as they do, programs of this
# prefix find them on the bus and at the socket, and are refused. A window comes first, as it starts a daemon anew.
tell_of_others() {
  local name process words
  local -a numbers=()
  if [[ -n ${DESTDIR:-} ]]; then return; fi
  for name in fresnel-window-gtk fresneld; do
    for process in /proc/[0-9]*; do
      mapfile -d '' -t words 2>/dev/null <"$process/cmdline" || continue
      if [[ ${words[0]:-} == */$name && ${words[0]} != "$prefix/"* && " ${words[*]} " != *" --descriptor "* ]] \
        && serves_session "${process#/proc/}"; then
        numbers+=("${process#/proc/}")
        echo "${words[0]} runs (process ${process#/proc/}), which is not of this installation."
      fi
    done
  done
  if ((${#numbers[@]} > 0)); then echo "To have this installation serve instead: kill ${numbers[*]}"; fi
}

package fresnel
put_program "$build/fresnel" bin/fresnel
# The program that calls for the window says why there is none, or opens the search in a terminal.
put_program "$build/fresnel-window" bin/fresnel-window
# The search: in the window where there is one, else in a terminal.
launcher=$(cat Support/desktop/org.fresnel.Fresnel.desktop.in)
if [[ $action == install ]] && has_window; then
  launcher=$(sed 's|^Exec=.*|Exec=@BIN@/fresnel-window|; s|^Terminal=.*|Terminal=false|' <<<"$launcher")
fi
put_text <(printf '%s\n' "$launcher") share/applications/org.fresnel.Fresnel.desktop
put 644 Support/desktop/org.fresnel.Fresnel.svg \
  share/icons/hicolor/scalable/apps/org.fresnel.Fresnel.svg
put 644 Support/desktop/org.fresnel.Fresnel.metainfo.xml share/metainfo/org.fresnel.Fresnel.metainfo.xml
for page in fresnel fresnel-window; do put 644 "Manuals/$page.1" "share/man/man1/$page.1"; done
put 644 Completions/fresnel.bash share/bash-completion/completions/fresnel
put 644 Completions/_fresnel share/zsh/site-functions/_fresnel
put 644 Completions/fresnel.fish share/fish/vendor_completions.d/fresnel.fish

package fresnel-daemon
put_program "$build/fresneld" libexec/fresneld
put_program "$build/fresnel-desktop" libexec/fresnel/fresnel-desktop
put_text Support/systemd/fresneld.socket lib/systemd/user/fresneld.socket
put_text Support/systemd/fresneld.service.in lib/systemd/user/fresneld.service
put_text Support/systemd/fresnel-links.service.in lib/systemd/user/fresnel-links.service
put_text Support/systemd/fresnel-links.timer lib/systemd/user/fresnel-links.timer
put_text Support/systemd/fresnel-links.path lib/systemd/user/fresnel-links.path
put_text Support/dbus-1/org.fresnel.Daemon.service.in \
  share/dbus-1/services/org.fresnel.Daemon.service
# Results of apps in the searches of desktops. GNOME reads providers below the directories of XDG_DATA_DIRS alone, and
# only with an application that it shows.
put_text Support/systemd/fresnel-desktop.service.in lib/systemd/user/fresnel-desktop.service
for name in org.fresnel.Fresnel.SearchProvider org.fresnel.Fresnel.KRunner; do
  put_activation "Support/dbus-1/$name.service.in" "share/dbus-1/services/$name.service"
done
put 644 Support/gnome-shell/org.fresnel.Fresnel.ini \
  share/gnome-shell/search-providers/org.fresnel.Fresnel.ini
put 644 Support/krunner/org.fresnel.Fresnel.desktop \
  share/krunner/dbusplugins/org.fresnel.Fresnel.desktop
put 644 Manuals/fresneld.8 share/man/man8/fresneld.8

package fresnel-window
if [[ $action == remove ]] || has_window; then
  put_program "$build/fresnel-window-gtk" libexec/fresnel/fresnel-window-gtk
  put_text Support/systemd/app-org.fresnel.Fresnel.service.in lib/systemd/user/app-org.fresnel.Fresnel.service
  put_activation Support/dbus-1/org.fresnel.Fresnel.service.in share/dbus-1/services/org.fresnel.Fresnel.service
elif is_wanted; then
  # What an installation with the window left there: the bus would start that.
  rm -f "$root/libexec/fresnel/fresnel-window-gtk" "$root/lib/systemd/user/app-org.fresnel.Fresnel.service" \
    "$root/share/dbus-1/services/org.fresnel.Fresnel.service"
fi

if [[ -z ${known:-} ]]; then
  echo "There is no package $FRESNEL_PACKAGE." >&2
  exit 2
fi

if [[ $action == remove ]]; then
  # Directories that installing may have made, and that hold nothing of anybody else.
  remove_directories "$root" libexec/fresnel libexec lib/systemd/user lib/systemd share/dbus-1/services share/dbus-1 \
    share/gnome-shell/search-providers share/gnome-shell share/krunner/dbusplugins share/krunner \
    share/applications share/metainfo share/icons/hicolor/scalable/apps share/icons/hicolor/scalable \
    share/icons/hicolor share/icons \
    share/bash-completion/completions share/bash-completion share/zsh/site-functions share/zsh \
    share/fish/vendor_completions.d share/fish
  # A prefix of the system has these, empty or not.
  if ! is_systems; then remove_directories "$root" share/man/man1 share/man/man8 share/man share bin lib; fi
  tell_of_daemons
  echo "Removed fresnel and fresneld from $root. What they indexed stays, until you remove it:" \
    "rm -r ${XDG_DATA_HOME:-~/.local/share}/fresnel. Apps that handed items to the daemon, which nothing else reads, say that their" \
    "searches are partial until they have indexed anew."
  exit
fi
echo "Installed $root/bin/fresnel and the daemon $root/libexec/fresneld."
tell_of_others
if [[ -z ${DESTDIR:-} && :$PATH: != *:"$prefix/bin":* ]]; then
  echo "Shells do not find fresnel yet: add $prefix/bin to PATH."
fi
case :${XDG_DATA_DIRS:-/usr/local/share:/usr/share}: in
  *:"$prefix/share":* | *:"$prefix/share/":*) ;;
  *) echo "GNOME shows no results from there: $prefix/share is none of XDG_DATA_DIRS." ;;
esac
if ! has_units; then
  echo "systemd does not look for units there. First: systemctl --user link $prefix/lib/systemd/user/*fresnel*"
fi
# The directory is there where systemd runs.
if [[ -z ${DESTDIR:-} && -d /run/systemd/system ]]; then
  echo "To serve apps from now on: systemctl --user daemon-reload;" \
    "systemctl --user enable --now fresneld.socket fresnel-links.timer fresnel-links.path"
fi
