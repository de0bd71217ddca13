// The part of ICU that Fresnel uses, behind declarations of its own: ICU's headers would clash with
// the copy of ICU inside Foundation. Code points are uint32_t, text is UTF-8, nothing here keeps
// state of its own. Every function may be called from several threads, those on one object
// (`fresnel_collator`, `fresnel_text_order`, `fresnel_word_iterator`) from one at a time.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// MARK: Version

/// The room that `fresnel_icu_version` needs.
#define FRESNEL_ICU_VERSION_CAPACITY 20
/// Writes the version of ICU in use, such as `72.1`, and a zero.
void fresnel_icu_version(char *out);

// MARK: Normalization and folding of one code point

/// The most code points that `fresnel_decompose` and `fresnel_fold_case` write.
#define FRESNEL_MAX_EXPANSION 20

/// Writes the full canonical decomposition; returns its length, 0 where there is none.
int32_t fresnel_decompose(uint32_t c, uint32_t *out);
/// The canonical composition of two code points, or -1.
int32_t fresnel_compose(uint32_t first, uint32_t second);
/// Whether text before `c` never changes the normal form of what follows it.
bool fresnel_has_boundary_before(uint32_t c);
/// Writes the full case folding, with the Turkic mappings on demand; returns its length.
int32_t fresnel_fold_case(uint32_t c, bool turkic, uint32_t *out);
/// The character of ordinary width of a full-width or half-width one, else `c`.
uint32_t fresnel_fold_width(uint32_t c);
/// The upper-case form of one code point.
uint32_t fresnel_to_upper(uint32_t c);

// MARK: Properties

/// Bits of `fresnel_traits`.
enum {
  /// General category L.
  FRESNEL_LETTER = 1 << 0,
  /// General category N.
  FRESNEL_NUMBER = 1 << 1,
  /// General category M.
  FRESNEL_MARK = 1 << 2,
  /// General category Ll.
  FRESNEL_LOWER = 1 << 3,
  /// General category Lu or Lt.
  FRESNEL_UPPER = 1 << 4,
  /// Script Latin, Greek, Cyrillic, Hebrew or Arabic.
  FRESNEL_STRIPPED_SCRIPT = 1 << 5,
  /// A mark of those scripts or of no script, voicing marks of kana excepted.
  FRESNEL_STRIPPED_MARK = 1 << 6,
  /// Script Hangul.
  FRESNEL_HANGUL = 1 << 7,
  /// Has a canonical decomposition.
  FRESNEL_DECOMPOSES = 1 << 8,
  /// Case or width folding, without the Turkic mappings, changes it.
  FRESNEL_FOLDS = 1 << 9,
  /// Presented as an emoji when no variation selector follows.
  FRESNEL_EMOJI_PRESENTATION = 1 << 10,
  /// Can be presented as an emoji.
  FRESNEL_EMOJI = 1 << 11,
};
/// How far up the traits their last eight bits stand, which are the canonical combining class.
#define FRESNEL_COMBINING_CLASS_SHIFT 24
/// The traits of a code point.
uint32_t fresnel_traits(uint32_t c);
/// Columns on a terminal: 0, 1 or 2.
uint8_t fresnel_column_count(uint32_t c);

// MARK: Collation

/// Writes the letters that have the primary weights of a letter without decomposition, as `o` has
/// those of `ø`; returns their number (1 or 2), or 0 where the letter is plain itself.
int32_t fresnel_base_letters(uint32_t c, uint32_t *out);

/// The collation order of a locale.
typedef struct fresnel_collator fresnel_collator;
/// Opens the order of a locale; NULL when memory is short or ICU's data is missing.
fresnel_collator *fresnel_collator_open(const char *locale);
void fresnel_collator_close(fresnel_collator *collator);
/// Writes the first `capacity` code points, ideographs aside, that the locale orders in its own way;
/// returns how many there are.
int32_t fresnel_collator_tailored(
  const fresnel_collator *collator, uint32_t *out, int32_t capacity);
/// Writes the first `capacity` letters, ideographs aside, that the locale's languages are written
/// with, small and large; returns how many there are.
int32_t fresnel_alphabet(const char *locale, uint32_t *out, int32_t capacity);
/// Whether two short texts (at most 32 code points each) differ in accents and case at most.
bool fresnel_collator_same_primary(
  const fresnel_collator *collator, const uint32_t *first, int32_t first_count,
  const uint32_t *second, int32_t second_count);

/// The order in which a locale lists texts; digits count as the numbers they write.
typedef struct fresnel_text_order fresnel_text_order;
/// Opens the order of a locale; NULL when memory is short or ICU's data is missing.
fresnel_text_order *fresnel_text_order_open(const char *locale);
void fresnel_text_order_close(fresnel_text_order *order);
/// Writes bytes that compare as the beginning of a text does, with a closing zero if it fits; returns
/// their number without it, which may be more than `capacity`: then nothing useful was written.
int32_t fresnel_sort_key(
  const fresnel_text_order *order, const char *text, int32_t count, uint8_t *out,
  int32_t capacity);

// MARK: Words

/// Finds word boundaries by UAX #29 and ICU's dictionaries.
typedef struct fresnel_word_iterator fresnel_word_iterator;
/// Opens an iterator; NULL when memory is short or ICU's data is missing.
fresnel_word_iterator *fresnel_word_iterator_open(const char *locale);
void fresnel_word_iterator_close(fresnel_word_iterator *iterator);
/// Starts on a text, which must stay in place until the next start or the close; false on failure.
bool fresnel_word_iterator_start(
  fresnel_word_iterator *iterator, const char *utf8, int64_t byte_count);
/// The next boundary, in bytes, or -1 after the last; tells whether a word of letters, digits, kana
/// or ideographs ends there.
int32_t fresnel_word_iterator_next(fresnel_word_iterator *iterator, bool *ends_word);
/// Lets go of the text.
void fresnel_word_iterator_stop(fresnel_word_iterator *iterator);

// MARK: Calendar

enum { FRESNEL_DAY, FRESNEL_WEEK, FRESNEL_MONTH, FRESNEL_YEAR };
/// The start of the unit that holds `time` (milliseconds since 1970), `offset` units later. A null
/// zone is the system's. False when the time is out of ICU's range.
bool fresnel_calendar_start(
  const char *zone, const char *locale, int32_t unit, double time, int32_t offset, double *start);
/// The milliseconds since 1970 of a local time; month and day count from 1.
bool fresnel_calendar_time(
  const char *zone, int32_t year, int32_t month, int32_t day, int32_t hour, int32_t minute,
  int32_t second, double *time);

// MARK: Locales

/// Writes the canonical form of a locale's name; false where it has none that fits.
bool fresnel_locale_canonical(const char *name, char *out, int32_t capacity);
/// The name of the process's locale for text, from its environment; NULL where none is set.
const char *fresnel_locale_session(void);

// MARK: Encodings

/// Decodes bytes of an encoding, named as ICU does, to UTF-8. What stands for no character becomes U+FFFD, the
/// byte 0x80 alone `for_80`. Returns the number of bytes written, at most four times `count`; -1 where ICU does
/// not know the encoding or `capacity` does not suffice.
int64_t fresnel_decode(
  const char *converter, uint32_t for_80, const uint8_t *bytes, int64_t count, uint8_t *out,
  int64_t capacity);
