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
    MemoryUse.resetPeak()
    let before = MemoryUse.now
    let measured = try MeasuredStore(options)
    let opened = MemoryUse.now
    let search = ItemSearch(store: measured.store)
    var result = JSONValue.object([
      JSONMember("rss_before_mb", before.json), JSONMember("rss_open_mb", opened.json),
    ])
    try warmUp(search, keystrokes)
    try ask(keystrokes, search, &result)
    try askWords(files.words(), search, &result)
    try askEach(
      try files.conjunctions() + files.conjunctions() + files.conjunctions(), "W3", &result
    ) {
      try search.query(QueryText.words($0))
    }
    try askEach(files.sectionPrefixes(), "W4s", &result) {
      try search.query(QueryText.section($0.section, prefix: $0.prefix))
    }
    try askEach(files.rangePrefixes(), "W4r", &result) {
      try search.query(QueryText.range($0.low, $0.high, prefix: $0.prefix))
    }
    result.set("rss_end_mb", MemoryUse.now.json)
    measured.store.close()
    return result
  }

  /// Asks some keystrokes before the clock runs, as the peers' harness does.
  private func warmUp(_ search: ItemSearch, _ keystrokes: [QueryFiles.Keystroke]) throws {
    for position in stride(from: 0, to: min(400, keystrokes.count), by: 4) {
      _ = try search.typed(keystrokes[position].typed)
    }
  }

  private func ask(
    _ keystrokes: [QueryFiles.Keystroke], _ search: ItemSearch, _ result: inout JSONValue
  ) throws {
    var all = WorkloadFigures()
    var byLabel: [String: WorkloadFigures] = [:]
    var ranks = WantedItemRanks()
    for keystroke in keystrokes {
      let answer = try all.measure { try search.typed(keystroke.typed) }
      byLabel[keystroke.label, default: WorkloadFigures()].add(
        answer, nanoseconds: all.latencies.nanoseconds.last ?? 0)
      ranks.add(keystroke, answer.rows.firstIndex { $0.identifier == keystroke.wanted })
    }
    let labels = byLabel.sorted { $0.key < $1.key }
    result.set(
      "W1",
      .object(
        [JSONMember("all", all.latencies.summary)]
          + labels.map { JSONMember($0.key, $0.value.latencies.summary) }))
    result.set(
      "W1_work",
      .object(
        [JSONMember("all", all.work)] + labels.map { JSONMember($0.key, $0.value.work) }))
    result.set("W1_nonempty", all.answeredShare)
    for member in ranks.figures { result.set(member.name, member.value) }
  }

  private func askWords(
    _ words: [(band: String, word: String)], _ search: ItemSearch, _ result: inout JSONValue
  ) throws {
    var all = WorkloadFigures()
    var byBand: [String: WorkloadFigures] = [:]
    for (band, word) in words + words + words {
      let answer = try all.measure { try search.query(QueryText.words([word])) }
      byBand[band, default: WorkloadFigures()].add(
        answer, nanoseconds: all.latencies.nanoseconds.last ?? 0)
    }
    let bands = byBand.sorted { $0.key < $1.key }
    result.set(
      "W2",
      .object(
        [JSONMember("all", all.latencies.summary)]
          + bands.map { JSONMember($0.key, $0.value.latencies.summary) }))
    result.set("W2_work", .object([JSONMember("all", all.work)]))
    result.set("W2_nonempty", all.answeredShare)
  }

  /// Asks the queries of one workload and keeps its figures under its name.
  private func askEach<Query>(
    _ queries: [Query], _ name: String, _ result: inout JSONValue,
    _ ask: (Query) throws -> ItemSearch.Answer
  ) throws {
    var figures = WorkloadFigures()
    for query in queries { _ = try figures.measure { try ask(query) } }
    result.set(name, figures.latencies.summary)
    result.set(name + "_work", figures.work)
    result.set(name + "_nonempty", figures.answeredShare)
  }
}
