import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelText

/// Measures searches for the best ten items, titles fetched.
struct Searches {
  let snapshot: Snapshot
  let directory: String
  /// Keystrokes with another number of letters are left out; `nil` leaves out none.
  let typedCount: Int?

  func run(_ table: inout ResultTable) throws {
    try keystrokes(&table)
    if typedCount != nil { return }
    try counts(&table)
    try words("one word", file: "w2_words.tsv", column: 1, &table)
    try words("two or three words", file: "w3_and.tsv", column: 0, &table)
    try infixes(&table)
    try numbers(&table)
  }

  /// Every keystroke of two title words; and where the wanted item stands in the answers.
  private func keystrokes(_ table: inout ResultTable) throws {
    var all = Latencies()
    var byLength: [Int: Latencies] = [:]
    var reciprocalRanks: [String: (sum: Double, count: Int)] = [:]
    for row in try rows("w1_keystrokes.tsv") where row.count >= 2 {
      let length = row[1].count
      guard typedCount.map({ $0 == length }) ?? true,
        let query = UserQuery.query(for: row[1], locale: .root)
      else { continue }
      let request = request(query)
      // Each keystroke is asked twice; the first call warms the caches, as the keystroke before does.
      _ = try snapshot.search(request)
      let results = try all.measure { try answer(request) }
      _ = try byLength[min(length, 5), default: Latencies()].measure { try answer(request) }
      let rank = results.hits.firstIndex { $0.item.uniqueIdentifier == row[0] }
      let words = row[1].split(separator: " ")
      let typed = words.last?.count ?? 0
      let label = "word \(words.count), \(typed < 4 ? "\(typed)" : "4 or more") typed"
      reciprocalRanks[label, default: (0, 0)].sum += rank.map { 1 / Double($0 + 1) } ?? 0
      reciprocalRanks[label, default: (0, 0)].count += 1
    }
    table.add("keystroke", all)
    if typedCount != nil { return }
    for (length, latencies) in byLength.sorted(by: { $0.key < $1.key }) {
      table.add("keystroke \(length)\(length == 5 ? " or later" : "")", latencies)
    }
    for (label, value) in reciprocalRanks.sorted(by: { $0.key < $1.key }) {
      table.add("reciprocal rank ×100, \(label)", value.sum / Double(value.count) * 100, "")
    }
  }

  /// The exact number of matches of first letters.
  private func counts(_ table: inout ResultTable) throws {
    var latencies = Latencies()
    for row in try rows("w1_keystrokes.tsv").prefix(2000) where row.count >= 2 {
      guard row[1].count <= 3, let query = UserQuery.query(for: row[1], locale: .root) else {
        continue
      }
      _ = try latencies.measure { try snapshot.countMatches(of: query, context: context) }
    }
    table.add("counting the matches of 1 to 3 letters", latencies)
  }

  private func words(
    _ name: String, file: String, column: Int, _ table: inout ResultTable
  ) throws {
    var latencies = Latencies()
    for row in try rows(file) where row.count > column {
      let clauses = row[column].split(separator: " ").map { "** == \"\($0)\"cdwt" }
      guard let query = try? parseQuery(clauses.joined(separator: " && ")) else { continue }
      _ = try latencies.measure { try answer(request(query)) }
    }
    table.add(name, latencies)
  }

  /// What real apps send most: a part of a word, anywhere.
  private func infixes(_ table: inout ResultTable) throws {
    var latencies = Latencies()
    for row in try rows("w2_words.tsv").prefix(60) where row.count > 1 && row[1].utf8.count > 4 {
      let part = row[1].dropFirst().prefix(4)
      guard let query = try? parseQuery("** == \"*\(part)*\"cd") else { continue }
      _ = try latencies.measure { try answer(request(query)) }
    }
    table.add("part of a word", latencies)
  }

  /// Queries that no term narrows look at every item.
  private func numbers(_ table: inout ResultTable) throws {
    for text in ["pageCount > 5", "InRange(dueDate, 0, 100)", "title != \"x\""] {
      var latencies = Latencies()
      let query = try parseQuery(text)
      for _ in 0..<5 { _ = try latencies.measure { try answer(request(query)) } }
      table.add("every item: \(text)", latencies.percentile(0.5) / 1000, "ms")
    }
  }

  private var context: EvaluationContext { EvaluationContext(now: snapshot.time) }

  private func request(_ query: Query) -> SearchRequest {
    SearchRequest(query: query, limit: 10, context: context)
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
