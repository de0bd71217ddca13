#include "CStemmer.h"

#include <libstemmer.h>
#include <limits.h>

static struct sb_stemmer *own(fresnel_stemmer *stemmer) { return (struct sb_stemmer *)stemmer; }

fresnel_stemmer *fresnel_stemmer_create(const char *language) {
  return (fresnel_stemmer *)sb_stemmer_new(language, "UTF_8");
}

void fresnel_stemmer_destroy(fresnel_stemmer *stemmer) { sb_stemmer_delete(own(stemmer)); }

const uint8_t *fresnel_stemmer_stem(
    fresnel_stemmer *stemmer, const uint8_t *bytes, size_t count, size_t *stem_count) {
  if (count > INT_MAX) {
    return NULL;
  }
  const sb_symbol *stem = sb_stemmer_stem(own(stemmer), bytes, (int)count);
  *stem_count = stem ? (size_t)sb_stemmer_length(own(stemmer)) : 0;
  return stem;
}
