#include "Arrays.h"
#include "Attributes.h"
#include "Builder.h"
#include "Restoring.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t known_tags[GUMBO_TAG_LAST + 1] = {
#define X(name, gumbo) [GUMBO_TAG_##gumbo] = fresnel_html_tag_##name,
    FRESNEL_HTML_TAGS(X)
#undef X
};

// A tag without what gumbo counts as its beginning by mistake: of `</><dv>` the tag is `<dv>`.
static GumboStringPiece without_empty_tags(GumboStringPiece tag) {
  while (tag.data != NULL && tag.length > 3 && memcmp(tag.data, "</>", 3) == 0) {
    tag.data += 3;
    tag.length -= 3;
  }
  return tag;
}

// The name in a tag of a page; empty where there is no tag. gumbo's own function for it has assertions.
static GumboStringPiece name_in(GumboStringPiece tag) {
  size_t start = 1;
  if (tag.length > 1 && tag.data[1] == '/') {
    start = 2;
  }
  size_t end = start;
  while (end < tag.length && memchr(" \t\n\f\r/>", tag.data[end], 7) == NULL) {
    end += 1;
  }
  bool is_tag = tag.data != NULL && tag.length > start && tag.data[0] == '<';
  return is_tag ? (GumboStringPiece){tag.data + start, end - start} : (GumboStringPiece){NULL, 0};
}

// Appends one node without its children.
static void append_node(builder *builder, const GumboNode *from, uint32_t parent) {
  fresnel_html_tree *tree = builder->tree;
  if (!builder_grow(
          (void **)&tree->nodes, &builder->node_room, (size_t)tree->node_count + 1,
          sizeof *tree->nodes)) {
    builder->failed = true;
    return;
  }
  fresnel_html_node *node = &tree->nodes[tree->node_count];
  memset(node, 0, sizeof *node);
  node->parent = parent;
  node->end = tree->node_count + 1;
  node->attribute = tree->attribute_count;
  switch (from->type) {
  case GUMBO_NODE_DOCUMENT:
    node->kind = fresnel_html_document;
    break;
  case GUMBO_NODE_ELEMENT:
  case GUMBO_NODE_TEMPLATE: {
    const GumboElement *element = &from->v.element;
    node->kind = fresnel_html_element;
    GumboStringPiece tag = without_empty_tags(element->original_tag);
    uint32_t offset = element->start_pos.offset;
    if (tag.data != NULL) {
      offset += (uint32_t)(tag.data - element->original_tag.data);
    }
    node->offset = builder_offset_in_page(builder, offset);
    if (element->tag_namespace == GUMBO_NAMESPACE_HTML) {
      node->tag = known_tags[element->tag];
      if (element->tag == GUMBO_TAG_PLAINTEXT) {
        builder->plaintext = element->start_pos.offset;
      }
    } else if (element->tag == GUMBO_TAG_SVG) {
      node->tag = fresnel_html_tag_svg;
    }
    if (node->tag == fresnel_html_tag_unknown) {
      GumboStringPiece name = name_in(tag);
      if (name.length == 0) {
        name.data = gumbo_normalized_tagname(element->tag);
        name.length = strlen(name.data);
      }
      node->text = builder_append_lower(builder, name.data, name.length);
      node->text_count = (uint32_t)name.length;
    }
    attributes_append(builder, element, tag, node);
    break;
  }
  default:
    node->kind = from->type == GUMBO_NODE_COMMENT ? fresnel_html_comment : fresnel_html_text;
    node->offset = builder_offset_in_page(builder, from->v.text.start_pos.offset);
    node->text = (uint32_t)tree->byte_count;
    node->text_count = restore_text(builder, from);
    break;
  }
  tree->node_count += 1;
}

static const GumboVector *children_of(const GumboNode *node) {
  static const GumboVector none = {NULL, 0, 0};
  switch (node->type) {
  case GUMBO_NODE_DOCUMENT:
    return &node->v.document.children;
  case GUMBO_NODE_ELEMENT:
    return &node->v.element.children;
  default:
    // What is in a template is no part of the page.
    return &none;
  }
}

// An element whose children are being copied.
typedef struct frame {
  const GumboVector *children;
  unsigned int next;
  // The parent of the copies.
  uint32_t parent;
  // What ends with the last of them; 0 where they stand beside the element.
  uint32_t closes;
} frame;

bool arrays_fill(
    fresnel_html_tree *tree, const GumboNode *document, abridgement *abridgement, uint32_t depth) {
  builder builder = {.tree = tree, .abridgement = abridgement, .plaintext = UINT32_MAX};
  attributes_prepare(&builder);
  frame *frames = NULL;
  size_t frame_room = 0;
  size_t frame_count = 0;
  builder_reserve(&builder);
  append_node(&builder, document, 0);
  builder.failed = builder.failed || !builder_grow((void **)&frames, &frame_room, 64, sizeof *frames);
  if (!builder.failed) {
    frames[frame_count++] = (frame){children_of(document), 0, 0, 0};
  }
  while (!builder.failed && frame_count > 0) {
    frame *top = &frames[frame_count - 1];
    if (top->next == top->children->length) {
      if (frame_count == 1 || top->closes != 0) {
        tree->nodes[top->closes].end = tree->node_count;
      }
      frame_count -= 1;
      continue;
    }
    const GumboNode *child = top->children->data[top->next++];
    uint32_t index = tree->node_count;
    uint32_t parent = top->parent;
    append_node(&builder, child, parent);
    const GumboVector *children = children_of(child);
    if (builder.failed || children->length == 0) {
      continue;
    }
    bool is_too_deep = frame_count >= depth;
    tree->was_flattened = tree->was_flattened || is_too_deep;
    if (!builder_grow((void **)&frames, &frame_room, frame_count + 1, sizeof *frames)) {
      builder.failed = true;
      continue;
    }
    frames[frame_count++] =
        is_too_deep ? (frame){children, 0, parent, 0} : (frame){children, 0, index, index};
  }
  free(frames);
  if (builder.failed) {
    fresnel_html_free(tree);
  }
  return !builder.failed;
}
