#define _GNU_SOURCE
#include "CPlatformEvents.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int fresnel_events_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int events, int action, int descriptor, uint32_t interest, uint64_t token) {
  struct epoll_event event = {0};
  event.data.u64 = token;
  if (interest & FRESNEL_READABLE) {
    event.events |= EPOLLIN | EPOLLRDHUP;
  }
  if (interest & FRESNEL_WRITABLE) {
    event.events |= EPOLLOUT;
  }
  return epoll_ctl(events, action, descriptor, &event);
}

int fresnel_events_add(int events, int descriptor, uint32_t interest, uint64_t token) {
  return control(events, EPOLL_CTL_ADD, descriptor, interest, token);
}

int fresnel_events_change(int events, int descriptor, uint32_t interest, uint64_t token) {
  return control(events, EPOLL_CTL_MOD, descriptor, interest, token);
}

int fresnel_events_remove(int events, int descriptor) {
  return control(events, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int fresnel_events_wait(int events, struct fresnel_event *found, size_t room, int milliseconds) {
  struct epoll_event happened[64];
  if (room > sizeof happened / sizeof happened[0]) {
    room = sizeof happened / sizeof happened[0];
  }
  int count = epoll_wait(events, happened, (int)room, milliseconds);
  if (count < 0) {
    return errno == EINTR ? 0 : -1;
  }
  for (int index = 0; index < count; index++) {
    uint32_t bits = happened[index].events;
    found[index].token = happened[index].data.u64;
    found[index].happened = ((bits & (EPOLLIN | EPOLLRDHUP)) ? FRESNEL_READABLE : 0) |
                            ((bits & EPOLLOUT) ? FRESNEL_WRITABLE : 0) |
                            ((bits & (EPOLLHUP | EPOLLERR)) ? FRESNEL_CLOSED : 0);
  }
  return count;
}

int fresnel_wakeup_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void fresnel_wakeup_signal(int descriptor) {
  uint64_t one = 1;
  // Fails only when the counter is full, and then the descriptor is readable anyway.
  ssize_t ignored = write(descriptor, &one, sizeof one);
  (void)ignored;
}

void fresnel_wakeup_clear(int descriptor) {
  uint64_t count;
  ssize_t ignored = read(descriptor, &count, sizeof count);
  (void)ignored;
}
