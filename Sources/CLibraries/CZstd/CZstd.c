#include "CZstd.h"

#include <zstd.h>

unsigned fresnel_zstd_version(void) { return ZSTD_versionNumber(); }
