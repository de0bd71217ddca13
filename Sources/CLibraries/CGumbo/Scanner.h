// What reads a page from its beginning to abridge it, with the parts that its texts and its tags have in common.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Abridgement.h"

/// Shorter ones cost more than they save.
enum { shortest_omission = 3 };

/// The state of the scanner.
typedef struct scanner {
  const char *page;
  size_t count;
  abridgement *result;
  /// How many templates are open. What is in them is no part of the tree.
  uint32_t templates;
  /// How many elements of SVG and MathML are open, in which gumbo changes the names of attributes.
  uint32_t foreign;
  /// Whether white space between tags makes texts of its own here.
  bool keeps_space;
} scanner;

/// The next place of a byte; the end where there is none.
size_t scanner_find(const scanner *scanner, char byte, size_t start);
/// Leaves out a part that is plain, unless it is short or in a template.
void scanner_leave_out(scanner *scanner, size_t start, size_t end, omission_kind kind);
/// Leaves out all but the first character.
void scanner_leave_out_rest(scanner *scanner, size_t start, size_t end, omission_kind kind);
/// Leaves out what stands behind the first character of a text, up to a reference that is not plain; and of white space
/// before it too, where that makes texts.
void scanner_leave_out_text(scanner *scanner, size_t start, size_t end);

/// Leaves out attributes of a start tag, and what is in an element that has text alone; the place behind both.
size_t scan_start_tag(scanner *scanner, size_t start);
/// Steps over the attributes of a tag, and leaves out values on demand; the place behind the tag, which is the end where
/// it has none.
size_t scan_attributes(scanner *scanner, size_t start, bool may_leave_out);
