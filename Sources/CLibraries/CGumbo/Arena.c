#include "Arena.h"

#include <string.h>
#include <sys/mman.h>

// What stands before every piece.
typedef struct header {
  // The power of two of the piece's size.
  uint32_t power;
  // For a node, how deeply it nests.
  uint32_t depth;
} header;

int arena_open(arena *arena, size_t size, uint64_t work_limit) {
  memset(arena, 0, sizeof *arena);
  // Pages that are never touched cost nothing.
  void *start = mmap(
      NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) {
    return 0;
  }
  arena->start = start;
  arena->size = size;
  arena->work_limit = work_limit;
  return 1;
}

void arena_close(arena *arena) { munmap(arena->start, arena->size); }

static header *header_of(void *pointer) { return (header *)pointer - 1; }

// Whether a pointer is one that was handed out with a node's size. It may come from memory that holds no node.
static int is_candidate(const arena *arena, const void *pointer) {
  uintptr_t address = (uintptr_t)pointer;
  uintptr_t start = (uintptr_t)arena->start;
  return address >= start + sizeof(header) && address % 8 == 0 &&
         address + sizeof(GumboNode) <= start + arena->used;
}

// Learns from the last node, which has its place in the tree by now. A piece that is no node does no harm:
// its pointers are followed within the arena alone.
static void learn(arena *arena) {
  GumboNode *node = arena->candidate;
  if (node == NULL || !is_candidate(arena, node->parent)) {
    return;
  }
  uint32_t depth = header_of(node->parent)->depth + 1;
  header_of(node)->depth = depth;
  if (depth > arena->depth && depth <= arena->depth + 2) {
    arena->depth = depth;
  }
  size_t offset = 0;
  switch (node->type) {
  case GUMBO_NODE_ELEMENT:
  case GUMBO_NODE_TEMPLATE:
    offset = node->v.element.start_pos.offset + node->v.element.original_tag.length;
    if (arena->html == NULL && node->v.element.tag == GUMBO_TAG_HTML) {
      arena->html = node;
    } else if (arena->body == NULL && node->v.element.tag == GUMBO_TAG_BODY) {
      arena->body = node;
    }
    break;
  case GUMBO_NODE_TEXT:
  case GUMBO_NODE_WHITESPACE:
  case GUMBO_NODE_CDATA:
  case GUMBO_NODE_COMMENT:
    offset = node->v.text.start_pos.offset + node->v.text.original_text.length;
    break;
  default:
    return;
  }
  if (offset > arena->furthest) {
    arena->furthest = offset;
  }
}

void arena_leave(arena *arena) {
  learn(arena);
  longjmp(arena->exit, 1);
}

void *arena_allocate(void *user_data, size_t size) {
  arena *arena = user_data;
  if (size == sizeof(GumboNode)) {
    learn(arena);
    arena->attribute_run = 0;
  } else if (size == sizeof(GumboAttribute)) {
    // A tag's attributes are compared with each other, and with those of the elements they may be added to.
    arena->attribute_run += 1;
    arena->work += 4 * (uint64_t)arena->attribute_run;
    arena->work += arena->html == NULL ? 0 : 4 * (uint64_t)arena->html->v.element.attributes.length;
    arena->work += arena->body == NULL ? 0 : 4 * (uint64_t)arena->body->v.element.attributes.length;
  }
  // Each tag makes gumbo look at open elements, and so does each character behind an element of formatting.
  arena->work += 4 + arena->depth + (uint64_t)size * arena->depth / 16;
  uint32_t power = size <= 16 ? 4 : 64 - (uint32_t)__builtin_clzll(size - 1);
  size_t room = (size_t)1 << power;
  if (power >= 40 || arena->work > arena->work_limit || arena->depth > ARENA_DEPTH) {
    arena_leave(arena);
  }
  void *piece = arena->free_pieces[power];
  if (piece != NULL) {
    memcpy(&arena->free_pieces[power], piece, sizeof(void *));
  } else {
    if (room + sizeof(header) > arena->size - arena->used) {
      arena_leave(arena);
    }
    header *place = (header *)(arena->start + arena->used);
    arena->used += sizeof(header) + room;
    place->power = power;
    piece = place + 1;
  }
  header_of(piece)->depth = 0;
  if (size == sizeof(GumboNode)) {
    arena->candidate = piece;
  }
  return piece;
}

void arena_free(void *user_data, void *pointer) {
  arena *arena = user_data;
  if (pointer == NULL) {
    return;
  }
  uint32_t power = header_of(pointer)->power;
  if (pointer == arena->candidate) {
    arena->candidate = NULL;
  }
  if (pointer == arena->body) {
    arena->body = NULL;
  }
  memcpy(pointer, &arena->free_pieces[power], sizeof(void *));
  arena->free_pieces[power] = pointer;
}
