internal import WebAddresses
internal import WebDocuments

/// A URL being compared with the rules of a file.
struct RuleComparison {
  /// What it may still cost.
  var work = MatchingWork()

  private var url: ComparedURL
  private let variables: [VariableTable.Values]

  /// Where a URL differs from a rule. Of thousands of rules few are told, so that texts are made of it only then.
  struct Difference {
    /// The part of the URL that differs.
    fileprivate enum Place {
      case part(LinkPart)
      case item([Unicode.Scalar])
    }

    fileprivate let place: Place
    fileprivate let pattern: LinkPattern?
    fileprivate let text: [Unicode.Scalar]
  }

  /// Prepares to compare a URL.
  init(_ url: WebURL, variables: [VariableTable.Values]) {
    self.url = ComparedURL(url)
    self.variables = variables
  }

  /// Where a rule does not fit; `nil` when it does.
  mutating func difference(from rule: LinkRule) -> Difference? {
    let mode = ComparedURL.Mode(
      decodes: !rule.isPercentEncoded, foldsCase: !rule.isCaseSensitive)
    if let part = rule.brokenPart {
      return Difference(place: .part(part), pattern: nil, text: url.text(of: part, mode))
    }
    if let path = rule.path,
      let difference = difference(path, .part(.path), url.text(of: .path, mode))
    {
      return difference
    }
    return differenceBesidePath(rule, mode)
  }

  private mutating func differenceBesidePath(
    _ rule: LinkRule, _ mode: ComparedURL.Mode
  ) -> Difference? {
    switch rule.query {
    case .whole(let pattern)?:
      if let difference = difference(pattern, .part(.query), url.text(of: .query, mode)) {
        return difference
      }
    case .items(let items)?:
      for item in items {
        work.spend(item.name.count)
        for value in url.values(of: item.name, mode) {
          if let difference = difference(item.pattern, .item(item.name), value) {
            return difference
          }
        }
      }
    case nil: break
    }
    guard let fragment = rule.fragment else { return nil }
    return difference(fragment, .part(.fragment), url.text(of: .fragment, mode))
  }

  private mutating func difference(
    _ pattern: LinkPattern, _ place: Difference.Place, _ text: [Unicode.Scalar]
  ) -> Difference? {
    work.spend(1)
    if !pattern.surelyDiffers(from: text, work: &work),
      PatternRun(text: text, variables: variables).fits(pattern, work: &work)
    {
      return nil
    }
    return Difference(place: place, pattern: pattern, text: text)
  }

  /// Whether a rule includes, and would fit if its path were compared without regard to case.
  ///
  /// Paths with variables are left out of this.
  mutating func isNearMiss(_ rule: LinkRule) -> Bool {
    guard !rule.isExclusion, rule.isCaseSensitive, rule.brokenPart == nil, let path = rule.path,
      path.obstacle == nil, !work.isExhausted, !path.namesVariables
    else { return false }
    let decodes = !rule.isPercentEncoded
    let text = url.text(of: .path, ComparedURL.Mode(decodes: decodes, foldsCase: true))
    work.spend(1)
    guard !path.surelyDiffers(from: text, foldingCase: true, work: &work) else { return false }
    var none: VariableTable?
    work.spend(path.source.utf8.count)
    let folded = LinkPattern(path.source, isPath: true, foldsCase: true, variables: &none)
    guard PatternRun(text: text, variables: []).fits(folded, work: &work) else { return false }
    let mode = ComparedURL.Mode(decodes: decodes, foldsCase: false)
    return differenceBesidePath(rule, mode) == nil
  }
}

extension AssociationMatch.Misfit {
  /// Says where a rule does not fit.
  init(_ difference: RuleComparison.Difference) {
    switch difference.place {
    case .part(let part): self.part = part
    case .item(let name): part = .queryItem(Self.shown(name))
    }
    pattern = difference.pattern.map { Self.shown($0.source.unicodeScalars) }
    text = Self.shown(difference.text)
    reason =
      if let pattern = difference.pattern { pattern.obstacle?.sentence } else {
        "The pattern is of a wrong kind."
      }
  }

  private static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
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

  /// Whether a text differs in what the pattern begins or ends with, which spares running through it: of a file's
  /// many rules most begin otherwise than a URL.
  func surelyDiffers(
    from text: [Unicode.Scalar], foldingCase: Bool = false, work: inout MatchingWork
  ) -> Bool {
    func differs(_ literal: [Unicode.Scalar], at start: Int) -> Bool {
      guard start >= 0, start + literal.count <= text.count else { return true }
      for (place, scalar) in literal.enumerated() {
        guard text[start + place] == (foldingCase ? scalar.caseFolded : scalar) else {
          work.spend(place)
          return true
        }
      }
      work.spend(literal.count)
      return false
    }
    if case .literal(let scalars)? = elements.first, differs(scalars, at: 0) { return true }
    // Behind a place where a text may end comes a run of any characters, so a last literal has to be there.
    if case .literal(let scalars)? = elements.last {
      return differs(scalars, at: text.count - scalars.count)
    }
    return false
  }
}

extension LinkPattern.Obstacle {
  /// Why a pattern fits nothing, in words.
  fileprivate var sentence: String {
    switch self {
    case .undefined(let name):
      "It names the variable \"\(Diagnostic.excerpt(name))\", which nothing defines."
    case .unterminated: "It begins a reference with $( and does not end it."
    }
  }
}
