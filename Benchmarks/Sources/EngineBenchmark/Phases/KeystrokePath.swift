import FresnelEngine

/// Asks the first letters of words and nothing else, for tools that count instructions.
///
/// The same words are asked with one letter, then with two, and so on, each round in one call of
/// `answerKeystrokes`. Under callgrind, `--toggle-collect='*answerKeystrokes*'` leaves opening and
/// warming up out.
struct KeystrokePath {
  let options: PhaseOptions
  /// How many words are asked.
  let count: Int
  /// The round that is asked; `nil` asks all.
  var letterCount: Int?

  /// How many letters the last round has; no shorter word is asked.
  static let longest = 6

  /// The letters typed in a round, and what answering them took.
  struct Round {
    let letterCount: Int
    let keystrokeCount: Int
    let postingCount: Int
  }

  /// Warms up, then asks.
  func run() throws -> [Round] {
    let words = try QueryFiles(directory: options.queries)
      .keystrokes(ofItems: options.knownItemCount)
      .map(\.typed)
      .filter { $0.count == Self.longest && !$0.contains(" ") }
      .prefix(count)
    let measured = try MeasuredStore(options)
    defer { measured.store.close() }
    let search = ItemSearch(store: measured.store)
    let letterCounts = letterCount.map { $0...$0 } ?? 1...Self.longest
    return try letterCounts.map { letterCount in
      let keystrokes = words.map { String($0.prefix(letterCount)) }
      for typed in keystrokes { _ = try search.typed(typed) }
      return Round(
        letterCount: letterCount, keystrokeCount: keystrokes.count,
        postingCount: try answerKeystrokes(keystrokes, search))
    }
  }
}

/// A function of its own, so that tools can tell its instructions from all others.
@inline(never)
private func answerKeystrokes(_ keystrokes: [String], _ search: ItemSearch) throws -> Int {
  var postings = 0
  for typed in keystrokes { postings += try search.typed(typed).work?.postingCount ?? 0 }
  return postings
}
