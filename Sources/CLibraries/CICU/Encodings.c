#include <stddef.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/ucnv_err.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "CICU.h"

// What stands for the byte 0x80 alone.
typedef struct substitution {
  UChar for_80;
} substitution;

// Writes U+FFFD for what stands for no character. A second byte in ASCII is no part of that.
static void substitute(
    const void *context, UConverterToUnicodeArgs *arguments, const char *bytes, int32_t count,
    UConverterCallbackReason reason, UErrorCode *status) {
  if (reason > UCNV_IRREGULAR) {
    return;
  }
  const substitution *substitution = context;
  *status = U_ZERO_ERROR;
  UChar characters[2] = {0xfffd};
  int32_t written = 1;
  if (count == 1 && (uint8_t)bytes[0] == 0x80) {
    characters[0] = substitution->for_80;
  } else if (count == 2 && (uint8_t)bytes[1] < 0x80) {
    characters[written++] = (uint8_t)bytes[1];
  }
  ucnv_cbToUWriteUChars(arguments, characters, written, 0, status);
}

// Appends UTF-16 as UTF-8; false where it doesn't fit. Surrogates come in pairs, perhaps in two calls.
static bool append(
    const UChar *text, int32_t count, UChar *high, uint8_t *out, size_t capacity, size_t *length) {
  for (int32_t i = 0; i < count; i++) {
    uint32_t c = text[i];
    if (U16_IS_LEAD(c)) {
      *high = (UChar)c;
      continue;
    }
    if (U16_IS_TRAIL(c)) {
      c = *high == 0 ? 0xfffd : U16_GET_SUPPLEMENTARY(*high, c);
    }
    *high = 0;
    if (capacity - *length < 4) {
      return false;
    }
    U8_APPEND_UNSAFE(out, *length, c);
  }
  return true;
}

int64_t fresnel_decode(
    const char *converter, uint32_t for_80, const uint8_t *bytes, int64_t count, uint8_t *out,
    int64_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter *opened = ucnv_open(converter, &status);
  if (U_FAILURE(status)) {
    return -1;
  }
  substitution substitution = {(UChar)for_80};
  ucnv_setToUCallBack(opened, substitute, &substitution, NULL, NULL, &status);
  const char *source = (const char *)bytes;
  const char *end = source + count;
  UChar chunk[2048];
  UChar high = 0;
  size_t length = 0;
  bool fits = true;
  do {
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      status = U_ZERO_ERROR;
    }
    UChar *target = chunk;
    ucnv_toUnicode(
        opened, &target, chunk + sizeof chunk / sizeof *chunk, &source, end, NULL, true, &status);
    fits = append(chunk, (int32_t)(target - chunk), &high, out, (size_t)capacity, &length);
  } while (status == U_BUFFER_OVERFLOW_ERROR && fits);
  ucnv_close(opened);
  return U_FAILURE(status) || !fits ? -1 : (int64_t)length;
}
