import FresnelPlatform
import FresnelSegments
import FresnelStorage
import FresnelText

/// A word that may have been meant by one that was typed with errors.
package struct WordCorrection: Hashable, Sendable {
  /// The word, in small letters without marks.
  package let text: String
  /// Whether words count that only begin so.
  package let isPrefix: Bool
  /// How many errors were made.
  package let edits: Int
  /// How unlikely it is that this was meant; only to be compared with others.
  package let cost: Int

  init(_ correction: Correction) {
    text = String(decoding: correction.text, as: UTF8.self)
    isPrefix = correction.isPrefix
    edits = correction.edits
    cost = correction.cost
  }
}

/// A word of a text that may have been typed with errors, with what the stores of an ask know of it.
package struct DoubtfulWord: Sendable {
  /// Whether a walk through words ended before all were seen.
  package private(set) var isLimited = false
  /// Whether something may be missing, as the time was over or part of a store could not be read.
  package private(set) var isPartial = false

  private let word: TypedWord
  private var documents = VisibleDocuments()
  /// By the number of errors.
  private var corrections: [Int: Corrections] = [:]

  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  /// Takes a word; `nil` for one that is as it was meant: it is short, or not of letters alone.
  ///
  /// - Parameters:
  ///   - text: The word.
  ///   - goesOn: Whether it is still being typed.
  ///   - language: The language of the keyboard.
  package init?(_ text: String, goesOn: Bool, keyboardLanguage language: String) {
    var folded: [UInt8] = []
    var text = text
    text.withUTF8 { Self.folder.appendFolded(utf8: $0, to: &folded) }
    guard let word = TypedWord(folded, goesOn: goesOn, on: Keyboard(language: language)) else {
      return nil
    }
    self.word = word
  }

  /// The word in UTF-8, folded as terms are.
  package var text: [UInt8] { word.text }

  /// How many documents have the word as it was typed; more than some hundred are not told apart.
  package var documentCount: Int { documents.count }

  /// Those of some words that are worth a try, likeliest first.
  ///
  /// - Parameters:
  ///   - edits: The number of errors, for which stores have been looked through.
  ///   - limit: The most wanted.
  ///   - leastCount: The documents that a word must have.
  /// - Returns: The words.
  package func chosenCorrections(
    edits: Int, limit: Int, leastCount: Int = 1
  ) -> [WordCorrection] {
    let all = corrections[edits]?.all.filter { $0.documentCount >= leastCount } ?? []
    return Corrections.chosen(from: all, limit: limit).map(WordCorrection.init)
  }

  /// Counts the documents of a store that have the word as it was typed.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - filter: Which indexes to look in.
  ///   - isCancelled: Asked now and then; when it returns true, counting ends.
  package mutating func count(
    in snapshot: Snapshot, _ filter: ScopeFilter, isCancelled: @escaping @Sendable () -> Bool
  ) {
    var budget = SearchBudget(isCancelled: isCancelled)
    let found = snapshot.nearWords(filter, isPartial: &isPartial) {
      (words) throws(StorageError) in try words.documents(with: word, &budget)
    }
    if budget.isExhausted { isPartial = true }
    if let found { documents.add(found) }
  }

  /// Looks through a store for words that are some errors away.
  ///
  /// - Parameters:
  ///   - edits: The number of errors.
  ///   - snapshot: The store.
  ///   - filter: Which indexes to look in.
  ///   - isCancelled: Asked now and then; when it returns true, the walk ends.
  package mutating func look(
    edits: Int, in snapshot: Snapshot, _ filter: ScopeFilter,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    var budget = SearchBudget(isCancelled: isCancelled)
    var isLimited = false
    let found = snapshot.nearWords(filter, isPartial: &isPartial) {
      (words) throws(StorageError) in
      let found = try words.words(near: word, edits: edits, &budget)
      isLimited = words.isLimited
      return found
    }
    if isLimited { self.isLimited = true }
    if budget.isExhausted { isPartial = true }
    corrections[edits, default: Corrections(of: word)].add(found ?? [])
  }
}

extension Snapshot {
  /// Looks for words in all segments that can be read.
  fileprivate func nearWords<Found>(
    _ filter: ScopeFilter, isPartial: inout Bool,
    _ body: (inout NearWords) throws(StorageError) -> Found
  ) -> Found? {
    reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> Found? in
      var words = NearWords(in: state.segments.map(\.view), visibility(filter))
      return try body(&words)
    }
  }
}
