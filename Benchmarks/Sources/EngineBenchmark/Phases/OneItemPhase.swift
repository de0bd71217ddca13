import FresnelEngine
import FresnelModel

/// Adds one item, waits until it is durable, and finds it by the beginning of a word; sixty times. For
/// comparison, syncs one block as often.
struct OneItemPhase {
  let options: PhaseOptions
  private static let rounds = 60

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    let measured = try MeasuredStore(options)
    let search = ItemSearch(store: measured.store)
    var commits = Latencies()
    var visible = Latencies()
    var found = 0
    for round in 0..<Self.rounds {
      let word = "freshtoken\(round)x"
      let watch = Stopwatch()
      let item = BenchmarkItem(
        identifier: "new:\(round)", title: "Fresh \(word) item", body: "a small new item",
        section: "new", size: Int64(round))
      try measured.apply([.put([try item.encoded()])])
      commits.add(watch.nanoseconds)
      let answer = try search.typed(String(word.dropLast()))
      visible.add(watch.nanoseconds)
      if answer.rows.contains(where: { $0.identifier == item.identifier }) { found += 1 }
    }
    let syncs = try DataSync.overwriting(4096, in: options.store)
    measured.store.close()
    return .object([
      JSONMember("commit", commits.summary), JSONMember("visible", visible.summary),
      JSONMember("found", .count(found)), JSONMember("data_sync", syncs.summary),
    ])
  }
}
