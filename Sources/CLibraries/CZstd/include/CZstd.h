#pragma once

#include <stddef.h>

/// Compresses one block after the other, each on its own. For one thread at a time.
typedef struct fresnel_zstd_compressor fresnel_zstd_compressor;

/// Makes a compressor, or returns NULL when there is not enough memory. Of a dictionary of 0 bytes
/// there is none; another one is copied.
fresnel_zstd_compressor *fresnel_zstd_compressor_create(
    int level, const void *dictionary, size_t dictionary_count);

/// Frees a compressor; NULL is allowed.
void fresnel_zstd_compressor_destroy(fresnel_zstd_compressor *compressor);

/// Compresses a block and returns the number of bytes written; 0 when it fails or they do not fit.
size_t fresnel_zstd_compress(
    fresnel_zstd_compressor *compressor, void *output, size_t output_count, const void *input,
    size_t input_count);

/// A dictionary prepared for decompressing. Any number of threads may use it.
typedef struct fresnel_zstd_dictionary fresnel_zstd_dictionary;

/// Copies and prepares a dictionary, or returns NULL when there is not enough memory.
fresnel_zstd_dictionary *fresnel_zstd_dictionary_create(const void *bytes, size_t count);

/// Frees a dictionary; NULL is allowed.
void fresnel_zstd_dictionary_destroy(fresnel_zstd_dictionary *dictionary);

/// What decompressing needs room for. For one thread at a time.
typedef struct fresnel_zstd_decompressor fresnel_zstd_decompressor;

/// Makes a decompressor, or returns NULL when there is not enough memory.
fresnel_zstd_decompressor *fresnel_zstd_decompressor_create(void);

/// Frees a decompressor; NULL is allowed.
void fresnel_zstd_decompressor_destroy(fresnel_zstd_decompressor *decompressor);

/// Decompresses a block and returns the number of bytes written, at most output_count; -1 when the
/// input is damaged or does not fit. The dictionary is the one of compressing; NULL without one.
ptrdiff_t fresnel_zstd_decompress(
    fresnel_zstd_decompressor *decompressor, const fresnel_zstd_dictionary *dictionary,
    void *output, size_t output_count, const void *input, size_t input_count);
