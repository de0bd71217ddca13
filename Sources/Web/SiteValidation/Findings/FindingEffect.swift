internal import CrawlRules
internal import SiteAssociations
internal import StructuredData
package import WebDocuments
internal import WebMarkup

/// What a finding costs in search, the worst first.
package enum FindingEffect: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// Nobody gets the page.
  case reach
  /// The page isn't shown, or under another address.
  case presence
  /// What the page tells of isn't understood.
  case understanding
  /// The page opens in the browser, not in the app.
  case opening
  /// The result says and shows less.
  case appearance
  /// Pages are found late.
  case discovery

  /// What it costs, in a few words.
  package var title: String {
    switch self {
    case .reach: "the page can't be fetched"
    case .presence: "the page isn't shown, or under another address"
    case .understanding: "what the page tells of isn't understood"
    case .opening: "links open in the browser and not in the app"
    case .appearance: "the result says and shows less"
    case .discovery: "pages are found late"
    }
  }

  /// What a finding costs.
  package init(of diagnostic: Diagnostic) {
    let area = Self.areaOfRule[diagnostic.rule]
    self = area.map { Self.areas[$0].effect } ?? .understanding
  }

  /// Whether one costs more than another.
  package static func < (first: FindingEffect, second: FindingEffect) -> Bool {
    first.rawValue < second.rawValue
  }

  /// How far behind in the order a finding stands.
  private static func rank(of diagnostic: Diagnostic) -> Int {
    areaOfRule[diagnostic.rule] ?? areas.count
  }

  /// Rules with what breaking them costs, in this order; the first area that has a rule counts.
  private static let areas: [(effect: FindingEffect, rules: [DiagnosticRule])] = [
    (.reach, [.blockedByRobots, .robotsUnreachable] + DiagnosticRule.reaching),
    (.presence, DiagnosticRule.access + DiagnosticRule.canonical + DiagnosticRule.documents),
    (.presence, [.bodyNeedsScript, .titleMissing, .keywordsStuffed]),
    (
      .understanding,
      DiagnosticRule.jsonLD + DiagnosticRule.microdata + DiagnosticRule.rdfa
        + DiagnosticRule.vocabulary
    ),
    (.opening, DiagnosticRule.deepLinks + DiagnosticRule.association),
    (
      .appearance,
      DiagnosticRule.titleDescriptionImage + DiagnosticRule.card + DiagnosticRule.openGraph
        + DiagnosticRule.twitterCard + DiagnosticRule.resources
    ),
    (.discovery, DiagnosticRule.sitemaps),
  ]

  // Rules of several areas may have one code; what counts is the rule.
  private static let areaOfRule: [DiagnosticRule: Int] = {
    var places: [DiagnosticRule: Int] = [:]
    for (place, area) in areas.enumerated() {
      for rule in area.rules where places[rule] == nil { places[rule] = place }
    }
    return places
  }()
}

extension FindingEffect {
  /// Whether one finding comes before another one, both of the same severity; `nil` where neither does.
  static func comesFirst(_ one: Diagnostic, _ other: Diagnostic) -> Bool? {
    let (rank, otherRank) = (rank(of: one), rank(of: other))
    return rank == otherRank ? nil : rank < otherRank
  }
}

extension [Diagnostic] {
  /// The findings in order of effect: errors first, of these what costs most; otherwise as they are.
  package var inOrderOfEffect: [Diagnostic] {
    enumerated().sorted { first, second in
      let (one, other) = (first.element, second.element)
      if one.severity != other.severity { return one.severity > other.severity }
      return FindingEffect.comesFirst(one, other) ?? (first.offset < second.offset)
    }.map(\.element)
  }
}
