import FresnelModel

/// A row of the table: what is measured, and what it should reach.
struct Workload {
  let name: String
  let figure: Figure
  /// The figure of peers that is compared, where they name or do it otherwise.
  var peersFigure: Figure?
  let unit: Unit
  var aim = Aim.none
  /// Whether a smaller figure is the better one.
  var isLowerBetter = true
  /// Whether the figure means nothing where items have near copies, each as good an answer as the
  /// one that is wanted.
  var needsDistinctItems = false

  /// All rows in the order of the table.
  static var all: [Workload] {
    searches + oneApp + patterns + lists + ranking + writing + footprint
  }

  private static var searches: [Workload] {
    latencies(
      "keystroke of two title words (W1)", "query", ["W1", "all"], .atMost(30), .atMost(300))
      + [
        Workload(
          name: "first letter, 50 %", figure: .latency("query", ["W1", "w1:1"], "p50_us"),
          unit: .microseconds, aim: .atMost(20))
      ]
      + latencies("one word (W2)", "query", ["W2", "all"], .shareOfBest(0.5), .shareOfBest(0.5))
      + latencies("two or three words (W3)", "query", ["W3"], .shareOfBest(0.5), .shareOfBest(0.5))
      + latencies("section and prefix (W4)", "query", ["W4s"], .shareOfBest(0.2), .shareOfBest(0.2))
      + latencies("range and prefix (W4)", "query", ["W4r"], .shareOfBest(0.2), .shareOfBest(0.2))
  }

  private static var oneApp: [Workload] {
    latencies("one to three letters in one app of several", "apps", ["apps", "all"], .none, .none)
  }

  private static var patterns: [Workload] {
    PatternQueries.Kind.allCases.flatMap {
      latencies($0.rawValue, "patterns", [$0.rawValue], .shareOfBest(0.2), .shareOfBest(0.2))
    }
  }

  private static var lists: [Workload] {
    let identifiers = ListsPhase.listLengths.map { length in
      Workload(
        name: "list of \(length) identifiers, counted",
        figure: Figure("lists", ["identifiers_\(length)_ms"]), unit: .milliseconds,
        aim: length == 50_000 ? .atMost(50) : .none)
    }
    return identifiers
      + ListsPhase.negationCounts.flatMap { count in
        let positive = Figure("lists", ["positive_\(count)_ms"])
        return [
          Workload(
            name: "\(count) parts of words, any, counted", figure: positive, unit: .milliseconds),
          Workload(
            name: "\(count) parts of words, none, counted",
            figure: Figure("lists", ["negated_\(count)_ms"]), unit: .milliseconds,
            aim: .timesOwn(3, positive, named: "any")),
        ]
      }
  }

  private static func latencies(
    _ name: String, _ phase: String, _ path: [String], _ half: Aim, _ most: Aim
  ) -> [Workload] {
    [
      Workload(
        name: name + ", 50 %", figure: .latency(phase, path, "p50_us"), unit: .microseconds,
        aim: half),
      Workload(
        name: name + ", 99 %", figure: .latency(phase, path, "p99_us"), unit: .microseconds,
        aim: most),
    ]
  }

  private static var ranking: [Workload] {
    let letters = [("first", "w1"), ("second", "w2")].flatMap { word, key in
      ["1", "2", "3", "4+"].map { count in
        Workload(
          name: "mean reciprocal rank, \(word) word, \(count) typed",
          figure: Figure("query", ["W1_mrr", "\(key):\(count)"]), unit: .share,
          aim: .timesBest(1), isLowerBetter: false, needsDistinctItems: true)
      }
    }
    return letters + [
      Workload(
        name: "wanted item first, both words typed", figure: Figure("query", ["W1_final_top1"]),
        unit: .share, aim: .timesBest(1), isLowerBetter: false, needsDistinctItems: true)
    ]
  }

  private static var writing: [Workload] {
    let batchSync = Figure("durable", ["data_sync", "p50_us"])
    let blockSync = Figure("oneitem", ["data_sync", "p50_us"])
    return [
      Workload(
        name: "bulk build, one commit", figure: Figure("build", ["items_per_s"]), unit: .perSecond,
        aim: .timesBest(1.3), isLowerBetter: false),
      Workload(
        name: "one data sync of a hundred items' bytes", figure: batchSync, unit: .microseconds),
      Workload(
        name: "durable commit of 100, 50 %", figure: Figure("durable", ["commit", "p50_us"]),
        unit: .microseconds, aim: .timesOwn(2, batchSync, named: "sync")),
      Workload(
        name: "durable commits of 100, one after another",
        figure: Figure("durable", ["items_per_s"]), unit: .perSecond, isLowerBetter: false),
      Workload(
        name: "burst of 10,000, acknowledged", figure: Figure("burst", ["acknowledged_per_s"]),
        unit: .perSecond, aim: .atLeast(300_000), isLowerBetter: false),
      Workload(
        name: "burst of 10,000, until the last is searchable",
        figure: Figure("burst", ["searchable_per_s"]), unit: .perSecond, isLowerBetter: false),
      Workload(
        name: "sustained and searchable", figure: Figure("sustained", ["items_per_s"]),
        peersFigure: Figure("durable", ["items_per_s"]),
        unit: .perSecond, aim: .atLeast(60_000), isLowerBetter: false),
      Workload(
        name: "sustained: searchable after, 99 %",
        figure: Figure("sustained", ["searchable_after", "p99_us"]), unit: .microseconds,
        aim: .atMost(100_000)),
      Workload(
        name: "sustained, Chinese, Japanese and Thai",
        figure: Figure("sustained_languages", ["items_per_s"]), unit: .perSecond,
        aim: .atLeast(15_000), isLowerBetter: false),
      Workload(
        name: "sustained: bytes of segments written per byte that remains",
        figure: Figure("sustained", ["segment_write_amplification"]), unit: .plain),
      Workload(
        name: "keystroke while 5,000 items/s are written, 99 %",
        figure: Figure("contended", ["keystroke", "p99_us"]), unit: .microseconds,
        aim: .atMost(600)),
      Workload(name: "one data sync of a block", figure: blockSync, unit: .microseconds),
      Workload(
        name: "one item, durable and visible, 50 %",
        figure: Figure("oneitem", ["visible", "p50_us"]), unit: .microseconds,
        aim: .timesOwn(2, blockSync, named: "sync")),
      Workload(
        name: "replace 10,000 by identifier, one commit",
        figure: Figure("update", ["upsert_per_s"]), unit: .perSecond, aim: .atLeast(50_000),
        isLowerBetter: false),
      Workload(
        name: "delete 10,000 by identifier, one commit", figure: Figure("update", ["delete_per_s"]),
        unit: .perSecond, aim: .atLeast(200_000), isLowerBetter: false),
    ]
  }

  private static var footprint: [Workload] {
    [
      Workload(
        name: "bytes on disk per byte of text, journal and reserve aside",
        figure: .perTextByte("build") { run in
          run["bytes"]?.number.map {
            $0 - (run["journal_bytes"]?.number ?? 0) - (run["reserve_bytes"]?.number ?? 0)
          }
          // An aim of 1, and what the keys of names and of forms may take on top.
        }, unit: .plain, aim: .atMost(1.09)),
      Workload(
        name: "journal's bytes per byte of text",
        figure: .perTextByte("build") { $0["journal_bytes"]?.number }, unit: .plain),
      Workload(
        name: "block cache, at most", figure: Figure("query", ["cache_limit_mb"]),
        unit: .mebibytes),
      Workload(
        name: "memory taken by building, block cache aside",
        figure: Figure("build") { run in
          guard let peak = run["rss_peak_mb"]?.number, let before = run["rss_before_mb"]?.number
          else { return nil }
          return peak - before - (run["cache_mb"]?.number ?? 0)
        }, unit: .mebibytes, aim: .atMost(64)),
      Workload(
        name: "memory after all searches, block cache aside",
        figure: Figure("query") { run in
          guard let end = run[path: ["rss_end_mb", "VmRSS"]]?.number else { return nil }
          return end - (run[path: ["rss_before_mb", "VmRSS"]]?.number ?? 0)
            - (run["cache_mb"]?.number ?? 0)
        }, unit: .mebibytes, aim: .atMost(32)),
      Workload(
        name: "cold start: open and first query",
        figure: Figure("cold") { run in
          guard let open = run["open_ms"]?.number, let first = run["first_query_ms"]?.number else {
            return nil
          }
          return open + first
        }, unit: .milliseconds, aim: .atMost(10)),
    ]
  }
}
