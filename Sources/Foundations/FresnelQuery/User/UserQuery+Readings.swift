import FresnelText

/// What a user query asks of names in other scripts: that the text is the spelling of one, or of what begins one.
extension UserQuery {
  private static let leastLetters = 2

  /// Whether the text may be the spelling of a name.
  package var mayBeReading: Bool {
    !pieces.isEmpty && text.utf8.count <= Self.mostBytes
      && pieces.allSatisfy { $0.kind == .word || $0.kind == .prefix || $0.kind == .code }
  }

  /// That one of an item's names is spelt as the text is, which may have tones, spaces and apostrophes in it.
  ///
  /// - Returns: The tests, each worse than the one before it: whole words, what begins with a word, initials of
  ///   syllables. None where the text can be no spelling.
  package func readings() -> [FormTest] {
    guard mayBeReading else { return [] }
    var reader = FormText()
    var text = text
    text.withUTF8 { reader.read($0) }
    let folded = reader.joinedRuns
    if folded.allSatisfy({ $0 < 0x80 }) {
      guard let first = folded.first, Self.isLetter(first) else { return [] }
      return Self.asPinyin(folded) + Self.asKana(KanaSpelling.canonical(folded))
    }
    let scalars = Array(String(decoding: folded, as: UTF8.self).unicodeScalars)
    func areAll(_ isOfScript: (UInt32) -> Bool) -> Bool {
      scalars.allSatisfy { $0.value < 0x80 || isOfScript($0.value) }
    }
    if areAll(KanaSpelling.isKana) { return Self.asKana(KanaSpelling.spelling(of: scalars)) }
    return areAll { !HangulKeys.keys(of: $0).isEmpty } ? Self.asHangul(scalars) : []
  }

  /// Tests for names that are spelt so; none where there are too few letters, or more than a form has.
  private static func tests(
    _ kind: NameReadings.Spelling, _ form: [UInt8], asWord: Bool
  ) -> [FormTest] {
    guard leastLetters..<NameReadings.mostBytes - 1 ~= form.count else { return [] }
    let form = [kind.rawValue] + form
    let word = FormTest(.reading, form + [NameReadings.endOfWord])
    return (asWord ? [word] : []) + [FormTest(.reading, form, ending: .anything)]
  }

  /// Tests for names in Chinese characters that are spelt so in pinyin.
  private static func asPinyin(_ folded: [UInt8]) -> [FormTest] {
    let spelling = withoutTones(folded)
    // ü is typed as v, and folded as u.
    let syllables = spelling.map { $0 == UInt8(ascii: "v") ? UInt8(ascii: "u") : $0 }
    return tests(.han, syllables, asWord: true) + tests(.initials, spelling, asWord: false)
  }

  /// Tests for names in kana.
  private static func asKana(_ spelling: [UInt8]) -> [FormTest] {
    tests(.kana, spelling, asWord: true)
  }

  /// Tests for names in Hangul: what has no vowel is the first letters of syllables.
  private static func asHangul(_ scalars: [Unicode.Scalar]) -> [FormTest] {
    let leading = scalars.compactMap { HangulKeys.leadingKey(of: $0.value) }
    if leading.count == scalars.count, scalars.allSatisfy({ HangulKeys.isConsonant($0.value) }) {
      let keys = [NameReadings.hangulInitials] + leading.flatMap { Array($0.utf8) }
      return leading.count < leastLetters ? [] : tests(.initials, keys, asWord: false)
    }
    let keys = scalars.flatMap { scalar in
      scalar.isASCII ? [UInt8(scalar.value)] : Array(HangulKeys.keys(of: scalar.value).utf8)
    }
    return tests(.jamo, keys, asWord: false)
  }

  /// The letters and digits of a spelling without those that are tones: single ones from 1 to 5 behind a letter.
  private static func withoutTones(_ folded: [UInt8]) -> [UInt8] {
    folded.indices.filter { place in
      guard 0x31...0x35 ~= folded[place], place > 0, isLetter(folded[place - 1]) else {
        return true
      }
      return place + 1 < folded.count && 0x30...0x39 ~= folded[place + 1]
    }.map { folded[$0] }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
}
