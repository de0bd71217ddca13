import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelSegments

/// Indexes all items of the file into an empty store.
///
/// The items are read before the clock runs, as in the peers' harness. The time includes encoding them
/// and the last commit's sync, and ends when every item is searchable. Two batches are on their way at any time, so that the caller encodes
/// while the store works.
struct BuildPhase {
  let options: PhaseOptions
  /// As many as an importer hands over at a time.
  private static let batchCount = 2048

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    var file = try ItemsFile(options.items, limit: options.limit)
    let items = try file.next(count: .max)
    MemoryUse.resetPeak()
    let before = MemoryUse.now
    let costsBefore = ProcessCosts.now
    let watch = Stopwatch()
    let measured = try MeasuredStore(options, isNew: true, window: 2)
    for start in stride(from: 0, to: items.count, by: Self.batchCount) {
      let batch = items[start..<min(start + Self.batchCount, items.count)]
      measured.submit([.put(try batch.map { try $0.encoded() })])
    }
    let last = Stopwatch()
    try measured.finish()
    // Peers' commits make everything searchable, so the time includes it.
    _ = measured.store.snapshot(.acknowledged)
    let seconds = watch.seconds
    let lastSeconds = last.seconds
    let costs = ProcessCosts.now.since(costsBefore)
    let bytesAtCommit = try StoreFiles(options.store).byteCount
    let settling = Stopwatch()
    try measured.store.compact()
    let settlingSeconds = settling.seconds
    let after = MemoryUse.now
    let cache = measured.cacheFigures
    let statistics = measured.store.statistics()
    let found = try Self.countAll(measured.store.snapshot())
    guard found == items.count, statistics.itemCount == items.count else {
      throw BenchmarkFailure(
        "Of \(items.count) items the store has \(statistics.itemCount) and finds \(found).")
    }
    measured.store.close()
    let files = try StoreFiles(options.store)
    let figures = [
      JSONMember("items", .count(items.count)),
      JSONMember("seconds", .rounded(seconds, digits: 3)),
      JSONMember("items_per_s", .rounded(Double(items.count) / seconds, digits: 0)),
      JSONMember("processor_s", .rounded(costs.processorSeconds, digits: 2)),
      JSONMember("last_commit_s", .rounded(lastSeconds, digits: 3)),
      JSONMember("settle_s", .rounded(settlingSeconds, digits: 3)),
      JSONMember("rss_before_mb", .rounded(before.resident, digits: 1)),
      JSONMember("rss_peak_mb", .rounded(after.peak, digits: 1)),
      JSONMember("rss_now", after.json),
      JSONMember("bytes_at_commit", .count(bytesAtCommit)),
      JSONMember("bytes", .count(files.byteCount)),
      JSONMember("journal_bytes", .count(files.journalByteCount)),
      JSONMember("reserve_bytes", .count(files.reserveByteCount)),
      JSONMember("text_bytes", .count(items.reduce(0) { $0 + $1.textByteCount })),
      JSONMember("sections", Self.sections(statistics.segments)),
    ]
    return .object(figures + cache)
  }

  /// How many items a query finds that is true of all of them.
  private static func countAll(_ snapshot: Snapshot) throws -> Int {
    try snapshot.countMatches(
      of: try parseQuery("title == \"*\""), context: EvaluationContext(now: snapshot.time)
    )?.count ?? 0
  }

  /// The bytes of each part of the segments.
  private static func sections(_ segments: [SegmentStatistics]) -> JSONValue {
    let parts: [(String, KeyPath<SegmentSizes, UInt64>)] = [
      ("rows and items", \.documents), ("identifiers", \.identifiers),
      ("postings of terms", \.postings), ("postings of prefixes", \.prefixPostings),
      ("dictionaries", \.dictionaries), ("keys", \.keys), ("columns", \.columns),
      ("positions", \.positions),
    ]
    return .object(
      parts.map { name, size in
        JSONMember(name, .count(segments.reduce(0) { $0 + Int($1.sizes[keyPath: size]) }))
      })
  }
}
