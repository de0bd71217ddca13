internal import CommandKit
internal import Crawler
internal import Dispatch
internal import FresnelEngine
internal import FresnelPlatform
internal import PublicIndex
internal import Synchronization
internal import WebAddresses

/// `fresnel-cloud forget`: removes sites from the crawl and from the index.
struct ForgetSites: Subcommand {
  static let definition = CommandDefinition(
    name: "forget", summary: "Remove sites from the crawl and the index",
    discussion: """
      Forgets all pages of the site, that is of all hosts of its domain, and removes them from the index. That \
      others link to it stays known. The site is fetched again when something names it: an installed app, or \
      the arguments of a crawl. No crawl may run meanwhile. The exit status is 1 when a site is not known.
      """,
    operands: [OperandDefinition("SITE", "domains, hosts or addresses", count: .oneOrMore)],
    options: [CloudData.option.definition],
    examples: [Example("all of a domain", "fresnel-cloud forget example.org")])

  private let sites: [String]
  private let data: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    sites = arguments.operands
    data = try arguments(CloudData.option)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let data = CloudData(data, in: context)
    guard FileSystem.exists(data.crawl) else {
      throw CommandError(
        .incomplete, "there was no crawl in \(withoutControls(data.directory)) yet")
    }
    let lock = try CrawlLock(of: data)
    defer { withExtendedLifetime(lock) {} }
    let store = try SQLiteCrawlStore(path: data.crawl)
    var status = ExitStatus.success
    for site in sites {
      guard let record = try Self.site(site, in: store) else {
        context.warn("the crawl does not know \(withoutControls(site))")
        status = .incomplete
        continue
      }
      let count = try store.forget(site: record.id)
      context.console.writeLine(
        "\(withoutControls(record.domain)): \(counted(count, "page")) forgotten")
    }
    try Self.updateIndex(data)
    return status
  }

  private static func site(
    _ word: String, in store: SQLiteCrawlStore
  ) throws -> SiteRecord? {
    let url = WebURL(word.contains("://") ? word : "https://\(word)")
    guard let host = url?.host else { return nil }
    return try store.site(ofDomain: WebURL.registrableDomain(of: host) ?? host)
  }

  private static func updateIndex(_ data: CloudData) throws {
    let index = try Store.open(at: data.index, options: PublicPages.writingOptions)
    defer { index.close() }
    let result = Mutex<Result<Void, any Error>>(.success(()))
    let isOver = DispatchSemaphore(value: 0)
    let path = data.crawl
    let isProven = CloudApps.provenLinks(of: data)
    Task {
      do {
        _ = try await PublicIndexUpdate(of: index, isProven: isProven)
          .run(from: SQLiteCrawlStore(path: path))
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isOver.signal()
    }
    isOver.wait()
    try result.withLock { $0 }.get()
  }
}
