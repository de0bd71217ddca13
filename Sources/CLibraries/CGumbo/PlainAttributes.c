#include "PlainAttributes.h"

#include <stdint.h>
#include <string.h>

#include "PlainText.h"

// The bytes that stand in names of attributes that need no second look.
static const bool is_in_name[256] = {
    ['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['0' ... '9'] = true,
    ['-'] = true,         ['.'] = true,         [':'] = true,         ['_'] = true,
};

size_t plain_attribute_read(
    const char *text, size_t start, size_t end, plain_attribute *attribute) {
  size_t i = start;
  while (i < end && is_space(text[i])) {
    i += 1;
  }
  attribute->name = i;
  while (i < end && is_in_name[(uint8_t)text[i]]) {
    i += 1;
  }
  attribute->name_count = i - attribute->name;
  attribute->value = i;
  attribute->value_count = 0;
  if (attribute->name == start || attribute->name_count == 0) {
    return 0;
  }
  if (i == end || text[i] != '=') {
    return i;
  }
  i += 1;
  if (i == end || (text[i] != '"' && text[i] != '\'')) {
    return 0;
  }
  const char *value = text + i + 1;
  const char *quote = memchr(value, text[i], end - i - 1);
  if (quote == NULL) {
    return 0;
  }
  attribute->value = i + 1;
  attribute->value_count = (size_t)(quote - value);
  return attribute->value + attribute->value_count + 1;
}

// Whether a value has no other references than plain ones, and nothing that gumbo replaces.
static bool is_plain_value(const char *text, size_t start, size_t end) {
  return is_plain(text, start, end) && plain_references_end(text, start, end) == end;
}

size_t plain_attributes_end(const char *text, size_t start, size_t end) {
  size_t i = start;
  plain_attribute attribute;
  for (int count = 0;; count++) {
    size_t behind = plain_attribute_read(text, i, end, &attribute);
    if (behind == 0) {
      break;
    }
    if (count == PLAIN_ATTRIBUTES) {
      return 0;
    }
    if (!is_plain_value(text, attribute.value, attribute.value + attribute.value_count)) {
      return 0;
    }
    i = behind;
  }
  // Nothing but the end of the tag stands behind them.
  size_t rest = i;
  while (rest < end && is_space(text[rest])) {
    rest += 1;
  }
  if (rest < end && text[rest] == '/') {
    rest += 1;
  }
  return rest < end && text[rest] == '>' ? i : 0;
}
