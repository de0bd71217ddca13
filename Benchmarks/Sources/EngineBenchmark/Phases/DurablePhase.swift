import FresnelEngine
import FresnelModel

/// Commits items in hundreds, each commit acknowledged before the next is made; and, for
/// comparison, syncs as many bytes with nothing else to do.
struct DurablePhase {
  let options: PhaseOptions
  static let batchCount = 100

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    var items = try ItemsFile(options.items, limit: options.limit)
    let measured = try MeasuredStore(options, isNew: true)
    var commits = Latencies()
    var count = 0
    var byteCount = 0
    var seconds = 0.0
    while true {
      let batch = try items.next(count: Self.batchCount)
      if batch.isEmpty { break }
      let watch = Stopwatch()
      let encoded = try batch.map { try $0.encoded() }
      try commits.measure { try measured.apply([.put(encoded)]) }
      seconds += watch.seconds
      count += batch.count
      byteCount += encoded.reduce(0) { $0 + $1.count }
    }
    let syncs = try DataSync.overwriting(
      byteCount / max(1, commits.nanoseconds.count), in: options.store)
    measured.store.close()
    return .object([
      JSONMember("items", .count(count)),
      JSONMember("seconds", .rounded(seconds, digits: 3)),
      JSONMember("items_per_s", .rounded(Double(count) / seconds, digits: 0)),
      JSONMember("commit", commits.summary),
      JSONMember("data_sync", syncs.summary),
    ])
  }
}
