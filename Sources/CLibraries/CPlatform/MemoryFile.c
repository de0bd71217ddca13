#define _GNU_SOURCE
#include "CPlatformSockets.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

int fresnel_memory_file(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  if (descriptor < 0 && errno == EINVAL) {
    // Linux before 6.3 does not know the last flag.
    descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  }
  return descriptor;
}

int fresnel_memory_file_seal(int descriptor) {
  return fcntl(descriptor, F_ADD_SEALS, seals | F_SEAL_SEAL) < 0 ? -1 : 0;
}

int fresnel_memory_file_is_sealed(int descriptor) {
  int found = fcntl(descriptor, F_GET_SEALS);
  return found >= 0 && (found & seals) == seals;
}

int fresnel_descriptor_closes_at_once(int descriptor) {
  int domain = 0;
  socklen_t count = sizeof domain;
  return fcntl(descriptor, F_GET_SEALS) >= 0 || fcntl(descriptor, F_GETPIPE_SZ) >= 0 ||
         (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &count) == 0 && domain == AF_UNIX);
}
