/// The reputation of everything that a crawl knows.
package struct CrawlReputation: Sendable {
  /// The identifiers of the pages in the store, ascending.
  package let pages: [Int64]
  /// The page that stands for each, by its place in ``pages``.
  package let representatives: [UInt32]
  /// The identifiers of the sites in the store, ascending.
  package let sites: [Int64]
  /// What the links say, by places in ``pages`` and ``sites``.
  package let reputation: Reputation

  /// Works it out. All that is needed of pages and links is held in memory meanwhile: some 300 bytes for a page, 30 for
  /// a link.
  ///
  /// - Parameters:
  ///   - store: What is known. What others change meanwhile does not count.
  ///   - now: The moment.
  /// - Throws: ``CrawlStoreError``.
  package init(of store: any CrawlStore, at now: Int64) throws(CrawlStoreError) {
    let (known, links) = try store.reading { () throws(CrawlStoreError) in
      let known = try KnownPages(of: store, at: now)
      return (known, try known.links(in: store))
    }
    let representatives = Duplicates.representatives(of: known.pages)
    reputation = Reputation(
      pages: known.pages.indices.map { page in
        Reputation.Page(
          site: known.isThere[page] ? known.pages[page].site : nil,
          representative: representatives[page])
      },
      links: links, siteCount: known.sites.count, trusted: known.trusted)
    self.representatives = representatives
    pages = known.identifiers
    sites = known.sites
  }
}
