internal import CloudPages
internal import FresnelPlatform
package import WebServing

/// What a public index answers on the web: its routes, within limits, counted.
package struct CloudService: Sendable {
  /// What a request did, for a log. What was asked and who asked is no part of it.
  package struct Event: Sendable {
    /// The method; `other` for what no route answers, since a client may write anything there.
    package let method: String
    /// The path of the route; `other` for what is none.
    package let route: String
    /// The status code.
    package let status: Int
    /// How long it took.
    package let seconds: Double
  }

  /// The methods that are told of as they are.
  private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]

  let settings: ServiceSettings
  let index: ServedIndex
  let metrics = ServiceMetrics()
  private let limiter: RateLimiter
  private let onEvent: @Sendable (Event) -> Void
  private var routes = Routes()
  private var paths: [String: Route] = [:]

  /// What is known of a path besides who answers.
  private struct Route {
    /// What a request takes of a client's tokens.
    var cost: Double
    /// Whether errors are for programs; for people otherwise.
    var isForPrograms: Bool
    /// How long a request is worked on.
    var effort: RequestEffort
  }

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - index: What is searched.
  ///   - apps: Finds the apps of results.
  ///   - visit: Visits sites to validate pages; `nil` where nothing is validated.
  ///   - pictures: Fetches the pictures of results; `nil` where cards have none.
  ///   - crawl: Looks at the crawl for those who run it; `nil` where that is not told.
  ///   - settings: How it is run.
  ///   - onEvent: Is told of each answer.
  package init(
    index: ServedIndex, apps: AppLookup = .none, visit: SiteChecking.Visit? = nil,
    pictures: PictureProxy? = nil, crawl: CrawlStatus.Look? = nil, settings: ServiceSettings,
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.settings = settings
    self.index = index
    self.onEvent = onEvent
    limiter = RateLimiter(rules: settings.rate)
    let search = IndexSearch(of: index, apps: apps, seconds: settings.searchSeconds)
    // Suggestions show no apps.
    let titles = IndexSearch(of: index, apps: .none, seconds: settings.searchSeconds)
    let checking = visit.map { SiteChecking(settings: settings, visit: $0) }
    var operations: [APIOperation] = [.search(search), .suggest(titles)]
    let briefPaths = operations.map(\.path)
    if let checking { operations.append(.validate(checking)) }
    for operation in operations {
      on(
        operation.method, operation.path, isForPrograms: true,
        effort: briefPaths.contains(operation.path) ? .brief : .long
      ) { await operation.answer($0) }
    }
    addDescriptions(of: operations)
    addPages(search, showsPictures: pictures != nil)
    if let pictures { addPictures(pictures) }
    if let checking { addValidation(checking, apps) }
    addCrawlerAddresses()
    if let crawl { addStatus(crawl) }
    addHealth()
  }

  /// Adds a route.
  ///
  /// - Parameters:
  ///   - method: The method. Who answers `GET` answers `HEAD` too.
  ///   - path: The path.
  ///   - cost: What a request takes of a client's tokens; 0 where there is no limit.
  ///   - isForPrograms: Whether errors are problems as RFC 9457 has them; pages otherwise.
  ///   - effort: How long a request is worked on.
  ///   - handler: Answers.
  mutating func on(
    _ method: String, _ path: String, cost: Double = 1, isForPrograms: Bool = false,
    effort: RequestEffort = .long, _ handler: @escaping HTTPServer.Handler
  ) {
    routes.on(method, path, handler)
    paths[path] = Route(
      cost: max(cost, paths[path]?.cost ?? 0), isForPrograms: isForPrograms, effort: effort)
  }

  /// How long a request is worked on. A search is brief, as its time is bounded, but for what it waits for: the disk,
  /// and the database of apps. Who is told of answers must not wait either.
  package func effort(of request: HTTPRequest) -> RequestEffort {
    paths[request.path]?.effort ?? .long
  }

  /// Answers a request.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let start = MonotonicClock.nanoseconds
    let route = paths[request.path]
    let client = ClientKey(of: request, isBehindProxy: settings.isBehindProxy)
    var response: HTTPResponse
    if let wait = limiter.wait(for: client, cost: route?.cost ?? 1) {
      response = HTTPResponse.plain("You asked often in a short time.", status: 429)
      response.headers.append(HTTPHeader("Retry-After", "\(Int(wait.rounded(.up)))"))
    } else {
      response = await routes.answer(request)
    }
    response = Self.worded(
      response, isForPrograms: route?.isForPrograms ?? request.path.hasPrefix("/v1/"))
    let event = Event(
      method: Self.methods.contains(request.method) ? request.method : "other",
      route: route == nil ? "other" : request.path,
      status: response.status,
      seconds: Double(MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)) / 1e9)
    metrics.note(route: event.route, status: event.status, seconds: event.seconds)
    onEvent(event)
    return response
  }

  /// An error in a form for who asked: a problem for programs, a page for people.
  private static func worded(_ response: HTTPResponse, isForPrograms: Bool) -> HTTPResponse {
    let type = response.header("Content-Type") ?? ""
    guard response.status >= 400, type.hasPrefix("text/plain") else { return response }
    let sentence = String(decoding: response.body, as: UTF8.self)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    var worded =
      isForPrograms
      ? APIProblem(status: response.status, sentence: sentence).response
      : HTTPResponse(
        ErrorPage.page(status: response.status), type: "text/html; charset=utf-8",
        status: response.status)
    worded.headers += response.headers.filter { worded.header($0.name) == nil }
    return worded
  }
}
