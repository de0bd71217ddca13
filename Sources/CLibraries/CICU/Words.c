#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include "CICU.h"

struct fresnel_word_iterator {
  UBreakIterator *breaks;
  UText *text;
};

fresnel_word_iterator *fresnel_word_iterator_open(const char *locale) {
  UErrorCode error = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(UBRK_WORD, locale, NULL, 0, &error);
  if (U_FAILURE(error)) return NULL;
  fresnel_word_iterator *iterator = calloc(1, sizeof *iterator);
  if (iterator == NULL) {
    ubrk_close(breaks);
    return NULL;
  }
  iterator->breaks = breaks;
  return iterator;
}

void fresnel_word_iterator_close(fresnel_word_iterator *iterator) {
  ubrk_close(iterator->breaks);
  utext_close(iterator->text);
  free(iterator);
}

bool fresnel_word_iterator_start(
  fresnel_word_iterator *iterator, const char *utf8, int64_t byte_count) {
  // Break iterators count in 32 bits.
  if (byte_count > INT32_MAX) return false;
  UErrorCode error = U_ZERO_ERROR;
  iterator->text = utext_openUTF8(iterator->text, utf8, byte_count, &error);
  if (U_FAILURE(error)) return false;
  ubrk_setUText(iterator->breaks, iterator->text, &error);
  if (U_FAILURE(error)) return false;
  ubrk_first(iterator->breaks);
  return true;
}

int32_t fresnel_word_iterator_next(fresnel_word_iterator *iterator, bool *ends_word) {
  int32_t boundary = ubrk_next(iterator->breaks);
  if (boundary == UBRK_DONE) return -1;
  *ends_word = ubrk_getRuleStatus(iterator->breaks) >= UBRK_WORD_NONE_LIMIT;
  return boundary;
}

void fresnel_word_iterator_stop(fresnel_word_iterator *iterator) {
  fresnel_word_iterator_start(iterator, "", 0);
}
