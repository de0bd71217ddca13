package import WebDocuments

/// Which pages of a crawl another one stands for in the index.
package struct JoinedPages: Sendable {
  /// How many pages another one with the same or nearly the same content stands for.
  package let alikeCount: Int
  /// How many pages stand aside for the one that they name as canonical.
  package let canonicalCount: Int
  private let places: [Int64: UInt32]
  private let identifiers: [Int64]
  private let representatives: [UInt32]
  private let alike: Set<Int>

  /// Works it out. All that is needed of pages is held in memory meanwhile.
  ///
  /// - Parameters:
  ///   - store: What is known. What others change meanwhile does not count.
  ///   - now: The moment.
  /// - Throws: ``CrawlStoreError``.
  package init(of store: any CrawlStore, at now: Int64) throws(CrawlStoreError) {
    let known = try store.reading { () throws(CrawlStoreError) in
      try KnownPages(of: store, at: now)
    }
    let standing = Duplicates.standing(of: known.pages)
    let alike = Set(standing.alike)
    self.alike = alike
    alikeCount = alike.count
    canonicalCount = known.pages.indices.count { place in
      let page = known.pages[place]
      return page.canStand && Int(standing.representatives[place]) != place
        && !alike.contains(place)
    }
    places = known.numbers
    identifiers = known.identifiers
    representatives = standing.representatives
  }

  /// The page that stands for another one.
  ///
  /// - Parameter page: The identifier of a page.
  /// - Returns: The identifier of the page at the end of the chain, and whether the page was found to be like the next;
  ///   `nil` for a page that stands for itself.
  package func representative(of page: Int64) -> (page: Int64, isAlike: Bool)? {
    guard let place = places[page].map(Int.init), Int(representatives[place]) != place else {
      return nil
    }
    // Rings are broken, so that each chain ends.
    var last = Int(representatives[place])
    while Int(representatives[last]) != last { last = Int(representatives[last]) }
    return (identifiers[last], alike.contains(place))
  }
}

extension DiagnosticRule {
  /// Another page of the site with the same or nearly the same content is shown instead.
  package static let duplicateOf = DiagnosticRule(
    code: "duplicate-of", severity: .warning,
    remedy:
      "Have the page name itself as canonical and say what is its own: title, words, the address and number of its thing; or name the other page.",
    reference:
      "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls")

  /// All rules about pages among the others of a crawl.
  package static let crawl: [DiagnosticRule] = [duplicateOf]
}
