internal import FresnelModel
internal import SpotlightWire

/// What a person decided about one thing, as the metadata log keeps it; `Documentation/formats/metadata-log.md` has the
/// bytes.
struct MarkRecord: Equatable, Sendable {
  /// The texts for which the thing stands first, in the order in which they were pinned.
  var pins: [PersonalMark.Pin] = []
  /// What else it is called.
  var aliases: [String] = []
  /// Whether surfaces leave it out.
  var isHidden = false

  /// The most pins of a thing, and the most aliases.
  static let textLimit = 16
  private static let version: UInt8 = 1
  private static let hiddenFlag: UInt8 = 1

  /// Decides nothing.
  init() {}

  /// Whether it decides nothing.
  var isEmpty: Bool { pins.isEmpty && aliases.isEmpty && !isHidden }

  /// Reads a record; `nil` where it is none, or one of a later version.
  init?(_ bytes: [UInt8]) {
    var reader = WireReader(bytes)
    do throws(WireError) {
      guard try reader.integer(UInt8.self) == Self.version else { return nil }
      isHidden = try reader.integer(UInt8.self) & Self.hiddenFlag != 0
      pins = try reader.list()
      aliases = try reader.list()
      try reader.finish()
    } catch {
      return nil
    }
  }

  /// The bytes of the record.
  func encode() -> [UInt8] {
    var writer = WireWriter()
    writer.append(Self.version)
    writer.append(isHidden ? Self.hiddenFlag : 0)
    writer.append(list: pins)
    writer.append(list: aliases)
    return writer.finish()
  }

  /// Decides something more, or takes it back. What is pinned already is pinned anew.
  ///
  /// - Parameters:
  ///   - verb: What.
  ///   - text: The text of a pin or an alias.
  ///   - date: The date of a pin: later than those of all pins for the text.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused`` for a text without a word or of too many bytes,
  ///   ``ServiceError/Code/quotaExceeded`` where the thing has too many.
  mutating func apply(_ verb: ChangeMark.Verb, _ text: String, at date: Timestamp)
    throws(ServiceError)
  {
    switch verb {
    case .hide: isHidden = true
    case .show: isHidden = false
    case .clear: self = MarkRecord()
    case .forget: break
    case .pin:
      let folded = try Self.folded(text)
      pins.removeAll { MarkText.folded($0.text) == folded }
      try Self.check(pins.count)
      pins.append(PersonalMark.Pin(text: text, date: date))
    case .unpin:
      let folded = try Self.folded(text)
      pins.removeAll { MarkText.folded($0.text) == folded }
    case .addAlias:
      let folded = try Self.folded(text)
      guard !aliases.contains(where: { MarkText.folded($0) == folded }) else { return }
      try Self.check(aliases.count)
      aliases.append(text)
    case .removeAlias:
      let folded = try Self.folded(text)
      aliases.removeAll { MarkText.folded($0) == folded }
    }
  }

  /// Takes over what was decided in the store that had the thing before. Nothing is lost, so there may be more than
  /// can be added.
  mutating func merge(_ other: MarkRecord) {
    for pin in other.pins {
      let folded = MarkText.folded(pin.text)
      if let place = pins.firstIndex(where: { MarkText.folded($0.text) == folded }) {
        pins[place].date = max(pins[place].date, pin.date)
      } else {
        pins.append(pin)
      }
    }
    pins.sort { $0.date < $1.date }
    for alias in other.aliases {
      let folded = MarkText.folded(alias)
      if !aliases.contains(where: { MarkText.folded($0) == folded }) { aliases.append(alias) }
    }
    isHidden = isHidden || other.isHidden
  }

  private static func folded(_ text: String) throws(ServiceError) -> String {
    if let folded = MarkText.folded(text) { return folded }
    throw ServiceError(
      .refused, "The text of a pin or an alias has a word, and at most \(MarkText.byteCount) bytes."
    )
  }

  private static func check(_ count: Int) throws(ServiceError) {
    guard count >= textLimit else { return }
    throw ServiceError(
      .quotaExceeded, "A thing has at most \(textLimit) pins and as many aliases.")
  }
}

extension MarkRecord {
  /// The key of a thing in the metadata log. It tells how long the index's name is, since those of the core have U+0000
  /// themselves.
  static func key(of thing: MarkedThing) -> String {
    "\(thing.scope.app)\0\(thing.scope.index.utf8.count)\0\(thing.scope.index)\0\(thing.identifier)"
  }

  /// The thing of a key; `nil` for what is none.
  static func thing(ofKey key: String) -> MarkedThing? {
    let parts = key.split(separator: "\0", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let count = Int(parts[1]), count >= 0 else { return nil }
    let rest = parts[2].utf8
    guard let end = rest.index(rest.startIndex, offsetBy: count, limitedBy: rest.endIndex),
      end < rest.endIndex, rest[end] == 0, let index = String(rest[..<end]),
      let identifier = String(rest[rest.index(after: end)...])
    else { return nil }
    return MarkedThing(
      scope: IndexScope(app: String(parts[0]), index: index), identifier: identifier)
  }
}

extension PersonalMark {
  /// What is told of a record.
  init(_ record: MarkRecord, of thing: MarkedThing, in protection: ProtectionClass) {
    self.init(
      scope: thing.scope, identifier: thing.identifier, protection: protection,
      pins: record.pins, aliases: record.aliases, isHidden: record.isHidden)
  }
}
