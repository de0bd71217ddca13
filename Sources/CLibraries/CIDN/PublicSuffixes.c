#include <libpsl.h>
#include <pthread.h>

#include "CIDN.h"

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
/// Never changed once it is there, and never freed.
static const psl_ctx_t *list;

static void load_list(void) {
  // The list of the system where it is newer than the one inside the library.
  list = psl_latest(NULL);
  if (list == NULL) list = psl_builtin();
}

int32_t fresnel_registrable_domain(const char *host) {
  pthread_once(&loaded, load_list);
  if (list == NULL) return -1;
  const char *domain = psl_registrable_domain(list, host);
  return domain == NULL ? -1 : (int32_t)(domain - host);
}
