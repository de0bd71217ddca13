#pragma once

#include <stddef.h>
#include <stdint.h>

/// A gzip member being unpacked.
typedef struct fresnel_gunzip fresnel_gunzip;

/// What one call of fresnel_gunzip_step came to.
typedef enum fresnel_gunzip_result {
  /// Bytes were consumed or produced; there may be more.
  fresnel_gunzip_progress,
  /// The member is complete and its checksum and length agree.
  fresnel_gunzip_member_end,
  /// The bytes are no gzip data, or fail their checksum.
  fresnel_gunzip_damaged,
  /// There was not enough memory.
  fresnel_gunzip_no_memory,
} fresnel_gunzip_result;

/// Makes an unpacker at the start of a member, or returns NULL when there is not enough memory.
fresnel_gunzip *fresnel_gunzip_create(void);

/// Frees an unpacker.
void fresnel_gunzip_destroy(fresnel_gunzip *unpacker);

/// Starts over with another member.
void fresnel_gunzip_reset(fresnel_gunzip *unpacker);

/// Unpacks from input to output and tells how many bytes of each were used.
fresnel_gunzip_result fresnel_gunzip_step(
    fresnel_gunzip *unpacker, const uint8_t *input, size_t input_count, size_t *consumed,
    uint8_t *output, size_t output_count, size_t *produced);
