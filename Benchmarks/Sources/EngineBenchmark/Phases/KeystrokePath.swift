import FresnelEngine
import FresnelModel

/// Asks keystrokes and nothing else, for tools that count instructions.
///
/// Under callgrind, `--toggle-collect='*answerKeystrokes*'` leaves opening and warming up out.
struct KeystrokePath {
  let options: PhaseOptions
  /// How many keystrokes are asked.
  let count: Int
  /// Asks only what has so many letters; `nil` asks everything.
  let letterCount: Int?

  /// Warms up, then asks; prints how many keystrokes were asked, which a total is divided by.
  func run() throws {
    let keystrokes = try QueryFiles(directory: options.queries)
      .keystrokes(ofItems: options.knownItemCount)
      .map(\.typed)
      .filter { typed in letterCount.map { typed.count == $0 } ?? true }
      .prefix(count)
    let measured = try MeasuredStore(options)
    let search = ItemSearch(store: measured.store)
    for typed in keystrokes { _ = try search.typed(typed) }
    let postings = try answerKeystrokes(Array(keystrokes), search)
    measured.store.close()
    print("\(keystrokes.count) keystrokes, \(postings) postings visited")
  }
}

/// A function of its own, so that tools can tell its instructions from all others.
@inline(never)
private func answerKeystrokes(_ keystrokes: [String], _ search: ItemSearch) throws -> Int {
  var postings = 0
  for typed in keystrokes { postings += try search.typed(typed).work?.postingCount ?? 0 }
  return postings
}
