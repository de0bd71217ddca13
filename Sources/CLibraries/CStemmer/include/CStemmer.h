#pragma once

#include <stddef.h>
#include <stdint.h>

/// The rules of one language for what words have in common.
typedef struct fresnel_stemmer fresnel_stemmer;

/// Makes a stemmer for texts in UTF-8, for one thread at a time.
///
/// @param language Two letters of ISO 639-1.
/// @return NULL when there are no rules for the language, or not enough memory.
fresnel_stemmer *fresnel_stemmer_create(const char *language);

/// Frees a stemmer.
void fresnel_stemmer_destroy(fresnel_stemmer *stemmer);

/// The stem of a word in lower case.
///
/// @param bytes The word.
/// @param count Its bytes.
/// @param stem_count The bytes of the stem.
/// @return The stem, valid until the next call; NULL when there is not enough memory.
const uint8_t *fresnel_stemmer_stem(
    fresnel_stemmer *stemmer, const uint8_t *bytes, size_t count, size_t *stem_count);
