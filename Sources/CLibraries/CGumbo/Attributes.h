// Copying the attributes of gumbo's elements.
#pragma once
#include <gumbo.h>

#include "Builder.h"

/// Prepares looking up names.
void attributes_prepare(builder *builder);
/// Appends the attributes of an element with a tag, with those that were left out of the page.
void attributes_append(
    builder *builder, const GumboElement *element, GumboStringPiece tag, fresnel_html_node *node);
