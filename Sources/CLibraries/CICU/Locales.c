#include <stdlib.h>
#include <string.h>
#include <unicode/uloc.h>

#include "CICU.h"

bool fresnel_locale_canonical(const char *name, char *out, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t parsed = 0;
  int32_t count = uloc_forLanguageTag(name, out, capacity, &parsed, &error);
  if (U_SUCCESS(error) && count > 0 && count < capacity && (size_t)parsed == strlen(name)) {
    return true;
  }
  // No language tag; ICU also reads POSIX names.
  error = U_ZERO_ERROR;
  count = uloc_canonicalize(name, out, capacity, &error);
  return U_SUCCESS(error) && count < capacity;
}

const char *fresnel_locale_session(void) {
  // The order is POSIX's: the first variable that is set and not empty decides.
  static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *value = getenv(variables[i]);
    if (value != NULL && *value != '\0') return value;
  }
  return NULL;
}
