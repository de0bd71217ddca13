internal import CommandKit
internal import Crawler
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex

/// `fresnel-cloud status`: what a crawl knows.
struct ShowCrawl: Subcommand {
  private static let hosts = Option.count(
    "hosts", "N",
    "Show the N slowest hosts, the N that take most processor time, and the N that fail most",
    default: 5)

  static let definition = CommandDefinition(
    name: "status", summary: "Show what the crawl knows and what the index holds",
    discussion: """
      Counts sites, addresses by state, and pages that were joined with another one, and names the slowest hosts, \
      those that take most processor time, and those that fail. May be asked while a crawl runs. The exit status is 1 when there was no crawl yet.
      """,
    options: [CloudData.option.definition, hosts.definition, SharedOptions.json.definition],
    examples: [
      Example("of the usual directory", "fresnel-cloud status"),
      Example("for a program", "fresnel-cloud status --json --data /var/lib/fresnel-cloud"),
    ])

  private let data: String?
  private let hostLimit: Int
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    data = try arguments(CloudData.option)
    hostLimit = try arguments(Self.hosts)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let data = CloudData(data, in: context)
    guard FileSystem.exists(data.crawl) else {
      throw CommandError(
        .incomplete, "there was no crawl in \(withoutControls(data.directory)) yet",
        advice: "fresnel-cloud crawl begins one; --data names another directory")
    }
    let now = CrawlClock().now
    let store = try SQLiteCrawlStore(path: data.crawl)
    let overview = try store.overview(at: now, hostLimit: hostLimit)
    let joined = try JoinedPages(of: store, at: now)
    let indexed = try Self.pageCount(data)
    if asJSON {
      context.console.writeLine(Self.json(overview, joined, indexed: indexed).printed())
    } else {
      Self.lines(overview, joined, indexed: indexed, at: now, context.style)
        .forEach(context.console.writeLine)
    }
    return .success
  }

  /// How many pages the index holds.
  private static func pageCount(_ data: CloudData) throws -> Int {
    guard FileSystem.exists(data.index) else { return 0 }
    let store = try Store.open(at: data.index, mode: .readOnly)
    defer { store.close() }
    return store.snapshot().scopes().first { $0.scope == PublicPages.scope }?.itemCount ?? 0
  }

  private static func lines(
    _ overview: CrawlOverview, _ joined: JoinedPages, indexed: Int, at now: Int64, _ style: Style
  ) -> [String] {
    func line(_ name: String, _ text: String) -> String { "\(padded(name, to: 10))\(text)" }
    func time(_ milliseconds: Int64) -> String { formatted(seconds: Double(milliseconds) / 1000) }
    var lines = [
      line(
        "sites",
        "\(formatted(count: overview.seedCount)) are fetched from, "
          + "\(formatted(count: overview.trustedCount)) of them of verified apps; "
          + "\(formatted(count: overview.siteCount)) are known"),
      line("hosts", "\(formatted(count: overview.hostCount)) are fetched from"),
      line(
        "index",
        "\(counted(indexed, "page")); \(formatted(count: overview.fetchedCount)) were read"),
    ]
    lines.append(
      line(
        "joined",
        "\(formatted(count: joined.alikeCount)) with nearly the same content as another, "
          + "\(formatted(count: joined.canonicalCount)) that name another as canonical"))
    for state in PageRecord.State.allCases {
      guard let count = overview.pages[state] else { continue }
      lines.append(
        line(state == .waiting ? "addresses" : "", "\(formatted(count: count)) \(state.words)"))
    }
    if overview.blockedCount > 0 {
      lines.append(
        line("", "\(formatted(count: overview.blockedCount)) of them forbidden by robots.txt"))
    }
    let next = overview.nextDueAt.map { "; the next one in \(time(max(0, $0 - now)))" } ?? ""
    lines.append(line("due", "\(formatted(count: overview.dueCount)) now\(next)"))
    let statuses = overview.statuses.sorted { $0.key < $1.key }
      .map { "\($0.key): \(formatted(count: $0.value))" }
    if !statuses.isEmpty { lines.append(line("answers", statuses.joined(separator: "  "))) }
    for (number, host) in overview.slowest.enumerated() {
      lines.append(
        line(
          number == 0 ? "slowest" : "", "\(withoutControls(host.origin))  \(time(host.answerTime))")
      )
    }
    for (number, host) in overview.costliest.enumerated() {
      lines.append(
        line(
          number == 0 ? "processor" : "",
          "\(withoutControls(host.origin))  \(time((host.processorTime + 999) / 1_000))"))
    }
    for (number, host) in overview.failing.enumerated() {
      let failures = style.failure(
        "failed \(host.failureCount == 1 ? "once" : "\(host.failureCount) times in a row")")
      lines.append(
        line(
          number == 0 ? "failing" : "",
          "\(withoutControls(host.origin))  \(failures)  asked again in \(time(max(0, host.readyAt - now)))"
        ))
    }
    lines.append(line("file", formatted(byteCount: Int(overview.byteCount))))
    return lines
  }

  private static func json(
    _ overview: CrawlOverview, _ joined: JoinedPages, indexed: Int
  ) -> JSONValue {
    func hosts(_ hosts: [CrawlOverview.Host]) -> JSONValue {
      .array(
        hosts.map { host in
          .present([
            "origin": .string(host.origin), "answer_ms": .integer(host.answerTime),
            "processor_us": .integer(host.processorTime),
            "failures": .whole(host.failureCount), "ready_at_ms": .integer(host.readyAt),
          ])
        })
    }
    return .present([
      "sites": .whole(overview.siteCount), "fetched_sites": .whole(overview.seedCount),
      "trusted_sites": .whole(overview.trustedCount), "hosts": .whole(overview.hostCount),
      "indexed": .whole(indexed), "fetched": .whole(overview.fetchedCount),
      "joined": .present([
        "duplicates": .whole(joined.alikeCount), "canonical": .whole(joined.canonicalCount),
      ]),
      "addresses": .object(
        PageRecord.State.allCases.map {
          JSONMember($0.name, .integer(Int64(overview.pages[$0] ?? 0)))
        }),
      "blocked": .whole(overview.blockedCount), "due": .whole(overview.dueCount),
      "next_due_at_ms": overview.nextDueAt.map { .integer($0) },
      "answers": .object(
        overview.statuses.sorted { $0.key < $1.key }.map {
          JSONMember("\($0.key)", .integer(Int64($0.value)))
        }),
      "slowest": hosts(overview.slowest), "costliest": hosts(overview.costliest),
      "failing": hosts(overview.failing),
      "store_bytes": .integer(overview.byteCount),
    ])
  }
}
