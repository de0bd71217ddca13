import FresnelEngine
import FresnelModel

/// What asking the queries of one workload took.
struct WorkloadFigures {
  private(set) var latencies = Latencies()
  private var postingCounts: [Int] = []
  private var evaluatedItemCount = 0
  private var queriesThatEvaluate = 0
  private var answered = 0

  /// Asks one query.
  mutating func measure(_ body: () throws -> ItemSearch.Answer) rethrows -> ItemSearch.Answer {
    let answer = try latencies.measure(body)
    note(answer.work, isAnswered: !answer.rows.isEmpty)
    return answer
  }

  /// Adds a query that was measured elsewhere.
  mutating func add(_ answer: ItemSearch.Answer, nanoseconds: UInt64) {
    latencies.add(nanoseconds)
    note(answer.work, isAnswered: !answer.rows.isEmpty)
  }

  private mutating func note(_ work: SearchWork?, isAnswered: Bool) {
    postingCounts.append(work?.postingCount ?? 0)
    let evaluated = work?.evaluatedItemCount ?? 0
    evaluatedItemCount += evaluated
    if evaluated > 0 { queriesThatEvaluate += 1 }
    if isAnswered { answered += 1 }
  }

  /// The share of the queries that found something.
  var answeredShare: JSONValue {
    .rounded(Double(answered) / Double(max(1, postingCounts.count)), digits: 4)
  }

  /// Postings visited, and items that the evaluator had to look at.
  var work: JSONValue {
    let sorted = postingCounts.sorted()
    guard !sorted.isEmpty else { return .null }
    return .object([
      JSONMember("postings_p50", .count(sorted[sorted.count / 2])),
      JSONMember("postings_p99", .count(sorted[sorted.count * 99 / 100])),
      JSONMember("postings_max", .count(sorted[sorted.count - 1])),
      JSONMember("evaluated_items", .count(evaluatedItemCount)),
      JSONMember("queries_with_evaluation", .count(queriesThatEvaluate)),
      JSONMember("queries", .count(sorted.count)),
    ])
  }
}
