internal import Crawler
internal import WebFetching

/// How a crawl is to be done.
struct CrawlOrder: Sendable {
  /// What it may do.
  let plan: CrawlPlan
  /// Where it may go.
  let policy: FetchPolicy
  /// Whether it ends when nothing is due for a while.
  let isOnce: Bool
  /// After what time it ends; `nil` for never.
  let time: Duration?
  /// How often the index is brought into step, at least; more rarely where that takes long.
  let indexInterval: Duration

  /// How long a crawl that is to end waits for the next thing to do, in milliseconds: as long as hosts are left alone
  /// between two answers, and after the first failures.
  static let patience: Int64 = 150_000
}
