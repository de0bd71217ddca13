// A page without the insides of long values, texts, scripts and comments, which gumbo reads character by character and
// which do not change the tree that it makes. They are put back when its tree is copied.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What something was left out of.
typedef enum omission_kind {
  /// The beginning of a quoted value, up to a reference or the end.
  omission_value,
  /// All attributes of a tag.
  omission_attributes,
  /// A part of a text between two tags: white space at its beginning but for the first character, or what is behind
  /// the first other one.
  omission_text,
  /// The text of a script or a style sheet, of which the first character stays.
  omission_raw,
  /// A comment, of which the first character stays.
  omission_comment,
} omission_kind;

/// A part of a page that was left out.
typedef struct omission {
  /// The place in the abridged page before which it was left out.
  uint32_t place;
  /// How many bytes were left out up to here, these included.
  uint32_t total;
  uint8_t kind;
  /// Whether gumbo's tree has, where it was left out, exactly what was left of it.
  bool is_found;
} omission;

/// An abridged page. No place has two omissions.
typedef struct abridgement {
  const char *page;
  size_t page_count;
  /// The abridged page.
  char *text;
  size_t count;
  /// In the order of their places.
  omission *omissions;
  uint32_t omission_count;
  /// How many of them were found in gumbo's tree.
  uint32_t found_count;
  /// How many bytes of omissions were found more than once: gumbo clones elements with their attributes.
  size_t repeated_byte_count;
  /// How much of the page has been copied or left out, and how many omissions there is room for.
  size_t done;
  uint32_t room;
  /// How many bytes the abridged page and its omissions take, and may take.
  size_t memory;
  size_t memory_limit;
  bool failed;
  /// Where the last place was looked for; most come in order.
  uint32_t cursor;
} abridgement;

/// What was left out at a place of the abridged page; without a text where there is nothing.
typedef struct left_out {
  const char *text;
  uint32_t count;
  uint32_t place;
} left_out;

/// Abridges a page within so many bytes; false when that is not worth it, or takes more than these or than there are,
/// and then there is nothing to free.
bool abridge(const char *page, size_t count, size_t memory_limit, abridgement *result);
void abridgement_free(abridgement *abridgement);

/// Begins to abridge a page; false when memory is short or the page is beyond all limits.
bool abridgement_begin(
    abridgement *abridgement, const char *page, size_t count, size_t memory_limit);
/// Leaves out a part of the page that is behind all others, with something left in between.
void abridgement_leave_out(abridgement *abridgement, size_t start, size_t end, omission_kind kind);
/// Copies the rest; false when nothing was left out or memory was short, and then there is nothing to free.
bool abridgement_end(abridgement *abridgement);

/// Where a byte of the abridged page stands in the page.
uint32_t abridgement_offset(abridgement *abridgement, uint32_t place);
/// The first omission of those behind a place and up to another, where that is of a kind. It counts as found.
left_out abridgement_find(
    abridgement *abridgement, uint32_t after, uint32_t last, omission_kind kind);
/// Whether what was found more than once may go on: the clones of one long value may be more than memory holds, and
/// gumbo counts the values of a whole page.
bool abridgement_allows_repetition(const abridgement *abridgement);
