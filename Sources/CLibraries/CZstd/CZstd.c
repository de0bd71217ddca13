// The parameters of the dictionary builder are part of zstd's header for static linking; they have
// not changed since version 1.3.8.
#define ZDICT_STATIC_LINKING_ONLY

#include "CZstd.h"

#include <string.h>
#include <zdict.h>
#include <zstd.h>

size_t fresnel_zstd_bound(size_t byte_count) { return ZSTD_compressBound(byte_count); }

fresnel_zstd_compressor *fresnel_zstd_compressor_create(
    int level, const void *dictionary, size_t dictionary_count) {
  ZSTD_CCtx *context = ZSTD_createCCtx();
  if (!context) return NULL;
  // The segment knows which dictionary it has, and its blocks have checksums.
  if (ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)) ||
      ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0)) ||
      ZSTD_isError(ZSTD_CCtx_loadDictionary(context, dictionary, dictionary_count))) {
    ZSTD_freeCCtx(context);
    return NULL;
  }
  return (fresnel_zstd_compressor *)context;
}

void fresnel_zstd_compressor_destroy(fresnel_zstd_compressor *compressor) {
  ZSTD_freeCCtx((ZSTD_CCtx *)compressor);
}

size_t fresnel_zstd_compress(
    fresnel_zstd_compressor *compressor, void *output, size_t output_count, const void *input,
    size_t input_count) {
  size_t count =
      ZSTD_compress2((ZSTD_CCtx *)compressor, output, output_count, input, input_count);
  return ZSTD_isError(count) ? 0 : count;
}

fresnel_zstd_decompressor *fresnel_zstd_decompressor_create(void) {
  return (fresnel_zstd_decompressor *)ZSTD_createDCtx();
}

void fresnel_zstd_decompressor_destroy(fresnel_zstd_decompressor *decompressor) {
  ZSTD_freeDCtx((ZSTD_DCtx *)decompressor);
}

fresnel_zstd_dictionary *fresnel_zstd_dictionary_create(const void *bytes, size_t byte_count) {
  return (fresnel_zstd_dictionary *)ZSTD_createDDict(bytes, byte_count);
}

void fresnel_zstd_dictionary_destroy(fresnel_zstd_dictionary *dictionary) {
  ZSTD_freeDDict((ZSTD_DDict *)dictionary);
}

ptrdiff_t fresnel_zstd_decompress(
    fresnel_zstd_decompressor *decompressor, void *output, size_t output_count, const void *input,
    size_t input_count, const fresnel_zstd_dictionary *dictionary) {
  size_t count = ZSTD_decompress_usingDDict(
      (ZSTD_DCtx *)decompressor, output, output_count, input, input_count,
      (const ZSTD_DDict *)dictionary);
  return ZSTD_isError(count) ? -1 : (ptrdiff_t)count;
}

size_t fresnel_zstd_train(
    void *output, size_t output_count, const void *samples, const size_t *sample_counts,
    unsigned sample_count) {
  ZDICT_fastCover_params_t parameters;
  memset(&parameters, 0, sizeof parameters);
  // Pieces of 256 bytes chosen by their strings of 8: the best of a few tries with items of real apps.
  parameters.k = 256;
  parameters.d = 8;
  parameters.f = 18;
  parameters.accel = 2;
  size_t count = ZDICT_trainFromBuffer_fastCover(
      output, output_count, samples, sample_counts, sample_count, parameters);
  return ZDICT_isError(count) ? 0 : count;
}
