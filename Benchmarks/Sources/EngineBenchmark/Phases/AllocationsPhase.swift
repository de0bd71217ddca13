import CMeasurement
import FresnelEngine
import FresnelModel

/// Counts the blocks of memory that the asking thread takes for each kind of query.
///
/// The counts hardly change from run to run, so that one file of thresholds guards them.
struct AllocationsPhase {
  let options: PhaseOptions

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    let files = QueryFiles(directory: options.queries)
    let patterns = try PatternQueries(path: options.patterns).patterns
    let measured = try MeasuredStore(options)
    defer { measured.store.close() }
    let search = ItemSearch(store: measured.store)
    var result = JSONValue.object([])
    func count<Query>(
      _ name: String, _ queries: some Sequence<Query>,
      _ ask: (Query) throws -> ItemSearch.Answer
    ) throws {
      let queries = Array(queries.prefix(300))
      for query in queries { _ = try ask(query) }
      let before = bench_allocation_count()
      for query in queries { _ = try ask(query) }
      let mean = Double(bench_allocation_count() - before) / Double(max(1, queries.count))
      result.set(name, .rounded(mean, digits: 1))
    }
    let keystrokes = try files.keystrokes(ofItems: options.knownItemCount)
    try count("first letter", keystrokes.filter { $0.typed.count == 1 }) {
      try search.typed($0.typed)
    }
    try count("keystroke", keystrokes) { try search.typed($0.typed) }
    try count("one word", files.words()) { try search.query(QueryText.words([$0.word])) }
    try count("two or three words", files.conjunctions()) {
      try search.query(QueryText.words($0))
    }
    try count("section and prefix", files.sectionPrefixes()) {
      try search.query(QueryText.section($0.section, prefix: $0.prefix))
    }
    try count("range and prefix", files.rangePrefixes()) {
      try search.query(QueryText.range($0.low, $0.high, prefix: $0.prefix))
    }
    for kind in PatternQueries.Kind.allCases {
      try count(kind.rawValue, patterns.filter { $0.kind == kind }) {
        try search.query(QueryText.pattern(kind, $0.text))
      }
    }
    return result
  }
}
