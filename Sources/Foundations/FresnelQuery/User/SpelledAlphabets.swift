/// Alphabets whose words have a spelling in Latin letters, see ``SpelledWords``.
///
/// Most people have names in one of them or in none, so that a text need not be looked for in the others.
package struct SpelledAlphabets: OptionSet, Hashable, Sendable {
  /// A bit for each alphabet.
  package let rawValue: UInt8

  /// Makes a set of its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The alphabet whose spellings begin with a byte; none for a byte that no spelling of words has.
  ///
  /// - Parameter byte: The first byte of a form.
  package init(firstByte byte: UInt8) {
    let place = Int(byte) - Int(Self.firstByte)
    self = 0..<4 ~= place ? SpelledAlphabets(rawValue: 1 << UInt8(place)) : []
  }

  /// The letters of Russian and others.
  package static let cyrillic = SpelledAlphabets(rawValue: 1)
  /// Greek.
  package static let greek = SpelledAlphabets(rawValue: 2)
  /// Arabic, of Persian and Urdu as well.
  package static let arabic = SpelledAlphabets(rawValue: 4)
  /// Hebrew.
  package static let hebrew = SpelledAlphabets(rawValue: 8)
  /// All of them.
  package static let all: SpelledAlphabets = [.cyrillic, .greek, .arabic, .hebrew]

  /// What the forms of the first one begin with: each begins with a byte of its own, one after the other.
  package static let firstByte = NameReadings.Spelling.cyrillic.rawValue

  /// What the forms of an alphabet begin with.
  var kind: NameReadings.Spelling {
    switch self {
    case .cyrillic: .cyrillic
    case .greek: .greek
    case .arabic: .arabic
    default: .hebrew
    }
  }
}
