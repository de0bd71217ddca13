/// The candidate most like a word; `nil` when none is like it. A third of the letters may differ, or one, so that short
/// words are not taken for others that merely are as short.
///
/// - Complexity: O(*n*² · candidates) for a word of *n* letters where candidates are about as long; O(*n*) for a longer
///   word.
package func nearest(to word: String, among candidates: [String]) -> String? {
  let length = word.count
  let limit = max(1, length / 3)
  // The lengths alone differ by so many edits.
  let ranked = candidates.filter { abs($0.count - length) <= limit }
    .map { (candidate: $0, edits: editDistance(word, $0)) }
  guard let best = ranked.min(by: { $0.edits < $1.edits }), best.edits <= limit else { return nil }
  return best.candidate
}

/// The number of insertions, deletions, substitutions and exchanges of neighbours between two words (optimal string
/// alignment).
private func editDistance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left), Array(right))
  var earlier: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      var edits = min(
        previous[column + 1] + 1, current[column] + 1,
        previous[column] + (left[row] == right[column] ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        edits = min(edits, earlier[column - 1] + 1)
      }
      current.append(edits)
    }
    (earlier, previous) = (previous, current)
  }
  return previous[right.count]
}
