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

  /// Works it out. All that is needed of pages and links is held in memory meanwhile: some 200 bytes for a page, 30 for
  /// a link.
  ///
  /// - Parameter store: What is known. Nobody changes it meanwhile.
  /// - Throws: ``CrawlStoreError``.
  package init(of store: any CrawlStore) throws(CrawlStoreError) {
    var sites: [Int64] = []
    var siteNumbers: [Int64: UInt32] = [:]
    var trusted: Set<UInt32> = []
    try store.forEachSite { (site) throws(CrawlStoreError) in
      let number = UInt32(sites.count)
      siteNumbers[site.id] = number
      if site.isTrusted { trusted.insert(number) }
      sites.append(site.id)
      return true
    }
    var records: [PageRecord] = []
    var numbers: [Int64: UInt32] = [:]
    try store.forEachPage(changedSince: -1) { (page) throws(CrawlStoreError) in
      guard page.kind == .page, siteNumbers[page.site] != nil else { return true }
      numbers[page.id] = UInt32(records.count)
      records.append(page)
      return true
    }
    representatives = Duplicates.representatives(
      of: records.enumerated().map { number, page in
        Duplicates.Page(
          key: page.key, site: siteNumbers[page.site] ?? 0, canStand: page.canStand,
          redirection: page.redirection.flatMap { numbers[$0] },
          canonical: page.canonical.flatMap { numbers[$0] }, title: page.title,
          // One without content is like no other.
          contentHash: page.contentHash ?? ~UInt64(number), fingerprint: page.fingerprint)
      })
    var links: [LinkGraph.Link] = []
    try store.forEachLink { (link) throws(CrawlStoreError) in
      if let source = numbers[link.source], let target = numbers[link.target] {
        links.append(LinkGraph.Link(source, target, weight: link.weight))
      }
      return true
    }
    reputation = Reputation(
      pages: zip(records, representatives).map { page, representative in
        Reputation.Page(
          site: page.isThere ? siteNumbers[page.site] : nil, representative: representative)
      },
      links: links, siteCount: sites.count, trusted: trusted)
    pages = records.map(\.id)
    self.sites = sites
  }
}

extension PageRecord {
  /// Whether it may stand for itself and for others in the index.
  package var canStand: Bool {
    isThere && contentHash != nil && isIndexable && redirection == nil
  }

  /// Whether there is something at the address, as far as it is known.
  fileprivate var isThere: Bool {
    state != .gone && state != .refused && missingSince == 0
  }
}
