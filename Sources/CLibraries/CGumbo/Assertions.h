// What becomes of gumbo's assertions.
#pragma once
#include "Arena.h"

/// Has failed assertions on this thread end the reading that uses an arena; NULL ends that.
void assertions_end(arena *arena);
