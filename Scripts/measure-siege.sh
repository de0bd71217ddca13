#!/usr/bin/env bash
# Measures how long `fresnel search` takes while programs try to use up what the daemon has for others.
#
#   Scripts/measure-siege.sh [PROCESSES [CONNECTIONS [SEARCHES]]]      64 processes, 20 connections each, 200 searches
#
# Of the connections of a process a quarter each says nothing, has sent half a message, was taken in and stands idle,
# and floods; those that the daemon ends are made again four times a second. Then six programs of different identities
# ask queries of 50,000 negations without end. The search is the program from its start to its end, on a store of the
# manual pages and desktop files of this machine. First it is measured in peace. The programs are those that
# `make install` installs; CONFIGURATION=debug measures those that `make test` builds.
set -euo pipefail
cd "$(dirname "$0")/.."
configuration=${CONFIGURATION:-release} processes=${1:-64} connections=${2:-20} searches=${3:-200}
options=(--configuration "$configuration")
if [ "$configuration" = release ]; then options+=(--static-swift-stdlib); fi
for product in fresnel fresneld hostile-app; do
  "${SWIFT:-swift}" build "${options[@]}" --product "$product" >&2
done
programs=$PWD/.build/$configuration

place=$(mktemp -d)
started=()
finish() {
  for process in "${started[@]}"; do kill -KILL "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$place"
}
trap finish EXIT
mkdir -m 700 "$place"/{run,data,state,config,home}
export XDG_RUNTIME_DIR=$place/run XDG_DATA_HOME=$place/data XDG_STATE_HOME=$place/state
export XDG_CONFIG_HOME=$place/config HOME=$place/home

"$programs/fresneld" --foreground 2>"$place/log" &
started+=($!)
until [ -S "$XDG_RUNTIME_DIR/fresnel/daemon" ]; do read -rt 0.05 <> <(:) || true; done
"$programs/fresnel" import all >&2

word=${WORD:-network}
measure() {
  printf '%-28s' "$1"
  "$programs/hostile-app" --time "$searches" "$programs/fresnel" search "$word"
}
measure "in peace:"
ulimit -S -n "$(ulimit -H -n)"
for number in $(seq "$processes"); do
  "$programs/hostile-app" --siege "$XDG_RUNTIME_DIR/fresnel/daemon" "$connections" \
    "$place/standing-$number" &
  started+=($!)
done
for number in $(seq "$processes"); do
  until [ -e "$place/standing-$number" ]; do read -rt 0.05 <> <(:) || true; done
done
measure "$processes x $connections connections:"
for process in "${started[@]:1}"; do kill -KILL "$process" 2>/dev/null || true; done

askers=${ASKERS:-6}
for number in $(seq "$askers"); do
  # Each is an identity of its own.
  cp "$programs/hostile-app" "$place/asker-$number"
  "$place/asker-$number" --ask "$XDG_RUNTIME_DIR/fresnel/daemon" "$place/asking-$number" &
  started+=($!)
done
for number in $(seq "$askers"); do
  until [ -e "$place/asking-$number" ]; do read -rt 0.05 <> <(:) || true; done
done
printf 'load: %s\n' "$(cut -d' ' -f1-3 /proc/loadavg)"
measure "$askers with long queries:"
