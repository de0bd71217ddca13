internal import CommandKit
internal import Crawler

/// The line that tells how far a crawl is.
enum CrawlLine {
  /// The line's text, no wider than `columns`.
  ///
  /// - Parameters:
  ///   - progress: What was done.
  ///   - overview: What is known.
  ///   - rate: Requests in a second.
  ///   - showsEnd: Whether the crawl ends when nothing is due.
  ///   - columns: The columns of the terminal.
  /// - Returns: The text.
  static func text(
    _ progress: CrawlProgress, _ overview: CrawlOverview, rate: Double, showsEnd: Bool,
    columns: Int
  ) -> String {
    var parts = [
      counted(progress.pages + progress.unchanged, "page"),
      "\(rate < 10 ? oneDecimal(rate) : formatted(count: Int(rate)))/s",
      "\(formatted(count: overview.dueCount)) waiting",
      "\(formatted(count: progress.underWay)) under way",
    ]
    if progress.failures > 0 { parts.append("\(formatted(count: progress.failures)) failed") }
    // More may be found on the way, so that this is the least.
    let left = rate > 0.1 ? Double(overview.dueCount) / rate : 0
    if showsEnd, left >= 5 { parts.append("\(formatted(seconds: left)) left at least") }
    return truncated("crawling  \(parts.joined(separator: "  "))", to: max(10, columns - 1))
  }
}
