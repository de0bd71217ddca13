import Foundation
import FresnelText
import Testing

@Suite struct TextFolderModelTests {
  static let folders: [TextFolder] = [
    FoldOptions(), .caseInsensitive, .diacriticInsensitive,
    [.caseInsensitive, .diacriticInsensitive],
  ]
  .flatMap { options in
    ["", "sv", "tr", "da", "vi", "uk"].map {
      TextFolder(options: options, locale: TextLocale(identifier: $0))
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `folding is repeatable, consistent and covered by its map`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let text = generator.text(maximumCount: 40)
      for folder in Self.folders {
        try check(text, folder, "seed \(seed), '\(folder.locale.identifier)' \(folder.options)")
      }
    }
  }

  private func check(_ text: String, _ folder: TextFolder, _ context: String) throws {
    let result = folder.fold(text)
    let note = Comment(rawValue: "\(context): \(scalars(text).map { String($0, radix: 16) })")
    try #require(result.bytes == folder.foldedBytes(text), note)
    let string = String(decoding: result.bytes, as: UTF8.self)
    try #require(Array(string.utf8) == result.bytes, note)
    try #require(folder.foldedBytes(string) == result.bytes, note)

    let count = text.utf8.count
    try #require(
      result.originalRange(of: 0..<result.bytes.count) == 0..<(result.bytes.isEmpty ? 0 : count),
      note)
    var last = 0..<0
    for offset in result.bytes.indices {
      let range = result.originalRange(of: offset..<(offset + 1))
      try #require(!range.isEmpty && range.upperBound <= count, note)
      // Neighbouring bytes come from the same piece or from touching ones.
      try #require(range == last || range.lowerBound == last.upperBound, note)
      try #require(result.originalRange(of: 0..<(offset + 1)) == 0..<range.upperBound, note)
      last = range
    }
    try #require(last.upperBound == count, note)

    // Grapheme clusters divide the folded text without gaps.
    var offset = 0
    while let end = result.graphemeEnd(after: offset) {
      try #require(end > offset, note)
      offset = end
    }
    try #require(offset == result.bytes.count, note)
    try #require(result.isWordBoundary(at: 0) && result.isWordBoundary(at: offset), note)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a text is compared with a folded one as if it was folded`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let texts = [
        generator.asciiText(maximumCount: 3), generator.asciiText(maximumCount: 3),
        generator.text(maximumCount: 3), generator.text(maximumCount: 20),
      ]
      for folder in Self.folders {
        for text in texts {
          for other in [text, text.uppercased(), text + "a"] + texts {
            let folded = folder.foldedBytes(other)
            let answer = folder.folds(text, to: folded)
            let note = Comment(
              rawValue: "seed \(seed), '\(folder.locale.identifier)' \(folder.options): \(text)")
            try #require(answer == nil || answer == (folder.foldedBytes(text) == folded), note)
            if folder.locale.identifier.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) {
              try #require(answer != nil, note)
            }
          }
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `normal form is Foundation's`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = TextFolder(options: [], locale: .root)
    for _ in 0..<50 {
      let text = generator.text(maximumCount: 30)
      // Conjoining jamo are left to the test below: Foundation does not always compose them.
      let known = known(text) { !(0x1100...0x11FF).contains($0.value) }
      let expected = known.precomposedStringWithCanonicalMapping
      let found = String(decoding: folder.foldedBytes(known), as: UTF8.self)
      try #require(scalars(found) == scalars(expected), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `letters of Hangul in any order are composed as normalization has it`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let blocks: [ClosedRange<UInt32>] = [
      // Foundation composes letters beyond these too, which have no syllables.
      0x1100...0x1112, 0x1161...0x1175, 0x1161...0x1175, 0x11A8...0x11C2, 0xAC00...0xAC1D,
      0x300...0x302, 0x302E...0x302F, 0x41...0x42,
    ]
    for _ in 0..<200 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let block = blocks.randomElement(using: &generator) ?? 0x41...0x42
        if let scalar = Unicode.Scalar(UInt32.random(in: block, using: &generator)) {
          scalars.append(scalar)
        }
      }
      let text = String(scalars)
      let note = Comment(rawValue: "seed \(seed): \(scalars.map { String($0.value, radix: 16) })")
      // Foundation leaves some open syllables apart from the letters that close them, unless it takes them
      // apart itself.
      let composed = text.decomposedStringWithCanonicalMapping
        .precomposedStringWithCanonicalMapping
      #expect(folded(text, []).utf8.elementsEqual(composed.utf8), note)
      for folder in Self.folders { try check(text, folder, "seed \(seed)") }
    }
  }

  @Test func `every Hangul syllable composes from its jamo`() {
    let folder = TextFolder(options: [], locale: .root)
    for index in 0..<11_172 as Range<UInt32> {
      let trail = index % 28
      let jamo =
        [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (trail > 0 ? [0x11A7 + trail] : [])
      let text = String(String.UnicodeScalarView(jamo.compactMap(Unicode.Scalar.init)))
      let result = String(decoding: folder.foldedBytes(text), as: UTF8.self)
      #expect(scalars(result) == [0xAC00 + index])
    }
  }

  /// Whether a code point is as old as the oldest of the Unicode data compared here.
  private func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.properties.age?.major ?? 99) <= 14
  }

  private func known(_ text: String, _ isKept: (Unicode.Scalar) -> Bool) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { isKnown($0) && isKept($0) }))
  }

  @Test func `upper and lower case of every letter fold alike`() {
    let folder = TextFolder(options: .caseInsensitive, locale: .root)
    for value in 0x41...0x1E943 as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isCased,
        isKnown(scalar), scalar.properties.uppercaseMapping.unicodeScalars.allSatisfy(isKnown)
      else { continue }
      // Two letters are a case pair in Turkish only; the iota subscript folds under letters only.
      if [0x130, 0x131, 0x345].contains(value) { continue }
      let expected = folder.foldedBytes(String(scalar))
      #expect(folder.foldedBytes(scalar.properties.uppercaseMapping) == expected, "\(scalar)")
      #expect(folder.foldedBytes(scalar.properties.lowercaseMapping) == expected, "\(scalar)")
    }
  }

  @Test func `canonically equivalent texts fold alike`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let text = generator.text(maximumCount: 12)
      let known = known(text) { _ in true }
      for folder in Self.folders {
        let expected = folder.foldedBytes(known)
        #expect(
          folder.foldedBytes(known.decomposedStringWithCanonicalMapping) == expected,
          "'\(folder.locale.identifier)' \(folder.options): \(scalars(known).map { String($0, radix: 16) })"
        )
      }
    }
  }
}
