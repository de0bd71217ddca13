/// What the rank of a page is made of.
package enum RankingFeature: String, CaseIterable, Sendable {
  /// How well its texts answer the question, from 0 to 1, compared with the best.
  case text
  /// Its rating, shrunk towards the mean of all the fewer people gave it; from 0 to 1.
  case rating
  /// The logarithm of how often people did something with it; from 0 to 1.
  case interactions
  /// Where the page stands among all by the links to it; from 0 to 1.
  case pageReputation = "page_reputation"
  /// Where its site stands among all; from 0 to 1.
  case siteReputation = "site_reputation"
  /// How much of a result card it fills; from 0 to 1.
  case completeness
  /// 1 where an app is proven to belong to its site and opens it.
  case verifiedLink = "verified_link"
  /// How much its keywords look like an attempt to be found for everything; from 0 to 1.
  case keywordSpam = "keyword_spam"
  /// Where it says how its site is searched: the share of the question that names the site.
  case searchLanding = "search_landing"
}

/// A value for each feature.
package struct RankingFeatures: Hashable, Sendable {
  /// In place, as there is one for each page that is compared.
  private var values = InlineArray<9, Double>(repeating: 0)

  /// Makes values of 0.
  package init() {}

  /// The value of a feature.
  package subscript(feature: RankingFeature) -> Double {
    get { values[feature.index] }
    set { values[feature.index] = newValue }
  }

  /// The sum of all values, each times that of the same feature.
  func sum(times weights: RankingFeatures) -> Double {
    values.indices.reduce(0) { $0 + values[$1] * weights.values[$1] }
  }

  /// Whether all values are equal.
  package static func == (first: RankingFeatures, second: RankingFeatures) -> Bool {
    first.values.indices.allSatisfy { first.values[$0] == second.values[$0] }
  }

  /// Hashes all values.
  package func hash(into hasher: inout Hasher) {
    for index in values.indices { hasher.combine(values[index]) }
  }
}

extension RankingFeature {
  /// The place among all.
  fileprivate var index: Int {
    switch self {
    case .text: 0
    case .rating: 1
    case .interactions: 2
    case .pageReputation: 3
    case .siteReputation: 4
    case .completeness: 5
    case .verifiedLink: 6
    case .keywordSpam: 7
    case .searchLanding: 8
    }
  }
}
