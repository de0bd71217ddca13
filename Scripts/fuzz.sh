#!/usr/bin/env bash
# Fuzzes every decoder for a bounded time, and fails when one traps, hangs or breaks a promise.
#
#   Scripts/fuzz.sh [DECODER…]      those named, or all
#
# FUZZ_SECONDS  the time for each decoder, 20 unless set; with 0 it only takes the inputs in Fuzz/Corpus,
#               which has the same outcome each time
# FUZZ_JOBS     how many are tried at once; as many as there are processors unless set
#
# It starts from the seeds in Fuzz/Corpus, which also hold every input that a decoder once failed on.
# What is found on the way stays in Fuzz/.build/corpus, so that the next run goes on from there. An
# input that fails is kept in Fuzz/.build/failures; `Fuzz --target=NAME FILE` tries it again.
set -euo pipefail
cd "$(dirname "$0")/../Fuzz"
seconds=${FUZZ_SECONDS:-20}
jobs=${FUZZ_JOBS:-$(nproc)}

# Of several -sanitize options the Swift compiler heeds the last, so it gets both in one.
"${SWIFT:-swift}" build --configuration release --product Fuzz \
  --sanitize=address --sanitize=fuzzer -Xswiftc -sanitize=address,fuzzer \
  -Xswiftc -enable-testing >&2
fuzz=.build/release/Fuzz

# The backtracer would hang after a crash. Swift hides pointers in spare bits, which the search for
# leaks takes for leaks.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

try() {
  local target=$1 log=.build/logs/$1
  mkdir -p ".build/corpus/$target" "Corpus/$target"
  local inputs=(-runs=0 "Corpus/$target")
  if [ "$seconds" -gt 0 ]; then
    inputs=(-max_total_time="$seconds" ".build/corpus/$target" "Corpus/$target")
  fi
  if "$fuzz" --target="$target" -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix=".build/failures/$target-" "${inputs[@]}" >"$log" 2>&1; then
    printf '%-16s %s\n' "$target" "$(grep -E '^Done ' "$log")"
  else
    printf '%-16s FAILED\n' "$target"
    grep -aE 'Fatal error|ERROR:|SUMMARY:|^ .* in .*Fresnel|Test unit written' "$log"
    return 1
  fi
}

mkdir -p .build/logs .build/failures
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <("$fuzz" --list)
export -f try
export fuzz seconds
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I{} bash -c 'try {}'
