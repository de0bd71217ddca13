import FresnelEngine
import FresnelModel

/// Looks for parts of words, ends of words and phrases.
struct PatternsPhase {
  let options: PhaseOptions

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    let patterns = try PatternQueries(path: options.patterns).patterns
    let measured = try MeasuredStore(options)
    defer { measured.store.close() }
    let search = ItemSearch(store: measured.store)
    var members: [JSONMember] = []
    for kind in PatternQueries.Kind.allCases {
      let queries = patterns.filter { $0.kind == kind }.map { QueryText.pattern(kind, $0.text) }
      for query in queries.prefix(20) { _ = try search.query(query) }
      var figures = WorkloadFigures()
      for query in queries { _ = try figures.measure { try search.query(query) } }
      members += figures.members(kind.rawValue)
    }
    return .object(members)
  }
}
