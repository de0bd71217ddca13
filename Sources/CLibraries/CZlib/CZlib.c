#include "CZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct fresnel_gunzip {
  z_stream stream;
};

fresnel_gunzip *fresnel_gunzip_create(void) {
  fresnel_gunzip *unpacker = calloc(1, sizeof(fresnel_gunzip));
  if (unpacker == NULL) {
    return NULL;
  }
  // 16 asks for the gzip wrapping and nothing else.
  if (inflateInit2(&unpacker->stream, 16 + MAX_WBITS) != Z_OK) {
    free(unpacker);
    return NULL;
  }
  return unpacker;
}

void fresnel_gunzip_destroy(fresnel_gunzip *unpacker) {
  inflateEnd(&unpacker->stream);
  free(unpacker);
}

void fresnel_gunzip_reset(fresnel_gunzip *unpacker) { inflateReset(&unpacker->stream); }

fresnel_gunzip_result fresnel_gunzip_step(
    fresnel_gunzip *unpacker, const uint8_t *input, size_t input_count, size_t *consumed,
    uint8_t *output, size_t output_count, size_t *produced) {
  z_stream *stream = &unpacker->stream;
  uInt in = input_count > UINT_MAX ? UINT_MAX : (uInt)input_count;
  uInt out = output_count > UINT_MAX ? UINT_MAX : (uInt)output_count;
  stream->next_in = (Bytef *)input;
  stream->avail_in = in;
  stream->next_out = output;
  stream->avail_out = out;
  int status = inflate(stream, Z_NO_FLUSH);
  *consumed = in - stream->avail_in;
  *produced = out - stream->avail_out;
  switch (status) {
  case Z_OK:
  case Z_BUF_ERROR:  // no progress was possible; harmless
    return fresnel_gunzip_progress;
  case Z_STREAM_END:
    return fresnel_gunzip_member_end;
  case Z_MEM_ERROR:
    return fresnel_gunzip_no_memory;
  default:
    return fresnel_gunzip_damaged;
  }
}
