#include "CMeasurement.h"

#include <errno.h>

// The C library's own allocator under the names that it keeps for programs which define the usual ones.
void *__libc_malloc(size_t count);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t count);
void *__libc_memalign(size_t alignment, size_t count);

static _Thread_local size_t allocations;

size_t bench_allocation_count(void) { return allocations; }

void *malloc(size_t count) {
  allocations += 1;
  return __libc_malloc(count);
}

void *calloc(size_t count, size_t size) {
  allocations += 1;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t count) {
  allocations += 1;
  return __libc_realloc(block, count);
}

void *memalign(size_t alignment, size_t count) {
  allocations += 1;
  return __libc_memalign(alignment, count);
}

void *aligned_alloc(size_t alignment, size_t count) {
  allocations += 1;
  return __libc_memalign(alignment, count);
}

int posix_memalign(void **block, size_t alignment, size_t count) {
  allocations += 1;
  void *found = __libc_memalign(alignment, count);
  if (found == NULL) return ENOMEM;
  *block = found;
  return 0;
}
