#pragma once

#include <stddef.h>
#include <stdint.h>

/// What a descriptor is watched for, and what was found.
enum {
  FRESNEL_READABLE = 1,
  FRESNEL_WRITABLE = 2,
  /// Found whether watched for or not: the other end is gone, or the descriptor has an error.
  FRESNEL_CLOSED = 4,
};

/// What happened on one watched descriptor.
struct fresnel_event {
  uint64_t token;
  uint32_t happened;
};

/// Makes a set of watched descriptors; returns its descriptor, or -1 with errno set.
int fresnel_events_create(void);

/// Watches a descriptor, reporting it by a token; returns 0, or -1 with errno set.
int fresnel_events_add(int events, int descriptor, uint32_t interest, uint64_t token);

/// Changes what a descriptor is watched for; returns 0, or -1 with errno set.
int fresnel_events_change(int events, int descriptor, uint32_t interest, uint64_t token);

/// Watches a descriptor no more; returns 0, or -1 with errno set.
int fresnel_events_remove(int events, int descriptor);

/// Waits until something happens, at most so many milliseconds; -1 waits without end. Returns how
/// many events were written, 0 after the time or a signal, or -1 with errno set.
int fresnel_events_wait(int events, struct fresnel_event *found, size_t room, int milliseconds);

/// Makes a descriptor by which one thread wakes another; returns it, or -1 with errno set.
int fresnel_wakeup_create(void);

/// Makes the descriptor readable.
void fresnel_wakeup_signal(int descriptor);

/// Makes the descriptor unreadable again.
void fresnel_wakeup_clear(int descriptor);
