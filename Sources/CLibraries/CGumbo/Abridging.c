#include <string.h>
#include <strings.h>

#include "Abridgement.h"
#include "PlainAttributes.h"
#include "PlainText.h"
#include "SpecialElements.h"

// What is left out is plain: neither a reference nor any character that gumbo replaces, and nothing that could end
// what it stands in. So leaving it out is right if gumbo, reading the abridged page, makes the same kind of thing of
// what stayed: it is then in the same state before and behind each omission as with the whole page. Whether it does is
// looked at while its tree is copied. This scanner therefore may be wrong about a page, as it knows nothing of trees;
// then the whole page is read.

// Shorter ones cost more than they save.
enum { shortest_omission = 3 };
// A page with a tag of more attributes is read whole: comparing them takes the time.
enum { most_attributes = 256 };

typedef struct scanner {
  const char *page;
  size_t count;
  abridgement *result;
  // How many templates are open. What is in them is no part of the tree.
  uint32_t templates;
  // How many elements of SVG and MathML are open, in which gumbo changes the names of attributes.
  uint32_t foreign;
  // Whether white space between tags makes texts of its own here.
  bool keeps_space;
} scanner;

static void leave_out(scanner *scanner, size_t start, size_t end, omission_kind kind) {
  if (scanner->templates == 0 && end - start >= shortest_omission &&
      is_plain(scanner->page, start, end)) {
    abridgement_leave_out(scanner->result, start, end, kind);
  }
}

// Leaves out all but the first character.
static void leave_out_rest(scanner *scanner, size_t start, size_t end, omission_kind kind) {
  size_t first = start < end ? plain_character(scanner->page, start, end) : 0;
  if (first > 0) {
    leave_out(scanner, start + first, end, kind);
  }
}

static size_t find(const scanner *scanner, char byte, size_t start) {
  const char *found = memchr(scanner->page + start, byte, scanner->count - start);
  return found == NULL ? scanner->count : (size_t)(found - scanner->page);
}

// Leaves out values of a tag; the place behind it, which is the end where it has none.
static size_t scan_attributes(scanner *scanner, size_t i, bool may_leave_out) {
  const char *page = scanner->page;
  size_t count = scanner->count;
  for (int attributes = 0;; attributes++) {
    while (i < count && (is_space(page[i]) || page[i] == '/')) {
      i += 1;
    }
    if (i == count || page[i] == '>') {
      scanner->result->failed = scanner->result->failed || attributes > most_attributes;
      return i == count ? count : i + 1;
    }
    // An equals sign at its beginning belongs to the name.
    i += 1;
    while (i < count && !is_space(page[i]) && page[i] != '/' && page[i] != '>' && page[i] != '=') {
      i += 1;
    }
    while (i < count && is_space(page[i])) {
      i += 1;
    }
    if (i == count || page[i] != '=') {
      continue;
    }
    i += 1;
    while (i < count && is_space(page[i])) {
      i += 1;
    }
    if (i < count && (page[i] == '"' || page[i] == '\'')) {
      size_t end = find(scanner, page[i], i + 1);
      if (end == count) {
        return count;
      }
      if (may_leave_out) {
        const char *reference = memchr(page + i + 1, '&', end - i - 1);
        size_t plain_end = reference == NULL ? end : (size_t)(reference - page);
        leave_out(scanner, i + 1, plain_end, omission_value);
      }
      i = end + 1;
    } else {
      while (i < count && !is_space(page[i]) && page[i] != '>') {
        i += 1;
      }
    }
  }
}

// Leaves out the attributes of a tag, or their values; the place behind the tag, which is the end where it has none.
static size_t scan_start_tag_attributes(scanner *scanner, size_t start, int traits) {
  size_t plain_end = 0;
  if (scanner->foreign == 0 && (traits & (deciding | merged | foreign)) == 0) {
    plain_end = plain_attributes_end(scanner->page, start, scanner->count);
  }
  if (plain_end == 0) {
    size_t end = scan_attributes(scanner, start, (traits & deciding) == 0);
    bool is_closed = end - start > 1 && scanner->page[end - 2] == '/';
    scanner->foreign += (traits & foreign) != 0 && !is_closed ? 1 : 0;
    return end;
  }
  if (scanner->templates == 0 && plain_end - start >= shortest_omission) {
    abridgement_leave_out(scanner->result, start, plain_end, omission_attributes);
  }
  return scan_attributes(scanner, plain_end, false);
}

static size_t scan_start_tag(scanner *scanner, size_t start) {
  const char *page = scanner->page;
  const char *name = page + start + 1;
  size_t i = start + 1;
  while (i < scanner->count && !is_space(page[i]) && page[i] != '/' && page[i] != '>') {
    i += 1;
  }
  size_t name_count = i - start - 1;
  int traits = special_traits(name, name_count);
  i = scan_start_tag_attributes(scanner, i, traits);
  scanner->keeps_space = scanner->keeps_space || (traits & spacing) != 0;
  scanner->templates += (traits & inert) != 0 ? 1 : 0;
  if ((traits & plain_text) != 0) {
    return scanner->count;
  }
  if ((traits & (raw | other_raw)) == 0) {
    return i;
  }
  size_t end = end_of_raw_text(page, i, scanner->count, name, name_count);
  bool may_escape = (traits & other_raw) != 0 || end == scanner->count;
  for (size_t j = find(scanner, '<', i); j < end && !may_escape; j = find(scanner, '<', j + 1)) {
    may_escape = j == i || (page[j + 1] == '!' && page[j + 2] == '-');
  }
  if (!may_escape) {
    leave_out_rest(scanner, i, end, omission_raw);
  }
  return end;
}

static size_t scan_comment(scanner *scanner, size_t start) {
  const char *page = scanner->page;
  size_t inside = start + 4;
  size_t i = inside;
  if (i < scanner->count && page[i] == '>') {
    return i + 1;
  }
  while (true) {
    i = find(scanner, '-', i);
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
    leave_out_rest(scanner, inside, i, omission_comment);
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
  const char *page = scanner->page;
  size_t end = find(scanner, '<', start);
  bool is_whole = end == scanner->count || is_markup(scanner, end);
  if (is_whole && memchr(page + start, '&', end - start) == NULL) {
    size_t first = start;
    while (first < end && is_space(page[first])) {
      first += 1;
    }
    if (scanner->keeps_space) {
      leave_out_rest(scanner, start, first, omission_text);
    }
    leave_out_rest(scanner, first, end, omission_text);
  }
  while (end < scanner->count && !is_markup(scanner, end)) {
    end = find(scanner, '<', end + 1);
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
  size_t end = find(scanner, '>', i);
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
