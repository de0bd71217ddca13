/// Makes typing errors: one in a text, anywhere in its words.
package struct TypingError: Sendable {
  /// The kinds of errors, all equally frequent.
  package enum Kind: CaseIterable, Sendable {
    /// A letter too many.
    case surplus
    /// A letter that is missing.
    case missing
    /// A letter in the place of another one.
    case replaced
    /// Two letters exchanged.
    case exchanged
  }

  private var generator: SeededGenerator

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)

  /// Begins with a seed.
  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Makes one error in a text: the kind, then the place among all letters and digits, then the letter.
  ///
  /// Spaces stay, and no word becomes empty, so that there are as many words as before.
  ///
  /// - Parameter text: A text of ASCII, at least one word of two letters in it.
  /// - Returns: A text that is another one, with the range of the word that has the error in its UTF-8.
  package mutating func applied(to text: String) -> (text: String, word: Range<Int>) {
    let bytes = Array(text.utf8)
    let places = bytes.indices.filter { bytes[$0] != UInt8(ascii: " ") }
    while true {
      let kind = Kind.allCases[generator.below(Kind.allCases.count)]
      let place = places[generator.below(places.count)]
      let letter = Self.letters[generator.below(Self.letters.count)]
      guard let changed = Self.changed(bytes, kind, at: place, letter) else { continue }
      var start = place
      while start > 0, bytes[start - 1] != UInt8(ascii: " ") { start -= 1 }
      let end = changed[start...].firstIndex(of: UInt8(ascii: " ")) ?? changed.endIndex
      return (String(decoding: changed, as: UTF8.self), start..<end)
    }
  }

  /// The text with an error; `nil` where it would be the same, or lack a word.
  private static func changed(
    _ bytes: [UInt8], _ kind: Kind, at place: Int, _ letter: UInt8
  ) -> [UInt8]? {
    func isSpace(_ place: Int) -> Bool {
      !bytes.indices.contains(place) || bytes[place] == UInt8(ascii: " ")
    }
    var changed = bytes
    switch kind {
    case .surplus:
      // Before or behind the letter: by which half of the alphabet the new one is of, so that a word may end so.
      changed.insert(letter, at: letter < UInt8(ascii: "n") ? place : place + 1)
    case .missing:
      if isSpace(place - 1), isSpace(place + 1) { return nil }
      changed.remove(at: place)
    case .replaced:
      changed[place] = letter
    case .exchanged:
      if isSpace(place + 1) { return nil }
      changed.swapAt(place, place + 1)
    }
    return changed == bytes ? nil : changed
  }
}
