#include <string.h>
#include <strings.h>

#include "PlainAttributes.h"
#include "PlainText.h"
#include "Scanner.h"
#include "SpecialElements.h"

// A page with a tag of more attributes is read whole: comparing them takes the time.
enum { most_attributes = 256 };

size_t scan_attributes(scanner *scanner, size_t start, bool may_leave_out) {
  const char *page = scanner->page;
  size_t count = scanner->count;
  size_t i = start;
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
      size_t end = scanner_find(scanner, page[i], i + 1);
      if (end == count) {
        return count;
      }
      if (may_leave_out) {
        const char *reference = memchr(page + i + 1, '&', end - i - 1);
        size_t plain_end = reference == NULL ? end : (size_t)(reference - page);
        scanner_leave_out(scanner, i + 1, plain_end, omission_value);
      }
      i = end + 1;
    } else {
      while (i < count && !is_space(page[i]) && page[i] != '>') {
        i += 1;
      }
    }
  }
}

static void leave_out_attributes(scanner *scanner, size_t start, size_t end) {
  if (scanner->templates == 0 && start < end) {
    abridgement_leave_out(scanner->result, start, end, omission_attributes);
  }
}

// Leaves out plain attributes of an element whose type may decide: all but the type where that is `hidden`.
static void leave_out_but_type(scanner *scanner, size_t start, size_t end) {
  const char *text = scanner->page;
  plain_attribute attribute;
  for (size_t i = start, behind; i < end; i = behind) {
    behind = plain_attribute_read(text, i, end, &attribute);
    if (attribute.name_count == 4 && strncasecmp(text + attribute.name, "type", 4) == 0) {
      if (attribute.value_count == 6 && strncasecmp(text + attribute.value, "hidden", 6) == 0) {
        leave_out_attributes(scanner, start, i);
        leave_out_attributes(scanner, behind, end);
        return;
      }
      break;
    }
    if (behind == 0) {
      break;
    }
  }
  leave_out_attributes(scanner, start, end);
}

// Leaves out the attributes of a tag, or their values; the place behind the tag, which is the end where it has none.
static size_t scan_start_tag_attributes(scanner *scanner, size_t start, int traits) {
  size_t plain_end = 0;
  if (scanner->foreign == 0 && (traits & (deciding | merged | foreign)) == 0) {
    plain_end = plain_attributes_end(scanner->page, start, scanner->count);
  }
  if (plain_end == 0) {
    size_t end = scan_attributes(scanner, start, (traits & (deciding | typed)) == 0);
    bool is_closed = end - start > 1 && scanner->page[end - 2] == '/';
    scanner->foreign += (traits & foreign) != 0 && !is_closed ? 1 : 0;
    return end;
  }
  if ((traits & typed) != 0) {
    leave_out_but_type(scanner, start, plain_end);
  } else if (plain_end - start >= shortest_omission) {
    leave_out_attributes(scanner, start, plain_end);
  }
  return scan_attributes(scanner, plain_end, false);
}

size_t scan_start_tag(scanner *scanner, size_t start) {
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
  if ((traits & (raw | other_raw | escapable)) == 0) {
    return i;
  }
  size_t end = end_of_raw_text(page, i, scanner->count, name, name_count);
  if ((traits & escapable) != 0) {
    // With a sign of a tag in it, it is no text where gumbo does not expect the element.
    if (end < scanner->count && scanner_find(scanner, '<', i) == end) {
      scanner_leave_out_text(scanner, i, end);
    }
    return end;
  }
  bool may_escape = (traits & other_raw) != 0 || end == scanner->count;
  for (size_t j = i; !may_escape && (j = scanner_find(scanner, '<', j)) < end; j++) {
    may_escape = j == i || (page[j + 1] == '!' && page[j + 2] == '-');
  }
  if (!may_escape) {
    scanner_leave_out_rest(scanner, i, end, omission_raw);
  }
  return end;
}
