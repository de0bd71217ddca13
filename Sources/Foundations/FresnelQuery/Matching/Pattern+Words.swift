import FresnelText

extension WordPattern {
  /// Splits a pattern at its `*` and folds what stands between.
  init(_ pattern: Pattern, folder: TextFolder) {
    var segments: [PatternSegment] = []
    var pieces: [PatternSegment.Piece] = []
    var hasLeadingStar = false
    func closeSegment() {
      if !pieces.isEmpty { segments.append(PatternSegment(pieces: pieces)) }
      pieces = []
    }
    for element in pattern.elements {
      switch element {
      case .text(let text):
        // Text that folds to nothing, a lone mark under `d`, asks for nothing.
        let bytes = folder.foldedBytes(text)
        if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
      case .anyCharacter: pieces.append(.anyCharacter)
      case .anySequence:
        closeSegment()
        if segments.isEmpty { hasLeadingStar = true }
      }
    }
    // Not simply the last element: what follows the last `*` may have folded to nothing.
    hasTrailingStar = pieces.isEmpty && pattern.elements.contains(.anySequence)
    closeSegment()
    source = pattern
    self.hasLeadingStar = hasLeadingStar
    self.segments = segments
  }
}

extension Pattern {
  /// The words of a `t` value, each once: to ask for a word twice asks for nothing more.
  func distinctWords(locale: TextLocale, goesOn: () -> Bool = { true }) -> [Pattern] {
    let words = words(locale: locale, goesOn: goesOn)
    guard words.count > 1 else { return words }
    var known: Set<Pattern> = []
    return words.filter { known.insert($0).inserted }
  }

  /// The words of a `t` value, each with the `*` that opens or closes the whole value.
  ///
  /// White space separates. A part without wildcards is segmented into words, which drops
  /// punctuation; a part with a wildcard inside is one word as it stands.
  func words(locale: TextLocale, goesOn: () -> Bool = { true }) -> [Pattern] {
    if isPlainWord { return [self] }
    var inner = elements[...]
    let leading: [Element] = inner.first == .anySequence ? [.anySequence] : []
    if !leading.isEmpty { inner = inner.dropFirst() }
    let trailing: [Element] = inner.last == .anySequence ? [.anySequence] : []
    if !trailing.isEmpty { inner = inner.dropLast() }
    return chunks(of: inner).flatMap { chunk -> [Pattern] in
      guard goesOn() else { return [] }
      guard chunk.count == 1, case .text(let text) = chunk[0] else {
        return [Pattern(leading + chunk + trailing)]
      }
      let utf8 = Array(text.utf8)
      return WordSegmenter.words(in: text, locale: locale).map { range in
        Pattern(leading + [.text(String(decoding: utf8[range], as: UTF8.self))] + trailing)
      }
    }
  }

  /// Whether the value is one text of ASCII letters and digits, as people type it: no language has
  /// more than one word in it.
  private var isPlainWord: Bool {
    var textCount = 0
    for (index, element) in elements.enumerated() {
      switch element {
      case .text(let text):
        textCount += 1
        let isPlain = text.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
        guard isPlain else { return false }
      case .anySequence where index == 0 || index == elements.count - 1: continue
      case .anySequence, .anyCharacter: return false
      }
    }
    return textCount == 1
  }

  /// The parts between white space.
  private func chunks(of elements: ArraySlice<Element>) -> [[Element]] {
    var chunks: [[Element]] = []
    var chunk: [Element] = []
    func close() {
      if !chunk.isEmpty { chunks.append(chunk) }
      chunk = []
    }
    for element in elements {
      guard case .text(let text) = element else {
        chunk.append(element)
        continue
      }
      let parts = text.unicodeScalars.split(
        omittingEmptySubsequences: false, whereSeparator: \.properties.isWhitespace)
      for (index, part) in parts.enumerated() {
        if index > 0 { close() }
        if !part.isEmpty { chunk.append(.text(String(part))) }
      }
    }
    close()
    return chunks
  }
}
