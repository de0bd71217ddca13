internal import WebDocuments

// Rules that decide nothing, as another one decides before them.

extension AssociationReader {
  /// The most rules of a detail that are compared with each other; the rest is compared with rules for everything.
  private static let comparedRules = 200
  /// The steps that comparing rules with each other may take.
  private static let comparingLimit = 2_000_000

  /// Tells which rules fit every URL, and which are never reached.
  mutating func noteUnreachable(_ details: [AppLinkDetail]) {
    var work = MatchingWork(limit: Self.comparingLimit)
    // The apps for which an earlier detail decides everything.
    var decided: Set<String> = []
    for detail in details {
      if !detail.applications.isEmpty, detail.applications.allSatisfy(decided.contains),
        let first = detail.rules.first
      {
        findings.add(
          .associationUnreachable,
          "\(detail.subject) is never reached: an earlier detail of its apps fits everything.",
          at: first.offset, detail.subject)
      }
      if noteUnreachable(in: detail.rules, &work) { decided.formUnion(detail.applications) }
    }
  }

  /// Tells it of one detail; whether one of its rules fits everything.
  private mutating func noteUnreachable(
    in rules: [LinkRule], _ work: inout MatchingWork
  ) -> Bool {
    var catchAll: LinkRule?
    for (index, rule) in rules.enumerated() {
      var earlier = catchAll
      if earlier == nil, index < Self.comparedRules {
        earlier = rules[..<index].first { !work.isExhausted && $0.covers(rule, work: &work) }
      }
      if let earlier {
        findings.add(
          .associationUnreachable,
          "\(rule.subject) is never reached: \(earlier.subject) decides about all that it fits.",
          at: rule.offset, rule.subject)
      }
      guard catchAll == nil, rule.fitsEverything else { continue }
      findings.add(
        .associationMatchesEverything,
        "\(rule.subject) fits every URL\(rule.isExclusion ? ", and excludes it" : "").",
        at: rule.offset, rule.subject, severity: index == rules.count - 1 ? .notice : .warning)
      catchAll = rule
    }
    return catchAll != nil
  }
}

extension LinkRule {
  /// Whether all that another rule fits is surely fitted by this one.
  fileprivate func covers(_ other: LinkRule, work: inout MatchingWork) -> Bool {
    if fitsEverything { return true }
    guard brokenPart == nil, other.brokenPart == nil,
      isCaseSensitive == other.isCaseSensitive, isPercentEncoded == other.isPercentEncoded
    else { return false }
    guard Self.covers(path, other.path, &work), Self.covers(fragment, other.fragment, &work) else {
      return false
    }
    switch (query, other.query) {
    case (nil, _): return true
    case (.whole(let mine), .whole(let others)): return Self.covers(mine, others, &work)
    case (.whole(let mine), _): return mine.fitsEverything
    case (.items(let mine), .items(let others)):
      work.spend(mine.count * others.count)
      if work.isExhausted { return false }
      return mine.allSatisfy { item in
        others.contains { $0.name == item.name && Self.covers(item.pattern, $0.pattern, &work) }
      }
    case (.items, _): return false
    }
  }

  private static func covers(
    _ mine: LinkPattern?, _ others: LinkPattern?, _ work: inout MatchingWork
  ) -> Bool {
    guard let mine, !mine.fitsEverything else { return true }
    guard let others else { return false }
    return mine.covers(others, work: &work)
  }
}
