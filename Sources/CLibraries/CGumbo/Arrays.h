// Turning gumbo's tree into flat arrays.
#pragma once
#include "Abridgement.h"
#include "CGumbo.h"

#include <gumbo.h>

/// Copies a tree into arrays that nothing else holds; false when memory is short, and then there are none.
///
/// Puts back what was left out of the page, where the tree was made of an abridged one.
bool arrays_fill(
    fresnel_html_tree *tree, const GumboNode *document, abridgement *abridgement, uint32_t depth);
