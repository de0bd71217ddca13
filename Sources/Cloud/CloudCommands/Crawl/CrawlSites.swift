internal import CommandKit
internal import Crawler
internal import FresnelPlatform
internal import WebAddresses
internal import WebFetching

/// `fresnel-cloud crawl`: fetches sites, again and again, and keeps the index of their pages.
struct CrawlSites: Subcommand {
  private static let list = Option.paths(
    "list", short: "l", "FILE", "Crawl the sites in FILE too, one on a line")
  private static let noApps = Option.flag(
    "no-apps", "Leave out the sites of apps")
  private static let baseURL = Option.text(
    "base-url", "URL",
    "Where fresnel-cloud serve can be reached: the page about the crawler is there")
  private static let from = Option.text("from", "MAIL", "Where site owners can write to")
  private static let once = Option.flag("once", "End when nothing is due for a while")
  private static let duration = Option.text(
    "for", "TIME", "End after a time, such as 90s, 30m, 8h or 2d")
  private static let depth = Option.count(
    "depth", "N", "Follow links N deep from where the crawl begins", default: CrawlPlan().deepest)
  private static let pages = Option.count(
    "pages", "N", "Fetch at most N addresses of a site", default: CrawlPlan().pagesPerSite)
  private static let parallel = Option.count(
    "parallel", "N", "Make at most N requests at once, one to a host", default: CrawlPlan().requests
  )
  private static let delay = Option.text(
    "delay", "MS",
    "Leave hosts alone for MS milliseconds after each answer, not for a time that depends on it; needs --allow-private"
  )
  private static let allowPrivate = Option.flag(
    "allow-private", "Fetch from this machine and private networks too, at any port")
  private static let certificates = Option.text(
    "certificate", "FILE", "Trust the certificates in FILE (PEM), not those of the system",
    completion: .files)
  private static let proxy = Option.text("proxy", "URL", "Fetch everything through a proxy")
  private static let indexEvery = Option.count(
    "index-every", "SECONDS", "Bring the index into step every so often", default: 60)
  private static let metrics = Option.text(
    "metrics", "FILE", "Write numbers for Prometheus to FILE, every 15 seconds", completion: .files)

  static let definition = CommandDefinition(
    name: "crawl", summary: "Fetch sites, again and again, and index their pages",
    discussion: """
      Begins at the sites of the apps in the directory (fresnel-cloud app), at those that the installed apps \
      name in their manifests, at those given as SITE (a host or an address), and at those of --list files, \
      whose lines may have comments after #. From there on links are followed within these sites. Sites given once are \
      known from then on. Apps that are added while a crawl runs are seen when it brings the index into step.

      Hosts are asked for one thing at a time, slowly, and as their robots.txt allows. Pages that change are \
      fetched more often than others. The index is rewritten as one file once enough of it has changed, \
      which needs as much disk space again for a while. \
      What is known is kept in the data directory: a crawl that is ended, killed even, goes on where it was. \
      Without --once and --for it runs until a signal ends it.

      The crawler says who it is: Fresnelbot, with the address of the page about it, which fresnel-cloud \
      serve shows. --base-url names it, and is needed unless --allow-private is there.

      With --json a line is printed for each event: started, fetched, progress, indexed, compacted, ended. The exit \
      status is 1 when nothing was found, 3 when another crawl works in the directory, and 130 when a signal \
      ended what --once or --for asked for. A second signal ends it at once.
      """,
    operands: [OperandDefinition("SITE", "hosts or addresses to begin at", count: .any)],
    options: [
      list.definition, noApps.definition, CloudData.option.definition, baseURL.definition,
      from.definition, once.definition, duration.definition, depth.definition, pages.definition,
      parallel.definition, delay.definition, allowPrivate.definition, certificates.definition,
      proxy.definition, indexEvery.definition, metrics.definition, SharedOptions.json.definition,
    ],
    examples: [
      Example(
        "the sites of all apps, for ever",
        "fresnel-cloud crawl --base-url https://search.example.org/"),
      Example(
        "two sites, once",
        "fresnel-cloud crawl --once --base-url https://search.example.org/ recipes.example news.example"
      ),
      Example(
        "a server on this machine, two links deep",
        "fresnel-cloud crawl --once --allow-private --depth 2 http://localhost:8000/"),
    ])

  private let sites: [String]
  private let lists: [String]
  private let takesApps: Bool
  private let data: String?
  private let asJSON: Bool
  private let metricsPath: String?
  private let order: CrawlOrder

  init(_ arguments: ParsedArguments) throws(CommandError) {
    sites = arguments.operands
    lists = try arguments(Self.list)
    takesApps = try !arguments(Self.noApps)
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
    metricsPath = try arguments(Self.metrics)
    let isPrivate = try arguments(Self.allowPrivate)
    var plan = CrawlPlan()
    plan.deepest = try arguments(Self.depth)
    plan.pagesPerSite = try arguments(Self.pages)
    plan.requests = try Self.positive(arguments(Self.parallel), "parallel", most: 4096)
    if let delay = try arguments(Self.delay) {
      guard isPrivate else {
        throw .usage(
          "--delay is for own servers, and needs --allow-private",
          advice: "leave it out: hosts are left alone for as long as suits them")
      }
      guard let time = Int64(delay), (0...3_600_000).contains(time) else {
        throw .usage(
          "--delay takes milliseconds, not \"\(withoutControls(delay))\"",
          advice: "write --delay 100")
      }
      plan.politeness.shortestDelay = time
      plan.politeness.longestDelay = time
      plan.politeness.delayFactor = 0
    }
    var policy = FetchPolicy(
      userAgent: try Self.userAgent(arguments(Self.baseURL), isPrivate: isPrivate),
      from: try arguments(Self.from))
    if isPrivate {
      policy.addresses.formUnion([.loopback, .privateNetwork, .linkLocal])
      policy.ports = nil
    }
    policy.certificates = try arguments(Self.certificates)
    policy.proxy = try arguments(Self.proxy)
    // Hosts are asked in turn, so that a connection is used again when all others have been. Many systems let a
    // process have 1,024 files.
    policy.idleConnections = min(640, max(64, plan.requests * 10))
    policy.connections = policy.idleConnections + plan.requests
    order = CrawlOrder(
      plan: plan, policy: policy, isOnce: try arguments(Self.once),
      time: try arguments(Self.duration).map { text throws(CommandError) in
        try Self.duration(text)
      },
      indexInterval: .seconds(
        try Self.positive(arguments(Self.indexEvery), "index-every", most: 86_400)))
  }

  private static func positive(
    _ number: Int, _ name: String, most: Int
  ) throws(CommandError) -> Int {
    guard (1...most).contains(number) else {
      throw .usage("--\(name) takes a number from 1 to \(most), not \(number)")
    }
    return number
  }

  /// What the crawler calls itself.
  private static func userAgent(
    _ base: String?, isPrivate: Bool
  ) throws(CommandError) -> String {
    let product = "Fresnelbot/\(SoftwareVersion.text)"
    guard let base else {
      if isPrivate { return product }
      throw .usage(
        "site owners need to know who crawls: --base-url is missing",
        advice: "write --base-url and the address at which fresnel-cloud serve can be reached")
    }
    guard let url = WebURL(base), url.isHTTP, url.query == nil, url.fragment == nil,
      let page = WebURL(url.href + (url.href.hasSuffix("/") ? "crawler" : "/crawler"))
    else {
      throw .usage(
        "--base-url takes an address of the web, not \"\(withoutControls(base))\"",
        advice: "write --base-url https://search.example.org/")
    }
    return "\(product) (+\(page.href))"
  }

  /// A number with a unit.
  private static func duration(_ text: String) throws(CommandError) -> Duration {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (1...100_000).contains(number)
    else {
      throw .usage(
        "--for takes a number with s, m, h or d, not \"\(withoutControls(text))\"",
        advice: "write --for 8h")
    }
    return .seconds(number * unit)
  }

  /// Looks into a file of certificates: without one in it each host that encrypts would seem to be out of order.
  private static func checkCertificates(_ path: String) throws {
    let bytes = try FileSystem.contents(of: path, maximumByteCount: 16 << 20)
    guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
      throw CommandError(
        .system, "there is no certificate in \(withoutControls(path))",
        advice: "--certificate takes a file in PEM")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    // It runs for days, and who follows what is told may come and go.
    HeapMemory.share(heapCount: 2)
    context.console.outliveReaders()
    if let path = order.policy.certificates { try Self.checkCertificates(path) }
    let data = CloudData(self.data, in: context)
    let named = try CrawlSeeds(sites: sites, lists: lists, in: context)
    let report = CrawlReport(
      on: context.console, asJSON: asJSON, metricsPath: metricsPath, isOnce: order.isOnce)
    let session = try CrawlSession(order, data: data, report: report) { [takesApps] in
      var seeds = named
      if takesApps {
        seeds.addApps(of: context)
        try seeds.addApps(of: data)
      }
      return seeds.all
    }
    return try session.run()
  }
}
