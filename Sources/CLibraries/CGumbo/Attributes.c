#include "Attributes.h"

#include <string.h>

#include "PlainAttributes.h"
#include "PlainText.h"
#include "Restoring.h"
#include "SpecialElements.h"

typedef struct known_name {
  const char *text;
  uint8_t count;
  uint8_t number;
} known_name;

static const known_name known_names[] = {
#define X(name, text) {text, sizeof(text) - 1, fresnel_html_name_##name},
    FRESNEL_HTML_ATTRIBUTES(X)
#undef X
};

_Static_assert(sizeof known_names / sizeof *known_names < 64, "a bit for each");
#define X(name, text) _Static_assert(sizeof(text) <= BUILDER_LONGEST_NAME + 1, "room for each");
FRESNEL_HTML_ATTRIBUTES(X)
#undef X

void attributes_prepare(builder *builder) {
  for (size_t i = 0; i < sizeof known_names / sizeof *known_names; i++) {
    builder->known_names[known_names[i].count] |= (uint64_t)1 << i;
  }
}

static uint8_t number_of(const builder *builder, const uint8_t *name, size_t count) {
  uint64_t candidates = count <= BUILDER_LONGEST_NAME ? builder->known_names[count] : 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    const known_name *known = &known_names[__builtin_ctzll(candidates)];
    if (known->text[0] == name[0] && memcmp(known->text, name, count) == 0) {
      return known->number;
    }
  }
  return fresnel_html_name_unknown;
}

// Makes room for another attribute; NULL when memory is short.
static fresnel_html_attribute *next_attribute(builder *builder) {
  fresnel_html_tree *tree = builder->tree;
  if (!builder_grow(
          (void **)&tree->attributes, &builder->attribute_room, tree->attribute_count + 1,
          sizeof *tree->attributes)) {
    builder->failed = true;
    return NULL;
  }
  fresnel_html_attribute *attribute = &tree->attributes[tree->attribute_count];
  memset(attribute, 0, sizeof *attribute);
  return attribute;
}

// Appends an attribute of an element with some `special_traits`.
static void append_attribute(
    builder *builder, const GumboAttribute *from, int traits, fresnel_html_node *node) {
  fresnel_html_attribute *attribute = next_attribute(builder);
  if (attribute == NULL) {
    return;
  }
  attribute->offset = builder_offset_in_page(builder, from->name_start.offset);
  if (from->attr_namespace == GUMBO_ATTR_NAMESPACE_NONE) {
    attribute->name_count = (uint32_t)strlen(from->name);
    attribute->name = builder_append(builder, from->name, attribute->name_count);
    attribute->known_name = number_of(builder, (const uint8_t *)from->name, attribute->name_count);
  } else {
    // With its prefix, as it was written.
    attribute->name_count = (uint32_t)from->original_name.length;
    attribute->name =
        builder_append_lower(builder, from->original_name.data, from->original_name.length);
  }
  node->names |= (uint64_t)1 << attribute->known_name;
  attribute->value_count = restore_value(builder, from, traits);
  builder->tree->attribute_count += 1;
}

// Whether an element has an attribute of the name of another one, which is the next to be appended to it.
static bool is_repeated(
    const fresnel_html_tree *tree, const fresnel_html_attribute *next,
    const fresnel_html_node *node) {
  if ((node->names & (uint64_t)1 << next->known_name) == 0) {
    return false;
  }
  for (uint32_t i = node->attribute; i < tree->attribute_count; i++) {
    const fresnel_html_attribute *other = &tree->attributes[i];
    if (other->name_count == next->name_count &&
        memcmp(tree->bytes + other->name, tree->bytes + next->name, next->name_count) == 0) {
      return true;
    }
  }
  return false;
}

// Appends the attributes that were left out of the page as a whole at a place of the abridged one, if there are any.
static void append_plain_attributes(builder *builder, uint32_t place, fresnel_html_node *node) {
  left_out attributes =
      abridgement_find(builder->abridgement, place - 1, place, omission_attributes);
  if (attributes.text == NULL) {
    return;
  }
  if (!abridgement_allows_repetition(builder->abridgement)) {
    builder->failed = true;
    return;
  }
  fresnel_html_tree *tree = builder->tree;
  uint32_t start = (uint32_t)(attributes.text - builder->abridgement->page);
  plain_attribute from;
  for (size_t i = 0; i < attributes.count && !builder->failed;) {
    i = plain_attribute_read(attributes.text, i, attributes.count, &from);
    fresnel_html_attribute *attribute = next_attribute(builder);
    if (attribute == NULL) {
      return;
    }
    attribute->offset = start + (uint32_t)from.name;
    attribute->name_count = (uint32_t)from.name_count;
    attribute->name = builder_append_lower(builder, attributes.text + from.name, from.name_count);
    if (builder->failed) {
      return;
    }
    attribute->known_name =
        number_of(builder, tree->bytes + attribute->name, attribute->name_count);
    if (is_repeated(tree, attribute, node)) {
      tree->byte_count = attribute->name;
      continue;
    }
    attribute->value_count =
        restore_plain(builder, attributes.text + from.value, from.value_count);
    node->names |= (uint64_t)1 << attribute->known_name;
    tree->attribute_count += 1;
  }
}

// The length of the name in a start tag; 0 where it is none.
static size_t start_tag_name_count(GumboStringPiece tag) {
  if (tag.data == NULL || tag.length <= 2 || !is_letter(tag.data[1])) {
    return 0;
  }
  size_t end = 1;
  while (end < tag.length && !is_space(tag.data[end]) && tag.data[end] != '/' &&
         tag.data[end] != '>') {
    end += 1;
  }
  return end - 1;
}

// What is one tag for gumbo may have others in it for the scanner, as the scanner knows nothing of trees: in a value,
// or where an attribute begins. So attributes are looked for only behind the tag's name, where the scanner has the same
// tag, and behind the type of what may be a hidden input, whose other attributes decide nothing. Elsewhere they are not
// found, and the whole page is read.
void attributes_append(
    builder *builder, const GumboElement *element, GumboStringPiece tag, fresnel_html_node *node) {
  size_t name_count = builder->abridgement == NULL ? 0 : start_tag_name_count(tag);
  bool has_rest = name_count > 0 && element->attributes.length > 0;
  int traits = has_rest ? special_traits(tag.data + 1, name_count) : 0;
  bool is_html = element->tag_namespace == GUMBO_NAMESPACE_HTML;
  if (name_count > 0 && is_html) {
    size_t end = (size_t)(tag.data - builder->abridgement->text) + 1 + name_count;
    append_plain_attributes(builder, (uint32_t)end, node);
  }
  for (unsigned int i = 0; i < element->attributes.length; i++) {
    const GumboAttribute *attribute = element->attributes.data[i];
    append_attribute(builder, attribute, traits, node);
    if ((traits & typed) != 0 && is_html && strcmp(attribute->name, "type") == 0) {
      GumboStringPiece value = attribute->original_value;
      size_t end = (size_t)(value.data + value.length - builder->abridgement->text);
      append_plain_attributes(builder, (uint32_t)end, node);
    }
  }
  node->attribute_count = builder->tree->attribute_count - node->attribute;
}
