internal import CrawlRules
internal import SiteAssociations
internal import WebAddresses
internal import WebDocuments
internal import WebFetching
internal import WebMarkup

extension SiteVisit {
  /// Puts together what was found.
  func report(duration: Duration) -> SiteReport {
    let comparison = comparison
    let result = comparison?.result()
    var hops = page.hops
    // Of a host that doesn't answer it is told once that it doesn't.
    for index in hops.indices where hops[index].status != nil {
      hops[index].robots = decision(for: hops[index].url)
    }
    var documents = [pageDocument(hops, comparison, result?.apps)]
    if let document = robots[url.origin]?.document { documents.append(document) }
    for visit in sitemaps { noteMissing(visit, &documents) }
    documents += associationDocuments(result?.diagnostics ?? [])
    if let assetLinks {
      let isExpected = page.page.map { !SiteAppsComparison.packages(of: $0).isEmpty } ?? false
      documents.append(weighed(assetLinks, isExpected: isExpected))
    }
    documents += sitemaps.compactMap(\.document)
    // The page that was asked for may be one of the others.
    var seen = Set<WebURL>()
    return SiteReport(
      requested: requested, documents: documents.filter { seen.insert($0.url).inserted },
      hops: hops,
      access: isReached
        ? robots[url.origin].map {
          SiteAccess($0.policy, at: $0.url, page: url, problem: $0.problem)
        } : nil, apps: result?.apps,
      resources: resources.map { $0.resource(robots: decision(for: $0.target.url)) },
      duration: duration)
  }

  // MARK: - The page

  private func pageDocument(
    _ hops: [SiteHop], _ comparison: SiteAppsComparison?, _ apps: SiteApps?
  ) -> SiteDocument {
    var document: SiteDocument
    if let response = page.response, page.page != nil {
      document = SiteDocument(
        name: url.href, bytes: response.body, page: reading(response, comparison, apps))
    } else if let response = page.response, response.kind != .page {
      document = SiteDocument(name: url.href, bytes: response.body, url: url)
    } else {
      document = SiteDocument(name: url.href, url: url, bytes: [], reading: .missing(.page))
    }
    document.add(page.diagnostics)
    var seen = Set<String>()
    for hop in hops {
      guard let decision = hop.robots, seen.insert(hop.url.crawlKey).inserted else { continue }
      document.add([decision.finding(for: hop.url)?.withoutLocation].compactMap(\.self))
      if let page = document.page, hop.url == url {
        document.add([page.directives.finding(behind: decision)].compactMap(\.self))
      }
    }
    document.add(canonicalFindings)
    if let page = document.page {
      for visit in resources {
        document.add(
          visit.diagnostics(robots: decision(for: visit.target.url), page: page))
      }
    }
    return document
  }

  /// The page as it is read once it is known what site and apps say of its addresses.
  private func reading(
    _ response: FetchResponse, _ comparison: SiteAppsComparison?, _ apps: SiteApps?
  ) -> PageReading {
    PageReading(
      response.body, url: url,
      headers: response.fields.all.map { HeaderField($0.name, $0.value) },
      options: PageReading.Options { address in
        guard let comparison, let apps else { return .unchecked }
        return comparison.universalLink(address, apps)
      })
  }

  // MARK: - Site and apps

  private var comparison: SiteAppsComparison? {
    guard let own = associations.first else { return nil }
    var files: [String: SiteAssociation] = [:]
    for visit in associations { files[visit.key] = visit.association }
    var links: AssetLinks?
    if case .assetLinks(let read)? = assetLinks?.reading { links = read }
    return SiteAppsComparison(
      host: own.host, file: own.file, associations: files, assetLinks: links, apps: plan.apps,
      page: page.page, tests: plan.tests, fileKey: { fileKey(of: $0) })
  }

  /// Whether somebody says that an app belongs to the site and the file of a host speaks for it, so that a file that
  /// is missing is missed.
  private func isExpected(fileOf key: String) -> Bool {
    let own = url.host ?? ""
    let entries = plan.apps.flatMap { app in
      AssociationService.allCases.compactMap { app.domains?.entry(for: own, service: $0) }
    }
    guard entries.isEmpty else { return entries.contains { fileKey(of: $0) == key } }
    let links = page.page?.deepLinks
    return key == own
      && (links?.chosen != nil || links?.storeID != nil || plan.apps.contains(where: \.isNamed))
  }

  private func associationDocuments(_ findings: [Diagnostic]) -> [SiteDocument] {
    associations.enumerated().map { index, visit in
      var document = weighed(visit.document, isExpected: isExpected(fileOf: visit.key))
      if index == 0 { document.add(findings) }
      if let file = visit.file ?? WebURL(visit.document.url.href),
        decision(for: file).map({ !$0.isAllowed && $0.rule != nil }) == true
      {
        document.add([
          Diagnostic(
            .associationBlockedByRobots,
            "robots.txt keeps crawlers from the file; devices ask for it all the same.")
        ])
      }
      return document
    }
  }

  /// A file about apps, whose findings are mere notices where it can't be used and nobody misses it: many sites answer
  /// with a page to whatever is asked for.
  private func weighed(_ document: SiteDocument, isExpected: Bool) -> SiteDocument {
    let isUsable =
      switch document.reading {
      case .association(let association): association != nil
      case .assetLinks(let links): links != nil
      default: false
      }
    guard !isUsable, !isExpected else { return document }
    return SiteDocument(
      name: document.name, url: document.url, bytes: document.bytes, reading: document.reading,
      diagnostics: document.diagnostics.map {
        Diagnostic(
          $0.rule, $0.message, at: $0.location, subject: $0.subject, severity: .notice)
      })
  }

  // MARK: - Sitemaps

  /// Says that a sitemap is missing: of robots.txt where that names it, else of the page.
  private func noteMissing(_ visit: SitemapVisit, _ documents: inout [SiteDocument]) {
    guard let problem = visit.problem else { return }
    let robots = documents.firstIndex { $0.kind == .robots }
    let shown = Diagnostic.excerpt(visit.url.href)
    if let robots, case .robots(let file) = documents[robots].reading,
      file.sitemaps.contains(visit.url)
    {
      documents[robots].add([
        Diagnostic(
          .sitemapNotFound, "robots.txt names the sitemap \(shown), which \(problem).",
          subject: "sitemap")
      ])
    } else {
      documents[robots ?? 0].add([
        Diagnostic(
          .sitemapNotFound, "No sitemap is named in robots.txt, and \(shown) \(problem).",
          subject: "sitemap")
      ])
    }
  }
}
