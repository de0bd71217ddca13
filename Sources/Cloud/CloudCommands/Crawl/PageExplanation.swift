internal import CommandKit
internal import CrawlRules
internal import Crawler
internal import FresnelModel
internal import PublicIndex
internal import WebAddresses
internal import WebDocuments

/// Why a page is in the index, or why it is not, as it is told.
struct PageExplanation {
  /// The address that was asked for.
  private let url: WebURL
  /// What is known of it; `nil` for nothing.
  private let page: PageRecord?
  private let isIndexed: Bool
  /// The reason in a word, for programs.
  private let reason: String
  /// The reason in a sentence.
  private let message: String
  /// The page that stands for it, or where it leads.
  private var other: String?
  /// What its owner may change; `nil` for nothing.
  private var finding: Diagnostic?
  /// When its host is asked again, where that is what the page waits for.
  private var hostReadyAt: Int64?

  init(_ standing: PageStanding, _ page: PageRecord?, url: WebURL, isIndexed: Bool) {
    self.url = url
    self.page = page
    self.isIndexed = isIndexed
    switch standing {
    case .standing:
      reason = isIndexed ? "indexed" : "not_indexed_yet"
      message =
        isIndexed
        ? "The page is in the index." : "The page was read; the next update of the index adds it."
    case .unknownHost:
      (reason, message) = (
        "unknown_host",
        "Nothing ever led to this host; “fresnel-cloud crawl \(Self.start(of: url))” begins there."
      )
    case .unknownAddress:
      (reason, message) = (
        "unknown_address",
        "The site is crawled, and no page or sitemap of it led to this address yet: link to it, or list it in the "
          + "site's sitemap."
      )
    case .leftOut(let state):
      (reason, message) = (state.name, Self.sentence(for: state))
    case .robots(let decision?):
      let found = decision.finding(for: url)
      (reason, message, finding) = (
        "robots", found?.message ?? "robots.txt shuts the page out.", found
      )
    case .robots(nil):
      let found = Diagnostic(
        .robotsUnreachable,
        "robots.txt of \(Diagnostic.excerpt(url.origin)) can't be fetched, so nothing of the host is."
      )
      (reason, message, finding) = ("robots_unreachable", found.message, found)
    case .waiting:
      (reason, message) = ("not_fetched_yet", "The address is known and was not fetched yet.")
    case .resting(let moment):
      (reason, message) = (
        "host_rests",
        "The page was not fetched yet: its host gave no answer, or asked to be left alone for a while."
      )
      hostReadyAt = moment
    case .failing:
      let status = page?.status ?? 0
      (reason, message) = (
        "failing",
        status == 0 ? "The host gave no answer." : "The host answered with status \(status)."
      )
    case .notAPage:
      (reason, message) = ("not_a_page", "What is at the address is no page of HTML.")
    case .noindex:
      let found = Diagnostic(.noindex, "The page asks not to be shown.")
      (reason, message, finding) = (found.code, found.message, found)
    case .unavailable:
      let found = Diagnostic(
        .unavailableAfterPast, "The page asks not to be shown any more: the time has come.")
      (reason, message, finding) = (found.code, found.message, found)
    case .redirection(let target):
      (reason, message) = ("redirection", "The address leads to another one.")
      other = target
    case .noTarget:
      (reason, message) = (
        "no_target",
        "The redirections of the address lead to no page: they come back to one of themselves, or are too many."
      )
    case .canonical(let target, let named):
      reason = "canonical"
      message =
        named.map {
          "It names \(Diagnostic.excerpt($0)) as canonical, which leads to the page that stands for it."
        } ?? "The page that it names as canonical stands for it."
      other = target
    case .duplicate(let target):
      let found = Diagnostic(
        .duplicateOf, "\(Diagnostic.excerpt(target)) has the same or nearly the same content.")
      (reason, message, other, finding) = (found.code, found.message, target, found)
    }
  }

  /// What a crawl is begun with on the host of an address, as a person would write it.
  private static func start(of url: WebURL) -> String {
    let origin = url.origin
    return origin.hasPrefix("https://") ? String(origin.dropFirst(8)) : origin
  }

  private static func sentence(for state: PageRecord.State) -> String {
    switch state {
    case .waiting, .underWay: "The address is known and was not fetched yet."
    case .outside: "The site is not one of those that are crawled; “fresnel-cloud crawl” adds it."
    case .tooDeep: "More links lie between the start of the crawl and the page than are followed."
    case .overBudget: "The site has more addresses than are fetched of one."
    case .gone: "The page is gone: its host said so, or had none for a week."
    case .refused:
      "The crawler's own rules forbid the address, and not the site: without --allow-private, “fresnel-cloud crawl” "
        + "fetches from ports 80 and 443 of public hosts alone."
    }
  }

  /// For people.
  func lines(at now: Int64) -> [String] {
    func line(_ name: String, _ text: String) -> String {
      "\(padded(name, to: 10))\(withoutControls(text))"
    }
    func time(_ moment: Int64) -> String {
      formatted(seconds: Double(abs(now - moment)) / 1000)
    }
    var lines = [
      line("page", page?.url ?? url.href),
      line("index", isIndexed ? "it is in the index" : "it is not in the index"),
      line("why", message),
    ]
    if let other { lines.append(line("instead", other)) }
    if let robotsLine { lines.append(line("rule", "line \(robotsLine) of robots.txt")) }
    if let remedy = finding?.remedy { lines.append(line("remedy", remedy)) }
    guard let page else { return lines }
    if page.fetchedAt > 0 { lines.append(line("fetched", "\(time(page.fetchedAt)) ago")) }
    if page.state == .waiting {
      let next = nextAt(page)
      lines.append(line("next", next > now ? "in \(time(next))" : "it is due"))
    }
    return lines
  }

  /// For programs.
  var json: JSONValue {
    .present([
      "url": .string(page?.url ?? url.href), "indexed": .boolean(isIndexed),
      "reason": .string(reason), "message": .string(message), "instead": .text(other),
      "remedy": .text(finding?.remedy),
      "robots_line": robotsLine.map { JSONValue.integer(Int64($0)) },
      "status": page.flatMap { $0.status == 0 ? nil : JSONValue.integer(Int64($0.status)) },
      "fetched_at_ms": page.flatMap { $0.fetchedAt == 0 ? nil : JSONValue.integer($0.fetchedAt) },
      "due_at_ms": page.flatMap { $0.state == .waiting ? JSONValue.integer(nextAt($0)) : nil },
    ])
  }

  /// When the page is asked for again.
  private func nextAt(_ page: PageRecord) -> Int64 { max(page.dueAt, hostReadyAt ?? page.dueAt) }

  private var robotsLine: Int? {
    finding?.rule == .blockedByRobots ? finding?.location?.line : nil
  }
}
