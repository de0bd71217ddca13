#include "Restoring.h"

#include <string.h>

#include "PlainText.h"
#include "SpecialElements.h"

uint32_t restore_plain(builder *builder, const char *text, size_t count) {
  size_t before = builder->tree->byte_count;
  size_t done = 0;
  const char *found = memchr(text, '&', count);
  while (found != NULL) {
    size_t place = (size_t)(found - text);
    const plain_reference *reference = plain_reference_at(text, place, count);
    if (reference == NULL) {
      break;
    }
    builder_append(builder, text + done, place - done);
    builder_append(builder, reference->text, strlen(reference->text));
    done = place + strlen(reference->name);
    found = memchr(text + done, '&', count - done);
  }
  builder_append(builder, text + done, count - done);
  return (uint32_t)(builder->tree->byte_count - before);
}

uint32_t restore_value(builder *builder, const GumboAttribute *attribute, int traits) {
  abridgement *abridgement = builder->abridgement;
  GumboStringPiece written = attribute->original_value;
  size_t start = builder->tree->byte_count;
  // Without a value that decides, gumbo may have made another tree: the scanner took it for one of another tag.
  bool decides = (traits & (deciding | typed)) != 0;
  if (abridgement != NULL && written.length > 1 && !decides) {
    uint32_t quote = (uint32_t)(written.data - abridgement->text);
    left_out beginning = abridgement_find(abridgement, quote, quote + 1, omission_value);
    if (!abridgement_allows_repetition(abridgement)) {
      builder->failed = true;
      return 0;
    }
    builder_append(builder, beginning.text, beginning.count);
  }
  builder_append(builder, attribute->value, strlen(attribute->value));
  return (uint32_t)(builder->tree->byte_count - start);
}

// What can have been left out of a text or a comment.
static omission_kind kind_of_omission(const GumboNode *node) {
  if (node->type == GUMBO_NODE_COMMENT) {
    return omission_comment;
  }
  const GumboNode *parent = node->parent;
  bool is_raw = parent != NULL && parent->type == GUMBO_NODE_ELEMENT &&
                parent->v.element.tag_namespace == GUMBO_NAMESPACE_HTML &&
                (parent->v.element.tag == GUMBO_TAG_SCRIPT ||
                 parent->v.element.tag == GUMBO_TAG_STYLE);
  return is_raw ? omission_raw : omission_text;
}

// Whether gumbo resolves references in a text, which the scanner took for one between tags or for a title.
static bool has_references(const builder *builder, const GumboNode *node) {
  if (node->v.text.start_pos.offset > builder->plaintext) {
    return false;
  }
  const GumboNode *parent = node->parent;
  if (parent == NULL || parent->type != GUMBO_NODE_ELEMENT ||
      parent->v.element.tag_namespace != GUMBO_NAMESPACE_HTML) {
    return true;
  }
  switch (parent->v.element.tag) {
  case GUMBO_TAG_IFRAME:
  case GUMBO_TAG_NOEMBED:
  case GUMBO_TAG_NOFRAMES:
  case GUMBO_TAG_XMP:
    return false;
  default:
    return true;
  }
}

// Appends a piece of a text that stands as it is in the abridged page from a place on.
static void restore_piece(
    builder *builder, const char *text, size_t count, size_t place, omission_kind kind,
    bool resolves) {
  size_t done = 0;
  while (true) {
    left_out next = abridgement_find(
        builder->abridgement, (uint32_t)(place + done), (uint32_t)(place + count), kind);
    size_t end = next.text == NULL ? count : next.place - place;
    builder_append(builder, text + done, end - done);
    if (next.text == NULL) {
      return;
    }
    if (resolves) {
      restore_plain(builder, next.text, next.count);
    } else {
      builder_append(builder, next.text, next.count);
    }
    done = end;
  }
}

uint32_t restore_text(builder *builder, const GumboNode *node) {
  const GumboText *from = &node->v.text;
  const abridgement *abridgement = builder->abridgement;
  size_t count = strlen(from->text);
  if (abridgement == NULL) {
    builder_append(builder, from->text, count);
    return (uint32_t)count;
  }
  size_t bytes_before = builder->tree->byte_count;
  omission_kind kind = kind_of_omission(node);
  bool resolves = kind == omission_text && has_references(builder, node);
  // A comment begins with four characters that are no part of its text.
  size_t place = (size_t)from->start_pos.offset + (kind == omission_comment ? 4 : 0);
  size_t done = 0;
  while (done < count) {
    size_t end = done;
    while (end < count && place + end - done < abridgement->count &&
           abridgement->text[place + end - done] == from->text[end]) {
      end += 1;
    }
    restore_piece(builder, from->text + done, end - done, place, kind, resolves);
    place += end - done;
    done = end;
    // A text goes on behind an end tag that ends nothing.
    bool is_before_tag = kind == omission_text && place + 2 < abridgement->count &&
                         memcmp(abridgement->text + place, "</", 2) == 0;
    const char *tag_end =
        is_before_tag ? memchr(abridgement->text + place, '>', abridgement->count - place) : NULL;
    if (done < count && tag_end == NULL) {
      // What comes now stands otherwise in the page, with references or in several parts.
      builder_append(builder, from->text + done, count - done);
      break;
    }
    place = tag_end == NULL ? place : (size_t)(tag_end - abridgement->text) + 1;
  }
  return (uint32_t)(builder->tree->byte_count - bytes_before);
}
