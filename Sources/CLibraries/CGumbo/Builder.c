#include "Builder.h"

#include <stdlib.h>
#include <string.h>

bool builder_grow(void **array, size_t *room, size_t needed, size_t element) {
  if (needed <= *room) {
    return true;
  }
  size_t wanted = *room + *room / 2;
  wanted = wanted < needed ? needed : wanted;
  void *grown = realloc(*array, wanted * element);
  if (grown == NULL) {
    return false;
  }
  *array = grown;
  *room = wanted;
  return true;
}

void builder_reserve(builder *builder) {
  const abridgement *abridgement = builder->abridgement;
  if (abridgement == NULL) {
    return;
  }
  fresnel_html_tree *tree = builder->tree;
  // Where there is no memory for it, growing fails later, if there is still none.
  builder_grow(
      (void **)&tree->nodes, &builder->node_room, abridgement->count / 6 + 16, sizeof *tree->nodes);
  builder_grow(
      (void **)&tree->attributes, &builder->attribute_room, abridgement->page_count / 64 + 16,
      sizeof *tree->attributes);
  builder_grow((void **)&tree->bytes, &builder->byte_room, abridgement->page_count + 64, 1);
}

uint32_t builder_append(builder *builder, const char *text, size_t count) {
  fresnel_html_tree *tree = builder->tree;
  size_t start = tree->byte_count;
  // Places in it have 32 bits.
  bool has_room = count <= UINT32_MAX - start;
  if (!has_room || !builder_grow((void **)&tree->bytes, &builder->byte_room, start + count, 1)) {
    builder->failed = true;
    return 0;
  }
  if (count > 0) {
    memcpy(tree->bytes + start, text, count);
  }
  tree->byte_count = start + count;
  return (uint32_t)start;
}

uint32_t builder_append_lower(builder *builder, const char *text, size_t count) {
  uint32_t start = builder_append(builder, text, count);
  if (builder->failed) {
    return 0;
  }
  uint8_t *bytes = builder->tree->bytes + start;
  for (size_t i = 0; i < count; i++) {
    bytes[i] |= (uint8_t)(bytes[i] - 'A') < 26 ? 0x20 : 0;
  }
  return start;
}

uint32_t builder_offset_in_page(builder *builder, uint32_t offset) {
  return builder->abridgement == NULL ? offset : abridgement_offset(builder->abridgement, offset);
}
