#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ulocdata.h>
#include <unicode/uset.h>
#include <unicode/utf16.h>

#include "CICU.h"

struct fresnel_collator {
  UCollator *primary;
};

enum { MAX_KEY = 64, MAX_UNITS = 64 };

// A sort key with the weights of one strength only.
typedef struct {
  uint8_t bytes[MAX_KEY];
  int32_t count;
} sort_key;

static int32_t to_units(const uint32_t *code_points, int32_t count, UChar *units) {
  int32_t unit_count = 0;
  for (int32_t i = 0; i < count && unit_count + 2 <= MAX_UNITS; i++) {
    U16_APPEND_UNSAFE(units, unit_count, code_points[i]);
  }
  return unit_count;
}

static UCollator *open_collator(const char *locale, UColAttributeValue strength) {
  UErrorCode error = U_ZERO_ERROR;
  UCollator *collator = ucol_open(locale, &error);
  if (U_FAILURE(error)) return NULL;
  ucol_setStrength(collator, strength);
  return collator;
}

static sort_key key_of(const UCollator *collator, const uint32_t *code_points, int32_t count) {
  sort_key key = {.count = 0};
  UChar units[MAX_UNITS];
  int32_t unit_count = to_units(code_points, count, units);
  // The count includes a closing zero; a key that does not fit is treated as unlike any other.
  int32_t needed = ucol_getSortKey(collator, units, unit_count, key.bytes, MAX_KEY);
  key.count = needed > 0 && needed <= MAX_KEY ? needed - 1 : 0;
  return key;
}

static bool same_key(sort_key a, sort_key b) {
  return a.count > 0 && a.count == b.count && memcmp(a.bytes, b.bytes, (size_t)a.count) == 0;
}

// MARK: Base letters in the root order

// The letters of the alphabets themselves: where a letter with a stroke or a hook finds its base.
static const struct {
  uint32_t first, last;
} alphabets[] = {{'a', 'z'}, {0x3B1, 0x3C9}, {0x430, 0x44F}, {0x5D0, 0x5EA}, {0x621, 0x64A}};

enum { MAX_LETTERS = 160 };

static pthread_once_t root_once = PTHREAD_ONCE_INIT;
static struct {
  UCollator *primary, *secondary;
  uint32_t letters[MAX_LETTERS];
  sort_key keys[MAX_LETTERS];
  int32_t count;
} root;

static void open_root(void) {
  root.primary = open_collator("root", UCOL_PRIMARY);
  root.secondary = open_collator("root", UCOL_SECONDARY);
  if (root.primary == NULL || root.secondary == NULL) return;
  for (size_t a = 0; a < sizeof alphabets / sizeof *alphabets; a++) {
    for (uint32_t c = alphabets[a].first; c <= alphabets[a].last; c++) {
      uint32_t decomposed[FRESNEL_MAX_EXPANSION];
      if (root.count == MAX_LETTERS || fresnel_decompose(c, decomposed) > 0) continue;
      root.letters[root.count] = c;
      root.keys[root.count] = key_of(root.primary, &c, 1);
      root.count++;
    }
  }
}

static int32_t find_base(uint32_t c, uint32_t *out) {
  sort_key key = key_of(root.primary, &c, 1);
  for (int32_t i = 0; i < root.count; i++) {
    if (same_key(key, root.keys[i])) {
      out[0] = root.letters[i];
      return 1;
    }
  }
  // Ligatures such as U+00E6 weigh as much as two Latin letters.
  for (int32_t i = 0; i < 26 && i < root.count; i++) {
    for (int32_t j = 0; j < 26 && j < root.count; j++) {
      if (root.keys[i].count + root.keys[j].count != key.count) continue;
      uint32_t pair[2] = {root.letters[i], root.letters[j]};
      if (same_key(key, key_of(root.primary, pair, 2))) {
        memcpy(out, pair, sizeof pair);
        return 2;
      }
    }
  }
  return 0;
}

int32_t fresnel_base_letters(uint32_t c, uint32_t *out) {
  uint32_t folded[FRESNEL_MAX_EXPANSION];
  // Dotless i weighs on its own in the root order, yet it is an i that lacks its dot.
  if (c == 0x131) {
    out[0] = 'i';
    return 1;
  }
  // Modifier letters are superscripts and the like.
  if (!u_isalpha((UChar32)c) || u_charType((UChar32)c) == U_MODIFIER_LETTER) return 0;
  if ((fresnel_traits(c) & FRESNEL_STRIPPED_SCRIPT) == 0) return 0;
  if (c < 0x80 || fresnel_decompose(c, folded) > 0) return 0;
  // What case folding takes apart, as sharp s, is no matter of marks.
  if (fresnel_fold_case(c, false, folded) > 1) return 0;
  pthread_once(&root_once, open_root);
  if (root.primary == NULL || root.secondary == NULL) return 0;
  int32_t count = find_base(c, out);
  if (count == 0 || (count == 1 && out[0] == c)) return 0;
  // A difference of the third strength alone, as of a superscript, is no mark either.
  if (same_key(key_of(root.secondary, &c, 1), key_of(root.secondary, out, count))) return 0;
  int32_t upper_count = u_isupper((UChar32)c) ? count : u_istitle((UChar32)c) ? 1 : 0;
  for (int32_t i = 0; i < upper_count; i++) out[i] = fresnel_to_upper(out[i]);
  return count;
}

// MARK: Orders of locales

fresnel_collator *fresnel_collator_open(const char *locale) {
  UCollator *primary = open_collator(locale, UCOL_PRIMARY);
  if (primary == NULL) return NULL;
  fresnel_collator *collator = malloc(sizeof *collator);
  if (collator == NULL) {
    ucol_close(primary);
    return NULL;
  }
  collator->primary = primary;
  return collator;
}

void fresnel_collator_close(fresnel_collator *collator) {
  ucol_close(collator->primary);
  free(collator);
}

// Whether a range holds Han or Hangul only: Chinese, Japanese and Korean tailor tens of thousands of
// those, and none has marks.
static bool is_ideographic(UChar32 first, UChar32 last) {
  return (first >= 0x2E80 && last < 0xA000) || (first >= 0xAC00 && last < 0xD7B0)
         || (first >= 0xF900 && last < 0xFB00) || first >= 0x20000;
}

// Writes the code points of a set; strings (contractions, decomposed spellings) are passed over.
static int32_t copy_code_points(const USet *set, uint32_t *out, int32_t capacity) {
  int32_t count = 0;
  int32_t item_count = uset_getItemCount(set);
  for (int32_t i = 0; i < item_count; i++) {
    UChar32 first, last;
    UErrorCode error = U_ZERO_ERROR;
    // A result of 0 is a range.
    if (uset_getItem(set, i, &first, &last, NULL, 0, &error) != 0) continue;
    if (is_ideographic(first, last)) continue;
    for (UChar32 c = first; c <= last; c++, count++) {
      if (count < capacity) out[count] = (uint32_t)c;
    }
  }
  return count;
}

int32_t fresnel_collator_tailored(
  const fresnel_collator *collator, uint32_t *out, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  USet *set = ucol_getTailoredSet(collator->primary, &error);
  if (U_FAILURE(error)) return 0;
  int32_t count = copy_code_points(set, out, capacity);
  uset_close(set);
  return count;
}

int32_t fresnel_alphabet(const char *locale, uint32_t *out, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  ULocaleData *data = ulocdata_open(locale, &error);
  if (U_FAILURE(error)) return 0;
  USet *set = ulocdata_getExemplarSet(
    data, NULL, USET_ADD_CASE_MAPPINGS, ULOCDATA_ES_STANDARD, &error);
  ulocdata_close(data);
  if (U_FAILURE(error)) return 0;
  int32_t count = copy_code_points(set, out, capacity);
  uset_close(set);
  return count;
}

bool fresnel_collator_same_primary(
  const fresnel_collator *collator, const uint32_t *first, int32_t first_count,
  const uint32_t *second, int32_t second_count) {
  UChar a[MAX_UNITS], b[MAX_UNITS];
  int32_t a_count = to_units(first, first_count, a);
  int32_t b_count = to_units(second, second_count, b);
  return ucol_strcoll(collator->primary, a, a_count, b, b_count) == UCOL_EQUAL;
}
