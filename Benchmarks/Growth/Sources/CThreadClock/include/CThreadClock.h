#pragma once

#include <stdint.h>

/// Nanoseconds of processor time that the calling thread has used.
uint64_t growth_thread_nanoseconds(void);
