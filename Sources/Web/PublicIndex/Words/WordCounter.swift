internal import FresnelModel

/// Counts the words of a question in pages.
struct WordCounter: ~Copyable {
  private let words: [AskedWord]
  private let stemmer: Stemmer?
  /// What all forms of each word begin with.
  private let commonBeginnings: [[UInt8]]
  /// For each byte, which words some form of begins with it: one bit for each.
  private var beginnings = [UInt32](repeating: 0, count: 256)

  init(_ words: [AskedWord], language: String) {
    self.words = words
    stemmer = Stemmer(language: language)
    commonBeginnings = words.map { Array($0.commonBeginning) }
    for (number, beginning) in commonBeginnings.enumerated() {
      if let first = beginning.first { beginnings[Int(first)] |= 1 << UInt32(number) }
    }
  }

  /// Counts the words in a page.
  ///
  /// - Complexity: O(*b*) in the bytes of its words.
  func counts(in page: PageWords) -> WordCounts {
    var counts = WordCounts(wordCount: words.count)
    page.bytes.withUnsafeBufferPointer { bytes in
      for text in page.texts {
        counts.add(length: text.count, to: text.field)
        count(UnsafeBufferPointer(rebasing: bytes[text.range]), text.field, &counts)
      }
    }
    return counts
  }

  private func count(
    _ text: UnsafeBufferPointer<UInt8>, _ field: FieldGroup, _ counts: inout WordCounts
  ) {
    var previous: UInt32 = 0
    var start = 0
    while start < text.count {
      let candidates = beginnings[Int(text[start])]
      var end = start
      while text[end] != PageWords.end { end += 1 }
      var found: UInt32 = 0
      if candidates != 0 {
        found = self.found(UnsafeBufferPointer(rebasing: text[start..<end]), among: candidates)
        var rest = found
        while rest != 0 {
          let word = rest.trailingZeroBitCount
          rest &= rest - 1
          counts.add(word, to: field)
          if word > 0, previous & 1 << UInt32(word - 1) != 0 { counts.addNeighbours(word - 1) }
        }
      }
      previous = found
      start = end + 1
    }
  }

  /// Which words of the question a word of a text is: one bit for each.
  private func found(
    _ token: UnsafeBufferPointer<UInt8>, among candidates: UInt32
  ) -> UInt32 {
    var candidates = candidates
    var found: UInt32 = 0
    while candidates != 0 {
      let number = candidates.trailingZeroBitCount
      candidates &= candidates - 1
      guard token.begins(with: commonBeginnings[number]) else { continue }
      let isForm =
        words[number].isBeginning || token.elementsEqual(words[number].folded)
        || stemmer?.hasStem(words[number].stem, token) ?? false
      if isForm { found |= 1 << UInt32(number) }
    }
    return found
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the first bytes are these.
  fileprivate func begins(with beginning: [UInt8]) -> Bool {
    guard count >= beginning.count else { return false }
    for index in beginning.indices where self[index] != beginning[index] { return false }
    return true
  }
}
