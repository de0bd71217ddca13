#!/usr/bin/env bash
# Runs all tests of what is built, in two lanes beside each other: a run waits so much for its daemons, servers and
# clocks that it leaves one of two processors idle. What the first lane prints is shown as it comes, what the second
# prints once it is through; all of it stays in .build/test-logs. What failed is named once more at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
# The suites that start daemons, programs and browsers, which take as long as the machine is busy: one after the other.
alone='SpotlightDaemonTests|DesktopWindowTests|SearchSessionTests|RecipesEndToEndTests|InBrowserTests'
# The suites that stand for apps; they pass however an app reaches its index.
apps='^(CoreSpotlight|SampleApp|SampleAppSwift5)Tests\.'
traits=$(Scripts/traits.sh)
logs=.build/test-logs
rm -rf "$logs"
mkdir -p "$logs"

# run NAME ARGUMENTS: runs some of the tests, prints what they print, and keeps it in NAME.log. The two lanes have one
# scratch directory, whose lock only keeps builds apart. Two that begin in one moment may meet at the database of the
# build; the one that finds it locked runs no test, and begins again.
run() {
  local name=$1 tries=0
  shift
  until "${SWIFT:-swift}" test --traits "$traits" --skip-build --ignore-lock "$@" 2>&1 | tee "$logs/$name.log"; do
    if grep -q '^error: .*database is locked' "$logs/$name.log" && ((tries < 10)); then
      tries=$((tries + 1))
      sleep 1
    else
      touch "$logs/$name.failed"
      break
    fi
  done
}

# A process group of its own, so that what it started ends with this script.
set -m
{
  run alone --no-parallel --filter "$alone"
  FRESNEL_TEST_CONNECTION=codec run codec --filter "$apps"
  FRESNEL_TEST_CONNECTION=daemon run daemon --filter "$apps"
} >"$logs/second-lane.log" 2>&1 &
lane=$!
set +m
trap 'kill -- "-$lane" 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM

# All suites of a run are in one process, with nearly a thousand files open between them: almost as many as most systems
# let a program have unless it asks (1,024).
ulimit -S -n 16384 2>/dev/null || ulimit -S -n "$(ulimit -H -n)"
# So many tests at once: with all of them begun, one that waits for a server or a clock would go on only when those
# before it in the queue of two processors are through, minutes later.
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=12 run suites --skip "$alone"
wait "$lane"
cat "$logs/second-lane.log"

failed=("$logs"/*.failed)
[ -e "${failed[0]}" ] || exit 0
printf '\nWhat failed:\n'
for run in "${failed[@]}"; do
  # A crash has no line of a test.
  grep -E '^✘|error:' "${run%.failed}.log" | cut -c1-1000 || tail -n 20 "${run%.failed}.log"
done
exit 1
