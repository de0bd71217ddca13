#pragma once

#include <stddef.h>
#include <stdint.h>

/// Continues a CRC-32C (Castagnoli polynomial, reflected) over more bytes; start with 0.
///
/// Feeding a buffer in pieces gives the same value as feeding it whole. Uses the processor's CRC
/// instruction where there is one.
uint32_t fresnel_crc32c(uint32_t checksum, const void *bytes, size_t count);

/// The same checksum computed with tables alone.
uint32_t fresnel_crc32c_portable(uint32_t checksum, const void *bytes, size_t count);
