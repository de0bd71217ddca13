#pragma once

/// The version of zstd, as `major * 10000 + minor * 100 + patch`.
unsigned fresnel_zstd_version(void);
