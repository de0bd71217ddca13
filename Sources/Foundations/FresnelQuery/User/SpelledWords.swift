import FresnelText

/// The words of a name in Cyrillic, Greek, Arabic and Hebrew letters as they are spelt in Latin ones.
///
/// A text asks for each of its words, so that it may have words of the item as they stand beside those that are spelt,
/// in any order.
enum SpelledWords {
  private typealias Spelling = NameReadings.Spelling

  /// Fewer letters of a single word are the spelling of too many.
  private static let leastLetters = 3
  private static let leastLettersAmongOthers = 2
  /// The most letters of a word: what a longer one has behind them is left out, and a longer one that is typed is none.
  private static let mostTyped = 64

  /// Whether some runs of a name are in one of the scripts, as the first byte of a character tells.
  static func mayRead(_ text: FormText, runCount count: Int) -> Bool {
    text.runs[..<count].contains { isAlphabet(text.bytes[$0.range.lowerBound]) }
  }

  /// Whether a character in UTF-8 is from U+0340 to U+06FF.
  private static func isAlphabet(_ byte: UInt8) -> Bool { 0xCD...0xDB ~= byte }

  /// The spellings of a name's words, of each the likeliest one first.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - count: How many of its runs.
  ///   - limit: How many are wanted: no more words are read than may have one among them.
  /// - Returns: The spellings.
  static func readings(
    of text: FormText, runCount count: Int, limit: Int
  ) -> [NameReadings.Reading] {
    var lists: [[NameReadings.Reading]] = []
    for place in 0..<count where lists.count < limit {
      let readings = words(from: place, runCount: count, in: text)
        .flatMap { forms(of: $0, in: text) }
        .map { NameReadings.Reading(form: $0, isFirst: place == 0) }
      if !readings.isEmpty { lists.append(readings) }
    }
    let rounds = lists.map(\.count).max() ?? 0
    return (0..<rounds).flatMap { round in
      lists.compactMap { round < $0.count ? $0[round] : nil }
    }
  }

  /// The word of a name that one of some tests finds.
  static func part(of text: FormText, matching tests: [FormTest]) -> Range<Int>? {
    for place in text.runs.indices {
      for word in words(from: place, runCount: text.runs.count, in: text) {
        let found = forms(of: word, in: text)
        if found.contains(where: { form in tests.contains { $0.accepts(form[...]) } }) {
          return bytes(of: word, in: text)
        }
      }
    }
    return nil
  }

  /// The words that begin with a run: the run itself, and those that an apostrophe joins, as one.
  private static func words(
    from place: Int, runCount count: Int, in text: FormText
  ) -> [Range<Int>] {
    guard isAlphabet(text.bytes[text.runs[place].range.lowerBound]) else { return [] }
    var end = place + 1
    if place == 0 || !areJoined(place - 1, in: text) {
      while end < count, areJoined(end - 1, in: text) { end += 1 }
    }
    return end > place + 1 ? [place..<place + 1, place..<end] : [place..<end]
  }

  /// Whether nothing but a sign of spelling stands between a run and the next one.
  private static func areJoined(_ place: Int, in text: FormText) -> Bool {
    let gap = text.runs[place].range.upperBound..<text.runs[place + 1].range.lowerBound
    guard 1...3 ~= gap.count else { return false }
    var signs = String(decoding: text.bytes[gap], as: UTF8.self).unicodeScalars[...]
    return signs.popFirst().map(joiners.contains) == true && signs.isEmpty
  }

  /// Apostrophes, those of Hebrew, and what keeps letters of Persian apart.
  private static let joiners: Set<Unicode.Scalar> = [
    "'", "\u{2019}", "\u{5F3}", "\u{5F4}", "\u{200C}",
  ]
  /// The apostrophe of Ukrainian that is a letter, and is not spelled.
  private static let letterApostrophe: Unicode.Scalar = "\u{2BC}"

  private static func bytes(of word: Range<Int>, in text: FormText) -> Range<Int> {
    text.runs[word.lowerBound].range.lowerBound..<text.runs[word.upperBound - 1].range.upperBound
  }

  /// The forms of a word of some runs.
  private static func forms(of runs: Range<Int>, in text: FormText) -> [[UInt8]] {
    let letters = runs.flatMap { scalars(of: text.runs[$0].range, in: text) }
    let word = Array(letters.filter { $0 != letterApostrophe }.prefix(mostTyped))
    switch word[0].value {
    case 0x0370...0x03FF: return GreekSpelling.spellings(of: word).map { form(.greek, $0) }
    case 0x0400...0x052F:
      return CyrillicSpelling.spelling(of: word).map { [form(.cyrillic, $0)] } ?? []
    case 0x0590...0x05FF: return hebrew(word).map { form(.hebrew, $0) }
    case 0x0600...0x06FF:
      let neighbours = [runs.lowerBound - 1, runs.upperBound].map { place in
        text.runs.indices.contains(place) ? scalars(of: text.runs[place].range, in: text) : []
      }
      return arabic(word, behind: neighbours[0], before: neighbours[1]).map { form(.arabic, $0) }
    default: return []
    }
  }

  private static func scalars(of range: Range<Int>, in text: FormText) -> [Unicode.Scalar] {
    Array(String(decoding: text.bytes[range], as: UTF8.self).unicodeScalars)
  }

  private static func form(_ kind: Spelling, _ spelling: [UInt8]) -> [UInt8] {
    [kind.rawValue] + spelling.prefix(NameReadings.mostBytes - 2) + [NameReadings.endOfWord]
  }

  private static func hebrew(_ word: [Unicode.Scalar]) -> [[UInt8]] {
    let spelling = ConsonantSpelling.hebrew
    guard let rest = ConsonantSpelling.withoutArticle(word, ConsonantSpelling.hebrewArticle) else {
      return spelling.spellings(of: word)
    }
    return spelling.spellings(of: word) + spelling.spellings(of: rest)
  }

  /// The spellings of a word with and without the article, and as one with the word for *servant* in front of it, as
  /// names are typed. That word may also be typed by itself, with the article at its end.
  private static func arabic(
    _ word: [Unicode.Scalar], behind last: [Unicode.Scalar], before next: [Unicode.Scalar]
  ) -> [[UInt8]] {
    let (spelling, article) = (ConsonantSpelling.arabic, ConsonantSpelling.arabicArticle)
    func hasArticle(_ word: [Unicode.Scalar]) -> Bool {
      ConsonantSpelling.withoutArticle(word, article) != nil
    }
    if word.starts(with: servant), hasArticle(Array(word.dropFirst(servant.count))) {
      let rest = Array(word.dropFirst(servant.count))
      return arabic(rest, behind: servant, before: []) + arabic(servant, behind: [], before: rest)
    }
    guard let rest = ConsonantSpelling.withoutArticle(word, article) else {
      let joined = word == servant && hasArticle(next) ? servant + article.suffix(1) : []
      return spelling.spellings(of: word) + (joined.isEmpty ? [] : spelling.spellings(of: joined))
    }
    var spellings = spelling.spellings(of: rest) + spelling.spellings(of: word)
    if last == servant {
      spellings += spelling.spellings(of: servant + word.dropFirst())
      spellings += spelling.spellings(of: servant + rest)
    }
    return spellings + [separateArticle]
  }

  /// The article as a word of its own, which it is only where it is typed so.
  private static let separateArticle = Array("-al".utf8)
  private static let servant: [Unicode.Scalar] = ["ع", "ب", "د"]

  // MARK: - What is typed

  /// What asks for names with a word that is spelt as a typed one is, by script.
  ///
  /// - Parameters:
  ///   - letters: Small Latin letters and digits.
  ///   - alphabets: Those that there are names in.
  ///   - goesOn: Whether the word is being typed: then words count that begin so.
  ///   - isAlone: Whether it is all that was typed.
  /// - Returns: The tests; none where it is too short or too long.
  static func tests(
    for letters: [UInt8], in alphabets: SpelledAlphabets, goesOn: Bool, isAlone: Bool
  ) -> [FormTest] {
    guard letters.count <= mostTyped, letters.contains(where: Pinyin.isLetter) else { return [] }
    let least = isAlone || goesOn ? leastLetters : leastLettersAmongOthers
    let isArticle =
      !isAlone && !goesOn && (letters == Array("al".utf8) || letters == Array("el".utf8))
    var tests: [FormTest] = []
    for alphabet in [SpelledAlphabets.cyrillic, .greek, .arabic, .hebrew]
    where alphabets.contains(alphabet) {
      var spellings = spellings(letters, in: alphabet, goesOn: goesOn)
      if isArticle, alphabet == .arabic { spellings.append(separateArticle) }
      for spelling in spellings where spelling.count >= least {
        tests.append(
          FormTest(
            .reading,
            [alphabet.kind.rawValue] + spelling + (goesOn ? [] : [NameReadings.endOfWord]),
            ending: goesOn ? .anything : .nothing))
      }
    }
    return tests
  }

  private static func spellings(
    _ letters: [UInt8], in alphabet: SpelledAlphabets, goesOn: Bool
  ) -> [[UInt8]] {
    switch alphabet {
    case .cyrillic:
      return goesOn ? CyrillicSpelling.beginnings(letters) : [CyrillicSpelling.canonical(letters)]
    case .greek:
      return goesOn ? GreekSpelling.beginnings(letters) : [GreekSpelling.canonical(letters)]
    default:
      let spelling = alphabet == .arabic ? ConsonantSpelling.arabic : .hebrew
      return goesOn ? spelling.beginnings(letters) : spelling.typed(letters)
    }
  }
}
