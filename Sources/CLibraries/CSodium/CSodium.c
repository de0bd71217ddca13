#include "CSodium.h"

#include <sodium.h>

int fresnel_sodium_prepare(void) { return sodium_init() < 0 ? -1 : 0; }
