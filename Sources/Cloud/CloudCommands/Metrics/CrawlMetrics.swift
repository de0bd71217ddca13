internal import Crawler
internal import FresnelPlatform
internal import WebFetching

/// The numbers of a crawl for Prometheus.
enum CrawlMetrics {
  /// The text of all numbers.
  static func text(
    _ progress: CrawlProgress, _ overview: CrawlOverview, _ index: CrawlReport.IndexState
  ) -> String {
    var metrics = MetricsText()
    write(progress, to: &metrics)
    write(overview, to: &metrics)
    metrics.single("fresnel_index_pages", .gauge, "Pages in the index.", Double(index.pageCount))
    metrics.single(
      "fresnel_index_updates_total", .counter, "Times that the index was brought into step.",
      Double(index.updateCount))
    metrics.single(
      "fresnel_index_update_seconds", .gauge, "How long that took the last time.",
      seconds(index.lastUpdate))
    metrics.single(
      "fresnel_index_updated_timestamp_seconds", .gauge, "When that was.", index.updatedAt)
    return metrics.text
  }

  private static func write(_ progress: CrawlProgress, to metrics: inout MetricsText) {
    metrics.single(
      "fresnel_crawl_requests_total", .counter, "Requests that have ended.",
      Double(progress.requests))
    metrics.single(
      "fresnel_crawl_requests_under_way", .gauge, "Requests under way.", Double(progress.underWay))
    metrics.single(
      "fresnel_crawl_pages_read_total", .counter, "Pages that were read.", Double(progress.pages))
    metrics.single(
      "fresnel_crawl_pages_unchanged_total", .counter, "Pages that were as before.",
      Double(progress.unchanged))
    metrics.single(
      "fresnel_crawl_failures_total", .counter, "Requests that brought nothing.",
      Double(progress.failures))
    metrics.begin("fresnel_crawl_answers_total", .counter, "Answers by status.")
    for (status, count) in progress.statuses.sorted(by: { $0.key < $1.key }) {
      metrics.add("fresnel_crawl_answers_total", Double(count), ["status": "\(status)"])
    }
    metrics.begin("fresnel_crawl_errors_total", .counter, "Requests without an answer, by reason.")
    for (code, count) in progress.errors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      metrics.add("fresnel_crawl_errors_total", Double(count), ["code": code.rawValue])
    }
    metrics.begin("fresnel_crawl_http_answers_total", .counter, "Answers by version of HTTP.")
    for (version, count) in progress.versions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      metrics.add("fresnel_crawl_http_answers_total", Double(count), ["version": version.rawValue])
    }
    metrics.single(
      "fresnel_crawl_reused_connections_total", .counter,
      "Answers over a connection that was open already.", Double(progress.reusedConnections))
    metrics.single(
      "fresnel_crawl_received_bytes_total", .counter, "Bytes of bodies, as they were sent.",
      Double(progress.byteCount))
    write(
      progress.answerTimes, "fresnel_crawl_answer_seconds", "How long answers took.", to: &metrics)
    write(
      progress.pauses, "fresnel_crawl_pause_seconds",
      "How long hosts were left alone after a request.", to: &metrics)
  }

  private static func write(
    _ histogram: CrawlHistogram, _ name: String, _ help: String, to metrics: inout MetricsText
  ) {
    metrics.begin(name, .histogram, help)
    var sum = 0
    for (bound, count) in zip(CrawlHistogram.bounds, histogram.counts) {
      sum += count
      metrics.add("\(name)_bucket", Double(sum), ["le": "\(Double(bound) / 1000)"])
    }
    metrics.add("\(name)_bucket", Double(histogram.count), ["le": "+Inf"])
    metrics.add("\(name)_sum", Double(histogram.sum) / 1000)
    metrics.add("\(name)_count", Double(histogram.count))
  }

  private static func write(_ overview: CrawlOverview, to metrics: inout MetricsText) {
    metrics.begin("fresnel_crawl_sites", .gauge, "Sites that are known.")
    metrics.add("fresnel_crawl_sites", Double(overview.siteCount), ["kind": "all"])
    metrics.add("fresnel_crawl_sites", Double(overview.seedCount), ["kind": "fetched"])
    metrics.add("fresnel_crawl_sites", Double(overview.trustedCount), ["kind": "trusted"])
    metrics.single(
      "fresnel_crawl_hosts", .gauge, "Hosts that are fetched from.", Double(overview.hostCount))
    metrics.begin("fresnel_crawl_addresses", .gauge, "Addresses by state.")
    for state in PageRecord.State.allCases {
      metrics.add(
        "fresnel_crawl_addresses", Double(overview.pages[state] ?? 0), ["state": state.name])
    }
    metrics.single(
      "fresnel_crawl_addresses_due", .gauge, "Addresses that are to be fetched now.",
      Double(overview.dueCount))
    metrics.single(
      "fresnel_crawl_store_bytes", .gauge, "Bytes of the crawl's file.", Double(overview.byteCount))
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
