/// What reputation and duplicates have to know of all pages, by their places.
struct KnownPages {
  /// The identifiers of the sites in the store, ascending.
  private(set) var sites: [Int64] = []
  /// The sites of verified apps, by their places.
  private(set) var trusted: Set<UInt32> = []
  /// The identifiers of the pages in the store, ascending.
  private(set) var identifiers: [Int64] = []
  /// The pages.
  private(set) var pages: [Duplicates.Page] = []
  /// Whether there is something at each address, as far as it is known.
  private(set) var isThere: [Bool] = []
  /// The places of pages by their identifiers.
  private(set) var numbers: [Int64: UInt32] = [:]

  /// Reads all sites and pages, as they stand at a moment.
  init(of store: any CrawlStore, at now: Int64) throws(CrawlStoreError) {
    var siteNumbers: [Int64: UInt32] = [:]
    try store.forEachSite { (site) throws(CrawlStoreError) in
      let number = UInt32(sites.count)
      siteNumbers[site.id] = number
      if site.isTrusted { trusted.insert(number) }
      sites.append(site.id)
      return true
    }
    var hosts: [Substring: UInt32] = [:]
    /// Where pages lead and what they name as canonical: they may come before what they mean.
    var meant: [(number: Int, redirection: Int64?, canonical: Int64?)] = []
    try store.forEachPage(changedSince: -1) { (page) throws(CrawlStoreError) in
      // A redirection that was named as a sitemap leads to a page all the same.
      guard page.kind == .page || page.redirection != nil, let site = siteNumbers[page.site] else {
        return true
      }
      let number = pages.count
      numbers[page.id] = UInt32(number)
      identifiers.append(page.id)
      isThere.append(page.isThere)
      pages.append(
        Duplicates.Page(
          key: page.key, site: site,
          host: hosts.number(of: Duplicates.host(ofKey: page.key)),
          canStand: page.canStand(at: now),
          namesItself: page.namesItself,
          title: page.title, mainItem: page.mainItem,
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
    Duplicates.resolveCanonicals(in: &pages)
  }

  /// Reads the links between these pages.
  func links(in store: any CrawlStore) throws(CrawlStoreError) -> [LinkGraph.Link] {
    var links: [LinkGraph.Link] = []
    try store.forEachLink { (link) throws(CrawlStoreError) in
      if let source = numbers[link.source], let target = numbers[link.target] {
        links.append(LinkGraph.Link(source, target, weight: link.weight))
      }
      return true
    }
    return links
  }
}

extension PageRecord {
  /// Whether it may stand for itself and for others in the index.
  ///
  /// - Parameter now: The moment, which decides whether the page was to be taken down.
  /// - Returns: Whether it may.
  package func canStand(at now: Int64) -> Bool {
    isThere && contentHash != nil && isIndexable && redirection == nil
      && !isUnavailable(at: now)
  }

  /// Whether the time has come at which it asks to be taken down.
  func isUnavailable(at now: Int64) -> Bool { unavailableAfter.map { $0 <= now } ?? false }

  /// Whether there is something at the address, as far as it is known.
  fileprivate var isThere: Bool {
    state != .gone && state != .refused && missingSince == 0
  }
}

extension [Substring: UInt32] {
  /// The number of a name, the next one for a new name.
  fileprivate mutating func number(of name: Substring) -> UInt32 {
    if let known = self[name] { return known }
    let number = UInt32(count)
    // A key as long as the address would stay in memory otherwise.
    self[Substring(String(name))] = number
    return number
  }
}
