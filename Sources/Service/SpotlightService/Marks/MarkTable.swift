internal import FresnelModel
internal import FresnelText
internal import SpotlightWire

/// A thing that a person may mark: its index and its identifier there.
struct MarkedThing: Hashable, Sendable, Comparable {
  let scope: IndexScope
  let identifier: String

  static func < (left: MarkedThing, right: MarkedThing) -> Bool {
    left.scope == right.scope ? left.identifier < right.identifier : left.scope < right.scope
  }
}

/// What the person decided about the things of one store, as its metadata log tells: things that stand first for a
/// text, other names, and things that surfaces leave out.
///
/// It follows the log entry by entry, so it is whatever the log is after damage or a new start.
struct MarkTable: Equatable, Sendable {
  private(set) var marks: [MarkedThing: MarkRecord] = [:]
  /// The things that surfaces leave out.
  private(set) var hidden: Set<MarkedThing> = []
  /// The bytes of all records with their keys.
  private(set) var byteCount = 0
  /// By folded text, the things that stand first for it, and since when.
  private var pins: [String: [MarkedThing: Timestamp]] = [:]
  /// By folded alias, the things that have it.
  private var aliases: [String: Set<MarkedThing>] = [:]

  /// The most things of one store that are marked, and the most bytes of their records.
  static let thingLimit = 1000
  static let byteLimit = 512 << 10

  var isEmpty: Bool { marks.isEmpty }

  /// Takes a record in the place of another one; `nil` stands for none. What cannot be read counts as none.
  mutating func replace(_ former: [UInt8]?, with record: [UInt8]?, at key: String) {
    guard let thing = MarkRecord.thing(ofKey: key) else { return }
    if let old = marks.removeValue(forKey: thing) {
      byteCount -= key.utf8.count + (former?.count ?? 0)
      removeTexts(of: old, thing)
    }
    guard let record, let new = MarkRecord(record) else { return }
    byteCount += key.utf8.count + record.count
    marks[thing] = new
    if new.isHidden { hidden.insert(thing) }
    for pin in new.pins {
      if let text = MarkText.folded(pin.text) { pins[text, default: [:]][thing] = pin.date }
    }
    for alias in new.aliases {
      if let text = MarkText.folded(alias) { aliases[text, default: []].insert(thing) }
    }
  }

  private mutating func removeTexts(of record: MarkRecord, _ thing: MarkedThing) {
    hidden.remove(thing)
    for pin in record.pins {
      guard let text = MarkText.folded(pin.text) else { continue }
      pins[text]?[thing] = nil
      if pins[text]?.isEmpty == true { pins[text] = nil }
    }
    for alias in record.aliases {
      guard let text = MarkText.folded(alias) else { continue }
      aliases[text]?.remove(thing)
      if aliases[text]?.isEmpty == true { aliases[text] = nil }
    }
  }

  /// The things that stand first for a folded text, and since when.
  func pinned(for text: String) -> [MarkedThing: Timestamp] { pins[text] ?? [:] }

  /// The things with an alias that begins with a folded text, and whether it is the whole alias of each.
  ///
  /// - Complexity: O(*n*) in the aliases, of which there are none mostly.
  func named(_ text: String) -> [MarkedThing: Bool] {
    var named: [MarkedThing: Bool] = [:]
    for (alias, things) in aliases where alias.hasPrefix(text) {
      for thing in things { named[thing] = alias == text || named[thing] == true }
    }
    return named
  }
}

/// A text that a person pinned a thing for or gave to it as a name, as what is typed is compared with it: folded as
/// user queries fold, with single spaces between its words.
enum MarkText {
  /// Longer texts, in bytes, are neither kept nor looked for.
  static let byteCount = 256

  /// Folds a text; `nil` for one that is too long or has no word.
  static func folded(_ text: String) -> String? {
    guard text.utf8.count <= byteCount else { return nil }
    let folded = String(decoding: ChosenText.folder.foldedBytes(text), as: UTF8.self)
    let words = folded.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
