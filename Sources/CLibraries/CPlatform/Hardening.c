#define _GNU_SOURCE
#include "CPlatformHardening.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int fresnel_process_forbid_core_files(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none);
}

int fresnel_process_raise_file_limit(uint64_t count) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
    return -1;
  }
  rlim_t wanted = count < files.rlim_max ? count : files.rlim_max;
  if (files.rlim_cur >= wanted) {
    return 0;
  }
  files.rlim_cur = wanted;
  return setrlimit(RLIMIT_NOFILE, &files);
}

int fresnel_process_set_dumpable(int is_dumpable) {
  return prctl(PR_SET_DUMPABLE, is_dumpable ? 1UL : 0UL, 0UL, 0UL, 0UL);
}

int fresnel_process_is_dumpable(void) {
  return prctl(PR_GET_DUMPABLE, 0UL, 0UL, 0UL, 0UL) == 1;
}

int fresnel_process_execute(const char *program, char *const *arguments, char *const *environment,
                            const int *descriptors, int descriptor_count) {
  // Whatever a library opened without care is not to live on.
  if (syscall(SYS_close_range, 3U, UINT_MAX, CLOSE_RANGE_CLOEXEC) != 0) {
    return -1;
  }
  for (int index = 0; index < descriptor_count; index++) {
    if (fcntl(descriptors[index], F_SETFD, 0) != 0) {
      return -1;
    }
  }
  return execve(program, arguments, environment);
}

void fresnel_process_reap_children(void) {
  while (waitpid(-1, NULL, WNOHANG) > 0) {
  }
}
