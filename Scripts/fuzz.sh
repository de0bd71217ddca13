#!/usr/bin/env bash
# Fuzzes every decoder for a bounded time, and fails when one traps, hangs or breaks a promise.
#
#   Scripts/fuzz.sh [DECODER…]      those named, or all
#
# FUZZ_SECONDS  the time for each decoder, 20 unless set; with 0 it only takes the inputs in Fuzz/Corpus,
#               which has the same outcome each time
# FUZZ_TOTAL    the time for all decoders together, in seconds, instead of FUZZ_SECONDS; building is not counted
# FUZZ_SEED     the seed of libFuzzer's random numbers; a new one in each run unless set, and printed
# FUZZ_JOBS     how many are tried at once; as many as there are processors unless set
#
# It starts from the seeds in Fuzz/Corpus, which also hold every input that a decoder once failed on.
# What is found on the way stays in Fuzz/.build/corpus, so that the next run goes on from there. An
# input that fails is kept in Fuzz/.build/failures under the name of its decoder, and printed in base64, so
# that it is not lost with the machine; `Fuzz --target=NAME FILE` tries it again.
set -euo pipefail
cd "$(dirname "$0")/../Fuzz"
seconds=${FUZZ_SECONDS:-20}
jobs=${FUZZ_JOBS:-$(nproc)}
seed=${FUZZ_SEED:-$((RANDOM << 15 | RANDOM))}

# Of several -sanitize options the Swift compiler heeds the last, so it gets both in one.
"${SWIFT:-swift}" build --configuration release --product Fuzz \
  --sanitize=address --sanitize=fuzzer -Xswiftc -sanitize=address,fuzzer \
  -Xswiftc -enable-testing >&2
fuzz=.build/release/Fuzz

# The backtracer would hang after a crash. Swift hides pointers in spare bits, which the search for
# leaks takes for leaks.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# What is known of a failure: the place, the input and how to run it again.
report() {
  local target=$1 log=$2 input
  grep -aE 'Fatal error|ERROR:|SUMMARY:|^ .* in .*Fresnel' "$log" || tail -n 20 "$log"
  input=$(grep -aoE "[.]build/failures/$target-[[:graph:]]+" "$log" | tail -n 1)
  if [ -f "$input" ]; then
    echo "  the input: Fuzz/$input, in base64 (up to 16 KiB):"
    head -c 16384 "$input" | base64
    echo "  again:     cd Fuzz && .build/release/Fuzz --target=$target $input"
  else
    echo "  again:     FUZZ_SEED=$seed FUZZ_SECONDS=$seconds Scripts/fuzz.sh $target"
  fi
}

try() {
  local target=$1 log=.build/logs/$1
  mkdir -p ".build/corpus/$target" "Corpus/$target"
  local inputs=(-runs=0 "Corpus/$target")
  if [ "$seconds" -gt 0 ]; then
    inputs=(-max_total_time="$seconds" ".build/corpus/$target" "Corpus/$target")
  fi
  # A minute for one input: on a busy machine one takes many times as long, and a hang has no end.
  if "$fuzz" --target="$target" -seed="$seed" -timeout=60 -rss_limit_mb=2048 \
    -artifact_prefix=".build/failures/$target-" "${inputs[@]}" >"$log" 2>&1; then
    printf '%-16s %s\n' "$target" "$(grep -E '^Done ' "$log")"
  else
    printf '%-16s FAILED with seed %s\n' "$target" "$seed"
    report "$target" "$log"
    return 1
  fi
}

mkdir -p .build/logs .build/failures
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <("$fuzz" --list)
if [ -n "${FUZZ_TOTAL:-}" ]; then
  seconds=$((FUZZ_TOTAL * jobs / ${#targets[@]}))
  [ "$seconds" -gt 0 ] || seconds=1
fi
[ "$seconds" -eq 0 ] || echo "Fuzzing ${#targets[@]} decoders for $seconds s each, with seed $seed."
export -f try report
export fuzz seconds seed
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I{} bash -c 'try {}'
