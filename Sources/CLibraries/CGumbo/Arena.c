#include "Arena.h"

#include <stdlib.h>
#include <string.h>

// What stands before every piece.
typedef struct header {
  // The power of two of the piece's size.
  uint32_t power;
  // For a node, how deeply it nests.
  uint32_t depth;
} header;

void arena_open(
    arena *arena, size_t size_limit, uint64_t work_limit, uint32_t attribute_limit) {
  memset(arena, 0, sizeof *arena);
  arena->size_limit = size_limit;
  arena->work_limit = work_limit;
  arena->last_work_limit = work_limit;
  arena->attribute_limit = attribute_limit;
}

void arena_watch(arena *arena, size_t page_count) {
  arena->page_count = page_count;
  arena->work_limit = arena->last_work_limit / 8;
}

// Whether there may be more steps than it was to be looked at how far they led.
__attribute__((noinline)) static bool may_go_on(arena *arena) {
  // In doubles, as the products may be too large for integers.
  int is_in_time = (double)arena->furthest * (double)arena->last_work_limit >=
                   (double)arena->page_count * (double)arena->work_limit;
  if (arena->work > arena->last_work_limit || arena->work_limit == arena->last_work_limit || !is_in_time) {
    return false;
  }
  uint64_t next = arena->work_limit * 4;
  arena->work_limit = next < arena->last_work_limit ? next : arena->last_work_limit;
  return true;
}

void arena_close(arena *arena) {
  for (uint32_t i = 0; i < arena->block_count; i++) {
    free(arena->blocks[i].start);
  }
}

// Adds a block with room for so many bytes; leaves where the limit is met or memory is short.
__attribute__((noinline)) static void add_block(arena *arena, size_t room) {
  size_t size = (size_t)16384 << arena->block_count;
  size = size < room ? room : size;
  size_t rest = arena->size_limit - arena->size;
  size = size < rest ? size : rest;
  uint8_t *start = arena->block_count == ARENA_BLOCKS || size < room ? NULL : malloc(size);
  if (start == NULL) {
    arena_leave(arena);
  }
  if (arena->block_count > 0) {
    // What is behind it holds no piece.
    arena->blocks[arena->block_count - 1].end = arena->next;
  }
  arena->blocks[arena->block_count].start = start;
  arena->blocks[arena->block_count].end = start + size;
  arena->block_count += 1;
  arena->size += size;
  arena->next = start;
  arena->end = start + size;
}

static header *header_of(void *pointer) { return (header *)pointer - 1; }

// Whether a pointer may be one that was handed out with a node's size. It may come from memory that holds no node,
// so all it is good for is to be followed.
static int is_candidate(const arena *arena, const void *pointer) {
  uintptr_t address = (uintptr_t)pointer;
  for (uint32_t i = arena->block_count; i-- > 0;) {
    uintptr_t start = (uintptr_t)arena->blocks[i].start;
    bool is_last = i == arena->block_count - 1;
    uintptr_t end = (uintptr_t)(is_last ? arena->next : arena->blocks[i].end);
    if (address >= start + sizeof(header) && address < end) {
      return address % 8 == 0 && address + sizeof(GumboNode) <= end;
    }
  }
  return 0;
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

void arena_compare(arena *arena) { arena->work += 4 * (uint64_t)arena->attribute_run; }

// Counts an attribute, and what comparing it takes.
__attribute__((noinline)) static void count_attribute(arena *arena) {
  // A tag's attributes are compared with each other, and with those of the elements they may be added to.
  arena->attribute_run += 1;
  if (arena->attribute_run > arena->attribute_limit) {
    arena->is_crowded = true;
    arena_leave(arena);
  }
  arena_compare(arena);
  arena->work += arena->html == NULL ? 0 : 4 * (uint64_t)arena->html->v.element.attributes.length;
  arena->work += arena->body == NULL ? 0 : 4 * (uint64_t)arena->body->v.element.attributes.length;
}

// Leaves where a piece is too large, nodes nest too deeply or there may be no more steps.
__attribute__((noinline)) static void check_limits(arena *arena, uint32_t power) {
  if (power >= 40 || arena->depth > ARENA_DEPTH || !may_go_on(arena)) {
    arena_leave(arena);
  }
}

void *arena_allocate(void *user_data, size_t size) {
  arena *arena = user_data;
  if (size == sizeof(GumboNode)) {
    learn(arena);
    arena->attribute_run = 0;
  } else if (size == sizeof(GumboAttribute)) {
    count_attribute(arena);
  }
  // Each tag makes gumbo look at open elements, and so does each character behind an element of formatting.
  arena->work += 4 + arena->depth + (uint64_t)size * arena->depth / 16;
  uint32_t power = size <= 16 ? 4 : 64 - (uint32_t)__builtin_clzll(size - 1);
  if (__builtin_expect(
          power >= 40 || arena->depth > ARENA_DEPTH || arena->work > arena->work_limit, 0)) {
    check_limits(arena, power);
  }
  void *piece = arena->free_pieces[power];
  if (piece != NULL) {
    memcpy(&arena->free_pieces[power], piece, sizeof(void *));
  } else {
    size_t room = ((size_t)1 << power) + sizeof(header);
    if (room > (size_t)(arena->end - arena->next)) {
      add_block(arena, room);
    }
    header *place = (header *)arena->next;
    arena->next += room;
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
