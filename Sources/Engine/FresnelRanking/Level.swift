/// How a thing stands by what the person chose before, for one text.
package struct Level: Hashable, Comparable, Sendable {
  /// What is known of a thing, the least first. Each raw value takes three bits.
  package enum Kind: UInt8, Sendable {
    /// Nothing: the text alone orders it.
    case unknown = 0
    /// It was chosen once after another text, and its name has what was typed.
    case onceOtherwise = 2
    /// It was chosen at least twice after texts with one other first letter, and its name has what was typed.
    case twiceOtherwise = 3
    /// It was chosen once after a text with the same first letter.
    case onceAfterLetter = 4
    /// It was chosen at least twice after such texts; or after texts with several first letters, and its name has what
    /// was typed.
    case twiceAfterLetter = 5
    /// It was chosen at least twice for the text, or for one that begins with it.
    case twice = 6
    /// It was pinned for the text: it counts as an exact name, and stands above all others.
    case pinned = 7
  }

  /// The bits that a date takes.
  package static let dateBitCount = 45
  private static let greatestDate = UInt64(1) << UInt64(dateBitCount) - 1

  /// The kind above the date: one number, so that thousands of levels are compared at each keystroke.
  private let bits: UInt64

  /// Makes a level.
  ///
  /// - Parameters:
  ///   - kind: What is known.
  ///   - date: The date; of one that is too great the greatest counts.
  package init(_ kind: Kind, date: UInt64) {
    bits = UInt64(kind.rawValue) << UInt64(Self.dateBitCount) | min(date, Self.greatestDate)
  }

  /// What is known.
  package var kind: Kind { Kind(rawValue: UInt8(bits >> UInt64(Self.dateBitCount))) ?? .unknown }

  /// What orders things of one level, the greater the better: a date in units that are its maker's.
  package var date: UInt64 { bits & Self.greatestDate }

  package static func < (left: Level, right: Level) -> Bool { left.bits < right.bits }
}
