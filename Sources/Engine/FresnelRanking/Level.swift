/// How a thing stands by what the person chose before, for one text.
package struct Level: Hashable, Comparable, Sendable {
  /// What is known of a thing, the least first. Each raw value takes three bits.
  package enum Kind: UInt8, Sendable {
    /// Nothing: the text alone orders it.
    case unknown = 0
    /// It was chosen once after a text with the same first letter.
    case onceAfterLetter = 4
    /// It was chosen at least twice after such texts.
    case twiceAfterLetter = 5
    /// It was chosen at least twice for the text, or for one that begins with it.
    case twice = 6
    /// It was pinned for the text.
    case pinned = 7
  }

  /// The bits that a date takes.
  package static let dateBitCount = 45

  /// What is known.
  package let kind: Kind
  /// What orders things of one level, the greater the better: a date in units that are its maker's.
  package let date: UInt64

  /// Makes a level.
  ///
  /// - Parameters:
  ///   - kind: What is known.
  ///   - date: The date; of one that is too great the greatest counts.
  package init(_ kind: Kind, date: UInt64) {
    self.kind = kind
    self.date = min(date, (1 << Self.dateBitCount) - 1)
  }

  package static func < (left: Level, right: Level) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return left.date < right.date
  }
}
