#include "Lingering.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// A client has this long to read its answer, and may send this much meanwhile.
static const uint64_t longest_time = 5000000000u;
static const uint64_t most_bytes = 64u << 20;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The lock is held.
static void take_out(lingerings *all, int place) {
  close(all->all[place].socket);
  all->count -= 1;
  for (int next = place; next < all->count; next += 1) {
    all->all[next] = all->all[next + 1];
  }
}

// Reads what has come; whether more may come.
static int goes_on(lingering *one) {
  char bytes[65536];
  for (int turn = 0; turn < 16; turn += 1) {
    ssize_t count = recv(one->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0) {
      return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    }
    one->byte_count += (uint64_t)count;
    if (count == 0 || one->byte_count > most_bytes) {
      return 0;
    }
  }
  return 1;
}

static void *read_all(void *context) {
  lingerings *all = context;
  struct pollfd waited[LINGERING_LIMIT + 1];
  pthread_mutex_lock(&all->lock);
  while (!all->is_over) {
    uint64_t time = now();
    for (int place = all->count - 1; place >= 0; place -= 1) {
      if (all->all[place].end <= time || !goes_on(&all->all[place])) {
        take_out(all, place);
      }
    }
    int count = all->count;
    waited[0] = (struct pollfd){.fd = all->wake, .events = POLLIN};
    for (int place = 0; place < count; place += 1) {
      waited[place + 1] = (struct pollfd){.fd = all->all[place].socket, .events = POLLIN};
    }
    // All have the same time, so the first one is the next whose time is over.
    int wait = count == 0 ? -1 : (int)((all->all[0].end - time) / 1000000u) + 1;
    pthread_mutex_unlock(&all->lock);
    poll(waited, (nfds_t)(count + 1), wait);
    if (waited[0].revents != 0) {
      uint64_t changes;
      (void)!read(all->wake, &changes, sizeof changes);
    }
    pthread_mutex_lock(&all->lock);
  }
  while (all->count > 0) {
    take_out(all, all->count - 1);
  }
  pthread_mutex_unlock(&all->lock);
  return NULL;
}

static void tell(lingerings *all) {
  uint64_t change = 1;
  (void)!write(all->wake, &change, sizeof change);
}

int lingerings_start(lingerings *all) {
  all->is_over = 0;
  all->count = 0;
  all->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (all->wake < 0) {
    return errno;
  }
  pthread_mutex_init(&all->lock, NULL);
  int problem = pthread_create(&all->reader, NULL, read_all, all);
  if (problem != 0) {
    pthread_mutex_destroy(&all->lock);
    close(all->wake);
  }
  return problem;
}

void lingerings_stop(lingerings *all) {
  pthread_mutex_lock(&all->lock);
  all->is_over = 1;
  pthread_mutex_unlock(&all->lock);
  tell(all);
  pthread_join(all->reader, NULL);
  pthread_mutex_destroy(&all->lock);
  close(all->wake);
}

void linger(lingerings *all, int socket) {
  // The connection lives as long as any descriptor of it.
  int own = fcntl(socket, F_DUPFD_CLOEXEC, 0);
  if (own < 0) {
    return;
  }
  // The client is told that nothing more comes.
  shutdown(own, SHUT_WR);
  pthread_mutex_lock(&all->lock);
  if (all->count == LINGERING_LIMIT) {
    take_out(all, 0);
  }
  all->all[all->count] = (lingering){.socket = own, .end = now() + longest_time};
  all->count += 1;
  pthread_mutex_unlock(&all->lock);
  tell(all);
}
