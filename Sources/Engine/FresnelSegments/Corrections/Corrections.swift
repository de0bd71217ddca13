package import FresnelStorage
import FresnelText

/// Finds the words that may have been meant by one that was typed with errors.
///
/// Words are those of documents that are shown: each that is in a name or a keyword, and those that are in
/// three documents. An error is a letter too many, too few or in the place of another one, or two letters
/// exchanged. A word of four letters may have one, and one of eight letters two; what has a digit, or anything
/// that is no letter, is as it was meant. The first letter is taken to be right, and words with one error are
/// looked for before those with two; if there are none, the first letter may be the error.
package struct Corrections {
  /// Whether the work of the last word ended before all words were seen.
  package private(set) var isLimited = false

  private let views: [SegmentView]
  /// The segments, the largest first.
  private let order: [Int]
  private let visibility: SearchVisibility
  private let keyboard: Keyboard
  private let leaps: Int

  /// The letters that a beginning has at least for longer words to be found by it.
  package static let leastPrefix = 5
  private static let leastForOne = 4
  private static let leastForTwo = 8
  private static let mostLetters = 64
  /// All segments but the largest share this part of the work that the largest may take.
  private static let smallShare = 4

  /// Prepares to look for words.
  ///
  /// - Parameters:
  ///   - views: The segments of one state of a store.
  ///   - visibility: Which documents are shown.
  ///   - keyboard: What was typed on.
  ///   - leaps: How many look-ups a word may take in the largest segment, or the same work in steps.
  package init(
    in views: [SegmentView], _ visibility: SearchVisibility, keyboard: Keyboard = Keyboard(),
    leaps: Int = 2048
  ) {
    self.views = views
    self.visibility = visibility
    self.keyboard = keyboard
    self.leaps = leaps
    order = views.indices.sorted {
      let counts = (views[$0].segment.documentCount, views[$1].segment.documentCount)
      return counts.0 != counts.1 ? counts.0 > counts.1 : $0 < $1
    }
  }

  /// Finds what may have been meant by a word, likeliest first.
  ///
  /// - Parameters:
  ///   - word: The word in UTF-8, folded as terms are.
  ///   - isPrefix: Whether the word is still being typed, and longer ones may be meant.
  ///   - limit: The most corrections wanted.
  ///   - budget: When it is exhausted, words may be lacking.
  /// - Returns: The corrections; none when the word is as it was meant, or no other one is known.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func find(
    _ word: [UInt8], isPrefix: Bool, limit: Int, _ budget: inout SearchBudget
  ) throws(StorageError) -> [Correction] {
    isLimited = false
    let letters = Self.letters(of: word)
    guard letters.count >= Self.leastForOne, letters.count <= Self.mostLetters else { return [] }
    var search = WordSearch(
      word, isPrefix: isPrefix && letters.count >= Self.leastPrefix,
      EditCost(of: letters, on: keyboard), leaps: leaps, smallLeaps: leaps / Self.smallShare)
    var passes = [(distance: 1, exactPrefix: 1)]
    if letters.count >= Self.leastForTwo { passes.append((2, 1)) }
    passes.append((1, 0))
    for pass in passes {
      for (place, number) in order.enumerated() {
        try search.walk(
          views[number], number, isLargest: place == 0, visibility, distance: pass.distance,
          exactPrefix: pass.exactPrefix, &budget)
      }
      let found = try search.corrections(in: views, visibility, &budget)
      isLimited = search.isLimited || budget.isExhausted
      if !found.isEmpty || budget.isExhausted {
        return Array(found.sorted(by: Correction.precedes).prefix(max(0, limit)))
      }
    }
    return []
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
