import WebAddresses

extension Frontier {
  /// A host and its site.
  struct Place {
    var host: HostRecord
    var site: SiteRecord
  }

  /// The host of an address and its site, which are added when they are new; `nil` for an address that cannot be fetched.
  func place(of url: WebURL) throws(CrawlStoreError) -> Place? {
    guard url.isHTTP, let name = url.host, !name.isEmpty,
      url.href.utf8.count <= plan.longestAddress
    else { return nil }
    var origin = "\(url.scheme)://\(name)"
    if let port = url.port { origin += ":\(port)" }
    if let host = try store.host(ofOrigin: origin), let site = try store.site(host.site) {
      return Place(host: host, site: site)
    }
    let domain = WebURL.registrableDomain(of: name) ?? name
    var site = try store.site(ofDomain: domain) ?? SiteRecord(domain: domain)
    if site.id == 0 { site.id = try store.save(site) }
    var host = HostRecord(origin: origin, site: site.id)
    host.id = try store.save(host)
    return Place(host: host, site: site)
  }

  /// Takes note of an address.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - kind: What is expected there.
  ///   - depth: How many links lie between it and where the crawl began.
  ///   - hops: How many redirections in a row led to it.
  ///   - now: The moment.
  /// - Returns: Its identifier; `nil` when it cannot be fetched.
  /// - Throws: ``CrawlStoreError``.
  func discover(
    _ url: WebURL, kind: PageRecord.Kind = .page, depth: Int, hops: Int = 0, at now: Int64
  ) throws(CrawlStoreError) -> Int64? {
    try discovered(url, kind: kind, depth: depth, hops: hops, at: now)?.id
  }

  /// Takes note of an address as ``discover(_:kind:depth:hops:at:)`` does, and tells what is known of it.
  func discovered(
    _ url: WebURL, kind: PageRecord.Kind = .page, depth: Int, hops: Int = 0, at now: Int64
  ) throws(CrawlStoreError) -> PageRecord? {
    let key = url.crawlKey
    if var known = try store.page(withKey: key) {
      // Where a sitemap leads by a redirection there may be a page, as where a site has moved, which is read as one.
      if kind == .sitemap { try reread(&known, at: now) }
      let isNew = try reconsider(&known, depth: depth, at: now)
      if isNew || depth < known.depth { try shorten(&known, to: depth, at: now) }
      return known
    }
    guard let place = try place(of: url) else { return nil }
    // Results show it: who links to a page first gives it no name, password or parameters of its own.
    var page = PageRecord(
      key: key, url: key, host: place.host.id, site: place.site.id, depth: depth)
    page.kind = kind
    page.hops = hops
    page.dueAt = now
    page.state = state(at: depth, of: place.site)
    page.id = try store.save(page)
    if page.state == .waiting { try admit(page, place.site, at: now) }
    return page
  }

  /// Takes note of lists of addresses that a site names. Those of other sites are left out: what is at an address is for
  /// its own site to say.
  func discover(
    sitemaps: [WebURL], ofSite id: Int64, depth: Int, at now: Int64
  ) throws(CrawlStoreError) {
    guard let site = try store.site(id) else { return }
    for url in sitemaps.prefix(plan.linksPerPage) {
      guard let name = url.host, (WebURL.registrableDomain(of: name) ?? name) == site.domain else {
        continue
      }
      _ = try discover(url, kind: .sitemap, depth: depth, at: now)
    }
  }

  /// Whether an address is fetched, by its depth and its site.
  private func state(at depth: Int, of site: SiteRecord) -> PageRecord.State {
    if !site.isSeed { return .outside }
    if depth > plan.deepest { return .tooDeep }
    return site.pageCount >= plan.pagesPerSite ? .overBudget : .waiting
  }

  /// Has an address fetched that was left out, where that is possible now.
  func reconsider(
    _ page: inout PageRecord, depth: Int, at now: Int64
  ) throws(CrawlStoreError) -> Bool {
    guard [.outside, .tooDeep, .overBudget].contains(page.state),
      let site = try store.site(page.site)
    else { return false }
    let fresh = state(at: min(depth, page.depth), of: site)
    guard fresh != page.state else { return false }
    page.state = fresh
    page.dueAt = now
    _ = try store.save(page)
    if fresh == .waiting { try admit(page, site, at: now) }
    return fresh == .waiting
  }

  /// Counts an address that is fetched from now on, and has its host know.
  func admit(
    _ page: PageRecord, _ site: SiteRecord, at now: Int64
  ) throws(CrawlStoreError) {
    var site = site
    site.pageCount += 1
    _ = try store.save(site)
    try hasten(page.host, to: page.dueAt)
  }

  /// Has an address read as a list of addresses that was taken for a page and turned out to be none, so that it does not
  /// matter what it was found as first.
  private func reread(_ page: inout PageRecord, at now: Int64) throws(CrawlStoreError) {
    guard page.kind == .page, page.contentHash == nil else { return }
    page.kind = .sitemap
    if page.state == .waiting, page.fetchCount > 0 { page.dueAt = now }
    _ = try store.save(page)
    if page.state == .waiting { try hasten(page.host, to: page.dueAt) }
  }

  /// Has a host asked at a moment, if it may be asked then.
  func hasten(_ id: Int64, to moment: Int64) throws(CrawlStoreError) {
    // Of a busy one that is decided when its request has ended.
    guard !isBusy(id), var host = try store.host(id) else { return }
    let at = max(moment, host.pace.readyAt)
    guard host.nextAt.map({ at < $0 }) ?? true else { return }
    host.nextAt = at
    _ = try store.save(host)
  }

  /// Notes that a page lies less deep than was known, and so do the pages that it links to.
  private func shorten(
    _ page: inout PageRecord, to depth: Int, at now: Int64
  ) throws(CrawlStoreError) {
    guard depth < page.depth else { return }
    page.depth = depth
    _ = try store.save(page)
    var open = [page]
    while let page = open.popLast() {
      // Where it redirects to and what it names as canonical lie as deep as it does.
      var nearer = [page.redirection, page.canonical].compactMap(\.self).map { ($0, page.depth) }
      nearer += try store.targets(ofPage: page.id).map { ($0, page.depth + 1) }
      for (id, depth) in nearer {
        guard var linked = try store.page(id), linked.depth > depth else { continue }
        _ = try reconsider(&linked, depth: depth, at: now)
        linked.depth = depth
        _ = try store.save(linked)
        open.append(linked)
      }
    }
  }
}
