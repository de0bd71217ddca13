import CrawlRules
import WebAddresses
import WebFetching

extension Frontier {
  /// Takes in what came of asking for robots.txt.
  func note(
    robots result: CrawlResult, of host: inout HostRecord, at now: Int64
  ) throws(CrawlStoreError) {
    let outcome: RobotsOutcome
    switch result.content {
    case .robots(let told): outcome = told
    // Not the host's doing, and so no reason to leave it alone for longer.
    case .refused: outcome = .noAnswer
    default: return
    }
    let hasRules = host.robots == .rules
    let failing = host.robotsFailingSince == 0 ? 0 : max(0, now - host.robotsFailingSince)
    // The rules that apply on are in the store and perhaps in memory; here only whether there are any counts.
    let policy = RobotsPolicy(
      after: outcome, read: result.robots?.file, previous: hasRules ? .empty : nil,
      unreachableFor: .milliseconds(failing))
    let staysAsItWas = hasRules && policy.isUnreachable
    if !staysAsItWas {
      forgetRules(of: host.id)
      host.pace.crawlDelay = 0
    }
    host.robotsExpireAt = now.addingClamped(policy.lifetime.clampedMilliseconds)
    if !policy.isUnreachable {
      host.robotsFailingSince = 0
    } else if host.robotsFailingSince == 0 {
      host.robotsFailingSince = max(1, now)
    }
    switch policy.access {
    case .nothing:
      host.robots = .unreachable
      if case .refused = result.content { host.robots = .refused }
    case .everything: host.robots = .absent
    case .rules where staysAsItWas:
      host.pace.readyAt = max(host.pace.readyAt, now.addingClamped(host.pace.crawlDelay))
    case .rules(let file):
      host.robots = .rules
      if case .answer(_, let body, _, _) = outcome {
        try store.setRobotsBody(body, ofHost: host.id)
      }
      let rules = result.robots?.rules ?? file.rules()
      keep(rules, of: host.id)
      let pause = RobotsBudget.pause(afterReading: result.robots?.body.count ?? 0)
      host.pace.readyAt = max(host.pace.readyAt, now.addingClamped(pause))
      let seconds = rules.crawlDelay ?? 0
      host.pace.crawlDelay = Int64(max(0, min(seconds, RobotsRules.maximumCrawlDelay)) * 1000)
      host.pace.readyAt = max(host.pace.readyAt, now.addingClamped(host.pace.crawlDelay))
      try discover(sitemaps: file.sitemaps, ofSite: host.site, depth: 0, at: now)
    }
    if host.robots != .rules { try store.setRobotsBody(nil, ofHost: host.id) }
    if ![.unreachable, .refused].contains(host.robots),
      let usual = WebURL("\(host.origin)/sitemap.xml")
    {
      _ = try discover(usual, kind: .sitemap, depth: 0, at: now)
    }
  }

  /// Takes in what came of an address.
  func note(
    _ result: CrawlResult, ofPage id: Int64, at now: Int64
  ) throws(CrawlStoreError) {
    guard var page = try store.page(id), page.state == .underWay else { return }
    page.state = .waiting
    page.status = result.status
    switch result.content {
    case .page(let reading):
      // It may have been named as a sitemap, or is by now.
      page.kind = .page
      try note(reading, of: &page, from: result, at: now)
    case .other:
      try drop(&page)
      succeed(&page, hasChanged: false, at: now)
      // It was found out meanwhile that it is to be read as something else.
      if case .page(_, let kind) = result.claim.target, kind != page.kind { page.dueAt = now }
    case .unchanged:
      noteUnchanged(&page, by: result, at: now)
    case .redirection(let target, let isMoved):
      try note(redirection: target, isMoved: isMoved, of: &page, at: now)
    case .sitemap(let sitemap):
      try note(sitemap, of: page, at: now)
      page.validators = result.validators
      succeed(&page, hasChanged: false, at: now)
      page.dueAt = now.addingClamped(plan.recrawl.first)
    case .missing(let isForGood):
      try note(missingForGood: isForGood, of: &page, at: now)
    case .overloaded:
      // At first the page is not to blame: once its host may be asked.
      page.tries += 1
      let blamed = page.tries - plan.recrawl.overloadLimit
      page.dueAt = blamed > 0 ? now.addingClamped(plan.recrawl.retry(after: blamed)) : now
      if page.tries >= plan.recrawl.failureLimit { try drop(&page) }
    case .failed, .unreachable, .robots:
      page.tries += 1
      page.dueAt = now.addingClamped(plan.recrawl.retry(after: page.tries))
      if page.tries >= plan.recrawl.failureLimit { try drop(&page) }
    case .refused:
      try drop(&page)
      page.state = .refused
    }
    _ = try store.save(page)
    if page.state != .waiting { try dismiss(page, at: now) }
  }

  /// Notes that fetching a page worked.
  func succeed(_ page: inout PageRecord, hasChanged: Bool, at now: Int64) {
    page.interval = plan.recrawl.interval(
      after: page.fetchCount == 0 ? nil : page.interval, hasChanged: hasChanged)
    page.dueAt = now.addingClamped(page.interval)
    page.fetchedAt = now
    page.fetchCount += 1
    page.changeCount += hasChanged ? 1 : 0
    if hasChanged { page.changedAt = now }
    page.tries = 0
    page.missingSince = 0
  }

  private func note(
    redirection url: WebURL, isMoved: Bool, of page: inout PageRecord, at now: Int64
  ) throws(CrawlStoreError) {
    try drop(&page)
    // Saved under way: the target may be the page itself.
    _ = try store.save(page)
    // Sitemaps have depth 0 as well, and name any address.
    if page.kind == .page, page.depth == 0, page.hops < plan.redirectionLimit,
      let place = try place(of: url), !place.site.isSeed, let own = try store.site(page.site),
      own.isSeed
    {
      // Where a crawl was told to begin is elsewhere now.
      try makeSeed(place.site, isTrusted: false, at: now)
    }
    succeed(&page, hasChanged: false, at: now)
    guard page.hops < plan.redirectionLimit else { return }
    // What is at an address is for its own site to say.
    let isOwn = try place(of: url)?.site.id == page.site
    let target = try discover(
      url, kind: isOwn ? page.kind : .page, depth: page.depth, hops: page.hops + 1, at: now)
    if target != page.id {
      page.redirection = target
      page.isMoved = target != nil && isMoved
    } else if page.url == page.key, url.withoutCredentials.href != page.key {
      // The server knows another spelling of the address only, which is asked for from now on.
      page.url = url.withoutCredentials.href
      page.dueAt = now
    }
  }

  private func note(
    _ sitemap: CrawledSitemap, of page: PageRecord, at now: Int64
  ) throws(CrawlStoreError) {
    for entry in sitemap.entries.prefix(plan.entriesPerSitemap) {
      guard let id = try discover(entry.url, depth: 1, at: now) else { continue }
      // A page that says that it has changed since.
      guard let changedAt = entry.changedAt, changedAt <= now, var listed = try store.page(id),
        listed.state == .waiting, listed.fetchedAt > 0, changedAt > listed.fetchedAt,
        listed.dueAt > now
      else { continue }
      listed.dueAt = now
      _ = try store.save(listed)
      try hasten(listed.host, to: now)
    }
    guard page.depth < plan.sitemapLevels else { return }
    try discover(sitemaps: sitemap.sitemaps, ofSite: page.site, depth: page.depth + 1, at: now)
  }

  private func note(
    missingForGood isForGood: Bool, of page: inout PageRecord, at now: Int64
  ) throws(CrawlStoreError) {
    if page.kind == .sitemap {
      // Most sites have none, and some get one later.
      page.dueAt = now.addingClamped(plan.recrawl.missingTime)
      return
    }
    page.tries += 1
    if page.missingSince == 0 { page.missingSince = max(1, now) }
    let rules = plan.recrawl
    if isForGood
      || page.tries >= rules.missingLimit && now - page.missingSince >= rules.missingTime
    {
      try drop(&page)
      page.state = .gone
    } else {
      page.dueAt = now.addingClamped(rules.missingTime / Int64(max(1, rules.missingLimit - 1)))
    }
  }

  /// Forgets what a page held.
  func drop(_ page: inout PageRecord) throws(CrawlStoreError) {
    page.redirection = nil
    page.isMoved = false
    guard page.contentHash != nil || page.isIndexable else { return }
    page.contentHash = nil
    page.fingerprint = Fingerprint(bits: 0, isVague: true)
    page.title = ""
    page.isIndexable = false
    page.readingHash = nil
    page.robotsTag = nil
    page.unavailableAfter = nil
    page.canonical = nil
    page.namesItself = false
    page.mainItem = nil
    page.validators = .init()
    try store.setLinks([], ofPage: page.id)
    try store.setContent(nil, ofPage: page.id)
    page.revision = try store.newRevision()
  }
}
