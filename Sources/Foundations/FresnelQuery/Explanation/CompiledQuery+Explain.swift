import FresnelModel
import FresnelText

extension CompiledQuery {
  /// Tells why an item matches or does not. Every clause is looked at, also where the outcome is
  /// already known.
  public func explain(_ source: some AttributeSource) -> Explanation {
    var compiler = QueryCompiler(context: context, keepsShape: true)
    return compiler.compile(query).explain(source)
  }
}

extension CompiledClause {
  fileprivate func explain(_ source: some AttributeSource) -> Explanation {
    switch self {
    case .comparison(let comparison): return comparison.explain(source)
    case .not(let clause):
      let inner = clause.explain(source)
      return Explanation(
        kind: .not, clause: "", isMatch: !inner.isMatch, reason: "", matches: [], clauses: [inner])
    case .and(let clauses):
      let inner = clauses.map { $0.explain(source) }
      return Explanation(
        kind: .and, clause: "", isMatch: inner.allSatisfy(\.isMatch), reason: "", matches: [],
        clauses: inner)
    case .or(let clauses):
      let inner = clauses.map { $0.explain(source) }
      return Explanation(
        kind: .or, clause: "", isMatch: inner.contains(where: \.isMatch), reason: "", matches: [],
        clauses: inner)
    }
  }
}

extension CompiledComparison {
  fileprivate func explain(_ item: some AttributeSource) -> Explanation {
    let matches: [Explanation.Match]
    let isSatisfied: Bool
    switch test {
    case .text(let test):
      let places = test.places(target, of: item)
      isSatisfied = places.allSatisfy { $0 != nil }
      matches = places.compactMap { $0 }
    case .quantity(let test):
      let place = test.place(target, of: item)
      isSatisfied = place != nil
      matches = place.map { [$0] } ?? []
    // Explanations are of queries compiled clause by clause, without sets.
    case .texts, .quantities, .form:
      isSatisfied = positive.matches(item)
      matches = []
    }
    let reason =
      isSatisfied
      ? test.form.map { "The item has this \($0.kind)." } ?? Explanation.Match.sentence(matches)
      : MismatchReason(comparison: self, matches: matches).sentence(for: item)
    return Explanation(
      kind: .comparison, clause: source.shown, isMatch: isSatisfied != isNegated,
      reason: reason,
      matches: matches, clauses: [])
  }
}

extension CompiledComparison.Test {
  fileprivate var form: FormTest? { if case .form(let test) = self { test } else { nil } }
}

extension Query {
  /// The comparison as a query string has it; for a word or form of a user query, which none has, its text.
  fileprivate var shown: String {
    guard case .comparison(let comparison) = self, comparison.isOfUserQuery,
      case .pattern(let pattern) = comparison.value
    else { return description }
    let parts = pattern.elements.map { if case .text(let text) = $0 { text } else { "…" } }
    return "“" + parts.joined() + "”"
  }
}

extension TextTest {
  /// For each pattern the place where it matches. Under a named attribute all patterns must match in
  /// one element; where none has them all, the one that has most counts.
  fileprivate func places(
    _ target: AttributeTarget, of source: some AttributeSource
  ) -> [Explanation.Match?] {
    var best = [Explanation.Match?](repeating: nil, count: patterns.count)
    _ = target.anyElement(of: source) { value, path in
      guard case .text(let text) = value else { return false }
      let element = FoldedElement(text, folder: folder)
      let found = patterns.map { pattern in
        ranges(of: pattern, in: element).map { Explanation.Match($0, in: element, at: path) }
      }
      if target.isUnfielded {
        for (index, match) in found.enumerated() where best[index] == nil { best[index] = match }
      } else if found.count(where: { $0 != nil }) > best.count(where: { $0 != nil }) {
        best = found
      }
      return best.allSatisfy { $0 != nil }
    }
    return best
  }
}

extension QuantityTest {
  /// The first element in the interval.
  fileprivate func place(
    _ target: AttributeTarget, of source: some AttributeSource
  ) -> Explanation.Match? {
    var found: Explanation.Match?
    _ = target.anyElement(of: source) { value, path in
      let isAccepted =
        switch value {
        case .text: false
        case .number(let number): accepts(number, isDate: false)
        case .date(let date): accepts(.double(date.secondsSinceReferenceDate), isDate: true)
        }
      if isAccepted {
        found = Explanation.Match(
          path: path.description, value: value.printed, range: nil, matchedText: nil)
      }
      return isAccepted
    }
    return found
  }
}

extension Explanation.Match {
  fileprivate init(_ ranges: [Range<Int>], in element: FoldedElement, at path: ElementPath) {
    let start = ranges.first?.lowerBound ?? 0
    let end = ranges.last?.upperBound ?? 0
    let range = element.folded.originalRange(of: start..<end)
    self.init(
      path: path.description, value: element.text, range: range,
      matchedText: String(decoding: Array(element.text.utf8)[range], as: UTF8.self))
  }

  /// What matched where, in one sentence.
  fileprivate static func sentence(_ matches: [Self]) -> String {
    guard matches.count == 1 else { return matches.map(\.clause).joined(separator: ", ") + "." }
    let match = matches[0]
    guard let range = match.range else { return "\(match.path) is \(match.value)." }
    return "\(match.path) is \(quoted(match.value)): "
      + "matched \(quoted(match.matchedText ?? "")) at byte \(range.lowerBound)."
  }

  private var clause: String {
    "\(path) has \(quoted(matchedText ?? value)) at byte \(range?.lowerBound ?? 0)"
  }
}

extension ElementValue {
  /// The value for people to read.
  var printed: String {
    switch self {
    case .text(let text): quoted(text)
    case .number(.integer(let integer)): String(integer)
    case .number(.double(let double)): String(double)
    // ISO 8601 writes the years 1 to 9999 only.
    case .date(let date):
      date.iso8601 ?? "\(date.secondsSinceReferenceDate) seconds since 2001"
    }
  }
}

/// A text in quotation marks, cut where it gets long.
func quoted(_ text: String) -> String {
  let shown = text.prefix(60)
  return "\"" + shown + (shown.endIndex < text.endIndex ? "…\"" : "\"")
}
