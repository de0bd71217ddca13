import FresnelEngine
import FresnelModel

/// Commits all items of the file in hundreds, a few commits on their way at any time, until the last
/// item shows in searches.
///
/// The time includes reading and encoding. Watching looks for the last item of a batch by its
/// identifier once a millisecond.
struct SustainedPhase {
  let options: PhaseOptions
  private static let window = 4
  /// Looking takes some ten microseconds, and so many batches some ten milliseconds.
  private static let batchesBetweenLooks = 4

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    var items = try ItemsFile(options.items, limit: options.limit)
    let measured = try MeasuredStore(options, isNew: true, window: Self.window)
    let visibility = VisibilityWatch(measured)
    var writing = SegmentWriting(options.store)
    let watch = Stopwatch()
    var batchCount = 0
    var count = 0
    var textByteCount = 0
    while true {
      let batch = try items.next(count: DurablePhase.batchCount)
      guard let last = batch.last?.identifier else { break }
      measured.submit([.put(try batch.map { try $0.encoded() })]) {
        visibility.acknowledged(last)
      }
      batchCount += 1
      if batchCount.isMultiple(of: Self.batchesBetweenLooks) { try writing.look() }
      count += batch.count
      textByteCount += batch.reduce(0) { $0 + $1.textByteCount }
    }
    try measured.finish()
    let delays = visibility.finish()
    let seconds = watch.seconds
    measured.store.close()
    try writing.look()
    return .object([
      JSONMember("items", .count(count)),
      JSONMember("seconds", .rounded(seconds, digits: 3)),
      JSONMember("items_per_s", .rounded(Double(count) / seconds, digits: 0)),
      JSONMember("text_mb_per_s", .rounded(Double(textByteCount) / 1e6 / seconds, digits: 2)),
      JSONMember("searchable_after", delays.summary),
      JSONMember("segment_bytes_written", .count(writing.writtenByteCount)),
      JSONMember("segment_write_amplification", .rounded(writing.amplification, digits: 2)),
    ])
  }
}
