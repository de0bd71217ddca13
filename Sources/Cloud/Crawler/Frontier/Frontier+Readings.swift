import WebAddresses
import WebFetching

extension Frontier {
  /// Takes in what was read of a page.
  func note(
    _ reading: CrawledPage, of page: inout PageRecord, from result: CrawlResult, at now: Int64
  ) throws(CrawlStoreError) {
    let wasKnown = page.contentHash != nil
    let readingHash = reading.readingHash
    // Fields of the head may change what the same body is worth, and so may the time. An earlier program may have read
    // another body in between.
    let isSame =
      page.readingHash == readingHash && page.contentHash == reading.contentHash
      && page.isIndexable == reading.isIndexable && page.redirection == nil
    // Many pages carry a number of the visit or the time of day: what was read decides how often they are fetched.
    let saysTheSame =
      page.fingerprint == reading.fingerprint && page.title == reading.title
      && page.isIndexable == reading.isIndexable && page.redirection == nil
    page.validators = result.validators
    page.robotsTag = result.robotsTag
    page.readAt = now
    page.unavailableAfter = reading.unavailableAfter
    succeed(&page, hasChanged: wasKnown && !isSame && !saysTheSame, at: now)
    hasten(&page, toItsEndAfter: now)
    guard !isSame else { return }
    page.contentHash = reading.contentHash
    page.readingHash = readingHash
    page.fingerprint = reading.fingerprint
    page.title = reading.title
    page.isIndexable = reading.isIndexable
    page.redirection = nil
    page.canonical = nil
    page.namesItself = reading.namesItself
    page.mainItem = reading.mainItem
    // From here on the page's own links may lead back to it.
    _ = try store.save(page)
    if let canonical = reading.canonical {
      let target = try discover(canonical, depth: page.depth, at: now)
      page.canonical = target == page.id ? nil : target
    }
    var links: [LinkRecord] = []
    for link in reading.links.prefix(plan.linksPerPage) {
      guard let linked = try discovered(link.url, depth: page.depth + 1, at: now) else { continue }
      let weight = LinkWeight.of(
        link.place, isSameSite: linked.site == page.site, isEndorsed: link.isEndorsed)
      links.append(LinkRecord(source: page.id, target: linked.id, weight: weight))
    }
    try store.setLinks(links, ofPage: page.id)
    try discover(sitemaps: reading.sitemaps, ofSite: page.site, depth: page.depth, at: now)
    try store.setContent(reading.content, ofPage: page.id)
    page.revision = try store.newRevision()
  }

  /// Takes in that a page is as it was.
  func noteUnchanged(_ page: inout PageRecord, by result: CrawlResult, at now: Int64) {
    succeed(&page, hasChanged: false, at: now)
    hasten(&page, toItsEndAfter: now)
    // The answer may hold what the server asks of crawlers by now (RFC 9111, 3.2), and is not all that is to be read.
    guard page.contentHash != nil, let tag = result.robotsTag, tag != page.robotsTag,
      result.claim.validators != .init()
    else { return }
    page.validators = .init()
    page.dueAt = now
  }

  /// By what the content of a page can be recognised when it is asked for; by nothing where its body was read so long
  /// ago that it is to be read again. Many servers do not say with 304 what they ask of crawlers.
  func validators(of page: PageRecord, at now: Int64) -> FetchRequest.Validators {
    guard page.kind == .page, page.contentHash != nil,
      page.readAt <= now.addingClamped(-plan.recrawl.longestUnread)
    else { return page.validators }
    return .init()
  }

  /// Has a page fetched when the time has come at which it asks to be taken down: it may ask for another one then.
  private func hasten(_ page: inout PageRecord, toItsEndAfter now: Int64) {
    guard let end = page.unavailableAfter, end > now else { return }
    page.dueAt = min(page.dueAt, max(end, now.addingClamped(plan.recrawl.shortest)))
  }
}
