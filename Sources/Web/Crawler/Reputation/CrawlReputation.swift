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
  /// - Parameter store: What is known. What others change meanwhile does not count.
  /// - Throws: ``CrawlStoreError``.
  package init(of store: any CrawlStore) throws(CrawlStoreError) {
    let graph = try store.reading { () throws(CrawlStoreError) in try KnownGraph(of: store) }
    let representatives = Duplicates.representatives(of: graph.pages)
    reputation = Reputation(
      pages: graph.pages.indices.map { page in
        Reputation.Page(
          site: graph.isThere[page] ? graph.pages[page].site : nil,
          representative: representatives[page])
      },
      links: graph.links, siteCount: graph.sites.count, trusted: graph.trusted)
    self.representatives = representatives
    pages = graph.identifiers
    sites = graph.sites
  }
}

/// What reputation has to know of all pages, by their places.
private struct KnownGraph {
  var sites: [Int64] = []
  var trusted: Set<UInt32> = []
  var identifiers: [Int64] = []
  var pages: [Duplicates.Page] = []
  var isThere: [Bool] = []
  var links: [LinkGraph.Link] = []

  init(of store: any CrawlStore) throws(CrawlStoreError) {
    var siteNumbers: [Int64: UInt32] = [:]
    try store.forEachSite { (site) throws(CrawlStoreError) in
      let number = UInt32(sites.count)
      siteNumbers[site.id] = number
      if site.isTrusted { trusted.insert(number) }
      sites.append(site.id)
      return true
    }
    var numbers: [Int64: UInt32] = [:]
    /// Where pages lead and what they name as canonical: they may come before what they mean.
    var meant: [(number: Int, redirection: Int64?, canonical: Int64?)] = []
    try store.forEachPage(changedSince: -1) { (page) throws(CrawlStoreError) in
      guard page.kind == .page, let site = siteNumbers[page.site] else { return true }
      let number = pages.count
      numbers[page.id] = UInt32(number)
      identifiers.append(page.id)
      isThere.append(page.isThere)
      pages.append(
        Duplicates.Page(
          key: page.key, site: site, canStand: page.canStand, title: page.title,
          // One without content is like no other.
          contentHash: page.contentHash ?? ~UInt64(number), fingerprint: page.fingerprint))
      if page.redirection != nil || page.canonical != nil {
        meant.append((number, page.redirection, page.canonical))
      }
      return true
    }
    for (number, redirection, canonical) in meant {
      pages[number].redirection = redirection.flatMap { numbers[$0] }
      pages[number].canonical = canonical.flatMap { numbers[$0] }
    }
    try store.forEachLink { (link) throws(CrawlStoreError) in
      if let source = numbers[link.source], let target = numbers[link.target] {
        links.append(LinkGraph.Link(source, target, weight: link.weight))
      }
      return true
    }
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
