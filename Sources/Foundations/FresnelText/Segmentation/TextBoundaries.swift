import Synchronization

/// Where the words and the grapheme clusters of a text begin and end, found when first asked for.
final class TextBoundaries: Sendable {
  private let text: String
  private let locale: TextLocale
  private let words = Mutex<OffsetSet?>(nil)
  private let graphemes = Mutex<OffsetSet?>(nil)

  init(text: String, locale: TextLocale) {
    self.text = text
    self.locale = locale
  }

  /// Whether a word starts or ends at an offset, or the case changes from lower to upper.
  func isWordBoundary(at offset: Int) -> Bool {
    words.withLock { words in
      let found = words ?? Self.wordBoundaries(in: text, locale: locale)
      words = found
      return found.contains(offset)
    }
  }

  /// The end of the grapheme cluster that starts at an offset; `nil` where none does.
  func graphemeEnd(after offset: Int) -> Int? {
    graphemes.withLock { graphemes in
      let found = graphemes ?? Self.graphemeBoundaries(in: text)
      graphemes = found
      return found.contains(offset) ? found.next(after: offset) : nil
    }
  }

  // MARK: - Reading the text

  private static func wordBoundaries(in text: String, locale: TextLocale) -> OffsetSet {
    var text = text
    return text.withUTF8 { utf8 in
      var offsets = OffsetSet(maximum: utf8.count)
      offsets.insert(0)
      WordIterator.forEachBoundary(in: utf8, locale: locale) { offset, _ in
        offsets.insert(offset)
      }
      insertCaseChanges(in: utf8, into: &offsets)
      return offsets
    }
  }

  private static func insertCaseChanges(
    in utf8: UnsafeBufferPointer<UInt8>, into offsets: inout OffsetSet
  ) {
    var isAfterLower = false
    var offset = 0
    while offset < utf8.count {
      let (scalar, byteCount) = decodeScalar(in: utf8, at: offset)
      let traits = ScalarTraits(of: scalar)
      if !traits.contains(.mark) {
        if isAfterLower, traits.contains(.upper) { offsets.insert(offset) }
        isAfterLower = traits.contains(.lower)
      }
      offset += byteCount
    }
  }

  private static func graphemeBoundaries(in text: String) -> OffsetSet {
    var offsets = OffsetSet(maximum: text.utf8.count)
    var offset = 0
    offsets.insert(0)
    for character in text {
      offset += character.utf8.count
      offsets.insert(offset)
    }
    return offsets
  }
}
