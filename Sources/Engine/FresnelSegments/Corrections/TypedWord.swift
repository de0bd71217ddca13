import FresnelStorage
import FresnelText

/// A word that may have been typed with errors.
///
/// An error is a letter too many, too few or in the place of another one, or two letters exchanged. A word of four
/// letters may have one, and one of eight letters two; what has a digit, or anything that is no letter, is as it
/// was meant. Of two errors none is in the first letter.
package struct TypedWord: Sendable {
  /// The word in UTF-8, folded as terms are.
  package let text: [UInt8]
  /// Whether longer words count that begin so, or nearly.
  package let isPrefix: Bool
  /// The most errors that it may have.
  package let mostEdits: Int
  let cost: EditCost

  /// The letters that a beginning has at least for longer words to be found by it.
  private static let leastPrefix = 5
  private static let leastForOne = 4
  private static let leastForTwo = 8
  private static let mostLetters = 64

  /// Takes a word; `nil` for one that is as it was meant.
  ///
  /// - Parameters:
  ///   - text: The word in UTF-8, folded as terms are.
  ///   - goesOn: Whether it is still being typed, and longer ones may be meant.
  ///   - keyboard: What it was typed on.
  package init?(_ text: [UInt8], goesOn: Bool, on keyboard: Keyboard = Keyboard()) {
    let letters = Self.letters(of: text)
    // The beginning of a word is not misspelt before there is enough of it.
    let least = goesOn ? Self.leastPrefix : Self.leastForOne
    guard letters.count >= least, letters.count <= Self.mostLetters else { return nil }
    self.text = text
    isPrefix = goesOn
    mostEdits = letters.count >= Self.leastForTwo ? 2 : 1
    cost = EditCost(of: letters, on: keyboard)
  }

  /// The characters of a word if they are all letters; else none.
  static func letters(of word: [UInt8]) -> [UInt32] {
    let scalars = word.span.withUnsafeBufferPointer {
      ScalarDecoder.scalars(UnsafeRawBufferPointer($0)).scalars
    }
    return scalars.allSatisfy(isLetter) ? scalars : []
  }

  private static func isLetter(_ character: UInt32) -> Bool {
    if character < 0x80 { return (character | 0x20) &- 0x61 < 26 }
    switch CharacterClass.of(character) {
    case .plain:
      return Unicode.Scalar(character)?.properties.generalCategory != .decimalNumber
    case .hangul, .mark:
      return true
    case .single, .separator:
      return false
    }
  }
}
