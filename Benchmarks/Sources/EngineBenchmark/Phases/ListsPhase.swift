import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery

/// Asks for long lists of identifiers, as apps do that refresh what they show, and counts what many
/// clauses leave out, beside what the same clauses find.
///
/// What is timed begins with the query string and ends with the number of matches and the best ten.
struct ListsPhase {
  let options: PhaseOptions

  /// How many identifiers a list has.
  static let listLengths = [1_000, 10_000, 50_000]
  /// How many clauses are negated.
  static let negationCounts = [1, 16, 300]
  private static let repetitions = 5

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    let measured = try MeasuredStore(options)
    defer { measured.store.close() }
    var identifiers: [String] = []
    measured.store.snapshot().forEachItem { _, item in
      identifiers.append(item.uniqueIdentifier)
      return true
    }
    var members: [JSONMember] = []
    for length in Self.listLengths where identifiers.count >= length {
      let step = identifiers.count / length
      let query = (0..<length).map {
        "uniqueIdentifier == \"\(UserQuery.escape(identifiers[$0 * step]))\""
      }.joined(separator: " || ")
      members.append(
        JSONMember("identifiers_\(length)_ms", try milliseconds(query, in: measured.store)))
    }
    let parts = try Self.parts(of: QueryFiles(directory: options.queries))
    for count in Self.negationCounts where parts.count >= count {
      let chosen = parts.prefix(count).map { "\"\($0)\"cd" }
      let found = chosen.map { "** == \($0)" }.joined(separator: " || ")
      let left = chosen.map { "** != \($0)" }.joined(separator: " && ")
      members.append(
        JSONMember("positive_\(count)_ms", try milliseconds(found, in: measured.store)))
      members.append(
        JSONMember("negated_\(count)_ms", try milliseconds(left, in: measured.store)))
    }
    return .object(members)
  }

  /// Patterns of four letters inside words that people look for, each once.
  private static func parts(of queries: QueryFiles) throws -> [String] {
    let words = try queries.words().map(\.word) + queries.conjunctions().flatMap { $0 }
    var known: Set<String> = []
    return words.compactMap { word in
      let part = "*\(UserQuery.escape(String(word.dropFirst().prefix(4))))*"
      return word.utf8.count >= 5 && known.insert(part).inserted ? part : nil
    }
  }

  /// The median time of a query.
  private func milliseconds(_ text: String, in store: Store) throws -> JSONValue {
    var times: [Double] = []
    for _ in 0..<Self.repetitions {
      let start = MonotonicClock.nanoseconds
      let snapshot = store.snapshot()
      _ = try snapshot.search(
        SearchRequest(
          query: try parseQuery(text), limit: 10, context: EvaluationContext(now: snapshot.time),
          countsMatches: true, detail: .rows))
      times.append(Double(MonotonicClock.nanoseconds - start) / 1e6)
    }
    return .rounded(times.sorted()[times.count / 2], digits: 2)
  }
}
