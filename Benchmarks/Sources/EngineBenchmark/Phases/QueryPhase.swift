import FresnelEngine
import FresnelModel

/// Asks the queries of all workloads, and notes where the wanted items stand in the answers.
struct QueryPhase {
  let options: PhaseOptions

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    let files = QueryFiles(directory: options.queries)
    let keystrokes = try files.keystrokes(ofItems: options.knownItemCount)
    let words = try files.words()
    let conjunctions = try files.conjunctions()
    let sectionPrefixes = try files.sectionPrefixes()
    let rangePrefixes = try files.rangePrefixes()

    MemoryUse.resetPeak()
    let before = MemoryUse.now
    let measured = try MeasuredStore(options)
    defer { measured.store.close() }
    let opened = MemoryUse.now
    let search = ItemSearch(store: measured.store)
    // As many as the peers' harness asks before its clock runs.
    for position in stride(from: 0, to: min(400, keystrokes.count), by: 4) {
      _ = try search.typed(keystrokes[position].typed)
    }

    var members = try ask(keystrokes, search)
    members += try figures("W2", words + words + words, group: \.band) {
      try search.query(QueryText.words([$0.word]))
    }
    members += try figures("W3", conjunctions + conjunctions + conjunctions) {
      try search.query(QueryText.words($0))
    }
    members += try figures("W4s", sectionPrefixes) {
      try search.query(QueryText.section($0.section, prefix: $0.prefix))
    }
    members += try figures("W4r", rangePrefixes) {
      try search.query(QueryText.range($0.low, $0.high, prefix: $0.prefix))
    }
    return .object(
      members + [
        JSONMember("rss_before_mb", before.json), JSONMember("rss_open_mb", opened.json),
        JSONMember("rss_end_mb", MemoryUse.now.json),
      ] + measured.cacheFigures)
  }

  private func ask(
    _ keystrokes: [QueryFiles.Keystroke], _ search: ItemSearch
  ) throws -> [JSONMember] {
    var figures = WorkloadFigures()
    var ranks = WantedItemRanks()
    for keystroke in keystrokes {
      let answer = try figures.measure(group: keystroke.label) {
        try search.typed(keystroke.typed)
      }
      ranks.add(keystroke, answer.rows.firstIndex { $0.identifier == keystroke.wanted })
    }
    return figures.members("W1") + ranks.figures
  }

  /// Asks the queries of one workload.
  private func figures<Query>(
    _ name: String, _ queries: [Query], group: ((Query) -> String)? = nil,
    _ ask: (Query) throws -> ItemSearch.Answer
  ) throws -> [JSONMember] {
    var figures = WorkloadFigures()
    for query in queries { _ = try figures.measure(group: group?(query)) { try ask(query) } }
    return figures.members(name)
  }
}
