// Functions that gumbo calls and that go another way while a page is read.
#pragma once
#include "Arena.h"

/// Has failed assertions and errors in tags on this thread go to the reading that uses an arena; NULL ends that.
void interpose(arena *arena);
