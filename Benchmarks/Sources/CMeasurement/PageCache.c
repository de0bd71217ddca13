#define _GNU_SOURCE
#include "CMeasurement.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int bench_load_file(const char *path) {
  static char buffer[1 << 18];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count;
  while ((count = read(file, buffer, sizeof buffer)) > 0) {}
  int failure = count < 0 ? errno : 0;
  close(file);
  if (failure == 0) return 0;
  errno = failure;
  return -1;
}

int bench_evict_file(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  // Pages that are not yet on the disk cannot be dropped.
  int failure = fsync(file) < 0 ? errno : posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  close(file);
  if (failure == 0) return 0;
  errno = failure;
  return -1;
}
