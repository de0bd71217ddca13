#include "CZstd.h"

#include <zstd.h>

fresnel_zstd_compressor *fresnel_zstd_compressor_create(
    int level, const void *dictionary, size_t dictionary_count) {
  ZSTD_CCtx *context = ZSTD_createCCtx();
  if (!context) return NULL;
  if (ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)) ||
      (dictionary_count > 0 &&
       ZSTD_isError(ZSTD_CCtx_loadDictionary(context, dictionary, dictionary_count)))) {
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

fresnel_zstd_dictionary *fresnel_zstd_dictionary_create(const void *bytes, size_t count) {
  return (fresnel_zstd_dictionary *)ZSTD_createDDict(bytes, count);
}

void fresnel_zstd_dictionary_destroy(fresnel_zstd_dictionary *dictionary) {
  ZSTD_freeDDict((ZSTD_DDict *)dictionary);
}

fresnel_zstd_decompressor *fresnel_zstd_decompressor_create(void) {
  return (fresnel_zstd_decompressor *)ZSTD_createDCtx();
}

void fresnel_zstd_decompressor_destroy(fresnel_zstd_decompressor *decompressor) {
  ZSTD_freeDCtx((ZSTD_DCtx *)decompressor);
}

ptrdiff_t fresnel_zstd_decompress(
    fresnel_zstd_decompressor *decompressor, const fresnel_zstd_dictionary *dictionary,
    void *output, size_t output_count, const void *input, size_t input_count) {
  ZSTD_DCtx *context = (ZSTD_DCtx *)decompressor;
  size_t count =
      dictionary
          ? ZSTD_decompress_usingDDict(
                context, output, output_count, input, input_count, (const ZSTD_DDict *)dictionary)
          : ZSTD_decompressDCtx(context, output, output_count, input, input_count);
  return ZSTD_isError(count) ? -1 : (ptrdiff_t)count;
}
