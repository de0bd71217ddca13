internal import CrawlRules
internal import StructuredData
package import WebAddresses
internal import WebDocuments
internal import WebFetching
internal import WebMarkup

extension SiteValidator {
  /// Validates a whole site from its sitemaps: asks for one page after the other, each template of page in its turn, and
  /// leaves the site alone between them as its robots.txt wants. Never fails: what can't be had is told by the report.
  ///
  /// - Parameters:
  ///   - url: An address of the site; it is looked at first.
  ///   - plan: What is looked at, and what it may take.
  ///   - observe: Is told how many pages were looked at, and of how many.
  /// - Returns: The report.
  package func survey(
    of url: WebURL, _ plan: SiteSurveyPlan = SiteSurveyPlan(),
    observe: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async -> SiteSurvey {
    var pagePlan = SiteValidationPlan()
    pagePlan.time = plan.time
    pagePlan.requestTime = plan.requestTime
    // Each page may be behind redirections.
    pagePlan.requestLimit =
      (plan.pageLimit + plan.sitemapLimit) * (PageVisit.redirectionLimit + 1) + 10
    let requests = SiteRequests(fetcher, pagePlan)
    requests.leaveAlone(for: plan.delay)
    var visit = SurveyVisit(url, plan, pagePlan, requests)
    await visit.lookAtSite()
    await visit.lookAtPages(observe)
    return visit.survey()
  }
}

/// A site being looked at, request by request.
private struct SurveyVisit {
  private let plan: SiteSurveyPlan
  private let pagePlan: SiteValidationPlan
  private let requests: SiteRequests
  private let url: WebURL
  private var report: SiteSurvey
  private var robots: RobotsVisit?
  private var rules: RobotsRules?
  private var chosen: [WebURL] = []
  private var titles: [String: [(document: String, template: PageTemplate)]] = [:]

  init(
    _ url: WebURL, _ plan: SiteSurveyPlan, _ pagePlan: SiteValidationPlan, _ requests: SiteRequests
  ) {
    let url = url.withoutCredentials
    self.url = url.withoutFragment
    self.plan = plan
    self.pagePlan = pagePlan
    self.requests = requests
    report = SiteSurvey(url)
  }

  // MARK: - The site

  /// Asks for robots.txt and the sitemaps, and chooses pages.
  mutating func lookAtSite() async {
    robots = await RobotsVisit.make(origin: url.origin, requests)
    if case .rules(let file)? = robots?.policy.access {
      let rules = file.rules()
      self.rules = rules
      if let delay = rules.crawlDelay { requests.leaveAlone(for: max(plan.delay, .seconds(delay))) }
    }
    if let document = robots?.document { report.add(document, template: nil) }
    chosen = choose(from: await listed())
  }

  /// The addresses of the site that its sitemaps list.
  private mutating func listed() async -> [WebURL] {
    guard robots?.problem == nil else { return [] }
    var waiting: [(url: WebURL, level: Int)] = []
    if case .rules(let file)? = robots?.policy.access {
      waiting = file.sitemaps.map { ($0, 0) }
    }
    let isNamed = !waiting.isEmpty
    if waiting.isEmpty, let usual = WebURL(url.origin + "/sitemap.xml") { waiting = [(usual, 0)] }
    var seen = Set<WebURL>()
    var pages: [WebURL] = []
    var lists: [SiteDocument] = []
    var known = Set<String>()
    var place = 0
    while place < waiting.count, seen.count < plan.sitemapLimit, stopReason == nil {
      let next = waiting[place]
      place += 1
      guard seen.insert(next.url).inserted else { continue }
      let visit = await SitemapVisit.make(
        next.url, namedBy: isNamed ? url.origin : nil, byteCount: plan.sitemapByteLimit, requests)
      if let document = visit.document { lists.append(document) }
      if let problem = visit.problem { noteMissing(next.url, problem, isNamed: isNamed) }
      guard case .sitemap(let sitemap)? = visit.document?.reading else { continue }
      if sitemap.kind == .index {
        guard next.level < Sitemap.maximumIndexDepth else { continue }
        waiting += sitemap.entries.prefix(plan.sitemapLimit).map { ($0.url, next.level + 1) }
        continue
      }
      for entry in sitemap.entries where entry.url.origin == url.origin {
        guard pages.count < plan.addressLimit else { break }
        guard known.insert(entry.url.crawlKey).inserted else { continue }
        pages.append(entry.url.withoutFragment.withoutCredentials)
      }
    }
    report.listedCount = pages.count
    for var document in lists {
      // A site may have sitemaps of other hosts beside its own.
      if pages.isEmpty { document.add([elsewhere(document)].compactMap(\.self)) }
      report.add(document, template: nil)
    }
    return pages
  }

  /// Says that a sitemap lists nothing that is looked at here: a site that was built for another address would pass
  /// whatever is on its pages.
  private func elsewhere(_ document: SiteDocument) -> Diagnostic? {
    guard case .sitemap(let sitemap) = document.reading, sitemap.kind != .index,
      let first = sitemap.entries.first,
      !sitemap.entries.contains(where: { $0.url.origin == url.origin })
    else { return nil }
    let count = sitemap.entries.count
    return Diagnostic(
      .sitemapElsewhere,
      "The sitemap lists \(count) \(count == 1 ? "address" : "addresses"), none of "
        + "\(Diagnostic.excerpt(url.origin)); the first is \(Diagnostic.excerpt(first.url.href)).",
      subject: "loc")
  }

  private mutating func noteMissing(_ sitemap: WebURL, _ problem: String, isNamed: Bool) {
    report.add(
      SiteDocument(
        name: sitemap.href, url: sitemap, bytes: [], reading: .missing(.sitemap),
        diagnostics: [
          Diagnostic(
            .sitemapNotFound, "The sitemap \(Diagnostic.excerpt(sitemap.href)) \(problem).",
            // Where robots.txt names it, its pages would pass without being looked at.
            subject: "sitemap", severity: isNamed ? .warning : nil)
        ]), template: nil)
  }

  /// The pages that are asked for: the one that was named, and then one of each shape of address after the other, so that
  /// of a large site each template is seen.
  private mutating func choose(from pages: [WebURL]) -> [WebURL] {
    var order: [String] = []
    var shapes: [String: [WebURL]] = [:]
    for page in pages where page.crawlKey != url.crawlKey {
      guard rules?.decision(for: page).isAllowed ?? (robots?.problem == nil) else {
        report.blockedCount += 1
        let finding = rules?.decision(for: page).finding(for: page)?.withoutLocation
        report.add(
          [finding].compactMap(\.self), on: page.href, template: PageTemplate(page, type: nil))
        continue
      }
      let shape = PageTemplate.shape(of: page)
      if shapes[shape] == nil { order.append(shape) }
      shapes[shape, default: []].append(page)
    }
    var result = [url]
    var round = 0
    while result.count < plan.pageLimit {
      let turn = order.compactMap { shape -> WebURL? in
        let pages = shapes[shape] ?? []
        return round < pages.count ? pages[round] : nil
      }
      if turn.isEmpty { break }
      result += turn.prefix(plan.pageLimit - result.count)
      round += 1
    }
    return result
  }

  // MARK: - Pages

  /// Asks for the pages that were chosen.
  mutating func lookAtPages(_ observe: @Sendable (Int, Int) -> Void) async {
    var failures = 0
    for (place, page) in chosen.enumerated() {
      observe(place, chosen.count)
      if let reason = stopReason {
        report.stop = reason
        return
      }
      let visit = await PageVisit.make(page, requests, pagePlan)
      // A page that was cut off by the end of the time is not to blame.
      if requests.elapsed >= plan.time {
        report.stop = .time
        return
      }
      add(visit, page)
      let status = visit.hops.last?.status
      failures = status == nil || status == 429 || (status ?? 0) >= 500 ? failures + 1 : 0
      if failures >= plan.failureLimit, place + 1 < chosen.count {
        report.stop = .failing
        return
      }
    }
    observe(chosen.count, chosen.count)
  }

  private mutating func add(_ visit: PageVisit, _ page: WebURL) {
    report.pageCount += 1
    var document =
      if let response = visit.response, let reading = visit.page {
        SiteDocument(name: page.href, bytes: response.body, page: reading)
      } else {
        SiteDocument(name: page.href, url: page, bytes: [], reading: .missing(.page))
      }
    document.add(visit.diagnostics)
    // The page that was named is asked for whatever robots.txt says of it.
    let decision = robots?.decision(for: page)
    document.add([decision?.finding(for: page)?.withoutLocation].compactMap(\.self))
    let reading = visit.page
    let type = reading.flatMap { page in page.mainItem.map { page.graph[$0] }?.types.first }
    let template = PageTemplate(page, type: type)
    report.add(document, template: template)
    if let title = reading?.card.title, visit.hops.count == 1 {
      titles[title, default: []].append((page.href, template))
    }
  }

  /// Why nothing more is asked for; `nil` where there is room.
  private var stopReason: SiteSurvey.Stop? {
    if requests.elapsed >= plan.time { return .time }
    return requests.byteCount >= plan.byteLimit ? .bytes : nil
  }

  /// Puts together what was found.
  func survey() -> SiteSurvey {
    var report = report
    for (title, pages) in titles.sorted(by: { $0.key < $1.key })
    where pages.count > RepeatedTitles.allowed {
      let finding = Diagnostic(
        .titleGeneric, "\(pages.count) pages have the title “\(Diagnostic.excerpt(title))”.",
        subject: "title")
      for page in pages { report.add([finding], on: page.document, template: page.template) }
    }
    report.byteCount = requests.byteCount
    report.duration = requests.elapsed
    report.arrange()
    return report
  }
}
