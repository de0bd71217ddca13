internal import CloudPages
package import Crawler
internal import WebServing

/// What is known of the crawl beside a service, for those who run it.
package struct CrawlStatus: Sendable {
  /// What is known in all.
  package var overview: CrawlOverview
  /// What is worked on.
  package var work: CrawlWork
  /// When this was so, in milliseconds since 1 January 1970.
  package var time: Int64

  /// Tells of a crawl.
  package init(overview: CrawlOverview, work: CrawlWork, time: Int64) {
    self.overview = overview
    self.work = work
    self.time = time
  }

  /// Looks at the crawl; `nil` where there is none. It may fail.
  package typealias Look = @Sendable () throws -> CrawlStatus?
}

extension CloudService {
  /// Adds the page that tells how the crawl is.
  mutating func addStatus(_ look: @escaping CrawlStatus.Look) {
    let index = index
    on("GET", "/status", cost: 0) { request in
      guard !request.isForwarded else { return .plain("There is nothing here.", status: 404) }
      var facts = [StatusPage.Fact("Pages in the index", "\(index.state.pageCount)")]
      var tables: [StatusPage.Table] = []
      var problem = index.state.concern
      do {
        if let status = try look() {
          facts += status.facts
          tables = status.tables
        } else {
          problem = problem ?? "There was no crawl yet."
        }
      } catch {
        problem = "The crawl can't be read: \(error)"
      }
      var response = HTTPResponse(
        StatusPage(facts: facts, tables: tables, problem: problem).page,
        type: "text/html; charset=utf-8")
      response.headers.append(HTTPHeader("Cache-Control", "no-store"))
      return response
    }
  }
}

extension HTTPRequest {
  /// Whether a proxy hands it on: it comes from outside, where nobody runs the service.
  var isForwarded: Bool {
    ["X-Forwarded-For", "Forwarded", "Via"].contains { header($0) != nil }
  }
}

extension CrawlStatus {
  fileprivate var facts: [StatusPage.Fact] {
    let fresh = work.freshness
    let answers = overview.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return [
      .init("Sites fetched from", "\(overview.seedCount)"),
      .init("Hosts", "\(overview.hostCount)"),
      .init("Queue", "\(overview.dueCount) addresses are due"),
      .init("Due longest", work.oldestDueAt.map { Self.span(time - $0) } ?? "nothing is due"),
      .init("Answers by status", answers.isEmpty ? "none" : answers.joined(separator: ", ")),
      .init("Fetched within a day", "\(fresh.day)"),
      .init("Within a week", "\(fresh.week)"), .init("Within 30 days", "\(fresh.month)"),
      .init("Longer ago", "\(fresh.older)"), .init("Not yet", "\(fresh.never)"),
    ]
  }

  fileprivate var tables: [StatusPage.Table] {
    [
      .init(
        "Hosts by work",
        columns: [
          "Host", "Fetched", "Addresses", "Due", "Errors", "Answers after", "Failed in a row",
        ],
        rows: work.hosts.map { host in
          [
            host.origin, "\(host.fetchCount)", "\(host.addressCount)", "\(host.dueCount)",
            "\(host.errorCount)", "\(host.answerTime) ms", "\(host.failureCount)",
          ]
        }),
      .init(
        "Slowest hosts", columns: ["Host", "Answers after"],
        rows: overview.slowest.map { [$0.origin, "\($0.answerTime) ms"] }),
      .init(
        "Hosts by processor time", columns: ["Host", "Processor time"],
        rows: overview.costliest.map { [$0.origin, "\(($0.processorTime + 999) / 1_000) ms"] }),
      .init(
        "Failing hosts", columns: ["Host", "Failed in a row", "Asked again in"],
        rows: overview.failing.map {
          [$0.origin, "\($0.failureCount)", Self.span($0.readyAt - time)]
        }),
    ]
  }

  /// A time in milliseconds in its largest unit.
  private static func span(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1_000
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}
