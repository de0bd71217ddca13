internal import FresnelModel
internal import SpotlightWire

/// What is kept of one thing that a person chose.
struct ChoiceRecords: Hashable, Sendable {
  /// How long it is kept after the last choice, in seconds.
  static let lifetime = 180.0 * 24 * 60 * 60

  /// How often it was chosen, and how long its app took to show it.
  var counts: EngagementRecord
  /// After which texts it was chosen.
  var memory: MemoryRecord
  /// The latest of these texts themselves.
  var searches = SearchTexts()

  /// Whether nothing of the thing is known: it was chosen in its app alone, and no text of that is kept.
  var isEmpty: Bool { counts.choiceCount == 0 && searches.isEmpty }

  /// When the person last chose it, in whichever search.
  var lastUse: Timestamp { searches.latest.map { max($0, counts.lastChoice) } ?? counts.lastChoice }

  /// When the last of it is no longer kept.
  var expiration: Timestamp { lastUse.advanced(by: Self.lifetime) }

  /// Notes a choice.
  ///
  /// - Parameters:
  ///   - records: What is kept; `nil` of what was never chosen before.
  ///   - text: What was typed before; `nil` for nothing.
  ///   - key: What texts are hashed with; `nil` while it cannot be read.
  ///   - now: The present time.
  /// - Returns: What is kept from now on; `nil` for a choice that was told of before.
  static func noting(
    _ records: ChoiceRecords?, for text: ChosenText?, _ key: ChosenTextKey?, at now: Timestamp
  ) -> ChoiceRecords? {
    var next =
      records ?? ChoiceRecords(counts: EngagementRecord(at: now), memory: MemoryRecord())
    let hashes = text.flatMap { text in key?.hashes(of: text) } ?? []
    guard
      next.memory.noteChoice(
        for: hashes, keyNumber: key?.number, at: now, after: records?.counts.lastChoice)
    else { return nil }
    next.counts.noteChoice(at: now)
    return next
  }
}

extension EncodedItem {
  /// What is kept of a choice; `nil` when the counts are of another version or damaged.
  var choiceRecords: ChoiceRecords? {
    guard case .data(let bytes) = try? decodedValue(for: .builtIn(.engagementRecord)),
      let counts = try? EngagementRecord(encoded: bytes)
    else { return nil }
    var searches = SearchTexts()
    if case .data(let bytes) = try? decodedValue(for: .builtIn(.searchTexts)),
      let read = try? SearchTexts(encoded: bytes)
    {
      searches = read
    }
    var memory = MemoryRecord(choiceCount: counts.choiceCount)
    if case .data(let bytes) = try? decodedValue(for: .builtIn(.memoryRecord)),
      let read = try? MemoryRecord(encoded: bytes)
    {
      memory = read
    }
    return ChoiceRecords(counts: counts, memory: memory, searches: searches)
  }

  /// Makes the entry of a choice.
  init?(_ records: ChoiceRecords, key: String, expiration: Timestamp) {
    var attributes = Attributes()
    attributes[.engagementRecord] = .data(records.counts.encoded)
    attributes[.memoryRecord] = .data(records.memory.encoded)
    if !records.searches.isEmpty {
      attributes[.searchTexts] = .data(records.searches.encoded)
    }
    let item = Item(uniqueIdentifier: key, expiration: expiration, attributes: attributes)
    guard let bytes = try? ItemCodec.encode(item), let encoded = try? EncodedItem(opening: bytes)
    else { return nil }
    self = encoded
  }
}
