import FresnelEngine
import FresnelModel
import FresnelQuery

@testable import SpotlightService

/// Joins words and takes them apart in the simplest form: the evaluator tells of each part which items have it.
///
/// Texts are words of ASCII letters and digits, some with signs between letters, and one space between words.
final class NaiveJoinedOrSplit {
  /// A way to read the text.
  struct Plan {
    let clauses: [Query]
  }

  private struct Split {
    let parts: [String]
    let areWords: Bool
    let endsInWord: Bool
    let count: Int

    /// What puts it before others, the first difference decides.
    var order: [Int] {
      [
        areWords ? 0 : 1, parts.count, -count, parts.map(\.count).max() ?? 0, parts[0].count,
      ]
    }
  }

  private let context: EvaluationContext
  private var items: [EncodedItem] = []
  private var known: [Query: Int] = [:]

  init(_ stores: [VisibleStore], _ context: EvaluationContext) {
    self.context = context
    for store in stores {
      store.snapshot.forEachItem(in: store.filter) { _, item in
        items.append(item)
        return true
      }
    }
  }

  /// The ways to read some words, of which the last one may go on, in the order in which they are tried.
  func plans(of words: [String], isFinished: Bool) throws -> [Plan] {
    guard words.count <= 8 else { return [] }
    let goesOn = { (place: Int) in !isFinished && place == words.count - 1 }
    /// The clauses of all words, some of which others stand for.
    func clauses(_ range: Range<Int>, _ replacement: Query) -> [Query] {
      var all: [Query] = []
      for place in words.indices {
        if range.contains(place), place != range.lowerBound { continue }
        let clause =
          range.contains(place) ? replacement : Self.word(words[place], goesOn: goesOn(place))
        if !all.contains(clause) { all.append(clause) }
      }
      return all
    }
    var joined: [Plan] = []
    for place in words.indices.dropLast() {
      let text = words[place] + words[place + 1]
      guard Self.isPlain(text), text.count >= 4,
        Self.mayPart(words[place], words[place + 1])
      else { continue }
      let word = Self.word(text, goesOn: goesOn(place + 1))
      if try count(word) > 0 {
        joined.append(Plan(clauses: clauses(place..<place + 2, word)))
      }
    }
    var splits: [(place: Int, split: Split)] = []
    let places = words.indices.filter {
      (4...24).contains(words[$0].count) && Self.isPlain(words[$0])
    }
    let counts = try places.map { try count(Self.word(words[$0], goesOn: goesOn($0))) }
    for index in places.indices.sorted(by: { (counts[$0], $0) < (counts[$1], $1) }).prefix(2) {
      let (place, word) = (places[index], words[places[index]])
      let isWord = counts[index] > 0 || KnownWords.contains(Array(word.utf8))
      splits += try self.splits(word, goesOn: goesOn(place), takesBeginnings: !isWord)
        .map { (place: place, split: $0) }
    }
    splits.sort {
      ($0.split.order + [$0.place]).lexicographicallyPrecedes($1.split.order + [$1.place])
    }
    splits = Array(splits.prefix(4))
    func phrase(_ place: Int, _ split: Split, goesOn: Bool) -> Plan {
      let words = Self.word(split.parts.joined(separator: " "), goesOn: goesOn)
      return Plan(clauses: clauses(place..<place + 1, words))
    }
    let phrases = splits.filter(\.split.endsInWord).map {
      phrase($0.place, $0.split, goesOn: false)
    }
    let names = splits.map { place, split in
      Plan(clauses: clauses(place..<place + 1, .comparison(Comparison(parts: split.parts))))
    }
    let growing = splits.prefix(1).filter { $0.split.areWords && goesOn($0.place) }
      .map { phrase($0.place, $0.split, goesOn: true) }
    let all = Array(joined.prefix(3)) + phrases + names + growing
    return Array(all.prefix(12))
  }

  private func splits(_ word: String, goesOn: Bool, takesBeginnings: Bool) throws -> [Split] {
    let pairs = try pairs(word, goesOn: goesOn)
      .filter { $0.areWords || takesBeginnings && $0.parts.allSatisfy { $0.count >= 2 } }
    if pairs.contains(where: \.areWords) { return pairs }
    let firsts = try (2..<word.count).map { String(word.prefix($0)) }
      .filter { first in
        let rest = String(word.dropFirst(first.count))
        return try Self.mayPart(first, rest) && count(Self.word(first, goesOn: false)) > 0
      }
    return pairs
      + (try firsts.suffix(2).flatMap { first in
        let firstCount = try count(Self.word(first, goesOn: false))
        let rest = String(word.dropFirst(first.count))
        return try self.pairs(rest, goesOn: goesOn).filter(\.areWords).map { pair in
          Split(
            parts: [first] + pair.parts, areWords: true, endsInWord: pair.endsInWord,
            count: min(firstCount, pair.count))
        }
      })
  }

  private func pairs(_ word: String, goesOn: Bool) throws -> [Split] {
    try (1..<max(word.count, 1)).compactMap { (length) -> Split? in
      let parts = [String(word.prefix(length)), String(word.dropFirst(length))]
      let wholes = try parts.map { try count(Self.word($0, goesOn: false)) }
      let beginnings = try parts.map { try count(Self.word($0, goesOn: true)) }
      guard beginnings.allSatisfy({ $0 > 0 }), Self.mayPart(parts[0], parts[1]) else { return nil }
      let last = goesOn ? beginnings[1] : wholes[1]
      let lengths = parts.map(\.count).sorted()
      if wholes[0] > 0, last > 0, lengths[0] > 1 || lengths[1] >= 3 {
        return Split(
          parts: parts, areWords: true, endsInWord: wholes[1] > 0, count: min(wholes[0], last))
      }
      return Split(
        parts: parts, areWords: false, endsInWord: false, count: min(beginnings[0], beginnings[1]))
    }
  }

  /// Whether a word has no signs: others are codes, which are as they were meant.
  private static func isPlain(_ word: String) -> Bool {
    word.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// Whether no number is taken apart.
  private static func mayPart(_ first: String, _ second: String) -> Bool {
    first.last?.isNumber != true || second.first?.isNumber != true
  }

  private static func word(_ text: String, goesOn: Bool) -> Query {
    .comparison(Comparison(run: Pattern(goesOn ? [.text(text), .anySequence] : [.text(text)])))
  }

  /// How many items match, sixteen at most.
  private func count(_ query: Query) throws -> Int {
    if let known = known[query] { return known }
    let compiled = try CompiledQuery(query, context: context)
    let count = min(16, items.count { compiled.matches($0) })
    known[query] = count
    return count
  }
}
