internal import FresnelText

/// Takes a word apart into words that items have, or that words of theirs begin with: `ipadpro` into `ipad` and `pro`,
/// `wincon` into the beginnings of `Window` and `Controller`.
///
/// A part counts only where an item has it that the searcher is shown. How many look-ups a word takes is bounded by its
/// length: a part that no word begins with ends the search for longer ones.
struct WordSplits {
  /// A way to take a word apart.
  struct Split: Equatable {
    /// The parts in order.
    let parts: [String]
    /// Whether each part is a word, the last one of a text that grows perhaps only the beginning of one.
    let areWords: Bool
    /// Whether the last part is a word.
    let endsInWord: Bool
    /// How many items have the part that the fewest have.
    let itemCount: Int

    /// Whether it is tried first: of words, of few parts, of parts that many items have, of parts of like length.
    static func precedes(_ left: Split, _ right: Split) -> Bool {
      if left.areWords != right.areWords { return left.areWords }
      if left.parts.count != right.parts.count { return left.parts.count < right.parts.count }
      if left.itemCount != right.itemCount { return left.itemCount > right.itemCount }
      let (longest, other) = (left.longest, right.longest)
      if longest != other { return longest < other }
      return left.parts[0].count < right.parts[0].count
    }

    private var longest: Int { parts.reduce(0) { max($0, $1.count) } }
  }

  private let letters: [Character]
  private let goesOn: Bool
  private let takesBeginnings: Bool

  /// The letters that a word has to be taken apart: a shorter one has parts that tell nothing.
  private static let wordLengths = 4...24
  /// So many letters a part has that words only begin with.
  private static let leastBeginning = 2
  /// A part of one letter needs so long a one beside it, as in `tshirt`.
  private static let leastBesideLetter = 3
  /// So many words that a word begins with are tried as the first of three parts, the longest ones.
  private static let mostFirsts = 2
  /// So many beginnings of a word are looked up at once.
  private static let beginningsAtOnce = 8

  /// Takes a word; `nil` for one that has no parts.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - goesOn: Whether it is still being typed.
  ///   - takesBeginnings: Whether its parts may be beginnings of words.
  init?(_ word: String, goesOn: Bool, takesBeginnings: Bool) {
    guard Self.mayHaveParts(word) else { return nil }
    letters = Array(word)
    (self.goesOn, self.takesBeginnings) = (goesOn, takesBeginnings)
  }

  /// Whether a word has letters enough to be taken apart, and not too many.
  static func mayHaveParts(_ word: String) -> Bool {
    wordLengths.contains(word.count) && isOfLetters(word)
  }

  /// Whether a text consists of letters and digits of scripts that are written with spaces.
  static func isOfLetters(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch CharacterClass.of(scalar.value) {
      case .plain, .hangul, .mark: true
      case .separator, .single: false
      }
    }
  }

  /// Whether a text has characters of scripts that are written without spaces, and no signs such as apostrophes.
  static func isWithoutSpaces(_ text: String) -> Bool {
    let classes = text.unicodeScalars.map { CharacterClass.of($0.value) }
    return classes.contains(.single) && !classes.contains(.separator)
  }

  /// Whether two letters may belong to different words: digits are of one number.
  static func mayPart(_ before: Character, _ after: Character) -> Bool {
    !(before.isNumber && after.isNumber)
  }

  /// The ways to take the word apart.
  ///
  /// - Parameter counter: Tells how many items have the parts.
  /// - Returns: The ways, in no particular order; `nil` when the time is over.
  func splits(_ counter: inout WordCounter) -> [Split]? {
    guard let firsts = beginnings(from: 0, &counter),
      let found = pairs(from: 0, firsts, &counter)
    else { return nil }
    if found.contains(where: \.areWords) { return found }
    return triples(firsts, &counter).map { found + $0 }
  }

  private func text(_ range: Range<Int>) -> String { String(letters[range]) }

  /// The places behind a start up to which some word begins so, with how many items have one.
  private func beginnings(
    from start: Int, _ counter: inout WordCounter
  ) -> [(end: Int, count: Int)]? {
    let ends = letters.indices.filter {
      $0 > start && Self.mayPart(letters[$0 - 1], letters[$0])
    }
    var found: [(end: Int, count: Int)] = []
    var next = 0
    while next < ends.count {
      let some = ends[next..<min(next + Self.beginningsAtOnce, ends.count)]
      let words = some.map { (text: text(start..<$0), goesOn: true) }
      guard let counts = counter.counts(words) else { return nil }
      found += zip(some, counts).filter { $1 > 0 }.map { (end: $0, count: $1) }
      // What no word begins with, none begins with a longer one.
      if counts.last == 0 { break }
      next += some.count
    }
    return found
  }

  /// The ways to take what is behind a start apart into two parts.
  private func pairs(
    from start: Int, _ firsts: [(end: Int, count: Int)], _ counter: inout WordCounter
  ) -> [Split]? {
    let end = letters.count
    let rests = firsts.map { (text: text($0.end..<end), goesOn: true) }
    guard let restCounts = counter.counts(rests) else { return nil }
    let open = zip(firsts, restCounts).filter { $1 > 0 }
    let words = open.flatMap { first, _ in
      [start..<first.end, first.end..<end].map { (text: text($0), goesOn: false) }
    }
    guard let wordCounts = counter.counts(words) else { return nil }
    var found: [Split] = []
    for (index, (first, restCount)) in open.enumerated() {
      let parts = [text(start..<first.end), text(first.end..<end)]
      let (firstWord, lastWord) = (wordCounts[2 * index], wordCounts[2 * index + 1])
      let lengths = [first.end - start, end - first.end]
      let isLong = lengths.min() ?? 0 > 1 || lengths.max() ?? 0 >= Self.leastBesideLetter
      let last = goesOn ? restCount : lastWord
      if firstWord > 0, last > 0, isLong {
        found.append(
          Split(
            parts: parts, areWords: true, endsInWord: lastWord > 0,
            itemCount: min(firstWord, last)))
      } else if takesBeginnings, start == 0, lengths.allSatisfy({ $0 >= Self.leastBeginning }) {
        found.append(
          Split(
            parts: parts, areWords: false, endsInWord: false,
            itemCount: min(first.count, restCount)))
      }
    }
    return found
  }

  /// The ways to take the word apart into three words.
  private func triples(
    _ firsts: [(end: Int, count: Int)], _ counter: inout WordCounter
  ) -> [Split]? {
    let firsts = firsts.filter { $0.end > 1 }
    let words = firsts.map { (text: text(0..<$0.end), goesOn: false) }
    guard let counts = counter.counts(words) else { return nil }
    var found: [Split] = []
    for (first, itemCount) in zip(firsts, counts).filter({ $1 > 0 }).suffix(Self.mostFirsts) {
      guard let seconds = beginnings(from: first.end, &counter),
        let rest = pairs(from: first.end, seconds, &counter)
      else { return nil }
      found += rest.filter(\.areWords).map { rest in
        Split(
          parts: [text(0..<first.end)] + rest.parts, areWords: true, endsInWord: rest.endsInWord,
          itemCount: min(itemCount, rest.itemCount))
      }
    }
    return found
  }
}
