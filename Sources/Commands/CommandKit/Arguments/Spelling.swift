/// The candidate that differs from a misspelt word by the fewest edits, if it is close enough to be
/// meant: at most a third of the word's letters, and at least two.
package func nearest(to word: String, among candidates: [String]) -> String? {
  let limit = max(2, word.count / 3)
  let ranked = candidates.map { (candidate: $0, edits: editDistance(word, $0)) }
  guard let best = ranked.min(by: { $0.edits < $1.edits }), best.edits <= limit else { return nil }
  return best.candidate
}

/// The number of insertions, deletions and substitutions between two words (Levenshtein).
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var row = Array(0...right.count)
  for (leftIndex, leftCharacter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = leftIndex + 1
    for (rightIndex, rightCharacter) in right.enumerated() {
      let substitution = diagonal + (leftCharacter == rightCharacter ? 0 : 1)
      diagonal = row[rightIndex + 1]
      row[rightIndex + 1] = min(substitution, diagonal + 1, row[rightIndex] + 1)
    }
  }
  return row[right.count]
}
