#include <string.h>
#include <strings.h>

#include "Abridgement.h"
#include "PlainText.h"
#include "Scanner.h"

// What is left out is plain: neither a reference nor any character that gumbo replaces, and nothing that could end
// what it stands in. So leaving it out is right if gumbo, reading the abridged page, makes the same kind of thing of
// what stayed: it is then in the same state before and behind each omission as with the whole page. Whether it does is
// looked at while its tree is copied. This scanner therefore may be wrong about a page, as it knows nothing of trees;
// then the whole page is read.

size_t scanner_find(const scanner *scanner, char byte, size_t start) {
  const char *found = memchr(scanner->page + start, byte, scanner->count - start);
  return found == NULL ? scanner->count : (size_t)(found - scanner->page);
}

void scanner_leave_out(scanner *scanner, size_t start, size_t end, omission_kind kind) {
  if (scanner->templates == 0 && end - start >= shortest_omission &&
      is_plain(scanner->page, start, end)) {
    abridgement_leave_out(scanner->result, start, end, kind);
  }
}

void scanner_leave_out_rest(scanner *scanner, size_t start, size_t end, omission_kind kind) {
  size_t first = start < end ? plain_character(scanner->page, start, end) : 0;
  if (first > 0) {
    scanner_leave_out(scanner, start + first, end, kind);
  }
}

void scanner_leave_out_text(scanner *scanner, size_t start, size_t end) {
  const char *page = scanner->page;
  size_t first = start;
  while (first < end && is_space(page[first])) {
    first += 1;
  }
  if (scanner->keeps_space) {
    scanner_leave_out_rest(scanner, start, first, omission_text);
  }
  if (first < end && page[first] != '&') {
    scanner_leave_out_rest(scanner, first, plain_references_end(page, first, end), omission_text);
  }
}

static size_t scan_comment(scanner *scanner, size_t start) {
  const char *page = scanner->page;
  size_t inside = start + 4;
  size_t i = inside;
  if (i < scanner->count && page[i] == '>') {
    return i + 1;
  }
  while (true) {
    i = scanner_find(scanner, '-', i);
    if (scanner->count - i < 3) {
      return scanner->count;
    }
    if (page[i + 1] == '-' && page[i + 2] == '>') {
      break;
    }
    if (page[i + 1] == '>' && i == inside) {
      return i + 2;
    }
    i += 1;
  }
  bool has_dashes = page[inside] == '-';
  for (size_t j = inside; j + 1 < i && !has_dashes; j++) {
    has_dashes = page[j] == '-' && page[j + 1] == '-';
  }
  if (!has_dashes) {
    scanner_leave_out_rest(scanner, inside, i, omission_comment);
  }
  return i + 3;
}

// Whether what begins with `<` is no text.
static bool is_markup(const scanner *scanner, size_t i) {
  if (i + 1 >= scanner->count) {
    return false;
  }
  char next = scanner->page[i + 1];
  return is_letter(next) || next == '/' || next == '!' || next == '?';
}

static size_t scan_text(scanner *scanner, size_t start) {
  size_t end = scanner_find(scanner, '<', start);
  bool is_whole = end == scanner->count || is_markup(scanner, end);
  if (is_whole) {
    scanner_leave_out_text(scanner, start, end);
  }
  while (end < scanner->count && !is_markup(scanner, end)) {
    end = scanner_find(scanner, '<', end + 1);
  }
  return end;
}

static size_t scan_markup(scanner *scanner, size_t i) {
  const char *page = scanner->page;
  size_t rest = scanner->count - i;
  if (is_letter(page[i + 1])) {
    return scan_start_tag(scanner, i);
  }
  if (page[i + 1] == '/' && rest > 2 && is_letter(page[i + 2])) {
    if (scanner->templates > 0 && rest > 10 && strncasecmp(page + i + 2, "template", 8) == 0) {
      scanner->templates -= 1;
    }
    bool is_foreign = scanner->foreign > 0 && rest > 6 &&
                      (strncasecmp(page + i + 2, "svg", 3) == 0 ||
                       strncasecmp(page + i + 2, "math", 4) == 0);
    scanner->foreign -= is_foreign ? 1 : 0;
    return scan_attributes(scanner, i + 2, false);
  }
  if (rest > 4 && memcmp(page + i, "<!--", 4) == 0) {
    return scan_comment(scanner, i);
  }
  if (page[i + 1] == '!' && rest > 2 && page[i + 2] == '[') {
    return scanner->count;
  }
  size_t end = scanner_find(scanner, '>', i);
  return end == scanner->count ? end : end + 1;
}

bool abridge(const char *page, size_t count, size_t memory_limit, abridgement *result) {
  if (!abridgement_begin(result, page, count, memory_limit)) {
    return false;
  }
  scanner scanner = {.page = page, .count = count, .result = result};
  size_t i = 0;
  while (i < count && !result->failed) {
    bool is_text = page[i] != '<' || !is_markup(&scanner, i);
    i = is_text ? scan_text(&scanner, i) : scan_markup(&scanner, i);
  }
  return abridgement_end(result);
}
