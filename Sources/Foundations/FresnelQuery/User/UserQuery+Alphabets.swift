import FresnelText

/// What a user query asks of names in Cyrillic, Greek, Arabic and Hebrew letters: that they have its words, which are
/// typed in Latin letters.
extension UserQuery {
  /// A text of more words is searched for as it stands.
  private static let mostSpelled = 8

  /// Whether a piece may be the spelling of a word in another alphabet.
  package var mayBeSpelledInLatin: Bool {
    pieces.count <= Self.mostSpelled && pieces.contains(where: isWord)
  }

  /// The tests for names with words that are spelt as pieces are.
  ///
  /// - Parameters:
  ///   - alphabets: Those that there are names in.
  ///   - goesOn: Whether the piece at the caret is the beginning of a word, and not a whole one.
  /// - Returns: By the place of each piece that may be a spelling, the tests of each of its words, of which an item has
  ///   to meet one.
  /// - Complexity: O(*n*) in the text.
  package func inOtherAlphabets(_ alphabets: SpelledAlphabets, goesOn: Bool) -> [Int: [[FormTest]]]
  {
    guard mayBeSpelledInLatin, text.utf8.count <= Self.mostBytes else { return [:] }
    var found: [Int: [[FormTest]]] = [:]
    var wordCount = 0
    var reader = FormText()
    for (place, piece) in pieces.enumerated() where isWord(piece) {
      let text = Self.withoutMarks(text(of: piece))
      var words = Self.words(of: text, &reader)
      guard words.allSatisfy({ $0.allSatisfy { $0 < 0x80 } }) else { continue }
      var transliterated = Self.words(of: Self.transliteration(text), &reader)
      wordCount += words.count
      if wordCount > Self.mostSpelled { return [:] }
      // What is written as one word with the article is typed with a hyphen.
      if words.count > 1, ConsonantSpelling.isArticle(words[0]) {
        words.removeFirst()
        transliterated.removeFirst()
      }
      let isAlone = pieces.count == 1 && words.count == 1
      let tests = words.enumerated().map { index, word in
        let goesOn = goesOn && piece.mayGoOn && index == words.count - 1
        let tests = SpelledWords.tests(for: word, in: alphabets, goesOn: goesOn, isAlone: isAlone)
        guard transliterated.indices.contains(index), transliterated[index] != word else {
          return tests
        }
        return tests
          + SpelledWords.tests(
            for: transliterated[index], in: alphabets.intersection(.cyrillic), goesOn: goesOn,
            isAlone: isAlone)
      }
      if !tests.isEmpty, !tests.contains(where: \.isEmpty) { found[place] = tests }
    }
    return found
  }

  /// What asks for names that show that a piece has no typing error: those with a word of these letters and vowels.
  ///
  /// - Parameter place: The place of the piece.
  /// - Returns: The tests; none where it is no spelling.
  package func spellings(ofPiece place: Int) -> [FormTest] {
    let alphabets: SpelledAlphabets = [.cyrillic, .greek]
    return (pieces[place].mayGoOn ? [false, true] : [false]).flatMap { goesOn in
      let words = inOtherAlphabets(alphabets, goesOn: goesOn)[place] ?? []
      return words.count == 1 ? words[0] : []
    }
  }

  private func isWord(_ piece: Piece) -> Bool {
    piece.kind == .word || piece.kind == .prefix || piece.kind == .code
  }

  /// The words of a text, folded.
  private static func words(of text: String, _ reader: inout FormText) -> [[UInt8]] {
    var text = text
    text.withUTF8 { reader.read($0) }
    return reader.runs.map { Array(reader.bytes[$0.range]) }
  }

  /// A text with the vowels of ISO 9 as people spell them. Only Cyrillic has them: in the transliteration of other
  /// scripts the mark is that of a long vowel.
  private static func transliteration(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var output = ""
    for character in text {
      switch character {
      case "â", "Â": output += "ya"
      case "û", "Û": output += "yu"
      default: output.append(character)
      }
    }
    return output
  }

  /// A text without apostrophes, which are no sign between words here, and with the letters that scholars have for
  /// sounds as people spell these.
  private static func withoutMarks(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "'") }) { return text }
    var output = ""
    for character in text {
      switch character {
      case "'", "\u{2019}", "\u{2018}", "\u{2B9}"..."\u{2BF}", "`": continue
      case "š", "Š": output += "sh"
      case "č", "Č": output += "ch"
      case "ž", "Ž": output += "zh"
      case "ŝ", "Ŝ": output += "shch"
      default: output.append(character)
      }
    }
    return output
  }
}
