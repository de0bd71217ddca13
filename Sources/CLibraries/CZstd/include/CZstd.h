#pragma once

#include <stddef.h>
#include <stdint.h>

/// The greatest number of bytes that compressing some bytes can take.
size_t fresnel_zstd_bound(size_t byte_count);

/// Compresses one block after the other, each on its own. For one thread at a time.
typedef struct fresnel_zstd_compressor fresnel_zstd_compressor;

/// Makes a compressor, or returns NULL when there is not enough memory. The dictionary is copied; an
/// empty one is none.
fresnel_zstd_compressor *fresnel_zstd_compressor_create(
    int level, const void *dictionary, size_t dictionary_count);

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

/// A dictionary prepared for decompressing; any number of threads may share it.
typedef struct fresnel_zstd_dictionary fresnel_zstd_dictionary;

/// Prepares a copy of a dictionary, or returns NULL when it is damaged or there is not enough memory.
fresnel_zstd_dictionary *fresnel_zstd_dictionary_create(const void *bytes, size_t byte_count);

/// Frees a dictionary; NULL is allowed.
void fresnel_zstd_dictionary_destroy(fresnel_zstd_dictionary *dictionary);

/// Decompresses a block and returns the number of bytes written, at most output_count; -1 when the
/// input is damaged or does not fit. The dictionary is the one that the block was compressed with, or
/// NULL.
ptrdiff_t fresnel_zstd_decompress(
    fresnel_zstd_decompressor *decompressor, void *output, size_t output_count, const void *input,
    size_t input_count, const fresnel_zstd_dictionary *dictionary);

/// Makes a dictionary of samples that lie one after the other, and returns the number of its bytes; 0
/// when the samples are too few or too much alike.
size_t fresnel_zstd_train(
    void *output, size_t output_count, const void *samples, const size_t *sample_counts,
    unsigned sample_count);
