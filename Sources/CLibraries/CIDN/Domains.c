#include <pthread.h>
#include <stddef.h>
#include <unicode/uidna.h>

#include "CIDN.h"

static pthread_once_t opened = PTHREAD_ONCE_INIT;
/// Never changed once it is there, and never closed.
static UIDNA *rules;

static void open_rules(void) {
  UErrorCode error = U_ZERO_ERROR;
  rules = uidna_openUTS46(
      UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
          UIDNA_NONTRANSITIONAL_TO_UNICODE,
      &error);
  if (U_FAILURE(error)) rules = NULL;
}

/// What ICU always checks and the URL Standard never does.
static const uint32_t allowed_errors = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                       UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                       UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

int32_t fresnel_domain_to_ascii(const char *name, int32_t count, char *out, int32_t capacity) {
  pthread_once(&opened, open_rules);
  if (rules == NULL) return -1;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode error = U_ZERO_ERROR;
  int32_t length = uidna_nameToASCII_UTF8(rules, name, count, out, capacity, &info, &error);
  if (U_FAILURE(error) || length > capacity || (info.errors & ~allowed_errors) != 0) return -1;
  return length;
}
