#include "CGumbo.h"

#include <stdlib.h>
#include <string.h>

#include "Arena.h"
#include "Arrays.h"
#include "Interposition.h"

// What came of reading some of a page.
typedef enum outcome { outcome_read, outcome_limit, outcome_no_memory } outcome;

// Reads a page, or an abridged one, which then is what `page` has.
static outcome read_page(
    const char *page, size_t count, abridgement *abridgement, const fresnel_html_limits *limits,
    fresnel_html_tree *tree, size_t *furthest) {
  arena arena;
  // What the abridged page takes is there as long as what gumbo takes.
  size_t copied = abridgement == NULL ? 0 : abridgement->memory;
  arena_open(&arena, limits->memory - copied, limits->work, limits->attributes);
  if (abridgement != NULL) {
    arena_watch(&arena, count);
  }
  outcome outcome;
  interpose(&arena);
  if (setjmp(arena.exit) == 0) {
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = arena_allocate;
    options.deallocator = arena_free;
    options.userdata = &arena;
    options.max_errors = 0;
    const GumboOutput *output = gumbo_parse_with_options(&options, page, count);
    interpose(NULL);
    bool is_filled = arrays_fill(tree, output->document, abridgement, limits->depth);
    outcome = is_filled ? outcome_read : outcome_no_memory;
  } else {
    interpose(NULL);
    outcome = outcome_limit;
  }
  tree->was_crowded = tree->was_crowded || arena.is_crowded;
  tree->work += arena.work;
  size_t memory = arena.size + copied;
  tree->memory = memory > tree->memory ? memory : tree->memory;
  *furthest = arena.furthest < count ? arena.furthest : count;
  // gumbo's own way to free a tree would recurse into it.
  arena_close(&arena);
  return outcome;
}

// Reads a page abridged. False where the tree may not be that of the whole page; then nothing was read.
static bool read_abridged(
    const char *page, size_t count, const fresnel_html_limits *limits, fresnel_html_tree *tree) {
  abridgement abridgement;
  if (!abridge(page, count, limits->memory, &abridgement)) {
    return false;
  }
  // What takes longer is likely to meet the limits of the whole page.
  fresnel_html_limits allowed = *limits;
  allowed.work = limits->work / 2;
  size_t furthest = 0;
  outcome outcome =
      read_page(abridgement.text, abridgement.count, &abridgement, &allowed, tree, &furthest);
  bool is_right =
      outcome == outcome_read && abridgement.found_count == abridgement.omission_count;
  if (outcome == outcome_read && !is_right) {
    fresnel_html_free(tree);
  }
  abridgement_free(&abridgement);
  if (!is_right) {
    *tree = (fresnel_html_tree){.work = tree->work, .memory = tree->memory};
  }
  return is_right;
}

bool fresnel_html_parse(
    const char *page, size_t count, const fresnel_html_limits *limits, fresnel_html_tree *tree) {
  memset(tree, 0, sizeof *tree);
  if (limits->may_abridge && read_abridged(page, count, limits, tree)) {
    tree->read_count = count;
    tree->was_abridged = true;
    return true;
  }
  // What was read up to a limit can be read again with a little more to end it; the halves are for the rest.
  fresnel_html_limits allowed = *limits;
  for (bool is_again = false;; is_again = true) {
    size_t furthest = 0;
    outcome outcome = read_page(page, count, NULL, &allowed, tree, &furthest);
    if (outcome != outcome_limit || count == 0) {
      tree->read_count = count;
      return outcome == outcome_read;
    }
    allowed.memory = limits->memory + limits->memory / 8;
    allowed.work = limits->work + limits->work / 8;
    size_t half = count / 2;
    while (half > 0 && (page[half] & 0xc0) == 0x80) {
      half -= 1;
    }
    count = furthest < half || !is_again ? furthest : half;
  }
}

void fresnel_html_free(fresnel_html_tree *tree) {
  free(tree->nodes);
  free(tree->attributes);
  free(tree->bytes);
  tree->nodes = NULL;
  tree->attributes = NULL;
  tree->bytes = NULL;
}
