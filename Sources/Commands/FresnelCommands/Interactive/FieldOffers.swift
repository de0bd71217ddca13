internal import CommandKit
internal import FresnelText
internal import SpotlightWire

/// A filter that a part of what is typed may be meant as. It narrows nothing before the person chooses it; then it
/// stands before the text, without the words that it came from.
struct FilterOffer: Equatable, Sendable {
  /// The text that it is offered for.
  let typed: String
  /// The filter, with the part of the text that it stands for.
  let token: QueryToken

  /// The filter as it goes with what is left of the text.
  var besideText: QueryToken {
    var token = token
    token.range = 0..<0
    return token
  }

  /// What is left of the text without the words of the filter.
  var rest: String {
    let utf8 = typed.utf8
    let range = token.range.clamped(to: 0..<utf8.count)
    func words(_ part: Substring.UTF8View) -> [Substring] {
      String(decoding: part, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    }
    let rest =
      words(Substring(typed).utf8.prefix(range.lowerBound))
      + words(Substring(typed).utf8.dropFirst(range.upperBound))
    // Behind a text the next word begins.
    return rest.map { $0 + " " }.joined()
  }
}

extension Key {
  /// Whether it erases what stands before the cursor.
  var erasesBefore: Bool { self == .backspace || self == .eraseWord || self == .eraseLine }
}

/// How the text that is typed may go on, shown behind the cursor: the rest of a word or of a name.
struct TextCompletion: Equatable, Sendable {
  /// The text that it goes on from.
  let typed: String
  /// What comes behind it.
  let rest: String

  /// Puts the parts together.
  init(typed: String, rest: String) {
    (self.typed, self.rest) = (typed, rest)
  }

  /// The completion by a suggestion; `nil` for one that changes what is typed, but for its case.
  init?(of typed: String, by suggestion: Suggestion) {
    guard suggestion.kind == .completion || suggestion.kind == .nextWord, !typed.isEmpty,
      !suggestion.text.contains(where: \.isNewline)
    else { return nil }
    let count = typed.count
    let beginning = suggestion.text.prefix(count)
    guard beginning.count == count, beginning.lowercased() == typed.lowercased() else { return nil }
    let rest = suggestion.text.dropFirst(count)
    guard !rest.isEmpty else { return nil }
    self.init(typed: typed, rest: String(rest))
  }
}

extension SearchScreen {
  /// What is shown behind the cursor: how the text goes on whose results are shown, while the cursor is at its end.
  ///
  /// `nil` where it would look like what is typed, or would not be seen whole: then no key takes it either.
  var completion: TextCompletion? {
    guard drawsLooks, let completion = results.completion, completion.typed == field.text,
      field.textBeforeCursor == field.text
    else { return nil }
    let room = size.columns - 1
    let shown = field.text + withoutControls(completion.rest)
    return fieldMarks(room).columns + displayWidth(of: shown) <= room ? completion : nil
  }
}
