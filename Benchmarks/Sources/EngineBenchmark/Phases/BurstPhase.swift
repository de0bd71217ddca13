import FresnelEngine
import FresnelModel
import FresnelPlatform

/// Hands over many batches of a hundred items at once, as an app does that indexes all it has.
///
/// Measures until the last batch is acknowledged, and until the last item shows in searches. Items
/// are encoded before: that is the app's work.
struct BurstPhase {
  let options: PhaseOptions
  /// About what a store takes after a quiet time before it holds up who writes.
  static let itemCount = 10_000

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    var items = try ItemsFile(options.items, limit: options.limit)
    var batches: [[[UInt8]]] = []
    var lastIdentifier = ""
    var count = 0
    while true {
      let batch = try items.next(count: DurablePhase.batchCount)
      guard let last = batch.last else { break }
      batches.append(try batch.map { try $0.encoded() })
      lastIdentifier = last.identifier
      count += batch.count
    }
    let measured = try MeasuredStore(options, isNew: true, window: max(1, batches.count))
    let watch = Stopwatch()
    for batch in batches { measured.submit([.put(batch)]) }
    try measured.finish()
    let acknowledged = watch.seconds
    while !measured.shows(lastIdentifier) { Pause.milliseconds(1) }
    let searchable = watch.seconds
    measured.store.close()
    return .object([
      JSONMember("items", .count(count)),
      JSONMember("acknowledged_per_s", .rounded(Double(count) / acknowledged, digits: 0)),
      JSONMember("searchable_per_s", .rounded(Double(count) / searchable, digits: 0)),
      JSONMember("searchable_after_ms", .rounded((searchable - acknowledged) * 1000, digits: 2)),
    ])
  }
}
