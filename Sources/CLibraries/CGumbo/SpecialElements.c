#include "SpecialElements.h"

#include <string.h>
#include <strings.h>

#include "PlainText.h"

typedef struct special_element {
  const char *name;
  int traits;
} special_element;

// By the first letter, as most elements are none of these.
static const special_element *const special_elements[26] = {
#define BEGIN_WITH(letter, ...) [letter - 'a'] = (const special_element[]){__VA_ARGS__, {NULL, 0}}
    BEGIN_WITH('a', {"annotation-xml", deciding}),
    BEGIN_WITH('b', {"b", deciding}, {"big", deciding}, {"body", merged | spacing}),
    BEGIN_WITH('c', {"code", deciding}),
    BEGIN_WITH('e', {"em", deciding}),
    BEGIN_WITH('f', {"font", deciding}),
    BEGIN_WITH('h', {"head", spacing}, {"html", merged}),
    BEGIN_WITH('i', {"i", deciding}, {"iframe", other_raw}, {"input", typed},
               {"isindex", deciding}),
    BEGIN_WITH('m', {"math", foreign}),
    BEGIN_WITH('n', {"nobr", deciding}, {"noembed", other_raw}, {"noframes", other_raw}),
    BEGIN_WITH('p', {"plaintext", plain_text}),
    BEGIN_WITH('s', {"s", deciding}, {"script", raw}, {"small", deciding}, {"strike", deciding},
               {"strong", deciding}, {"style", raw}, {"svg", foreign}),
    BEGIN_WITH('t', {"template", inert}, {"textarea", other_raw}, {"title", escapable},
               {"tt", deciding}),
    BEGIN_WITH('u', {"u", deciding}),
    BEGIN_WITH('x', {"xmp", other_raw}),
#undef BEGIN_WITH
};

int special_traits(const char *name, size_t count) {
  const special_element *element = special_elements[(name[0] | 0x20) - 'a'];
  for (; element != NULL && element->name != NULL; element++) {
    // The length first: a name in a page may have a NUL, at which comparing ends.
    if (strlen(element->name) == count && strncasecmp(element->name, name, count) == 0) {
      return element->traits;
    }
  }
  return 0;
}

size_t end_of_raw_text(
    const char *page, size_t start, size_t end, const char *name, size_t name_count) {
  const char *found = memchr(page + start, '<', end - start);
  while (found != NULL) {
    size_t i = (size_t)(found - page);
    size_t behind = i + 2 + name_count;
    if (behind < end && page[i + 1] == '/' &&
        strncasecmp(page + i + 2, name, name_count) == 0 &&
        (is_space(page[behind]) || page[behind] == '/' || page[behind] == '>')) {
      return i;
    }
    found = memchr(found + 1, '<', end - i - 1);
  }
  return end;
}
