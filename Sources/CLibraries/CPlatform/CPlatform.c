#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int fresnel_pipe(int *reading_end, int *writing_end) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return -1;
  }
  *reading_end = ends[0];
  *writing_end = ends[1];
  return 0;
}

short fresnel_spawn_in_new_session(void) { return POSIX_SPAWN_SETSID; }

int fresnel_spawn_in_directory(void *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

int fresnel_spawn_with_standard_streams(void *actions) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#else
  (void)actions;
  return 0;
#endif
}

// The signal handler is in C because nothing of a language runtime (lazy globals, metadata, allocation) may
// run inside a signal handler: it loads one lock-free integer and calls write, which is permitted.

void fresnel_error_text(int error_number, char *buffer, size_t count) {
  const char *text = strerrordesc_np(error_number);
  if (text != NULL) {
    snprintf(buffer, count, "%s", text);
  } else {
    snprintf(buffer, count, "error %d", error_number);
  }
}

// What ioprio_set(2) calls these; the C library has no names for them.
enum { IO_PRIORITY_OF_THREAD = 1, IO_CLASS_SHIFT = 13, IO_BEST_EFFORT = 2, IO_LOWEST_LEVEL = 7 };

void fresnel_thread_yield_priority(int steps) {
  // On Linux each thread has a niceness of its own, and 0 means the calling one.
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + steps);
  // Not the idle class: on a disk that is always busy its requests would wait for ever.
  syscall(SYS_ioprio_set, IO_PRIORITY_OF_THREAD, 0,
          IO_BEST_EFFORT << IO_CLASS_SHIFT | IO_LOWEST_LEVEL);
}

int fresnel_thread_niceness(void) { return getpriority(PRIO_PROCESS, 0); }

int fresnel_thread_io_priority(void) {
  return (int)syscall(SYS_ioprio_get, IO_PRIORITY_OF_THREAD, 0);
}

// A slack of 0 stands for that of the thread that started this one.
int fresnel_thread_wake_punctually(void) { return prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

void *fresnel_pages_take(size_t byte_count) {
  void *memory =
      mmap(NULL, byte_count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void *fresnel_pages_resize(void *memory, size_t byte_count, size_t new_byte_count) {
  void *resized = mremap(memory, byte_count, new_byte_count, MREMAP_MAYMOVE);
  return resized == MAP_FAILED ? NULL : resized;
}

void fresnel_pages_give_back(void *memory, size_t byte_count) { munmap(memory, byte_count); }

void fresnel_pages_make_large(void *memory, size_t byte_count) { (void)madvise(memory, byte_count, MADV_HUGEPAGE); }

void fresnel_heap_share(int heap_count) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, heap_count);
  // Small pieces, but for the few that each thread keeps, are joined with their neighbours when they are freed.
  // Otherwise hundreds of thousands of them, such as those of a long query, are joined at once when a thread next takes
  // or frees a large piece, and all that use the heap wait for ten to twenty milliseconds.
  mallopt(M_MXFAST, 0);
#else
  (void)heap_count;
#endif
}

void fresnel_heap_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#define SIGNAL_COUNT 65

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int write_end = -1;
static int read_end = -1;
static bool caught[SIGNAL_COUNT];
static struct sigaction previous[SIGNAL_COUNT];

static void handle(int signal_number) {
  int saved = errno;
  int descriptor = atomic_load(&write_end);
  if (descriptor >= 0) {
    unsigned char byte = (unsigned char)signal_number;
    // A full pipe already wakes the reader, so a byte that does not fit may be dropped.
    ssize_t ignored = write(descriptor, &byte, 1);
    (void)ignored;
  }
  errno = saved;
}

int fresnel_signal_pipe_open(void) {
  int ends[2];
  int result = -1;
  pthread_mutex_lock(&lock);
  if (read_end >= 0) {
    errno = EBUSY;
  } else if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
    read_end = ends[0];
    atomic_store(&write_end, ends[1]);
    result = ends[0];
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int fresnel_signal_pipe_catch(int signal_number) {
  if (signal_number <= 0 || signal_number >= SIGNAL_COUNT) {
    errno = EINVAL;
    return -1;
  }
  pthread_mutex_lock(&lock);
  int result = 0;
  if (!caught[signal_number]) {
    struct sigaction action = {0};
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    result = sigaction(signal_number, &action, &previous[signal_number]);
    caught[signal_number] = result == 0;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static void restore_actions(void) {
  for (int number = 1; number < SIGNAL_COUNT; number++) {
    if (caught[number]) {
      sigaction(number, &previous[number], NULL);
      caught[number] = false;
    }
  }
}

void fresnel_signal_pipe_restore(void) {
  pthread_mutex_lock(&lock);
  restore_actions();
  pthread_mutex_unlock(&lock);
}

void fresnel_signal_pipe_close(void) {
  pthread_mutex_lock(&lock);
  restore_actions();
  int descriptor = atomic_exchange(&write_end, -1);
  if (descriptor >= 0) {
    close(descriptor);
  }
  if (read_end >= 0) {
    close(read_end);
    read_end = -1;
  }
  pthread_mutex_unlock(&lock);
}
