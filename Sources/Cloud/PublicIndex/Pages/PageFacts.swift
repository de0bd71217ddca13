package import FresnelModel

/// What ranking knows of a page besides its texts.
package struct PageFacts: Hashable, Sendable {
  /// The mean rating, from 0 for the worst possible to 1; `nil` when nobody rated it.
  package var rating: Double?
  /// How many people rated it.
  package var ratingCount: Double
  /// How often people did something with it: likes, plays, comments, downloads.
  package var interactionCount: Double
  /// Where the page stands among all by the links to it, from 0 to 1.
  package var pageReputation: Double
  /// Where its site stands among all, from 0 to 1.
  package var siteReputation: Double
  /// How much of a result card it fills, from 0 to 1.
  package var completeness: Double
  /// Whether an app is proven to belong to its site and opens it.
  package var hasVerifiedLink: Bool
  /// How much its keywords look like an attempt to be found for everything, from 0 to 1.
  package var keywordSpam: Double
  /// Whether it says how its site is searched.
  package var isSearchLanding: Bool

  /// Makes facts; without any nothing is known.
  package init(
    rating: Double? = nil, ratingCount: Double = 0, interactionCount: Double = 0,
    pageReputation: Double = 0, siteReputation: Double = 0, completeness: Double = 0,
    hasVerifiedLink: Bool = false, keywordSpam: Double = 0, isSearchLanding: Bool = false
  ) {
    self.rating = rating
    self.ratingCount = ratingCount
    self.interactionCount = interactionCount
    self.pageReputation = pageReputation
    self.siteReputation = siteReputation
    self.completeness = completeness
    self.hasVerifiedLink = hasVerifiedLink
    self.keywordSpam = keywordSpam
    self.isSearchLanding = isSearchLanding
  }
}

// MARK: - In items

extension PageFacts {
  private enum Key: String, CaseIterable {
    case rating = "fresnel_page_rating"
    case ratingCount = "fresnel_page_rating_count"
    case interactionCount = "fresnel_page_interactions"
    case pageReputation = "fresnel_page_reputation"
    case siteReputation = "fresnel_site_reputation"
    case completeness = "fresnel_page_completeness"
    case hasVerifiedLink = "fresnel_page_verified_link"
    case keywordSpam = "fresnel_page_keyword_spam"
    case isSearchLanding = "fresnel_page_search_landing"

    var attribute: AttributeKey { .custom(CustomAttributeKey(name: rawValue)) }

    /// The place among all keys.
    var place: Int {
      switch self {
      case .rating: 0
      case .ratingCount: 1
      case .interactionCount: 2
      case .pageReputation: 3
      case .siteReputation: 4
      case .completeness: 5
      case .hasVerifiedLink: 6
      case .keywordSpam: 7
      case .isSearchLanding: 8
      }
    }
  }

  /// The attributes that hold the facts: a number each.
  static let numbers = Key.allCases.map(\.attribute)

  /// The facts that an item holds.
  package init(of item: EncodedItem) {
    self.init(
      numbers: Self.numbers.map { key in
        if case .double(let number) = try? item.decodedValue(for: key) { number } else { nil }
      }[...])
  }

  /// Facts of numbers, in the order of ``numbers``.
  init(numbers: ArraySlice<Double?>) {
    func number(_ key: Key) -> Double? {
      numbers[numbers.startIndex + key.place].flatMap { $0.isFinite ? $0 : nil }
    }
    func share(_ key: Key) -> Double { min(max(number(key) ?? 0, 0), 1) }
    self.init(
      rating: number(.rating).map { min(max($0, 0), 1) },
      ratingCount: max(number(.ratingCount) ?? 0, 0),
      interactionCount: max(number(.interactionCount) ?? 0, 0),
      pageReputation: share(.pageReputation), siteReputation: share(.siteReputation),
      completeness: share(.completeness), hasVerifiedLink: share(.hasVerifiedLink) > 0,
      keywordSpam: share(.keywordSpam), isSearchLanding: share(.isSearchLanding) > 0)
  }

  /// Puts the facts among the attributes of an item.
  package func write(to attributes: inout Attributes) {
    func set(_ key: Key, _ value: Double?) { attributes[key.attribute] = value.map { .double($0) } }
    set(.rating, rating)
    set(.ratingCount, ratingCount)
    set(.interactionCount, interactionCount)
    set(.pageReputation, pageReputation)
    set(.siteReputation, siteReputation)
    set(.completeness, completeness)
    set(.hasVerifiedLink, hasVerifiedLink ? 1 : 0)
    set(.keywordSpam, keywordSpam)
    set(.isSearchLanding, isSearchLanding ? 1 : 0)
  }
}
