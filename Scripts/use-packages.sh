#!/usr/bin/env bash
# Installs, uses, upgrades, removes and purges Debian packages in the system that it runs in, and checks what is left.
# Scripts/check-packages.sh runs it in a fresh one.
#
#   use-packages.sh DIRECTORY
set -euo pipefail
directory=$1
if [[ ! -e $directory/fresh-system ]]; then
  echo "This installs and purges packages: it is for the fresh system that make deb-check makes." >&2
  exit 2
fi
export DEBIAN_FRONTEND=noninteractive
packages=("$directory"/*.deb)
names=()
for package in "${packages[@]}"; do names+=("$(dpkg-deb --field "$package" Package)"); done
log=$directory/apt.log

step() { printf '  %s\n' "$*"; }

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Runs apt, and shows what it said where it fails.
apt() { apt-get --yes --no-install-recommends "$@" >"$log" 2>&1 || { cat "$log" >&2 && fail "apt-get $*"; }; }

# Runs dpkg, to which a package that is not there is no error as it is to apt, and shows what it said where it fails.
dpkg_quietly() { dpkg "$@" >"$log" 2>&1 || { cat "$log" >&2 && fail "dpkg $*"; }; }

# Runs a command as a person who has just logged in.
as_person() {
  setpriv --reuid person --regid person --init-groups env -i HOME=/home/person USER=person LANG=C.UTF-8 \
    PATH=/usr/bin:/bin XDG_RUNTIME_DIR=/run/user/1000 "$@"
}

# Checks that a command, run as a person, says something.
says() {
  local wanted=$1 said
  shift
  said=$(as_person "$@" 2>&1) || fail "$* ended with status $?: $said"
  [[ $said == *"$wanted"* ]] || fail "$* does not say \"$wanted\": $said"
}

# Checks that a command, run as a person, ends with a status.
ends() {
  local wanted=$1 status=0
  shift
  as_person "$@" >/dev/null 2>&1 || status=$?
  [[ $status == "$wanted" ]] || fail "$* ends with status $status, not $wanted"
}

# All files that are not a person's, a log or the packaging system's own.
files() {
  find / -xdev \( -path /proc -o -path /run -o -path /tmp -o -path /home -o -path "$directory" -o -path /var/log \
    -o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune -o -print | sort
}

# The process of the person's daemon.
daemon() { as_person fresnel status --json | grep -o '"processIdentifier":[0-9]*' | head -n 1 | cut -d : -f 2; }

# Ends the person's daemon, as logging out does.
end_daemon() {
  local process
  process=$(daemon) || fail "no daemon runs"
  kill "$process"
  for _ in {1..600}; do
    [[ -e /proc/$process && $(cut -d ' ' -f 3 "/proc/$process/stat" 2>/dev/null || echo Z) != Z ]] || return 0
    sleep .1
  done
  fail "the daemon did not end within a minute"
}

step "what the packages need is installed first, so that all that comes then is theirs"
apt update
needed=$(for package in "${packages[@]}"; do dpkg-deb --field "$package" Depends && echo ,; done | tr ',\n' '\n ' |
  grep -vE '^ *(python3-)?fresnel|^ *$' | paste -sd ,)
apt install systemd dbus
apt satisfy "$needed"
useradd --create-home --uid 1000 person
install -d -m 700 -o person -g person /run/user/1000
files >"$directory/before"

step "installed"
apt install "${packages[@]}"
for unit in sockets.target.wants/fresneld.socket timers.target.wants/fresnel-links.timer \
  default.target.wants/fresnel-links.path; do
  [[ -L /etc/systemd/user/$unit ]] || fail "$unit is not enabled"
done
[[ -z $(find /etc/systemd/system -name 'fresnel*') ]] || fail "a unit of fresnel-cloud is enabled, which needs settings"
said=$(as_person systemd-analyze --user --man=no verify /usr/lib/systemd/user/{fresnel,app-org.fresnel}* 2>&1;
  systemd-analyze --man=no verify /lib/systemd/system/fresnel-cloud-*.service 2>&1) || fail "systemd-analyze: $said"
[[ $said != *fresnel* ]] || fail "systemd-analyze: $said"

step "used by a person"
version=$(dpkg-query --show --showformat '${Version}' fresnel)
says "fresnel ${version%%[~+-]*}" fresnel --version
echo '{"id": "soup", "title": "Tomato soup"}' >/home/person/items
as_person fresnel index /home/person/items >/dev/null
says "Tomato soup" fresnel search tomato
process=$(daemon) || fail "no daemon runs"
[[ $(readlink "/proc/$process/exe") == /usr/libexec/fresneld ]] || fail "the daemon is not the one that was installed"
says "" fresnel doctor
as_person fresnel import packages >/dev/null
says python3-fresnel fresnel search python3-fresnel
says "note-1 Café" python3 -c '
import fresnel
with fresnel.connect(program="notes 1.0") as client:
    client.open_index("main").put([fresnel.Item("note-1", {"title": "Café"})], client_state=b"v1")
    for hit in client.search("caf").hits:
        print(hit.item.identifier, hit.item.attributes["title"])'
says string dbus-run-session -- dbus-send --session --print-reply --dest=org.fresnel.Fresnel.SearchProvider \
  /org/fresnel/Fresnel/SearchProvider org.gnome.Shell.SearchProvider2.GetInitialResultSet array:string:tomato
ends 4 fresnel-window
grep -q '^Exec=/usr/bin/fresnel-window$' /usr/share/applications/org.fresnel.Fresnel.desktop || fail "the launcher"

step "the public index: a site crawled, and found by the service"
says crawl fresnel-cloud --help
install -d -o person -g person /home/person/site
# The ports are those of the machine.
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
site=$(free_port)
service=$(free_port)
echo '<title>Leek pie</title><p>A pie with leeks.' >/home/person/site/index.html
as_person python3 -m http.server --bind 127.0.0.1 --directory /home/person/site "$site" >/dev/null 2>&1 &
says "" env PORT="$site" python3 -c '
import os, time, urllib.request
for _ in range(600):
    try:
        urllib.request.urlopen("http://127.0.0.1:" + os.environ["PORT"])
        break
    except OSError:
        time.sleep(.1)'
as_person fresnel-cloud crawl --once --allow-private --no-apps --data /home/person/cloud "http://127.0.0.1:$site/" \
  >"$directory/crawl.log" 2>&1 || fail "the crawl: $(cat "$directory/crawl.log")"
as_person fresnel-cloud serve --data /home/person/cloud --listen "127.0.0.1:$service" >"$directory/serve.log" 2>&1 &
says "Leek pie" env PORT="$service" python3 -c '
import os, time, urllib.request
for _ in range(600):
    try:
        print(urllib.request.urlopen("http://127.0.0.1:" + os.environ["PORT"] + "/v1/search?q=leek").read().decode())
        break
    except OSError:
        time.sleep(.1)'
kill %1 %2

step "upgraded over itself"
apt install --reinstall "${packages[@]}"
end_daemon
says "Tomato soup" fresnel search tomato

if [[ " ${names[*]} " == *" fresnel-window "* ]]; then
  step "without the window"
  apt remove fresnel-window
  ends 3 env DISPLAY=:4077 dbus-run-session -- fresnel-window
fi

step "removed"
end_daemon
dpkg_quietly --remove "${names[@]}"
for program in /usr/bin/fresnel{,-window,-cloud} /usr/libexec/fresneld; do
  [[ ! -e $program ]] || fail "$program stays when its package is removed"
done

step "purged"
dpkg_quietly --purge "${names[@]}"
files >"$directory/after"
diff "$directory/before" "$directory/after" || fail "the system is not as it was before"
[[ -d /home/person/.local/share/fresnel && -d /home/person/cloud ]] || fail "what the person made is gone"
