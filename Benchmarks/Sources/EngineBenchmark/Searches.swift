import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelText

/// Measures searches for the best ten items, titles fetched.
struct Searches {
  let snapshot: Snapshot
  let directory: String

  func run() throws {
    try keystrokes()
    try words("one word", file: "w2_words.tsv", column: 1)
    try words("two or three words", file: "w3_and.tsv", column: 0)
    try infixes()
  }

  /// Every keystroke of two title words; and where the wanted item stands in the answers.
  private func keystrokes() throws {
    var all = Latencies()
    var byLength: [Int: Latencies] = [:]
    var reciprocalRanks: [String: (sum: Double, count: Int)] = [:]
    var isFirst: [String: Bool] = [:]
    var evaluated = 0
    for row in try rows("w1_keystrokes.tsv") where row.count >= 2 {
      guard let query = UserQuery.query(for: row[1], locale: .root) else { continue }
      let request = request(query)
      let length = row[1].count
      // Each keystroke is asked twice; the first call warms the caches, as the keystroke before does.
      _ = try snapshot.search(request)
      let results = try all.measure { try answer(request) }
      _ = try byLength[min(length, 5), default: Latencies()].measure { try answer(request) }
      evaluated += results.work.evaluatedItemCount
      let rank = results.hits.firstIndex { $0.item.uniqueIdentifier == row[0] }
      let words = row[1].split(separator: " ")
      let typed = words.last?.count ?? 0
      let label = "word \(words.count), \(typed < 4 ? "\(typed)" : "4 or more") typed"
      if words.count == 2 { isFirst[row[0]] = rank == 0 }
      reciprocalRanks[label, default: (0, 0)].sum += rank.map { 1 / Double($0 + 1) } ?? 0
      reciprocalRanks[label, default: (0, 0)].count += 1
    }
    report("keystrokes", all.summary)
    for (length, latencies) in byLength.sorted(by: { $0.key < $1.key }) {
      report("  typed \(length)\(length == 5 ? " or more" : "")", latencies.summary)
    }
    report("  items evaluated", "\(evaluated)")
    for (label, value) in reciprocalRanks.sorted(by: { $0.key < $1.key }) {
      report(
        "  mean reciprocal rank, \(label)",
        "\((value.sum / Double(value.count) * 1000).rounded() / 1000)")
    }
    report("  first with two words typed", "\(isFirst.values.count { $0 }) of \(isFirst.count)")
  }

  private func words(_ name: String, file: String, column: Int) throws {
    var latencies = Latencies()
    for row in try rows(file) where row.count > column {
      let clauses = row[column].split(separator: " ").map { "** == \"\($0)\"cdwt" }
      guard let query = try? parseQuery(clauses.joined(separator: " && ")) else { continue }
      _ = try latencies.measure { try answer(request(query)) }
    }
    report(name, latencies.summary)
  }

  /// What real apps send most: a part of a word, anywhere.
  private func infixes() throws {
    var latencies = Latencies()
    for row in try rows("w2_words.tsv").prefix(60) where row.count > 1 && row[1].utf8.count > 4 {
      let part = row[1].dropFirst().prefix(4)
      guard let query = try? parseQuery("** == \"*\(part)*\"cd") else { continue }
      _ = try latencies.measure { try answer(request(query)) }
    }
    report("part of a word", latencies.summary)
  }

  private func request(_ query: Query) -> SearchRequest {
    SearchRequest(query: query, limit: 10, context: EvaluationContext(now: snapshot.time))
  }

  /// Searches and fetches the titles, as a result list does.
  private func answer(_ request: SearchRequest) throws -> SearchResults {
    let results = try snapshot.search(request)
    for hit in results.hits { _ = try hit.item.decodedValue(for: .builtIn(.title)) }
    return results
  }

  private func rows(_ file: String) throws -> [[String]] {
    let path = directory + "/" + file
    guard FileSystem.exists(path) else { return [] }
    let bytes = try FileSystem.contents(of: path)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
