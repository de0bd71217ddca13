// The arrays of a tree while they are filled.
#pragma once
#include "Abridgement.h"
#include "CGumbo.h"

/// The length of the longest known name of an attribute.
#define BUILDER_LONGEST_NAME 10

/// Arrays that grow by half.
typedef struct builder {
  fresnel_html_tree *tree;
  /// What the tree was made of, unless that is the whole page.
  abridgement *abridgement;
  size_t node_room;
  size_t attribute_room;
  size_t byte_room;
  /// By the length of a known attribute's name, a bit for each of those.
  uint64_t known_names[BUILDER_LONGEST_NAME + 1];
  /// Where a `plaintext` begins in what gumbo read, behind which everything is text; UINT32_MAX where none does.
  uint32_t plaintext;
  bool failed;
} builder;

/// Makes room for what pages have of their size, so that most arrays need not grow.
void builder_reserve(builder *builder);
/// Makes room for so many elements of a size; false when memory is short.
bool builder_grow(void **array, size_t *room, size_t needed, size_t element);
/// Appends bytes, and returns where they begin.
uint32_t builder_append(builder *builder, const char *text, size_t count);
/// Appends bytes with small letters for capital ones of ASCII, and returns where they begin.
uint32_t builder_append_lower(builder *builder, const char *text, size_t count);
/// Where a byte of what gumbo read stands in the page.
uint32_t builder_offset_in_page(builder *builder, uint32_t offset);
