#include "Abridgement.h"

#include <stdlib.h>
#include <string.h>

// Counts bytes that are about to be taken; false where there may not be so many.
static bool count_memory(abridgement *abridgement, size_t count) {
  if (count > abridgement->memory_limit - abridgement->memory) {
    return false;
  }
  abridgement->memory += count;
  return true;
}

bool abridgement_begin(
    abridgement *abridgement, const char *page, size_t count, size_t memory_limit) {
  memset(abridgement, 0, sizeof *abridgement);
  abridgement->memory_limit = memory_limit;
  if (count > UINT32_MAX || !count_memory(abridgement, count + 1)) {
    return false;
  }
  abridgement->page = page;
  abridgement->page_count = count;
  abridgement->text = malloc(count + 1);
  return abridgement->text != NULL;
}

static void copy_up_to(abridgement *abridgement, size_t end) {
  size_t count = end - abridgement->done;
  memcpy(abridgement->text + abridgement->count, abridgement->page + abridgement->done, count);
  abridgement->count += count;
  abridgement->done = end;
}

void abridgement_leave_out(
    abridgement *abridgement, size_t start, size_t end, omission_kind kind) {
  if (abridgement->failed) {
    return;
  }
  if (abridgement->omission_count == abridgement->room) {
    uint32_t room = abridgement->room == 0 ? 64 : abridgement->room * 2;
    size_t omission_size = sizeof *abridgement->omissions;
    bool may_grow = count_memory(abridgement, (room - abridgement->room) * omission_size);
    void *grown = may_grow ? realloc(abridgement->omissions, room * omission_size) : NULL;
    if (grown == NULL) {
      abridgement->failed = true;
      return;
    }
    abridgement->omissions = grown;
    abridgement->room = room;
  }
  copy_up_to(abridgement, start);
  abridgement->done = end;
  abridgement->omissions[abridgement->omission_count++] = (omission){
      .place = (uint32_t)abridgement->count,
      .total = (uint32_t)(end - abridgement->count),
      .kind = (uint8_t)kind,
  };
}

bool abridgement_end(abridgement *abridgement) {
  if (abridgement->failed || abridgement->omission_count == 0) {
    abridgement_free(abridgement);
    return false;
  }
  copy_up_to(abridgement, abridgement->page_count);
  return true;
}

void abridgement_free(abridgement *abridgement) {
  free(abridgement->text);
  free(abridgement->omissions);
  abridgement->text = NULL;
  abridgement->omissions = NULL;
}

// How many omissions there are at a place and before it.
static uint32_t count_up_to(abridgement *abridgement, uint32_t place) {
  const omission *omissions = abridgement->omissions;
  uint32_t low = abridgement->cursor;
  uint32_t high = abridgement->omission_count;
  if (low > 0 && omissions[low - 1].place > place) {
    high = low;
    low = 0;
  } else {
    for (int step = 0; step < 4; step++) {
      if (low == high || omissions[low].place > place) {
        abridgement->cursor = low;
        return low;
      }
      low += 1;
    }
  }
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (omissions[middle].place <= place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  abridgement->cursor = low;
  return low;
}

uint32_t abridgement_offset(abridgement *abridgement, uint32_t place) {
  uint32_t before = count_up_to(abridgement, place);
  return before == 0 ? place : place + abridgement->omissions[before - 1].total;
}

left_out abridgement_find(
    abridgement *abridgement, uint32_t after, uint32_t last, omission_kind kind) {
  left_out result = {NULL, 0, 0};
  uint32_t index = count_up_to(abridgement, after);
  if (index == abridgement->omission_count) {
    return result;
  }
  omission *found = &abridgement->omissions[index];
  if (found->place > last || found->kind != kind) {
    return result;
  }
  uint32_t previous = index == 0 ? 0 : abridgement->omissions[index - 1].total;
  result.text = abridgement->page + found->place + previous;
  result.count = found->total - previous;
  abridgement->found_count += found->is_found ? 0 : 1;
  abridgement->repeated_byte_count += found->is_found ? result.count : 0;
  found->is_found = true;
  result.place = found->place;
  return result;
}

bool abridgement_allows_repetition(const abridgement *abridgement) {
  return abridgement->repeated_byte_count <= abridgement->page_count;
}
