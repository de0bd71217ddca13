#pragma once

#include <stddef.h>

/// Compresses one block after the other, each on its own. For one thread at a time.
typedef struct fresnel_zstd_compressor fresnel_zstd_compressor;

/// Makes a compressor, or returns NULL when there is not enough memory.
fresnel_zstd_compressor *fresnel_zstd_compressor_create(int level);

/// Frees a compressor; NULL is allowed.
void fresnel_zstd_compressor_destroy(fresnel_zstd_compressor *compressor);

/// Compresses a block and returns the number of bytes written; 0 when it fails or they do not fit.
size_t fresnel_zstd_compress(
    fresnel_zstd_compressor *compressor, void *output, size_t output_count, const void *input,
    size_t input_count);

/// What decompressing needs room for. For one thread at a time.
typedef struct fresnel_zstd_decompressor fresnel_zstd_decompressor;

/// Makes a decompressor, or returns NULL when there is not enough memory.
fresnel_zstd_decompressor *fresnel_zstd_decompressor_create(void);

/// Frees a decompressor; NULL is allowed.
void fresnel_zstd_decompressor_destroy(fresnel_zstd_decompressor *decompressor);

/// Decompresses a block and returns the number of bytes written, at most output_count; -1 when the
/// input is damaged or does not fit.
ptrdiff_t fresnel_zstd_decompress(
    fresnel_zstd_decompressor *decompressor, void *output, size_t output_count, const void *input,
    size_t input_count);
