#include "PlainText.h"

#include <stdint.h>
#include <string.h>

// The length of the character at a place that gumbo keeps as it is; 0 where it may not.
size_t plain_character(const char *text, size_t start, size_t end) {
  const uint8_t *bytes = (const uint8_t *)text;
  uint8_t first = bytes[start];
  if (first < 0x80) {
    bool is_plain = first >= 0x20 ? first != 0x7f : first == '\t' || first == '\n' || first == '\f';
    return is_plain ? 1 : 0;
  }
  size_t count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first < 0xc2 || first > 0xf3 || end - start < count) {
    return 0;
  }
  for (size_t i = start + 1; i < start + count; i++) {
    if ((bytes[i] & 0xc0) != 0x80) {
      return 0;
    }
  }
  uint8_t second = bytes[start + 1];
  switch (first) {
  case 0xc2: // controls
    return second >= 0xa0 ? 2 : 0;
  case 0xe0: // overlong
    return second >= 0xa0 ? 3 : 0;
  case 0xed: // surrogates
    return second < 0xa0 ? 3 : 0;
  case 0xef: // among them are noncharacters
    return second == 0xb7 || second == 0xbf ? 0 : 3;
  case 0xf0:
    return second >= 0x90 && bytes[start + 2] != 0xbf ? 4 : 0;
  default:
    return count == 4 && bytes[start + 2] == 0xbf ? 0 : count;
  }
}

bool is_plain(const char *text, size_t start, size_t end) {
  while (start < end) {
    uint64_t eight;
    if (end - start >= sizeof eight) {
      memcpy(&eight, text + start, sizeof eight);
      // A high bit for every byte from 0x7f on, and for some byte if any is below 0x20.
      uint64_t odd = eight | (eight + 0x0101010101010101) | (eight - 0x2020202020202020);
      if ((odd & 0x8080808080808080) == 0) {
        start += sizeof eight;
        continue;
      }
    }
    size_t count = plain_character(text, start, end);
    if (count == 0) {
      return false;
    }
    start += count;
  }
  return true;
}

const plain_reference *plain_reference_at(const char *text, size_t start, size_t end) {
  // In this order they are about as frequent. With their semicolons they stand for these wherever they are. None
  // stands for white space, which is read otherwise than other texts.
  static const plain_reference references[] = {
      {"&amp;", "&"},      {"&nbsp;", "\u00a0"}, {"&quot;", "\""},        {"&#39;", "'"},
      {"&#x27;", "'"},     {"&#039;", "'"},      {"&lt;", "<"},           {"&gt;", ">"},
      {"&#038;", "&"},     {"&#163;", "\u00a3"}, {"&#8217;", "\u2019"},   {"&rsquo;", "\u2019"},
      {"&#x2713;", "\u2713"}, {"&raquo;", "\u00bb"}, {NULL, NULL}};
  for (const plain_reference *reference = references; reference->name != NULL; reference++) {
    size_t count = strlen(reference->name);
    if (end - start >= count && memcmp(text + start, reference->name, count) == 0) {
      return reference;
    }
  }
  return NULL;
}

size_t plain_references_end(const char *text, size_t start, size_t end) {
  const char *found = memchr(text + start, '&', end - start);
  while (found != NULL) {
    size_t place = (size_t)(found - text);
    if (plain_reference_at(text, place, end) == NULL) {
      return place;
    }
    found = memchr(found + 1, '&', end - place - 1);
  }
  return end;
}
