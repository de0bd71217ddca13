internal import FresnelModel
internal import FresnelText

/// Counts the words of a question in items.
struct WordCounter: ~Copyable {
  /// The bytes of one text that are looked at: what a page is about, it says early.
  static let largestText = 16_384

  private let words: [AskedWord]
  private let folder: TextFolder
  private let locale: TextLocale
  private let stemmer: Stemmer?
  /// For each byte, which words some form of begins with it: one bit for each.
  private var beginnings = [UInt32](repeating: 0, count: 256)

  init(_ words: [AskedWord], language: String) {
    self.words = words
    locale = TextLocale(identifier: language)
    folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    stemmer = Stemmer(language: language)
    for (number, word) in words.enumerated() {
      if let first = word.commonBeginning.first { beginnings[Int(first)] |= 1 << UInt32(number) }
    }
  }

  /// Counts the words in an item.
  ///
  /// - Complexity: O(*b*) in the bytes of its texts, of each at most ``largestText``.
  func counts(in item: EncodedItem) -> WordCounts {
    var counts = WordCounts(wordCount: words.count)
    // An item that is damaged has what could be read of it.
    try? item.forEachText(where: { $0.fieldGroup != nil }) { key, text in
      guard let field = key.fieldGroup else { return }
      count(UnsafeBufferPointer(rebasing: text.prefix(Self.largestText)), field, &counts)
    }
    return counts
  }

  private func count(
    _ text: UnsafeBufferPointer<UInt8>, _ field: FieldGroup, _ counts: inout WordCounts
  ) {
    var folded: [UInt8] = []
    folder.appendFolded(utf8: text, to: &folded)
    let ranges = WordSegmenter.words(in: String(decoding: folded, as: UTF8.self), locale: locale)
    counts.add(length: ranges.count, to: field)
    folded.withUnsafeBufferPointer { bytes in
      var previous: UInt32 = 0
      for range in ranges {
        let found = found(UnsafeBufferPointer(rebasing: bytes[range]))
        var rest = found
        while rest != 0 {
          let word = rest.trailingZeroBitCount
          rest &= rest - 1
          counts.add(word, to: field)
          if word > 0, previous & 1 << UInt32(word - 1) != 0 { counts.addNeighbours(word - 1) }
        }
        previous = found
      }
    }
  }

  /// Which words of the question a word of a text is: one bit for each.
  private func found(_ token: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let first = token.first else { return 0 }
    var candidates = beginnings[Int(first)]
    var found: UInt32 = 0
    while candidates != 0 {
      let number = candidates.trailingZeroBitCount
      candidates &= candidates - 1
      let word = words[number]
      guard token.starts(with: word.commonBeginning) else { continue }
      let isForm =
        word.isBeginning || token.elementsEqual(word.folded)
        || stemmer?.hasStem(word.stem, token) ?? false
      if isForm { found |= 1 << UInt32(number) }
    }
    return found
  }
}
