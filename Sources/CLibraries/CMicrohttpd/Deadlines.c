#include "Deadlines.h"

#include <sys/socket.h>
#include <time.h>

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The lock is held.
static void take_out(deadlines *all, deadline *one) {
  if (!one->is_waited_for) {
    return;
  }
  *(one->earlier ? &one->earlier->later : &all->first) = one->later;
  *(one->later ? &one->later->earlier : &all->last) = one->earlier;
  one->is_waited_for = 0;
}

static void *watch(void *context) {
  deadlines *all = context;
  pthread_mutex_lock(&all->lock);
  while (!all->is_over) {
    deadline *first = all->first;
    if (!first) {
      pthread_cond_wait(&all->changed, &all->lock);
    } else if (first->end <= now()) {
      take_out(all, first);
      // The server's thread sees that as the end of the connection and closes it; not before it has the lock.
      shutdown(first->socket, SHUT_RDWR);
    } else {
      struct timespec end = {
          .tv_sec = (time_t)(first->end / 1000000000u), .tv_nsec = (long)(first->end % 1000000000u)};
      pthread_cond_timedwait(&all->changed, &all->lock, &end);
    }
  }
  pthread_mutex_unlock(&all->lock);
  return NULL;
}

int deadlines_start(deadlines *all, unsigned int seconds) {
  *all = (deadlines){.nanoseconds = (uint64_t)seconds * 1000000000u};
  pthread_mutex_init(&all->lock, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&all->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  int problem = pthread_create(&all->watcher, NULL, watch, all);
  if (problem != 0) {
    pthread_cond_destroy(&all->changed);
    pthread_mutex_destroy(&all->lock);
  }
  return problem;
}

void deadlines_stop(deadlines *all) {
  pthread_mutex_lock(&all->lock);
  all->is_over = 1;
  pthread_cond_signal(&all->changed);
  pthread_mutex_unlock(&all->lock);
  pthread_join(all->watcher, NULL);
  pthread_cond_destroy(&all->changed);
  pthread_mutex_destroy(&all->lock);
}

void deadline_begin(deadlines *all, deadline *one) {
  pthread_mutex_lock(&all->lock);
  take_out(all, one);
  one->end = now() + all->nanoseconds;
  one->earlier = all->last;
  one->later = NULL;
  *(all->last ? &all->last->later : &all->first) = one;
  all->last = one;
  one->is_waited_for = 1;
  // The watcher waits for the first one only.
  if (all->first == one) {
    pthread_cond_signal(&all->changed);
  }
  pthread_mutex_unlock(&all->lock);
}

void deadline_end(deadlines *all, deadline *one) {
  pthread_mutex_lock(&all->lock);
  take_out(all, one);
  pthread_mutex_unlock(&all->lock);
}
