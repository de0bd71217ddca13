#pragma once

#include <stddef.h>

/// How many blocks of memory the calling thread has asked for since it started: calls of malloc,
/// calloc, realloc and the aligned forms.
///
/// This object defines those functions, counts, and hands on to the C library's own. A count is one
/// addition to a variable of the thread, so what is timed beside it costs the same.
size_t bench_allocation_count(void);

/// Reads a file from its beginning to its end; returns 0, or -1 with errno set.
int bench_load_file(const char *path);

/// Writes a file out and asks the kernel to forget its pages; returns 0, or -1 with errno set.
int bench_evict_file(const char *path);
