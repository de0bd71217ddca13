package import CrawlRules
package import WebAddresses

/// Whether an address stands in the index by what a crawl knows, and why it does not.
package enum PageStanding: Hashable, Sendable {
  /// It stands for itself.
  case standing
  /// Nothing of its host was ever seen.
  case unknownHost
  /// Its host is crawled, and nothing led to the address yet.
  case unknownAddress
  /// It is known and not fetched: by its state.
  case leftOut(PageRecord.State)
  /// robots.txt does not let the crawler have it; `nil` where the file cannot be fetched.
  case robots(RobotsDecision?)
  /// It was not fetched yet.
  case waiting
  /// It was not fetched yet: its host failed, or asked to be left alone, and is not asked before a moment.
  case resting(until: Int64)
  /// The server had no page, or no answer, the last time.
  case failing
  /// What is there is no page.
  case notAPage
  /// It asks not to be shown.
  case noindex
  /// The time has come at which it asks to be taken down.
  case unavailable
  /// It leads to another address.
  case redirection(String)
  /// Its redirections lead in a ring, or are more than are followed.
  case noTarget
  /// The page that it names as canonical stands for it, or the one that this leads to, which is the address behind
  /// `through`.
  case canonical(String, through: String? = nil)
  /// A page of its host with the same or nearly the same content stands for it.
  case duplicate(String)
}

extension CrawlStore {
  /// Looks up whether an address stands in the index.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - now: The moment.
  /// - Returns: The answer, and what is known of the address.
  /// - Throws: ``CrawlStoreError``.
  package func standing(
    of url: WebURL, at now: Int64
  ) throws(CrawlStoreError) -> (standing: PageStanding, page: PageRecord?) {
    guard let page = try page(withKey: url.crawlKey) else { return (try unknown(url), nil) }
    return (try standing(of: page, at: now), page)
  }

  /// Why nothing is known of an address.
  private func unknown(_ url: WebURL) throws(CrawlStoreError) -> PageStanding {
    guard let name = url.host else { return .unknownHost }
    let site = try site(ofDomain: WebURL.registrableDomain(of: name) ?? name)
    guard let site else { return .unknownHost }
    if !site.isSeed { return .leftOut(.outside) }
    guard let host = try host(ofOrigin: url.origin) else { return .unknownHost }
    return try robots(url, of: host) ?? .unknownAddress
  }

  /// What the robots.txt of a host says against an address; `nil` for nothing.
  private func robots(
    _ url: WebURL, of host: HostRecord
  ) throws(CrawlStoreError) -> PageStanding? {
    switch host.robots {
    case .unknown, .absent: return nil
    case .unreachable: return .robots(nil)
    case .refused: return .leftOut(.refused)
    case .rules:
      let rules = RobotsFile(try robotsBody(ofHost: host.id) ?? []).rules()
      let decision = rules.decision(for: url)
      return decision.isAllowed ? nil : .robots(decision)
    }
  }

  private func standing(
    of page: PageRecord, at now: Int64
  ) throws(CrawlStoreError) -> PageStanding {
    if page.kind == .sitemap, page.redirection == nil { return .notAPage }
    switch page.state {
    case .outside, .tooDeep, .overBudget, .gone, .refused: return .leftOut(page.state)
    case .waiting, .underWay: break
    }
    if let target = page.redirection {
      return try isRing(page) ? .noTarget : .redirection(try self.page(target)?.url ?? "")
    }
    if page.contentHash == nil {
      if page.isBlocked, let url = WebURL(page.url), let host = try host(page.host),
        let robots = try robots(url, of: host)
      {
        return robots
      }
      if page.tries > 0 || page.missingSince > 0 { return .failing }
      // Of one that leads to itself, or is the last that is followed, no target is known.
      if (300..<400).contains(page.status) { return .noTarget }
      if page.fetchCount > 0 { return .notAPage }
      guard let pace = try host(page.host)?.pace, pace.readyAt > now else { return .waiting }
      // One that failed too often counts its failures anew, and rests longer than any that is well.
      let isWell =
        pace.failureCount == 0 && pace.readyAt - now <= PolitenessRules().longestDelay
      return isWell ? .waiting : .resting(until: pace.readyAt)
    }
    if page.missingSince > 0 { return .failing }
    if page.isUnavailable(at: now) { return .unavailable }
    if !page.isIndexable { return .noindex }
    guard let other = try JoinedPages(of: self, at: now).representative(of: page.id),
      let standing = try self.page(other.page)
    else { return .standing }
    if other.isAlike { return .duplicate(standing.url) }
    let named = try page.canonical.flatMap { (id) throws(CrawlStoreError) in try self.page(id) }
    return .canonical(standing.url, through: named?.redirection == nil ? nil : named?.url)
  }

  /// Whether the redirections of a page come back to where they have been.
  private func isRing(_ page: PageRecord) throws(CrawlStoreError) -> Bool {
    var seen: Set<Int64> = [page.id]
    var next = page.redirection
    while let id = next {
      guard seen.insert(id).inserted else { return true }
      next = try self.page(id)?.redirection
    }
    return false
  }
}
