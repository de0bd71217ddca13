// What several stores or processes suggest and offer for one text, as one list.

extension Suggestion {
  /// Joins suggestions of several lists, those of one key to one. The result does not depend on the order of the lists.
  ///
  /// What several suggest leads to more items, and the score is the sum. The score of a recent search is its date, and
  /// filters stand behind all others: of these the greater score counts. The text is that of the greater score.
  ///
  /// - Parameter suggestions: The suggestions of all lists.
  /// - Returns: The suggestions, the best first.
  /// - Complexity: O(*n* log *n*).
  package static func joined(_ suggestions: some Sequence<Suggestion>) -> [Suggestion] {
    var places: [[UInt8]: Int] = [:]
    var best: [Suggestion] = []
    var sums: [Double] = []
    for suggestion in suggestions {
      guard let place = places[suggestion.key] else {
        places[suggestion.key] = best.count
        best.append(suggestion)
        sums.append(suggestion.score)
        continue
      }
      if suggestion.stands(before: best[place]) { best[place] = suggestion }
      sums[place] += suggestion.score
    }
    var all = best
    for place in all.indices where all[place].kind != .recent && all[place].kind != .filter {
      all[place].score = sums[place]
    }
    return all.sorted { left, right in
      left.score == right.score
        ? left.key.lexicographicallyPrecedes(right.key) : left.score > right.score
    }
  }

  /// Whether its text is shown of two suggestions of one key.
  private func stands(before other: Suggestion) -> Bool {
    score == other.score
      ? text.utf8.lexicographicallyPrecedes(other.text.utf8) : score > other.score
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
