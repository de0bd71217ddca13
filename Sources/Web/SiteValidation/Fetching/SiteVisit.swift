internal import CrawlRules
internal import SiteAssociations
internal import WebAddresses
internal import WebDocuments
internal import WebMarkup

/// What was fetched of a page and its site so far.
struct SiteVisit: Sendable {
  let requested: WebURL
  let plan: SiteValidationPlan
  var page: PageVisit
  /// The robots.txt files by origin.
  private(set) var robots: [String: RobotsVisit] = [:]
  private(set) var associations: [AssociationVisit] = []
  private(set) var assetLinks: SiteDocument?
  private(set) var sitemaps: [SitemapVisit] = []
  private(set) var resources: [ResourceVisit] = []
  private(set) var canonicalFindings: [Diagnostic] = []

  /// The most origins whose robots.txt is asked for, hosts whose association file is, and sitemaps.
  private static let originLimit = 5
  private static let hostLimit = 3
  private static let sitemapLimit = 3

  /// What a request that runs beside others brought.
  private enum Finished: Sendable {
    case robots(RobotsVisit?, origin: String)
    case association(AssociationVisit)
    case assetLinks(SiteDocument?)
    case resource(ResourceVisit)
    case canonical([Diagnostic])
    case sitemap(SitemapVisit)
  }

  /// Begins with the way to the page.
  init(_ url: WebURL, _ plan: SiteValidationPlan, _ page: PageVisit) {
    requested = url
    self.plan = plan
    self.page = page
  }

  /// The address of the page, or how far the way to it led.
  var url: WebURL { page.url ?? requested }

  /// Whether the host of the page could be asked at all.
  var isReached: Bool { page.hops.last?.status != nil }

  /// Takes in the robots.txt of an origin.
  mutating func add(_ visit: RobotsVisit?, origin: String) {
    if let visit { robots[origin] = visit }
  }

  /// What robots.txt of its origin says of an address; `nil` where nobody looked.
  func decision(for url: WebURL) -> RobotsDecision? { robots[url.origin]?.decision(for: url) }

  // MARK: - Asking

  /// Asks for everything that the page leads to, side by side.
  mutating func lookAround(_ requests: SiteRequests) async {
    guard isReached else { return }
    let targets = page.page.map(ResourceVisit.targets) ?? []
    let origins = page.hops.map(\.url.origin) + targets.map(\.url.origin)
    let url = url
    let plan = plan
    let canonical = page.page.flatMap(CanonicalVisit.target)
    let places = associationPlaces
    let keys = places.map(\.key)
    let known = Set(robots.keys)
    await withTaskGroup(of: Finished.self) { group in
      for place in places {
        group.addTask {
          .association(
            await AssociationVisit.make(
              host: place.host, port: place.port, page: url, asksWithoutTLS: plan.asksWithoutTLS,
              requests))
        }
      }
      var seen = known
      for origin in origins where seen.count < Self.originLimit && seen.insert(origin).inserted {
        group.addTask { .robots(await RobotsVisit.make(origin: origin, requests), origin: origin) }
      }
      group.addTask {
        .assetLinks(await AssetLinksVisit.make(origin: url.origin, requests))
      }
      for target in targets {
        group.addTask { .resource(await ResourceVisit.make(target, requests)) }
      }
      if let canonical {
        group.addTask { .canonical(await CanonicalVisit.findings(canonical, requests)) }
      }
      for await finished in group { take(finished) }
    }
    // In the order of the page, not in that in which they came.
    resources.sort { first, second in
      (targets.firstIndex(of: first.target) ?? 0) < (targets.firstIndex(of: second.target) ?? 0)
    }
    associations.sort {
      (keys.firstIndex(of: $0.key) ?? 0) < (keys.firstIndex(of: $1.key) ?? 0)
    }
  }

  /// Asks for the sitemaps that robots.txt names, or for the usual one.
  mutating func lookForSitemaps(_ requests: SiteRequests) async {
    let origin = url.origin
    guard isReached, let robots = robots[origin], robots.problem == nil else { return }
    var places: [(url: WebURL, origin: String?)] = []
    if case .rules(let file) = robots.policy.access {
      places = file.sitemaps.prefix(Self.sitemapLimit).map { ($0, origin) }
    }
    if places.isEmpty, let usual = WebURL(origin + "/sitemap.xml") { places = [(usual, nil)] }
    let asked = places
    await withTaskGroup(of: Finished.self) { group in
      for place in asked {
        group.addTask {
          .sitemap(await SitemapVisit.make(place.url, namedBy: place.origin, requests))
        }
      }
      for await finished in group { take(finished) }
    }
    sitemaps.sort { first, second in
      let places = asked.map(\.url)
      return (places.firstIndex(of: first.url) ?? 0) < (places.firstIndex(of: second.url) ?? 0)
    }
  }

  private mutating func take(_ finished: Finished) {
    switch finished {
    case .robots(let visit, let origin): add(visit, origin: origin)
    case .association(let visit): associations.append(visit)
    case .assetLinks(let document): assetLinks = document
    case .resource(let visit): resources.append(visit)
    case .canonical(let findings): canonicalFindings = findings
    case .sitemap(let visit): sitemaps.append(visit)
    }
  }

  /// Where the association files are that count: that of the page's own host, and those that speak for it in apps that
  /// are compared, at the port that the app names.
  private var associationPlaces: [(host: String, port: UInt16?, key: String)] {
    guard let host = url.host, !host.isEmpty else { return [] }
    var places: [(host: String, port: UInt16?, key: String)] = [(host, nil, host)]
    for app in plan.apps {
      for service in AssociationService.allCases {
        guard let entry = app.domains?.entry(for: host, service: service) else { continue }
        let key = fileKey(of: entry)
        if !places.contains(where: { $0.key == key }), places.count < Self.hostLimit {
          places.append((entry.fileHost, key == entry.fileHost ? nil : entry.port, key))
        }
      }
    }
    return places
  }

  /// By what the file of an app's entry is known; the page's own host and port need no port.
  func fileKey(of entry: AssociatedDomain) -> String {
    let port = url.port ?? (url.scheme == "http" ? 80 : 443)
    let isOwn = entry.fileHost == url.host && entry.port == port
    return isOwn ? entry.fileHost : entry.fileKey
  }
}
