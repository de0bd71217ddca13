package import Crawler
package import FresnelEngine
internal import FresnelModel
package import WebAddresses

/// Brings the public index into step with what a crawl knows.
///
/// A page is in the index when it stands for itself: it may be shown, it is there, and it redirects to none and is a
/// copy of none. What the crawl keeps of it is an item in the bytes of `ItemCodec`; the update adds where the page and
/// its site stand among all. What is as before is not written again, so an update that is killed goes on with the next.
package struct PublicIndexUpdate: Sendable {
  /// What an update did.
  package struct Summary: Hashable, Sendable {
    /// Pages that are new or have changed.
    package var written = 0
    /// Pages that are no more, or that others stand for now.
    package var removed = 0
    /// Pages that are as before.
    package var unchanged = 0
    /// Pages whose content can't be read.
    package var unreadable = 0
  }

  /// So many pages are looked at between two batches.
  private static let batchCount = 256

  private let store: Store
  private let isProven: (@Sendable (WebURL) -> Bool)?

  /// Makes an update of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isProven: Whether an address opens in an app because its site and the app vouch for each other; without it
  ///     what was known when a page was read counts.
  package init(of store: Store, isProven: (@Sendable (WebURL) -> Bool)? = nil) {
    self.store = store
    self.isProven = isProven
  }

  /// Brings the store into step.
  ///
  /// - Parameters:
  ///   - crawl: What a crawl knows. Nobody changes it meanwhile.
  ///   - now: The moment, in milliseconds since 1 January 1970.
  /// - Returns: What was done.
  /// - Throws: `CrawlStoreError`, `StoreError`. What was done before stays done.
  package func run(
    from crawl: sending any CrawlStore, at now: Int64 = CrawlClock().now
  ) async throws -> Summary {
    let reputation = try CrawlReputation(of: crawl, at: now)
    let siteScores = Dictionary(
      zip(reputation.sites, reputation.reputation.siteScores),
      uniquingKeysWith: { first, _ in first })
    var summary = Summary()
    for start in stride(from: 0, to: reputation.pages.count, by: Self.batchCount) {
      // The next update goes on with what this one leaves.
      if Task.isCancelled { return summary }
      let snapshot = store.snapshot()
      var changes = Changes()
      for place in start..<min(start + Self.batchCount, reputation.pages.count) {
        guard let page = try crawl.page(reputation.pages[place]) else { continue }
        let former = snapshot.item(scope: PublicPages.scope, identifier: page.key)
        guard page.canStand(at: now), Int(reputation.representatives[place]) == place,
          let content = try crawl.content(ofPage: page.id)
        else {
          if former != nil { changes.removed.append(page.key) }
          continue
        }
        let score = reputation.reputation.pageScores[place]
        guard
          let item = item(
            page.key, content, pageScore: score, siteScore: siteScores[page.site] ?? 0)
        else {
          summary.unreadable += 1
          if former != nil { changes.removed.append(page.key) }
          continue
        }
        if let former, former.bytes.elementsEqual(item) {
          summary.unchanged += 1
        } else {
          changes.written.append(item)
        }
      }
      summary.written += changes.written.count
      summary.removed += changes.removed.count
      try await apply(changes)
    }
    summary.removed += try await removeUnknown(
      crawl, at: now, standing: summary.written + summary.unchanged)
    return summary
  }

  /// Removes pages that the crawl knows no more, and says how many there were.
  private func removeUnknown(
    _ crawl: any CrawlStore, at now: Int64, standing: Int
  ) async throws -> Int {
    let snapshot = store.snapshot()
    let scope = snapshot.scopes().first { $0.scope == PublicPages.scope }
    guard let scope, scope.itemCount > standing else { return 0 }
    var unknown: [String] = []
    try snapshot.forEachItem(in: .scopes([PublicPages.scope])) { _, item in
      let key = item.uniqueIdentifier
      if try crawl.page(withKey: key)?.canStand(at: now) != true { unknown.append(key) }
      return true
    }
    for start in stride(from: 0, to: unknown.count, by: Self.batchCount) {
      try await apply(
        Changes(removed: Array(unknown[start..<min(start + Self.batchCount, unknown.count)])))
    }
    return unknown.count
  }

  /// What a batch changes.
  private struct Changes {
    var written: [[UInt8]] = []
    var removed: [String] = []
  }

  private func apply(_ changes: Changes) async throws {
    var operations: [FresnelEngine.Operation] = []
    if !changes.written.isEmpty { operations.append(.put(changes.written)) }
    if !changes.removed.isEmpty { operations.append(.deleteIdentifiers(changes.removed)) }
    guard !operations.isEmpty else { return }
    let batch = Batch(scope: PublicPages.scope, operations: operations)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      store.submit(batch) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }

  /// The item of a page; `nil` when its content is none.
  private func item(
    _ key: String, _ content: [UInt8], pageScore: Double, siteScore: Double
  ) -> [UInt8]? {
    guard let encoded = try? EncodedItem(validating: content), var item = try? encoded.item() else {
      return nil
    }
    var facts = PageFacts(of: encoded)
    // Hundredths are enough to rank by, and most pages stay as they are when others come.
    facts.pageReputation = (pageScore * 100).rounded() / 100
    facts.siteReputation = (siteScore * 100).rounded() / 100
    if let isProven {
      facts.hasVerifiedLink = WebURL(key).map(isProven) ?? false
      var card = PageCard(of: encoded)
      if facts.hasVerifiedLink {
        // A link that is proven comes before all that the page's tags name.
        card.deepLink = PageCard.Link(url: key, isVerified: true)
        card.write(to: &item.attributes)
      }
    }
    facts.write(to: &item.attributes)
    // Decides which pages are looked at where very many have the words.
    let share = 0.6 * facts.pageReputation + 0.4 * facts.siteReputation
    item.attributes[.rankingHint] = .double((share * 100).rounded())
    item.uniqueIdentifier = key
    Self.correctAddress(in: &item.attributes, key: key)
    CompoundWords.note(in: &item)
    return try? ItemCodec.encode(item)
  }

  /// Has results show the address of a page without the user name, password or parameters for advertisers that a link
  /// to it had, or that the page itself gives.
  private static func correctAddress(in attributes: inout Attributes, key: String) {
    guard case .url(let text)? = attributes[.url], let url = WebURL(text) else { return }
    let shown = url.crawlKey == key ? key : url.withoutCredentials.href
    guard shown != text else { return }
    attributes[.url] = .url(shown)
    attributes[.contentSources] = .array([.string(shown)])
  }
}
