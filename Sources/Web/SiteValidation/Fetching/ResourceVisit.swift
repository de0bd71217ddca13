internal import CrawlRules
internal import StructuredData
internal import WebAddresses
internal import WebDocuments
internal import WebFetching
internal import WebMarkup

/// What a page's card needs besides the page: its pictures and recordings.
struct ResourceVisit: Sendable {
  /// Something that is asked for.
  struct Target: Hashable, Sendable {
    let role: SiteResource.Role
    let url: WebURL
    /// Where the page names it.
    let location: SourceLocation?
  }

  /// What was asked for.
  let target: Target
  /// The answer; `nil` without one.
  let response: FetchResponse?
  /// Why it can't be had; `nil` where it can.
  let problem: String?

  /// The most pictures and recordings that are asked for, each.
  private static let imageLimit = 4
  private static let mediaLimit = 3
  /// The most bytes of one: a picture says how large it is before that, if it has no large preview.
  private static let byteCount = 64 << 10
  private static let redirectionLimit = 3
  /// The fewest pixels of a side that look well on a card.
  private static let smallest = 200

  /// What a page's card needs: the picture that is shown first.
  static func targets(of page: PageReading) -> [Target] {
    let images =
      [page.card.image].compactMap(\.self) + page.openGraph.images.compactMap { url($0, page) }
    let media = page.card.actions.compactMap { action -> WebURL? in
      if case .play(_, let url) = action { WebURL(url) } else { nil }
    }
    var seen = Set<WebURL>()
    func targets(_ role: SiteResource.Role, _ urls: [WebURL], _ limit: Int) -> [Target] {
      urls.filter { $0.isHTTP && seen.insert($0).inserted }.prefix(limit).map {
        Target(role: role, url: $0, location: location(of: $0, on: page))
      }
    }
    return targets(.image, images, imageLimit) + targets(.media, media, mediaLimit)
  }

  private static func url(_ media: OpenGraph.Media, _ page: PageReading) -> WebURL? {
    WebURL((media.secureURL ?? media.url).text, base: page.base)
  }

  /// Where a page names an address.
  private static func location(of url: WebURL, on page: PageReading) -> SourceLocation? {
    let graph = page.openGraph
    for media in graph.images + graph.videos + graph.audios {
      for value in [media.secureURL, media.url].compactMap(\.self)
      where WebURL(value.text, base: page.base) == url { return value.location }
    }
    for item in page.graph.items {
      for value in item.properties.flatMap(\.values) {
        guard let text = value.text, let other = WebURL(text, base: page.base) else { continue }
        if other == url { return value.location }
      }
    }
    return nil
  }

  /// Asks for one.
  static func make(_ target: Target, _ requests: SiteRequests) async -> ResourceVisit {
    do throws(FetchError) {
      let response = try await requests.follow(
        target.url, accept: target.role == .image ? "image/*" : "audio/*, video/*;q=0.9",
        byteCount: byteCount, redirections: redirectionLimit)
      return ResourceVisit(target: target, response: response, problem: problem(response, target))
    } catch {
      return ResourceVisit(target: target, response: nil, problem: error.sentence)
    }
  }

  private static func problem(_ response: FetchResponse, _ target: Target) -> String? {
    guard (200..<300).contains(response.status) else {
      return response.redirection == nil
        ? "It answers with status \(response.status)" : "It redirects again and again"
    }
    guard target.role == .media, let type = response.mediaType else { return nil }
    return type.hasPrefix("text/") && !type.contains("mpegurl") ? "It is served as \(type)" : nil
  }

  /// What came of it.
  func resource(robots: RobotsDecision?) -> SiteResource {
    SiteResource(
      role: target.role, url: target.url,
      outcome: problem.map { .unreachable("\(Diagnostic.excerpt($0)).") } ?? .found,
      contentType: response?.mediaType, size: response.flatMap { PictureSize($0.body) },
      isBlockedByRobots: robots.map { !$0.isAllowed } ?? false)
  }

  /// What is wrong with it.
  func diagnostics(robots: RobotsDecision?, page: PageReading) -> [Diagnostic] {
    let subject = target.role.rawValue
    let shown = Diagnostic.excerpt(target.url.href)
    func finding(_ rule: DiagnosticRule, _ message: String) -> Diagnostic {
      Diagnostic(rule, message, at: target.location, subject: subject)
    }
    if let problem {
      let rule: DiagnosticRule = target.role == .image ? .imageUnreachable : .mediaUnreachable
      return [finding(rule, "\(shown) can't be had. \(Diagnostic.excerpt(problem)).")]
    }
    guard target.role == .image else { return [] }
    var diagnostics: [Diagnostic] = []
    if let robots, !robots.isAllowed {
      let rule = robots.rule.map { " by “disallow: \(Diagnostic.excerpt($0.pattern))”" } ?? ""
      diagnostics.append(
        finding(
          .imageBlockedByRobots, "robots.txt of its host keeps crawlers from \(shown)\(rule)."))
    }
    let known = page.diagnostics.map(\.code)
    if let type = response?.mediaType, !Self.isPicture(type), !known.contains("image-type") {
      diagnostics.append(
        finding(
          .imageType,
          "\(shown) is served as \(Diagnostic.excerpt(type)), which cards don't show."))
    } else if let size = response.flatMap({ PictureSize($0.body) }),
      min(size.width, size.height) < Self.smallest, !known.contains("image-small")
    {
      diagnostics.append(
        finding(.imageSmall, "\(shown) has \(size.width) by \(size.height) pixels."))
    }
    return diagnostics
  }

  /// Whether cards show pictures of a type; one that says nothing may be of any.
  private static func isPicture(_ type: String) -> Bool {
    [
      "image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp", "image/avif",
      "application/octet-stream", "binary/octet-stream",
    ].contains(type)
  }
}
