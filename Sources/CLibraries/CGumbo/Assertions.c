#include "Assertions.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

// The reading on this thread.
static _Thread_local arena *reading;

void assertions_end(arena *arena) { reading = arena; }

// gumbo is distributed with its assertions, and there are pages that some of them fail on: without this, such a page
// would end the process. Its calls come here, because a program's symbols go before those of the C library. What it
// has made so far lies in the arena, so it can be left at once. All other assertions do what they always do.
void __assert_fail(
    const char *assertion, const char *file, unsigned int line, const char *function) {
  if (reading != NULL) {
    arena_leave(reading);
  }
  fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
  abort();
}
