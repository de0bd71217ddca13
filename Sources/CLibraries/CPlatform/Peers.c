#define _GNU_SOURCE
#include "CPlatformPeers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int fresnel_peer_process(int socket, int32_t process) {
  int descriptor = -1;
  socklen_t count = sizeof descriptor;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &descriptor, &count) == 0) {
    return descriptor;
  }
  if (errno != ENOPROTOOPT) {
    return -1;
  }
  // Linux before 6.5. The number may have gone to another process since the connection was made: who
  // relies on it has the peer prove, after this call, that it still has the number.
  return fresnel_process_descriptor(process);
}

int fresnel_process_descriptor(int32_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

int fresnel_process_is_alive(int descriptor) {
  struct pollfd record = {.fd = descriptor, .events = POLLIN};
  int count;
  do {
    count = poll(&record, 1, 0);
  } while (count < 0 && errno == EINTR);
  return count == 0;
}

int fresnel_process_directory(int32_t process) {
  char path[32];
  snprintf(path, sizeof path, "/proc/%d", process);
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

int fresnel_process_program(int32_t process, struct fresnel_file_identity *file) {
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/exe", process);
  // A file system of the process's own, such as one of FUSE, is not asked: what the kernel knows is enough.
  struct statx record;
  if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_INO, &record) != 0) {
    return -1;
  }
  file->device = makedev(record.stx_dev_major, record.stx_dev_minor);
  file->inode = record.stx_ino;
  return 0;
}

long fresnel_process_control_groups(int32_t process, char *bytes, size_t count) {
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/cgroup", process);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return -1;
  }
  long result = read(descriptor, bytes, count);
  int saved = errno;
  close(descriptor);
  errno = saved;
  return result;
}

int fresnel_file_identity_at(int directory, const char *path, struct fresnel_file_identity *file) {
  struct stat record;
  if (fstatat(directory, path, &record, 0) != 0) {
    return -1;
  }
  file->device = record.st_dev;
  file->inode = record.st_ino;
  return 0;
}

long fresnel_link_at(int directory, const char *path, char *bytes, size_t count) {
  return readlinkat(directory, path, bytes, count);
}

int fresnel_open_ordinary_at(int directory, const char *path) {
  int descriptor = openat(directory, path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) {
    return -1;
  }
  struct stat record;
  if (fstat(descriptor, &record) != 0 || !S_ISREG(record.st_mode)) {
    close(descriptor);
    errno = EINVAL;
    return -1;
  }
  return descriptor;
}
