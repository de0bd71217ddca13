import FresnelQuery

/// What a text asks of the forms of items, in the simplest form.
///
/// Texts are words of ASCII letters and digits, some with signs between letters or with `+` behind them, and one space
/// between words.
struct NaiveForms {
  private let words: [String]
  private let isFinished: Bool

  init(_ text: String) {
    words = text.split(separator: " ").map(String.init)
    isFinished = text.hasSuffix(" ")
  }

  /// The initials that the text may be.
  var initials: Query? {
    guard words.count == 1, (3...8).contains(words[0].count), words[0].allSatisfy(\.isLetter) else {
      return nil
    }
    return Self.query(FormTest(.initials, Array(words[0].utf8), ending: .anything))
  }

  /// The plans of what was typed, best first, with how the text relates to names.
  ///
  /// - Parameter clauses: What is asked of the words as they stand.
  /// - Returns: The plans.
  func plans(words clauses: [Query]) -> [(relation: Int, query: [Query])] {
    let name = words.map { word in
      String(word.map { $0.isLetter || $0.isNumber || $0 == "+" ? $0 : " " })
    }.joined(separator: " ")
    let count = name.split(separator: " ").count
    let bytes = Array(name.utf8)
    var plans: [(relation: Int, query: [Query])] = [
      (2, [Self.query(FormTest(.name, bytes, rank: .points(8 + 32 * count)))])
    ]
    let codes = words.enumerated().compactMap { code(of: $1, isLast: $0 == words.count - 1) }
    plans.append((0, withCodes(codes, clauses)))
    plans.append((0, clauses))
    return plans
  }

  /// The items that have a word as a code, and each other one as a code or as it stands.
  private func withCodes(_ codes: [FormTest], _ clauses: [Query]) -> [Query] {
    var alternatives: [Query] = []
    for (place, word) in words.enumerated() {
      let isLast = place == words.count - 1
      let text = Pattern.Element.text(word)
      let asWord = Query.comparison(
        Comparison(run: Pattern(isLast && !isFinished ? [text, .anySequence] : [text])))
      let clause = code(of: word, isLast: isLast).map { Query.any(of: [asWord, Self.query($0)]) }
      if !alternatives.contains(clause ?? asWord) { alternatives.append(clause ?? asWord) }
    }
    let leads = codes.map {
      Self.query(FormTest($0.kind, $0.bytes, ending: $0.ending, rank: .none))
    }
    // Without a code nothing leads.
    return alternatives + [.any(of: leads)]
  }

  private func code(of word: String, isLast: Bool) -> FormTest? {
    let code = Array(word.filter { $0.isLetter || $0.isNumber || $0 == "+" }.utf8)
    guard code.count >= 2 else { return nil }
    let goesOn = isLast && !isFinished && code.count >= 3
    return FormTest(.code, code, ending: goesOn ? .anything : .nothing)
  }

  private static func query(_ test: FormTest) -> Query {
    .comparison(Comparison(form: test))
  }
}
