// The elements that a scanner of tags must know something of.
#pragma once
#include <stddef.h>

/// What is special about an element.
enum special_traits {
  /// The values of its attributes decide what becomes of the tag, or of others of the same values.
  deciding = 1,
  /// Its attributes may be added to those of an element that is open.
  merged = 2,
  /// The names of attributes are others in it.
  foreign = 4,
  /// Text alone is in it, and the end tag ends it; of the second kind it is left alone.
  raw = 8,
  other_raw = 16,
  /// White space in it makes texts.
  spacing = 32,
  /// What is in it is no part of the tree.
  inert = 64,
  /// Everything behind it is text.
  plain_text = 128,
  /// Text with references is in it, and the end tag ends it.
  escapable = 256,
  /// Whether its type is `hidden` decides what becomes of the tag, and nothing else in it does.
  typed = 512,
};

/// The `special_traits` of an element, by its name, which begins with a letter; none where nothing is special.
int special_traits(const char *name, size_t count);
/// Where the end tag of an element begins that has no elements in it; the end where there is none.
size_t end_of_raw_text(
    const char *page, size_t start, size_t end, const char *name, size_t name_count);
