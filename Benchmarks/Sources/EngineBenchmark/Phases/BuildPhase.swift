import FresnelEngine
import FresnelModel
import FresnelPlatform

/// Indexes all items of the file into an empty store.
///
/// The time includes reading the file, encoding the items and the last commit's sync. Two batches are
/// on their way at any time, so that the caller encodes while the store works.
struct BuildPhase {
  let options: PhaseOptions
  /// As many as an importer hands over at a time.
  private static let batchCount = 2048

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    var items = try ItemsFile(options.items, limit: options.limit)
    MemoryUse.resetPeak()
    let before = MemoryUse.now
    let watch = Stopwatch()
    let measured = try MeasuredStore(options, isNew: true, window: 2)
    var count = 0
    var textByteCount = 0
    while true {
      let batch = try items.next(count: Self.batchCount)
      if batch.isEmpty { break }
      measured.submit([.put(try batch.map { try $0.encoded() })])
      count += batch.count
      textByteCount += batch.reduce(0) { $0 + $1.textByteCount }
    }
    let last = Stopwatch()
    try measured.finish()
    let seconds = watch.seconds
    let lastSeconds = last.seconds
    let bytesAtCommit = try StoreFiles(options.store).byteCount
    let settling = Stopwatch()
    try measured.store.compact()
    let settlingSeconds = settling.seconds
    let after = MemoryUse.now
    measured.store.close()
    let files = try StoreFiles(options.store)
    return .object([
      JSONMember("items", .count(count)),
      JSONMember("seconds", .rounded(seconds, digits: 3)),
      JSONMember("items_per_s", .rounded(Double(count) / seconds, digits: 0)),
      JSONMember("last_commit_s", .rounded(lastSeconds, digits: 3)),
      JSONMember("settle_s", .rounded(settlingSeconds, digits: 3)),
      JSONMember("rss_before_mb", .rounded(before.resident, digits: 1)),
      JSONMember("rss_peak_mb", .rounded(after.peak, digits: 1)),
      JSONMember("rss_now", after.json),
      JSONMember("bytes_at_commit", .count(bytesAtCommit)),
      JSONMember("bytes", .count(files.byteCount)),
      JSONMember("journal_bytes", .count(files.journalByteCount)),
      JSONMember("text_bytes", .count(textByteCount)),
    ])
  }
}
