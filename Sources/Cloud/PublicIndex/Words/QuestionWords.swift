internal import FresnelText

/// The words of a question, to be looked for in a text.
package struct QuestionWords: Sendable {
  private let words: [AskedWord]
  private let language: String

  /// Takes the words out of a question.
  package init(_ question: Question) {
    words = AskedWord.words(
      in: question.text, language: question.language, isBeingTyped: question.isBeingTyped)
    language = question.language
  }

  /// Where the words of a text are that are asked for, or forms of them.
  ///
  /// - Parameter text: The text.
  /// - Returns: Ranges of its bytes in UTF-8, in order.
  /// - Complexity: O(*b*) in the bytes of the text.
  package func ranges(in text: String) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    let locale = TextLocale(identifier: language)
    let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    let stemmer = Stemmer(language: language)
    let bytes = Array(text.utf8)
    return WordSegmenter.words(in: text, locale: locale).filter { range in
      let token = folder.foldedBytes(String(decoding: bytes[range], as: UTF8.self))
      let stem = stemmer?.stem(token) ?? token
      return words.contains { word in
        word.isBeginning
          ? token.starts(with: word.folded) : token == word.folded || stem == word.stem
      }
    }
  }

  /// Whether a text has each word or a form of it; none has the words of a question without any.
  ///
  /// - Complexity: O(*b*) in the bytes of the text.
  package func areAll(in text: String) -> Bool {
    guard !words.isEmpty else { return false }
    let locale = TextLocale(identifier: language)
    let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    let stemmer = Stemmer(language: language)
    let folded = folder.foldedBytes(text)
    var tokens: [[UInt8]] = []
    var stems: [[UInt8]] = []
    for range in WordSegmenter.words(in: String(decoding: folded, as: UTF8.self), locale: locale) {
      let token = Array(folded[range])
      tokens.append(token)
      stems.append(stemmer?.stem(token) ?? token)
    }
    return words.allSatisfy { word in
      word.isBeginning
        ? tokens.contains { $0.starts(with: word.folded) }
        : tokens.contains(word.folded) || stems.contains(word.stem)
    }
  }
}
