#include <stdlib.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

#include "CICU.h"

// What follows so many UTF-16 units decides no order that a person would look at.
enum { MAX_UNITS = 512 };

fresnel_text_order *fresnel_text_order_open(const char *locale) {
  UErrorCode error = U_ZERO_ERROR;
  UCollator *collator = ucol_open(locale, &error);
  if (U_FAILURE(error)) return NULL;
  ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &error);
  return (fresnel_text_order *)collator;
}

void fresnel_text_order_close(fresnel_text_order *order) {
  ucol_close((UCollator *)order);
}

int32_t fresnel_sort_key(
  const fresnel_text_order *order, const char *text, int32_t count, uint8_t *out,
  int32_t capacity) {
  UChar units[MAX_UNITS];
  int32_t unit_count = 0;
  UErrorCode error = U_ZERO_ERROR;
  // A code point of UTF-8 has at least as many bytes as units of UTF-16, so a cut text always fits.
  if (count > MAX_UNITS) {
    count = MAX_UNITS;
    while (count > 0 && (text[count] & 0xC0) == 0x80) count--;
  }
  u_strFromUTF8WithSub(units, MAX_UNITS, &unit_count, text, count, 0xFFFD, NULL, &error);
  if (U_FAILURE(error)) return 0;
  int32_t needed =
    ucol_getSortKey((const UCollator *)order, units, unit_count, out, capacity);
  return needed > 0 ? needed - 1 : 0;
}
