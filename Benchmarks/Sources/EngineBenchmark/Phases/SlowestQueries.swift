import FresnelEngine
import FresnelPlatform

/// Finds the queries of each workload that take longest, and says what they took: where the slow end
/// of a distribution comes from.
struct SlowestQueries {
  let options: PhaseOptions
  /// How many of each workload are shown.
  let count: Int

  /// Each query is asked so often, and its shortest time counts.
  private static let repetitions = 3

  private struct Timed {
    let text: String
    let nanoseconds: UInt64
    let work: SearchWork?
  }

  /// Asks all queries and returns lines for people.
  func run() throws -> [String] {
    let files = QueryFiles(directory: options.queries)
    let measured = try MeasuredStore(options)
    defer { measured.store.close() }
    let search = ItemSearch(store: measured.store)
    var lines = try slowest(
      "W1", files.keystrokes(ofItems: options.knownItemCount).map(\.typed)
    ) { try search.typed($0) }
    lines += try slowest("W2", files.words().map { QueryText.words([$0.word]) }) {
      try search.query($0)
    }
    lines += try slowest("W3", files.conjunctions().map { QueryText.words($0) }) {
      try search.query($0)
    }
    lines += try slowest(
      "W4s", files.sectionPrefixes().map { QueryText.section($0.section, prefix: $0.prefix) }
    ) { try search.query($0) }
    lines += try slowest(
      "W4r", files.rangePrefixes().map { QueryText.range($0.low, $0.high, prefix: $0.prefix) }
    ) { try search.query($0) }
    if !options.patterns.isEmpty {
      let patterns = try PatternQueries(path: options.patterns).patterns
      for kind in PatternQueries.Kind.allCases {
        lines += try slowest(
          kind.rawValue,
          patterns.filter { $0.kind == kind }.map { QueryText.pattern($0.kind, $0.text) }
        ) { try search.query($0) }
      }
    }
    return lines
  }

  private func slowest(
    _ name: String, _ queries: [String], _ ask: (String) throws -> ItemSearch.Answer
  ) throws -> [String] {
    let timed = try queries.map { text in
      var shortest = UInt64.max
      var work: SearchWork?
      for _ in 0..<Self.repetitions {
        let start = MonotonicClock.nanoseconds
        work = try ask(text).work
        shortest = min(shortest, MonotonicClock.nanoseconds - start)
      }
      return Timed(text: text, nanoseconds: shortest, work: work)
    }
    return timed.sorted { $0.nanoseconds > $1.nanoseconds }.prefix(count).map { query in
      "\(name)\t\(query.nanoseconds / 1000) µs\t\(query.work?.postingCount ?? 0) postings\t"
        + "\(query.work?.evaluatedItemCount ?? 0) evaluated\t\(query.text)"
    }
  }
}
