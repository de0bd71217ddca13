#!/usr/bin/env bash
# Runs `swift test` with the arguments and prints what failed once more at the end: a run of all suites prints
# thousands of lines after a test that fails early.
set -euo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
"${SWIFT:-swift}" test "$@" 2>&1 | tee "$log" || status=$?
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  # A crash or a build that fails has no line of a test.
  grep -E '^✘|error:' "$log" | cut -c1-1000 || tail -n 20 "$log"
fi
exit "$status"
