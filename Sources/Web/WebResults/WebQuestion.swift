/// What may be sent to a public index: a few words, and nothing that looks as if it were meant for this machine.
package struct WebQuestion: Hashable, Sendable {
  /// The words with one space between them.
  package let text: String

  /// The most characters of a question; who types more has pasted something.
  package static let longest = 100
  /// The most characters of a word; keys, tokens and digests are longer.
  package static let longestWord = 32
  /// The fewest letters and digits.
  package static let fewestLetters = 2
  /// The most digits; numbers of accounts, cards and telephones have more.
  package static let mostDigits = 8

  /// Takes what was typed.
  ///
  /// - Throws: ``WebSearchError`` with ``WebSearchError/Code/kept``, which says why it is not sent.
  package init(_ typed: String) throws(WebSearchError) {
    // Before anything looks at all of a text that may be long.
    guard typed.utf8.count <= 4 * Self.longest, typed.count <= Self.longest else {
      throw Self.kept("it is longer than \(Self.longest) characters")
    }
    guard !typed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw Self.kept("it has more than one line, or control characters") }
    let words = typed.split(whereSeparator: \.isWhitespace)
    text = words.joined(separator: " ")
    guard text.count(where: { $0.isLetter || $0.isNumber }) >= Self.fewestLetters else {
      throw Self.kept("it has fewer than \(Self.fewestLetters) letters")
    }
    guard words.allSatisfy({ $0.count <= Self.longestWord }) else {
      throw Self.kept("a word is longer than \(Self.longestWord) characters, as keys are")
    }
    guard text.count(where: \.isNumber) <= Self.mostDigits else {
      throw Self.kept("it has more than \(Self.mostDigits) digits, as numbers of accounts have")
    }
    guard !text.contains(where: { "=<>\"\\".contains($0) }), !Self.callsFunction(text) else {
      throw Self.kept("it looks like a query string")
    }
    guard !words.contains(where: Self.isPlace) else {
      throw Self.kept("it names a file, a page or an address of mail")
    }
  }

  /// Whether a text has the only function of query strings, which takes white space before its parenthesis; in
  /// whichever case, for who types it wrong means it, too.
  private static func callsFunction(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.contains("inrange(") || text.contains("inrange (")
  }

  /// Whether a word is the path of a file, the address of a page, or one of mail.
  private static func isPlace(_ word: Substring) -> Bool {
    word.hasPrefix("/") || word.hasPrefix("~/") || word.contains("://") || word.contains("@")
      || word.hasPrefix("www.") || (word.contains("/") && word.contains("."))
  }

  private static func kept(_ why: String) -> WebSearchError {
    WebSearchError(.kept, "What was typed was not sent to the web: \(why).")
  }
}
