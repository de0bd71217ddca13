// Turning gumbo's tree into flat arrays.
#pragma once
#include "CGumbo.h"

#include <gumbo.h>

/// Copies a tree into arrays that nothing else holds; false when memory is short, and then there are none.
bool arrays_fill(
    fresnel_html_tree *tree, const GumboNode *document, uint32_t depth);
