extension Frontier {
  /// Has a site fetched from, and takes in what was known of it before.
  func makeSeed(
    _ site: SiteRecord, isTrusted: Bool, at now: Int64
  ) throws(CrawlStoreError) {
    guard !site.isSeed || isTrusted && !site.isTrusted else { return }
    var site = site
    let isNew = !site.isSeed
    site.isSeed = true
    site.isTrusted = site.isTrusted || isTrusted
    _ = try store.save(site)
    guard isNew else { return }
    // Links may have led to it before it was a seed. Also what is too deep is to be known as that.
    try admit(try store.leftOut(ofSite: site.id, deepest: .max, limit: .max), at: now)
  }

  /// Has addresses of a site fetched that were left out, the nearest first, as far as the plan allows.
  func admitLeftOut(of site: SiteRecord, at now: Int64) throws(CrawlStoreError) {
    let room = plan.pagesPerSite - site.pageCount
    guard site.isSeed, room > 0 else { return }
    try admit(
      try store.leftOut(ofSite: site.id, deepest: plan.deepest, limit: room), at: now)
  }

  private func admit(_ pages: [PageRecord], at now: Int64) throws(CrawlStoreError) {
    for page in pages {
      var page = page
      _ = try reconsider(&page, depth: page.depth, at: now)
    }
  }

  /// Notes that an address is fetched no more, which makes room for another one of its site.
  func dismiss(_ page: PageRecord, at now: Int64) throws(CrawlStoreError) {
    guard var site = try store.site(page.site) else { return }
    site.pageCount = max(0, site.pageCount - 1)
    _ = try store.save(site)
    try admitLeftOut(of: site, at: now)
  }

  /// Has an address tried again at which somebody says that there is something, although there was not.
  func revive(_ id: Int64, at now: Int64) throws(CrawlStoreError) {
    guard var page = try store.page(id), var host = try store.host(page.host),
      let site = try store.site(page.site)
    else { return }
    if page.state == .refused || page.state == .gone && page.dueAt <= now - plan.recrawl.missingTime
    {
      page.state = .waiting
      page.dueAt = now
      page.tries = 0
      page.missingSince = 0
      _ = try store.save(page)
      if host.robots == .refused, !isBusy(host.id) {
        host.robotsExpireAt = min(host.robotsExpireAt, now)
        _ = try store.save(host)
      }
      try admit(page, site, at: now)
    } else if page.state == .waiting, page.isBlocked, host.address == nil, !isBusy(host.id) {
      // Nobody was ever reached there; perhaps the rules of fetching forbade it.
      page.dueAt = min(page.dueAt, now)
      _ = try store.save(page)
      host.robotsExpireAt = min(host.robotsExpireAt, now)
      host.pace.readyAt = min(host.pace.readyAt, now)
      host.nextAt = now
      _ = try store.save(host)
    }
  }
}
