import FresnelEngine
import FresnelModel
import FresnelPlatform
import SpotlightService
import SpotlightWire

/// A store that is filled for a measurement and asked as a person asks: by the function that answers what was typed
/// where the programs search a store in their own process, with all readings.
final class AskedStore {
  /// What one ask gave.
  struct Answer {
    /// The identifiers of the hits, best first.
    var identifiers: [String] = []
    /// The reading that each was found by.
    var readings: [Reading] = []
    /// The corrected text of the first hit.
    var correctedText: String?
    /// The readings that were tried.
    var tried: [Reading] = []
    /// How many texts were suggested, and how many filters were offered.
    var suggestionCount = 0
    var offerCount = 0
    /// The processor time of the ask.
    var nanoseconds: UInt64 = 0

    /// Whether all that was found is of another text than what was typed.
    var didCorrect: Bool { readings.first?.isCorrection ?? false }

    /// The place of the first of some items, from 0; `nil` where none is among the hits.
    func place(of wanted: some Collection<String>) -> Int? {
      identifiers.firstIndex { wanted.contains($0) }
    }
  }

  /// What is asked, for looking words up.
  let snapshot: Snapshot
  private let store: Store

  /// The person: the language decides how letters are folded, the time zone nothing here.
  private static let context = QueryContext(
    keyboardLanguage: "en", locale: "en_US", timeZone: "UTC")
  private static let batchCount = 2048

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - directory: Where it is made anew, since an earlier one may be of another program.
  ///   - fill: Hands over items, each with the app that it is of.
  /// - Throws: What filling or storing throws.
  init(
    at directory: String, fill: (_ add: (BenchmarkItem, String) throws -> Void) throws -> Void
  ) throws {
    let options = try PhaseOptions(
      OptionReader(["--store", directory], valued: PhaseOptions.names))
    let measured = try MeasuredStore(options, isNew: true, window: 2)
    var batches: [String: [[UInt8]]] = [:]
    try fill { item, app in
      batches[app, default: []].append(try item.encoded())
      guard batches[app]?.count == Self.batchCount else { return }
      measured.submit([.put(batches.removeValue(forKey: app) ?? [])], app: app)
    }
    // In order, so that the same store comes of it each time.
    for (app, batch) in batches.sorted(by: { $0.key < $1.key }) {
      measured.submit([.put(batch)], app: app)
    }
    try measured.finish()
    try measured.store.compact()
    store = measured.store
    snapshot = store.snapshot(.acknowledged)
  }

  deinit { store.close() }

  /// Asks what a person typed.
  ///
  /// - Parameters:
  ///   - text: The text, the caret at its end.
  ///   - limit: The most hits.
  ///   - suggestionLimit: The most suggestions.
  ///   - offersFilters: Whether filters are offered.
  /// - Returns: What was found.
  /// - Throws: `ServiceError`.
  func ask(
    _ text: String, limit: UInt64 = 10, suggestionLimit: UInt64 = 0, offersFilters: Bool = false
  ) throws -> Answer {
    let request = AskRequest(
      text: text, reach: .system, limit: limit, suggestionLimit: suggestionLimit, detail: .rows,
      flags: offersFilters ? [] : .offersNoTokens, queryContext: Self.context)
    let start = ProcessorClock.threadNanoseconds
    let (answer, _, tried) = try SnapshotSearch(snapshot).answer(to: request)
    let end = ProcessorClock.threadNanoseconds
    let understandings = answer.understandingOfHit.map { answer.understandings[$0] }
    return Answer(
      identifiers: answer.hits.map(\.item.uniqueIdentifier),
      readings: understandings.map(\.reading),
      correctedText: understandings.first?.correctedText, tried: tried,
      suggestionCount: answer.suggestions.count, offerCount: answer.offeredTokens.count,
      nanoseconds: end - start)
  }

  /// What the rule for corrections makes of a word.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - goesOn: Whether it is still being typed.
  /// - Returns: The word with the number of documents that have it; `nil` where it is never corrected.
  func doubtful(_ word: String, goesOn: Bool) -> DoubtfulWord? {
    guard
      var doubtful = DoubtfulWord(
        word, goesOn: goesOn, keyboardLanguage: Self.context.keyboardLanguage)
    else { return nil }
    doubtful.count(in: snapshot, .everything) { false }
    return doubtful
  }

  /// Whether a word that no document has is near one that some have.
  func hasNearWord(_ word: DoubtfulWord) -> Bool {
    var word = word
    for edits in 1...2 {
      word.look(edits: edits, in: snapshot, .everything) { false }
      if !word.chosenCorrections(edits: edits, limit: 1).isEmpty { return true }
    }
    return false
  }
}
