/// What may have been meant by a word that was typed with errors, over the stores of an ask.
///
/// Words are those of documents that are shown: each that is in a name or a keyword, and those that are in
/// three documents.
package struct Corrections: Sendable {
  private let isPrefix: Bool
  private var found: [[UInt8]: (errors: EditCost.Errors, documents: VisibleDocuments)] = [:]

  /// The most words.
  private static let mostWords = 256
  /// So many corrections of each kind of error come before the cheapest of all kinds: a writer of many words near
  /// another does not drive it out.
  private static let share = 4

  /// Corrections of a word of which nothing is known.
  package init(of word: TypedWord) {
    isPrefix = word.isPrefix
  }

  /// Adds what was found in a store.
  package mutating func add(_ words: [NearWords.Word]) {
    for word in words {
      found[word.text, default: (word.errors, VisibleDocuments())].documents.add(word.documents)
    }
  }

  /// The corrections, likeliest first.
  package var all: [Correction] {
    let words = found.filter { $0.value.documents.isWord }.sorted {
      $0.value.errors.cost != $1.value.errors.cost
        ? $0.value.errors.cost < $1.value.errors.cost : $0.key.lexicographicallyPrecedes($1.key)
    }
    return words.prefix(Self.mostWords).map {
      Correction(
        text: $0.key, isPrefix: isPrefix, $0.value.errors, $0.value.documents)
    }.sorted(by: Correction.precedes)
  }

  /// The few of some corrections that are worth a try, likeliest first: each kind of error has a share.
  ///
  /// - Parameters:
  ///   - corrections: Corrections, likeliest first.
  ///   - limit: The most wanted.
  /// - Returns: Some of them.
  package static func chosen(from corrections: [Correction], limit: Int) -> [Correction] {
    guard corrections.count > limit else { return corrections }
    var counts: [Correction.Kind: Int] = [:]
    var chosen: [Int] = []
    for (place, correction) in corrections.enumerated() {
      let count = counts[correction.kind, default: 0]
      counts[correction.kind] = count + 1
      if count < share { chosen.append(place) }
    }
    let others = corrections.indices.filter { !chosen.contains($0) }
    return (chosen + others).prefix(limit).sorted().map { corrections[$0] }
  }
}
