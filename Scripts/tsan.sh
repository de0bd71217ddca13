#!/usr/bin/env bash
# Runs the tests in which threads meet under ThreadSanitizer, and fails when it reports a race.
#
#   Scripts/tsan.sh [FILTER]      the tests whose names match, or those of the engine that use threads
#
# Only on Linux. Tests/Support/MutexOrder tells why a library is loaded first.
set -euo pipefail
cd "$(dirname "$0")/.."
filter=${1:-"StoreConcurrencyTests|StoreClosingTests|StoreFollowingTests|BlockCacheTests"}
build=.build/tsan
traits=$(Scripts/traits.sh)

mkdir -p "$build"
clang -shared -fPIC -O1 -Wall -Werror -D_GNU_SOURCE -o "$build/mutex-order.so" Tests/Support/MutexOrder/MutexOrder.c
"${SWIFT:-swift}" build --traits "$traits" --build-tests --sanitize=thread --scratch-path "$build" >&2
LD_PRELOAD="$PWD/$build/mutex-order.so" TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1" \
  "${SWIFT:-swift}" test --traits "$traits" --skip-build --sanitize=thread --scratch-path "$build" --filter "$filter"
