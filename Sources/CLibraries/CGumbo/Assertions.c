#define _GNU_SOURCE
#include "Assertions.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>

typedef void failure(const char *, const char *, unsigned int, const char *);

// The reading on this thread.
static _Thread_local arena *reading;

void assertions_end(arena *arena) { reading = arena; }

// gumbo is distributed with its assertions, and there are pages that some of them fail on: without this, such a page
// would end the process. Its calls come here, because a program's symbols go before those of the C library. What it
// has made so far lies in the arena, so it can be left at once: between here and there are functions of C only.
//
// All other assertions of the process are handed on to the C library, which says what it always says. A program that
// has such a function of its own keeps it, since this one is weak. In a program that loads this as a part of a plugin
// the C library's comes first, and such a page ends it.
__attribute__((weak)) void __assert_fail(
    const char *assertion, const char *file, unsigned int line, const char *function) {
  if (reading != NULL) {
    arena_leave(reading);
  }
  failure *next = (failure *)dlsym(RTLD_NEXT, "__assert_fail");
  if (next != NULL) {
    next(assertion, file, line, function);
  }
  abort();
}
