#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include "CICU.h"

static const UNormalizer2 *nfc(void) {
  UErrorCode error = U_ZERO_ERROR;
  return unorm2_getNFCInstance(&error);
}

static int32_t to_code_points(const UChar *units, int32_t unit_count, uint32_t *out) {
  int32_t count = 0;
  for (int32_t i = 0; i < unit_count && count < FRESNEL_MAX_EXPANSION;) {
    UChar32 c;
    U16_NEXT(units, i, unit_count, c);
    out[count++] = (uint32_t)c;
  }
  return count;
}

int32_t fresnel_decompose(uint32_t c, uint32_t *out) {
  UErrorCode error = U_ZERO_ERROR;
  UChar units[FRESNEL_MAX_EXPANSION];
  int32_t count =
    unorm2_getDecomposition(nfc(), (UChar32)c, units, FRESNEL_MAX_EXPANSION, &error);
  if (U_FAILURE(error) || count <= 0) return 0;
  return to_code_points(units, count, out);
}

int32_t fresnel_compose(uint32_t first, uint32_t second) {
  return unorm2_composePair(nfc(), (UChar32)first, (UChar32)second);
}

bool fresnel_has_boundary_before(uint32_t c) {
  return unorm2_hasBoundaryBefore(nfc(), (UChar32)c);
}

int32_t fresnel_fold_case(uint32_t c, bool turkic, uint32_t *out) {
  UErrorCode error = U_ZERO_ERROR;
  UChar source[2], units[FRESNEL_MAX_EXPANSION];
  int32_t source_count = 0;
  U16_APPEND_UNSAFE(source, source_count, c);
  int32_t count = u_strFoldCase(
    units, FRESNEL_MAX_EXPANSION, source, source_count,
    turkic ? U_FOLD_CASE_EXCLUDE_SPECIAL_I : U_FOLD_CASE_DEFAULT, &error);
  if (U_FAILURE(error) || count <= 0) {
    out[0] = c;
    return 1;
  }
  return to_code_points(units, count, out);
}

uint32_t fresnel_fold_width(uint32_t c) {
  int32_t type = u_getIntPropertyValue((UChar32)c, UCHAR_DECOMPOSITION_TYPE);
  if (type != U_DT_WIDE && type != U_DT_NARROW) return c;
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2 *nfkc = unorm2_getNFKCInstance(&error);
  UChar units[FRESNEL_MAX_EXPANSION];
  int32_t count =
    unorm2_getRawDecomposition(nfkc, (UChar32)c, units, FRESNEL_MAX_EXPANSION, &error);
  if (U_FAILURE(error) || count <= 0) return c;
  uint32_t out[FRESNEL_MAX_EXPANSION];
  return to_code_points(units, count, out) == 1 ? out[0] : c;
}

uint32_t fresnel_to_upper(uint32_t c) { return (uint32_t)u_toupper((UChar32)c); }

static bool folds(uint32_t c) {
  if (fresnel_fold_width(c) != c) return true;
  uint32_t folded[FRESNEL_MAX_EXPANSION];
  return fresnel_fold_case(c, false, folded) != 1 || folded[0] != c;
}

static bool is_stripped_script(UScriptCode script) {
  return script == USCRIPT_LATIN || script == USCRIPT_GREEK || script == USCRIPT_CYRILLIC
         || script == USCRIPT_HEBREW || script == USCRIPT_ARABIC;
}

uint32_t fresnel_traits(uint32_t code_point) {
  UChar32 c = (UChar32)code_point;
  UErrorCode error = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript(c, &error);
  uint32_t category = U_GET_GC_MASK(c);
  // The two combining voicing marks have no script of their own; only kana carry them.
  bool voicing = c == 0x3099 || c == 0x309A;
  uint32_t traits = 0;
  if (category & U_GC_L_MASK) traits |= FRESNEL_LETTER;
  if (category & U_GC_N_MASK) traits |= FRESNEL_NUMBER;
  if (category & U_GC_LL_MASK) traits |= FRESNEL_LOWER;
  if (category & (U_GC_LU_MASK | U_GC_LT_MASK)) traits |= FRESNEL_UPPER;
  if (category & U_GC_M_MASK) {
    traits |= FRESNEL_MARK;
    bool unscripted = script == USCRIPT_INHERITED || script == USCRIPT_COMMON;
    if ((unscripted && !voicing) || is_stripped_script(script)) traits |= FRESNEL_STRIPPED_MARK;
  }
  if (is_stripped_script(script)) traits |= FRESNEL_STRIPPED_SCRIPT;
  if (script == USCRIPT_HANGUL) traits |= FRESNEL_HANGUL;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION)) traits |= FRESNEL_EMOJI_PRESENTATION;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI)) traits |= FRESNEL_EMOJI;
  uint32_t decomposed[FRESNEL_MAX_EXPANSION];
  if (fresnel_decompose(code_point, decomposed) > 0) traits |= FRESNEL_DECOMPOSES;
  if (folds(code_point)) traits |= FRESNEL_FOLDS;
  return traits | (uint32_t)u_getCombiningClass(c) << FRESNEL_COMBINING_CLASS_SHIFT;
}

uint8_t fresnel_column_count(uint32_t code_point) {
  UChar32 c = (UChar32)code_point;
  uint32_t category = U_GET_GC_MASK(c);
  // Terminals show the soft hyphen; the other format characters have no shape.
  if (c == 0xAD) return 1;
  if (category & (U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK | U_GC_CC_MASK)) return 0;
  if (category & (U_GC_ZL_MASK | U_GC_ZP_MASK)) return 0;
  switch (u_getIntPropertyValue(c, UCHAR_HANGUL_SYLLABLE_TYPE)) {
    case U_HST_VOWEL_JAMO:
    case U_HST_TRAILING_JAMO:
      return 0;  // drawn inside the syllable that the leading consonant opened
    default:
      break;
  }
  switch (u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH)) {
    case U_EA_WIDE:
    case U_EA_FULLWIDTH:
      return 2;
    default:
      return u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION) ? 2 : 1;
  }
}
