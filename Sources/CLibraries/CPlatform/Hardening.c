#define _GNU_SOURCE
#include "CPlatformHardening.h"

#include <sys/prctl.h>
#include <sys/resource.h>

int fresnel_process_forbid_core_files(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none);
}

int fresnel_process_set_dumpable(int is_dumpable) {
  return prctl(PR_SET_DUMPABLE, is_dumpable ? 1UL : 0UL, 0UL, 0UL, 0UL);
}

int fresnel_process_is_dumpable(void) {
  return prctl(PR_GET_DUMPABLE, 0UL, 0UL, 0UL, 0UL) == 1;
}
