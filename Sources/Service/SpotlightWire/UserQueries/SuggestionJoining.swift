// What several stores or processes suggest and offer for one text, as one list.

extension Suggestion {
  /// Joins suggestions of several lists, those of one key to one. The order does not depend on that of the lists.
  ///
  /// What several suggest leads to more items, and the score is the sum. That of a recent search is its date, and the
  /// later one counts.
  ///
  /// - Parameter suggestions: The suggestions of all lists.
  /// - Returns: The suggestions, the best first.
  /// - Complexity: O(*n* log *n*).
  package static func joined(_ suggestions: some Sequence<Suggestion>) -> [Suggestion] {
    var places: [[UInt8]: Int] = [:]
    var all: [Suggestion] = []
    for suggestion in suggestions {
      guard let place = places[suggestion.key] else {
        places[suggestion.key] = all.count
        all.append(suggestion)
        continue
      }
      let (score, other) = (all[place].score, suggestion.score)
      all[place].score = suggestion.kind == .recent ? max(score, other) : score + other
    }
    return all.sorted { left, right in
      left.score == right.score
        ? left.key.lexicographicallyPrecedes(right.key) : left.score > right.score
    }
  }
}

extension QueryToken {
  /// The tokens that any of several lists offers, in the order of the text: each list offers what leads to its own
  /// items.
  ///
  /// - Parameter lists: The tokens of each list, in the order of the text.
  /// - Returns: Each token once.
  package static func united(_ lists: [[QueryToken]]) -> [QueryToken] {
    var all: [QueryToken] = []
    for token in lists.joined() where !all.contains(token) { all.append(token) }
    guard lists.count > 1 else { return all }
    return all.sorted { left, right in
      left.range.lowerBound == right.range.lowerBound
        ? left.shown < right.shown : left.range.lowerBound < right.range.lowerBound
    }
  }
}
