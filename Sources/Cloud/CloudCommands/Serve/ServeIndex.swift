internal import CloudService
internal import CommandKit
internal import Crawler
internal import FresnelPlatform
internal import SiteValidation
internal import WebAddresses
internal import WebFetching

/// `fresnel-cloud serve`: answers searches on the web.
struct ServeIndex: Subcommand {
  private static let listen = Option.text(
    "listen", "ADDRESS", "Listen at an address of this machine and a port (default 127.0.0.1:8080)")
  private static let baseURL = Option.text(
    "base-url", "URL", "The address that people know the service by")
  private static let contact = Option.text(
    "contact", "TEXT", "Who answers for the crawler: an address of mail, or of a page")
  private static let crawlerAddresses = Option.text(
    "crawler-addresses", "LIST",
    "Publish the networks that the crawler fetches from, with commas between them, so that impostors can be told"
  )
  private static let rate = Option.count(
    "rate", "N",
    "Let a client go on with N requests a second, after four times that at once; 0 "
      + "for any number", default: 10)
  private static let isBehindProxy = Option.flag(
    "behind-proxy", "Take the client's address from the last entry of X-Forwarded-For")
  private static let logsRequests = Option.flag(
    "log-requests", "Tell of each request its method, route, status and time; never what was asked")

  static let definition = CommandDefinition(
    name: "serve", summary: "Answer searches on the web",
    discussion: """
      Serves the search page, the search for programs at /v1/search, which /openapi.json describes, \
      suggestions for browsers, the page on which pages are checked, which is asked for at /v1/validate by \
      programs, the page about the crawler, /healthz, /metrics for Prometheus, and /status, which tells how the crawl \
      is. These last two are not for requests that a proxy hands on.

      The index is read beside the crawl that writes it; what is new is found within a few seconds. \
      There is no encryption: put a proxy in front that has it, and name --behind-proxy and --base-url. \
      Neither questions nor who asked are kept. The first signal to end lets answers that are under way \
      be given.
      """,
    options: [
      listen.definition, baseURL.definition, contact.definition,
      crawlerAddresses.definition, rate.definition,
      isBehindProxy.definition, logsRequests.definition, CloudData.option.definition,
      SharedOptions.json.definition,
    ],
    examples: [
      Example("on this machine", "fresnel-cloud serve"),
      Example(
        "behind a proxy",
        "fresnel-cloud serve --behind-proxy --base-url https://search.example.org"),
      Example("at any free port, told as JSON", "fresnel-cloud serve --listen 127.0.0.1:0 --json"),
    ])

  private let address: NetworkAddress
  private let settings: ServiceSettings
  private let data: String?
  private let logsRequests: Bool
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    let text = try arguments(Self.listen) ?? "127.0.0.1:8080"
    guard let address = NetworkAddress(text) else {
      throw .usage(
        "--listen takes an address and a port, not \"\(text)\"",
        advice: "write --listen 127.0.0.1:8080, or --listen [::1]:8080")
    }
    self.address = address
    let rate = try arguments(Self.rate)
    guard rate <= 1_000_000 else {
      throw .usage("--rate takes at most 1000000", advice: "write --rate 0 for any number")
    }
    settings = ServiceSettings(
      baseURL: try arguments(Self.baseURL).map { text throws(CommandError) in
        try Self.baseURL(text)
      },
      version: SoftwareVersion.text, contact: try arguments(Self.contact),
      crawlerAddresses: try Self.addresses(arguments(Self.crawlerAddresses)),
      rate: RateLimiter.Rules(perSecond: Double(rate), burst: 4 * Double(rate)),
      isBehindProxy: try arguments(Self.isBehindProxy))
    data = try arguments(CloudData.option)
    logsRequests = try arguments(Self.logsRequests)
    asJSON = try arguments(SharedOptions.json)
  }

  /// Networks with commas between them.
  private static func addresses(_ text: String?) throws(CommandError) -> CrawlerAddresses {
    var addresses = CrawlerAddresses()
    for word in (text ?? "").split(separator: ",") {
      let word = word.filter { $0 != " " }
      guard let prefix = CrawlerAddresses.Prefix(word) else {
        throw .usage(
          "--crawler-addresses takes networks, not \"\(withoutControls(word))\"",
          advice: "write --crawler-addresses 192.0.2.0/24,2001:db8::/48")
      }
      addresses.prefixes.append(prefix)
    }
    return addresses
  }

  /// An address of the web, without a slash at its end.
  private static func baseURL(_ text: String) throws(CommandError) -> String {
    guard let url = WebURL(text), url.isHTTP, url.query == nil, url.fragment == nil,
      url.username.isEmpty, url.password.isEmpty
    else {
      throw .usage(
        "--base-url takes an address of the web, not \"\(text)\"",
        advice: "write --base-url https://search.example.org")
    }
    return url.href.hasSuffix("/") ? String(url.href.dropLast()) : url.href
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    // Who follows what is told may come and go.
    context.console.outliveReaders()
    let report = ServeReport(on: context.console, asJSON: asJSON, logsRequests: logsRequests)
    let place = CloudData(data, in: context)
    let index = ServedIndex(directory: place.index)
    let fetcher = try WebFetcher(SiteValidator.policy(userAgent: settings.crawlerName))
    let validator = SiteValidator(fetcher)
    let service = CloudService(
      index: index, apps: AppLookup(of: place),
      visit: { url, apps, tests in
        var plan = SiteValidationPlan()
        plan.apps = apps
        plan.tests = tests
        return await validator.report(on: url, plan)
      }, pictures: PictureProxy(fetcher), crawl: { try Self.status(of: place) }, settings: settings,
      onEvent: { report.answered($0) })
    let session = ServeSession(
      service, index: index, at: address, isBehindProxy: settings.isBehindProxy, report: report)
    return try session.run()
  }

  /// The hosts of each kind that the status names.
  private static let shownHosts = 25

  /// How the crawl beside the service is; `nil` where there was none.
  private static func status(of data: CloudData) throws -> CrawlStatus? {
    guard FileSystem.exists(data.crawl) else { return nil }
    let now = CrawlClock().now
    let store = try SQLiteCrawlStore(path: data.crawl)
    return CrawlStatus(
      overview: try store.overview(at: now, hostLimit: shownHosts),
      work: try store.work(at: now, hostLimit: shownHosts), time: now)
  }
}
