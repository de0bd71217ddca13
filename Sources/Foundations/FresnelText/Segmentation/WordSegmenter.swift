/// Finds the words of a text.
public enum WordSegmenter {
  /// Returns the words of a text: segments by UAX #29 that hold a letter, a digit, kana or an
  /// ideograph. Chinese, Japanese, Thai, Lao, Khmer and Burmese are segmented by dictionary.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - locale: The locale whose rules apply.
  /// - Returns: Ranges of UTF-8 offsets, ascending.
  /// - Complexity: O(*n*) in the bytes of the text.
  public static func words(in text: String, locale: TextLocale) -> [Range<Int>] {
    var text = text
    return text.withUTF8 { utf8 in
      utf8.allSatisfy { $0 < 0x80 }
        ? asciiWords(in: utf8, locale: locale) : otherWords(in: utf8, locale: locale)
    }
  }

  private static func asciiWords(
    in utf8: UnsafeBufferPointer<UInt8>, locale: TextLocale
  ) -> [Range<Int>] {
    let rules = ASCIIWords(utf8, joinsAtColon: locale.joinsAtColon)
    var words: [Range<Int>] = []
    var start = 0
    var isWord = false
    for offset in utf8.indices {
      isWord = isWord || ASCIIWords.isAlphanumeric(utf8[offset])
      guard offset + 1 == utf8.count || rules.isBoundary(at: offset + 1) else { continue }
      if isWord { words.append(start..<(offset + 1)) }
      start = offset + 1
      isWord = false
    }
    return words
  }

  private static func otherWords(
    in utf8: UnsafeBufferPointer<UInt8>, locale: TextLocale
  ) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    WordIterator.forEachBoundary(in: utf8, locale: locale) { end, endsWord in
      // Connectors such as the underscore count as words for ICU, even alone.
      if endsWord, holdsLetterOrNumber(utf8, start..<end) { words.append(start..<end) }
      start = end
    }
    return words
  }

  private static func holdsLetterOrNumber(
    _ utf8: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (scalar, byteCount) = decodeScalar(in: utf8, at: offset)
      if !ScalarTraits(of: scalar).isDisjoint(with: [.letter, .number]) { return true }
      offset += byteCount
    }
    return false
  }
}
