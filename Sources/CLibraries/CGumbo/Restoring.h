// Putting back into the tree of an abridged page what was left out.
#pragma once
#include <gumbo.h>

#include "Builder.h"

/// Appends the value of an attribute, of an element with some `special_traits`, as the page has it; returns how many
/// bytes it has.
uint32_t restore_value(builder *builder, const GumboAttribute *attribute, int traits);
/// Appends the text of a text or a comment as the page has it; returns how many bytes it has.
uint32_t restore_text(builder *builder, const GumboNode *node);
/// Appends a part of a text or a value that was left out, with its references resolved; returns how many bytes it has
/// then.
uint32_t restore_plain(builder *builder, const char *text, size_t count);
