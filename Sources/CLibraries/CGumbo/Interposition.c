#define _GNU_SOURCE
#include "Interposition.h"

#include <assert.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

// A program's symbols go before those of the libraries that it loads, so gumbo's calls of these functions come here.
// While this thread reads no page, for instance when a program uses gumbo itself, they are handed on. A program that
// has such a function of its own keeps it, since these are weak. In a program that loads this as a part of a plugin
// the libraries' come first; then a failed assertion ends it, and the second of two equal attributes without values
// is taken for the beginning of the next attribute's name.

// The reading on this thread, and whether it is within a tag or a text rather than between them.
static _Thread_local arena *reading;
static _Thread_local bool is_lexing;

void interpose(arena *arena) {
  reading = arena;
  is_lexing = false;
}

typedef void failure(const char *, const char *, unsigned int, const char *);

// gumbo is distributed with its assertions, and there are pages that some of them fail on: without this, such a page
// would end the process. What it has made so far lies in the arena, so it can be left at once: between here and there
// are functions of C only.
__attribute__((weak)) void __assert_fail(
    const char *assertion, const char *file, unsigned int line, const char *function) {
  if (reading != NULL) {
    arena_leave(reading);
  }
  failure *next = (failure *)dlsym(RTLD_NEXT, "__assert_fail");
  if (next != NULL) {
    next(assertion, file, line, function);
  }
  abort();
}

struct GumboInternalParser;
struct GumboInternalToken;
struct GumboInternalError;
typedef bool lexer(struct GumboInternalParser *, struct GumboInternalToken *);
typedef struct GumboInternalError *reporter(struct GumboInternalParser *);

// Reads the next token.
__attribute__((weak)) bool gumbo_lex(
    struct GumboInternalParser *parser, struct GumboInternalToken *token) {
  static _Atomic(lexer *) next;
  if (next == NULL) {
    next = (lexer *)dlsym(RTLD_NEXT, "gumbo_lex");
    if (next == NULL) {
      abort();
    }
  }
  if (reading != NULL) {
    // A tag may make no node, as one that is left out where it stands.
    reading->attribute_run = 0;
  }
  is_lexing = true;
  bool is_read = next(parser, token);
  is_lexing = false;
  return is_read;
}

// Gives an error to fill in. Without one, as beyond `max_errors`, gumbo does not clear the name of an attribute that
// it leaves out because the tag has one of the same name: the next attribute's name is put after it, and comparing
// such names takes quadratic time. Errors between tokens are not wanted: each takes a list of all open elements.
__attribute__((weak)) struct GumboInternalError *gumbo_add_error(
    struct GumboInternalParser *parser) {
  // Nobody reads it. gumbo's has 72 bytes.
  static _Thread_local max_align_t error[32];
  if (reading != NULL) {
    if (!is_lexing) {
      return NULL;
    }
    arena_compare(reading);
    return (struct GumboInternalError *)error;
  }
  reporter *next = (reporter *)dlsym(RTLD_NEXT, "gumbo_add_error");
  return next == NULL ? NULL : next(parser);
}
