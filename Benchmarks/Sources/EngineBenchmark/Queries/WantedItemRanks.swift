import FresnelModel

/// Where the wanted items stand in the answers to the keystrokes that lead to them.
struct WantedItemRanks {
  private var reciprocals: [String: (sum: Double, count: Int)] = [:]
  private var last: [String: Int?] = [:]

  /// Notes an answer.
  ///
  /// - Parameters:
  ///   - keystroke: What was typed.
  ///   - position: The wanted item's place in the answer, from 0; `nil` when it is not in the first
  ///     ten.
  mutating func add(_ keystroke: QueryFiles.Keystroke, _ position: Int?) {
    let reciprocal = position.map { 1 / Double($0 + 1) } ?? 0
    reciprocals[keystroke.label, default: (0, 0)].sum += reciprocal
    reciprocals[keystroke.label, default: (0, 0)].count += 1
    last[keystroke.wanted] = .some(position)
  }

  /// The mean reciprocal rank at each letter, and how often the wanted item comes first, or within the
  /// first ten, once both words are typed.
  var figures: [JSONMember] {
    let means = reciprocals.sorted { $0.key < $1.key }.map {
      JSONMember($0.key, .rounded($0.value.sum / Double($0.value.count), digits: 4))
    }
    let count = Double(max(1, last.count))
    let first = Double(last.values.count { $0 == 0 })
    let within = Double(last.values.count { $0 != nil })
    return [
      JSONMember("W1_mrr", .object(means)),
      JSONMember("W1_final_top1", .rounded(first / count, digits: 4)),
      JSONMember("W1_final_top10", .rounded(within / count, digits: 4)),
    ]
  }
}
