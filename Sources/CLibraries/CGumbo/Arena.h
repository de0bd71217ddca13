// Memory for one reading of a page, given back all at once.
#pragma once
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gumbo.h>

/// How deeply elements may be open: gumbo frees a tree by recursion where a frameset replaces it.
#define ARENA_DEPTH 2048

/// How many blocks an arena has at most.
#define ARENA_BLOCKS 40

/// The memory, and what is known of gumbo's work from what it asks for.
typedef struct arena {
  /// Blocks of memory, each twice as large as the one before; pieces come from the last.
  struct {
    uint8_t *start;
    uint8_t *end;
  } blocks[ARENA_BLOCKS];
  uint32_t block_count;
  /// The part of the last block that is free.
  uint8_t *next;
  uint8_t *end;
  /// How many bytes the blocks have, and may have, together.
  size_t size;
  size_t size_limit;
  /// Pieces given back, by the power of two of their size.
  void *free_pieces[40];
  /// Where to go when a limit is met or memory is short.
  jmp_buf exit;
  uint64_t work;
  /// How many steps there may be until it is looked at how far they led, and altogether.
  uint64_t work_limit;
  uint64_t last_work_limit;
  /// How many bytes the page has; 0 where nobody looks how far steps led.
  size_t page_count;
  /// The last piece of a node's size, which may be no node.
  GumboNode *candidate;
  /// The deepest nesting so far.
  uint32_t depth;
  /// The attributes since the last node or the beginning of the last token, and how many there may be.
  uint32_t attribute_run;
  uint32_t attribute_limit;
  /// Whether that was why reading ended.
  bool is_crowded;
  /// The furthest place in the page at which the tag or the text of a node ends.
  size_t furthest;
  /// The elements that attributes of later tags are added to.
  const GumboNode *html;
  const GumboNode *body;
} arena;

/// Makes an arena of at most some bytes, for at most so many steps and attributes of one tag.
void arena_open(
    arena *arena, size_t size_limit, uint64_t work_limit, uint32_t attribute_limit);
/// Has reading a page of so many bytes end early where, at the pace so far, it would take more steps than there may be.
void arena_watch(arena *arena, size_t page_count);
void arena_close(arena *arena);
/// Jumps to `exit`.
_Noreturn void arena_leave(arena *arena);
/// Counts that an attribute is compared with those of its tag.
void arena_compare(arena *arena);
/// What gumbo takes for malloc and free. Jumps to `exit` when a limit is met.
void *arena_allocate(void *arena, size_t size);
void arena_free(void *arena, void *pointer);
