import FresnelEngine
import FresnelModel

/// Opens the store with none of its pages in memory, and asks two queries.
struct ColdPhase {
  let options: PhaseOptions

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    try StoreFiles(options.store).evict()
    let opening = Stopwatch()
    let measured = try MeasuredStore(options)
    let opened = opening.nanoseconds
    let search = ItemSearch(store: measured.store)
    _ = try search.typed("lib")
    let first = opening.nanoseconds
    _ = try search.typed("python ima")
    let second = opening.nanoseconds
    let memory = MemoryUse.now.json
    measured.store.close()
    func milliseconds(_ nanoseconds: UInt64) -> JSONValue {
      .rounded(Double(nanoseconds) / 1e6, digits: 3)
    }
    return .object([
      JSONMember("open_ms", milliseconds(opened)),
      JSONMember("first_query_ms", milliseconds(first - opened)),
      JSONMember("second_query_ms", milliseconds(second - first)),
      JSONMember("open_and_first_query_ms", milliseconds(first)),
      JSONMember("rss", memory),
    ])
  }
}
