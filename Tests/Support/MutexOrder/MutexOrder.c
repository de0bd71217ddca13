// Tells ThreadSanitizer of the order that Swift's Mutex makes.
//
// On Linux the Mutex of the Swift 6 library is a word that is exchanged inline, which the sanitizer sees, and
// when threads meet two functions of a library that is not instrumented: one spins on the word or lets
// the kernel hand it over, the other lets the kernel do so. The sanitizer misses that order and reports
// races that are none. This library, loaded before the others, stands before the two functions. It says
// that what came before an unlock came before the lock that follows on the same word, which is what a
// mutex is, and no more: reports of other races stay.
#include <dlfcn.h>
#include <stdint.h>

// Of the sanitizer's runtime; absent in processes that are not instrumented.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

#define SWIFT_METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Synchronization._MutexHandle._lockSlow(_: UInt32), which returns when the caller has the lock.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// Synchronization._MutexHandle._unlockSlow()
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT_METHOD void lock_slow(uint32_t thread, SELF void *word) __asm__(LOCK_SLOW);
SWIFT_METHOD void unlock_slow(SELF void *word) __asm__(UNLOCK_SLOW);

SWIFT_METHOD void lock_slow(uint32_t thread, SELF void *word) {
  typedef SWIFT_METHOD void Function(uint32_t, SELF void *);
  ((Function *)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, word);
  if (__tsan_acquire) __tsan_acquire(word);
}

SWIFT_METHOD void unlock_slow(SELF void *word) {
  typedef SWIFT_METHOD void Function(SELF void *);
  if (__tsan_release) __tsan_release(word);
  ((Function *)dlsym(RTLD_NEXT, UNLOCK_SLOW))(word);
}
