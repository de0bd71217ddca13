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
  /// - Returns: The tests, each worse than the one before it: whole words, initials of syllables, and what begins with
  ///   a word, of which there may be very many. None where the text can be no spelling.
  package func readings() -> [FormTest] {
    guard mayBeReading else { return [] }
    var reader = FormText()
    var text = text
    text.withUTF8 { reader.read($0) }
    let folded = reader.joinedRuns
    if folded.allSatisfy({ $0 < 0x80 }) {
      // Longer ones, which no form has, are not looked through letter by letter.
      guard folded.count < NameReadings.mostBytes, folded.contains(where: Pinyin.isLetter) else {
        return []
      }
      return Self.asLatin(folded)
    }
    let scalars = Array(String(decoding: folded, as: UTF8.self).unicodeScalars)
    func areAll(_ isOfScript: (UInt32) -> Bool) -> Bool {
      scalars.allSatisfy { $0.value < 0x80 || isOfScript($0.value) }
    }
    if areAll(KanaSpelling.isKana) { return Self.asKana(KanaSpelling.spelling(of: scalars)) }
    return areAll { !HangulKeys.keys(of: $0).isEmpty } ? Self.asHangul(scalars) : []
  }

  /// What asks for names that show that the text has no typing error: those with a word that is spelt so, or with what
  /// begins so, as the family name of a person does. Letters that are first letters of syllables show nothing.
  ///
  /// - Returns: The tests.
  package func spellings() -> [FormTest] {
    readings().filter { $0.bytes.first != NameReadings.Spelling.initials.rawValue }
  }

  /// A test for names with a word that is spelt so; none where there are too few letters, or more than a form has.
  private static func word(_ kind: NameReadings.Spelling, _ form: [UInt8]) -> [FormTest] {
    guard leastLetters..<NameReadings.mostBytes - 1 ~= form.count else { return [] }
    return [FormTest(.reading, [kind.rawValue] + form + [NameReadings.endOfWord])]
  }

  /// A test for names with what begins so; none where there are too few letters, or more than a form has.
  private static func beginning(_ kind: NameReadings.Spelling, _ form: [UInt8]) -> [FormTest] {
    guard leastLetters..<NameReadings.mostBytes - 1 ~= form.count else { return [] }
    return [FormTest(.reading, [kind.rawValue] + form, ending: .anything)]
  }

  /// Tests for names in Chinese characters or kana that are spelt so in Latin letters.
  private static func asLatin(_ folded: [UInt8]) -> [FormTest] {
    let typed = Pinyin.canonical(folded)
    // A digit is one of the name before it is a tone.
    let pinyin = [typed] + (Pinyin.withoutTones(typed).map { [$0] } ?? [])
    let kana = KanaSpelling.canonical(folded)
    return pinyin.flatMap { word(.han, $0) } + word(.kana, kana) + beginning(.initials, folded)
      + pinyin.flatMap { beginning(.han, $0) } + beginning(.kana, kana)
  }

  /// Tests for names in kana.
  private static func asKana(_ spelling: [UInt8]) -> [FormTest] {
    word(.kana, spelling) + beginning(.kana, spelling)
  }

  /// Tests for names in Hangul: what has no vowel is the first letters of syllables.
  private static func asHangul(_ scalars: [Unicode.Scalar]) -> [FormTest] {
    let keys = scalars.flatMap { scalar in
      scalar.isASCII ? [UInt8(scalar.value)] : Array(HangulKeys.keys(of: scalar.value).utf8)
    }
    guard scalars.allSatisfy({ HangulKeys.isConsonant($0.value) }) else {
      return beginning(.jamo, keys)
    }
    // A keyboard that joins two consonants to one gives the keys of both.
    return keys.count < leastLetters
      ? [] : beginning(.initials, [NameReadings.hangulInitials] + keys)
  }
}
