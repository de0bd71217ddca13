#define _GNU_SOURCE
#include "CPlatformFiles.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>

uint64_t fresnel_file_system_kind(const char *path) {
  struct statfs record;
  if (statfs(path, &record) != 0) {
    return 0;
  }
  // Some are negative where the type is narrow; all of them have 32 bits.
  return (uint32_t)record.f_type;
}

int fresnel_file_is_encrypted(const char *path) {
#ifdef STATX_ATTR_ENCRYPTED
  struct statx record;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_STATX_DONT_SYNC, STATX_TYPE, &record) != 0) {
    return 0;
  }
  return (record.stx_attributes & record.stx_attributes_mask & STATX_ATTR_ENCRYPTED) != 0;
#else
  (void)path;
  return 0;
#endif
}
