internal import WebAddresses

/// A URL being compared with the rules of a file.
struct RuleComparison {
  /// What it may still cost.
  var work = MatchingWork()

  private var url: ComparedURL
  private let variables: [VariableTable.Values]

  /// Prepares to compare a URL.
  init(_ url: WebURL, variables: [VariableTable.Values]) {
    self.url = ComparedURL(url)
    self.variables = variables
  }

  /// Why a rule does not fit; `nil` when it does.
  mutating func misfit(_ rule: LinkRule) -> AssociationMatch.Misfit? {
    let mode = ComparedURL.Mode(
      decodes: !rule.isPercentEncoded, foldsCase: !rule.isCaseSensitive)
    if let part = rule.brokenPart {
      return AssociationMatch.Misfit(
        part: part, pattern: nil, text: Self.shown(url.text(of: part, mode)),
        reason: "The pattern is of a wrong kind.")
    }
    if let path = rule.path, let misfit = misfit(path, .path, url.text(of: .path, mode)) {
      return misfit
    }
    return misfitBesidePath(rule, mode)
  }

  private mutating func misfitBesidePath(
    _ rule: LinkRule, _ mode: ComparedURL.Mode
  ) -> AssociationMatch.Misfit? {
    switch rule.query {
    case .whole(let pattern)?:
      if let misfit = misfit(pattern, .query, url.text(of: .query, mode)) { return misfit }
    case .items(let items)?:
      for item in items {
        work.spend(item.name.count)
        for value in url.values(of: item.name, mode) {
          if let misfit = misfit(item.pattern, .queryItem(Self.shown(item.name)), value) {
            return misfit
          }
        }
      }
    case nil: break
    }
    guard let fragment = rule.fragment else { return nil }
    return misfit(fragment, .fragment, url.text(of: .fragment, mode))
  }

  private mutating func misfit(
    _ pattern: LinkPattern, _ part: @autoclosure () -> LinkPart, _ text: [Unicode.Scalar]
  ) -> AssociationMatch.Misfit? {
    work.spend(1)
    if PatternRun(text: text, variables: variables).fits(pattern, work: &work) { return nil }
    return AssociationMatch.Misfit(
      part: part(), pattern: pattern.source, text: Self.shown(text),
      reason: pattern.obstacle?.sentence)
  }

  /// Whether a rule includes, and would fit if its path were compared without regard to case.
  ///
  /// Paths with variables are left out of this.
  mutating func isNearMiss(_ rule: LinkRule) -> Bool {
    guard !rule.isExclusion, rule.isCaseSensitive, rule.brokenPart == nil, let path = rule.path,
      path.obstacle == nil, !work.isExhausted, !path.namesVariables
    else { return false }
    var none: VariableTable?
    work.spend(path.source.utf8.count)
    let folded = LinkPattern(path.source, isPath: true, foldsCase: true, variables: &none)
    let decodes = !rule.isPercentEncoded
    let text = url.text(of: .path, ComparedURL.Mode(decodes: decodes, foldsCase: true))
    guard PatternRun(text: text, variables: []).fits(folded, work: &work) else { return false }
    return misfitBesidePath(rule, ComparedURL.Mode(decodes: decodes, foldsCase: false)) == nil
  }

  private static func shown(_ scalars: [Unicode.Scalar]) -> String {
    // What a report shows need not be longer than this.
    var text = String.UnicodeScalarView()
    text += scalars.prefix(1_024)
    return String(text)
  }
}

extension LinkPattern {
  /// Whether it has a reference to a variable.
  fileprivate var namesVariables: Bool {
    elements.contains { if case .variable = $0 { true } else { false } }
  }
}

extension LinkPattern.Obstacle {
  /// Why a pattern fits nothing, in words.
  fileprivate var sentence: String {
    switch self {
    case .undefined(let name): "It names the variable \"\(name)\", which nothing defines."
    case .unterminated: "It begins a reference with $( and does not end it."
    }
  }
}
