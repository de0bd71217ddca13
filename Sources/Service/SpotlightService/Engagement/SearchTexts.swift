internal import FresnelModel
internal import SpotlightWire

/// The texts after which a person chose a thing, as they typed them: recent searches are made of these.
///
/// They are kept beside what is kept of the choice, in the store that holds the thing, and go with it.
/// `Documentation/formats/history.md` describes the bytes.
struct SearchTexts: Hashable, Sendable {
  /// Where a text was typed.
  enum Origin: UInt8, CaseIterable, Hashable, Sendable {
    /// In the system's search.
    case surface = 0
    /// In the search of the app whose item was chosen.
    case app = 1
  }

  /// A text, and when something was chosen after it last.
  struct Entry: Hashable, Sendable {
    let text: String
    let origin: Origin
    var last: Timestamp
  }

  private static let version: UInt8 = 1
  /// The most texts of a thing that were typed in one place, so that what an app tells of pushes out nothing else.
  static let limit = 4
  /// The most texts of all things of an app that are in one store and were typed in one place.
  static let limitOfApp = 50
  /// Longer texts, in characters, are not kept: nobody runs their beginning again.
  static let characterCount = 64

  /// The texts, the latest first.
  private(set) var entries: [Entry] = []

  /// None.
  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// A text as it is kept, with single spaces between its words and none around it; `nil` for one that is not kept.
  static func kept(_ typed: String) -> String? {
    guard typed.utf8.count <= 16 * characterCount else { return nil }
    let text = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard 1...characterCount ~= text.count,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    return text
  }

  /// What texts have in common that count as one.
  static func key(of text: String) -> [UInt8] { Array((ChosenText(text)?.whole ?? "").utf8) }

  /// When the thing was last chosen after one of the texts; `nil` where there is none.
  var latest: Timestamp? { entries.map(\.last).max() }

  /// The thing was chosen after a text, which is one that is kept.
  mutating func note(_ text: String, from origin: Origin, at now: Timestamp) {
    let key = Self.key(of: text)
    entries.removeAll { $0.origin == origin && Self.key(of: $0.text) == key }
    entries.insert(Entry(text: text, origin: origin, last: now), at: 0)
    settle(at: now)
  }

  /// Removes texts that are too old, and those that are more than are kept of one place. Dates that lie ahead are those
  /// of a clock that was wrong, and are set back.
  mutating func settle(at now: Timestamp) {
    for place in entries.indices { entries[place].last = min(entries[place].last, now) }
    entries.removeAll { $0.isOver(at: now) }
    for origin in Origin.allCases {
      let surplus = entries.indices.filter { entries[$0].origin == origin }.dropFirst(Self.limit)
      for place in surplus.reversed() { entries.remove(at: place) }
    }
  }

  /// Forgets the texts that meet a condition.
  ///
  /// - Returns: How many there were.
  @discardableResult
  mutating func remove(where isForgotten: (Entry) -> Bool) -> Int {
    let count = entries.count
    entries.removeAll(where: isForgotten)
    return count - entries.count
  }

  /// The one encoding of the texts.
  var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(Self.version)
    writer.append(varint: UInt(entries.count))
    for entry in entries {
      writer.append(string: entry.text)
      writer.append(entry.origin.rawValue)
      writer.append(entry.last.secondsSinceReferenceDate)
    }
    return writer.finish()
  }

  /// Reads texts from bytes that may be anything.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``, also for a later version.
  init(encoded: [UInt8]) throws(WireError) {
    var reader = WireReader(encoded)
    guard try reader.integer(UInt8.self) == Self.version else {
      throw WireError(.malformed, "The texts of a choice have another version.")
    }
    let count = try reader.varint()
    guard count <= UInt64(Self.limit * Origin.allCases.count) else {
      throw WireError(.malformed, "A choice has more texts than are kept.")
    }
    for _ in 0..<count {
      let text = try reader.string()
      guard let origin = Origin(rawValue: try reader.integer()), Self.kept(text) == text else {
        throw WireError(.malformed, "A choice has a text that is never kept.")
      }
      let last = Timestamp(secondsSinceReferenceDate: try reader.double())
      entries.append(Entry(text: text, origin: origin, last: last))
    }
    try reader.finish()
  }
}

extension SearchTexts.Entry {
  /// Whether the text is too old to be shown.
  func isOver(at now: Timestamp) -> Bool { last.advanced(by: ChoiceRecords.lifetime) <= now }

  /// The date by which texts are ordered. One that lies ahead is that of a clock that was wrong, and counts as the
  /// oldest of all.
  func date(at now: Timestamp) -> Timestamp {
    last > now ? now.advanced(by: -ChoiceRecords.lifetime) : last
  }
}
