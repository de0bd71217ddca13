import FresnelEngine
import FresnelModel
import FresnelPlatform

/// What asking the queries of one workload took, altogether and for each group of them.
struct WorkloadFigures {
  private var all = QueryFigures()
  private var groups: [String: QueryFigures] = [:]

  /// Asks one query.
  ///
  /// - Parameters:
  ///   - group: The group that the query belongs to; `nil` where queries are not told apart.
  ///   - body: Asks.
  /// - Returns: The answer.
  mutating func measure(
    group: String? = nil, _ body: () throws -> ItemSearch.Answer
  ) rethrows -> ItemSearch.Answer {
    let start = MonotonicClock.nanoseconds
    let answer = try body()
    let duration = MonotonicClock.nanoseconds - start
    all.add(answer, duration)
    if let group { groups[group, default: QueryFigures()].add(answer, duration) }
    return answer
  }

  /// Latencies, work and the share of answered queries, as members of a phase's figures.
  func members(_ name: String) -> [JSONMember] {
    [
      JSONMember(name, figures(\.latencies.summary)),
      JSONMember(name + "_work", figures(\.work)),
      JSONMember(name + "_nonempty", all.answeredShare),
    ]
  }

  /// One kind of figure: by group, with one for `all`, where queries were told apart.
  private func figures(_ kind: (QueryFigures) -> JSONValue) -> JSONValue {
    if groups.isEmpty { return kind(all) }
    return .object(
      [JSONMember("all", kind(all))]
        + groups.sorted { $0.key < $1.key }.map { JSONMember($0.key, kind($0.value)) })
  }
}

/// What asking some queries took.
private struct QueryFigures {
  private(set) var latencies = Latencies()
  private var postingCounts: [Int] = []
  private var evaluatedItemCount = 0
  private var evaluatingCount = 0
  private var answeredCount = 0

  mutating func add(_ answer: ItemSearch.Answer, _ nanoseconds: UInt64) {
    latencies.add(nanoseconds)
    postingCounts.append(answer.work?.postingCount ?? 0)
    let evaluated = answer.work?.evaluatedItemCount ?? 0
    evaluatedItemCount += evaluated
    if evaluated > 0 { evaluatingCount += 1 }
    if !answer.rows.isEmpty { answeredCount += 1 }
  }

  /// The share of the queries that found something.
  var answeredShare: JSONValue {
    .rounded(Double(answeredCount) / Double(max(1, postingCounts.count)), digits: 4)
  }

  /// Postings visited, and items that the evaluator had to look at.
  var work: JSONValue {
    let sorted = postingCounts.sorted()
    guard let most = sorted.last else { return .null }
    return .object([
      JSONMember("postings_p50", .count(sorted[sorted.count / 2])),
      JSONMember("postings_p99", .count(sorted[sorted.count * 99 / 100])),
      JSONMember("postings_max", .count(most)),
      JSONMember("evaluated_items", .count(evaluatedItemCount)),
      JSONMember("queries_with_evaluation", .count(evaluatingCount)),
      JSONMember("queries", .count(sorted.count)),
    ])
  }
}
