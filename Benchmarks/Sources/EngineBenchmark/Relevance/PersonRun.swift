import RankFigures

/// One simulated person: searches, chooses what was wanted, and is measured in between.
struct PersonRun {
  /// Which word of a title the person types.
  enum Word: String, CaseIterable {
    case first = "always the first word"
    case any = "another word each time"
  }

  /// What of the word is typed when the person chooses.
  enum Noting: String, CaseIterable {
    case whole = "whole"
    /// As much as it takes until what is wanted is among three.
    case asTyped = "as typed"
  }

  /// After so many choices the person is measured.
  static let checkpoints = [0, 1, 10, 100, 300]
  /// The searches that measure at each of them.
  static let searchCount = 200
  /// Of ten searches, those for things opened before.
  private static let repeatedOfTen = 7
  /// The choices after habits have changed, of which the last ones are measured.
  private static let (driftCount, driftStart) = (60, 20)
  /// What a person sees at a glance.
  static let glance = 3

  let core: AskedCore
  let things: PersonThings
  let word: Word
  let noting: Noting
  private var wants: Wants
  private(set) var opened: Set<Int> = []

  /// Begins with a person who has chosen nothing.
  init(_ core: AskedCore, _ things: PersonThings, _ word: Word, _ noting: Noting, seed: UInt64) {
    (self.core, self.things, self.word, self.noting) = (core, things, word, noting)
    wants = Wants(count: things.own.count, seed: seed)
  }

  /// Searches and chooses until the last checkpoint, then goes on with other habits.
  ///
  /// - Parameter figures: Grows by what is measured.
  /// - Throws: ``BenchmarkFailure`` where the service refuses.
  mutating func run(_ figures: inout PersonFigures) throws {
    try measureNew(&figures.newWithout)
    for count in 0...(Self.checkpoints.last ?? 0) {
      if Self.checkpoints.contains(count) { try measure(after: count, &figures) }
      if count < Self.checkpoints.last ?? 0 { try search() }
    }
    try measureNew(&figures.newWith)
    try measureLetters(&figures)
    wants.shuffle()
    for count in 0..<Self.driftCount {
      if count >= Self.driftStart, let thing = wants.next(where: opened.contains) {
        let word = typedWord(of: thing)
        figures.drift.add(try ranks(of: thing, typing: word))
      }
      try search()
    }
  }

  /// What the person looks for, and whether it was opened before.
  private mutating func wanted() -> (thing: Int, isRepeated: Bool)? {
    let isRepeated = !opened.isEmpty && wants.below(10) < Self.repeatedOfTen
    let opened = opened
    if let thing = wants.next(where: { opened.contains($0) == isRepeated }) {
      return (thing, isRepeated)
    }
    return wants.next(where: opened.contains).map { ($0, true) }
  }

  private mutating func typedWord(of thing: Int) -> String {
    let words = things.own[thing].typedWords
    return words[word == .first ? 0 : wants.below(words.count)]
  }

  /// Looks for something, and chooses it.
  private mutating func search() throws {
    guard let (number, _) = wanted() else { return }
    let word = typedWord(of: number)
    let thing = things.own[number]
    var text = word
    if noting == .asTyped, let letters = try letters(until: Self.glance, of: thing, word) {
      text = String(word.prefix(letters))
    }
    core.choose(thing.identifier, of: thing.app, after: text)
    opened.insert(number)
  }

  /// How many letters it takes until a thing is among the first; `nil` where the whole word does not suffice.
  private func letters(
    until count: Int, of thing: PersonThings.Thing, _ word: String
  ) throws -> Int? {
    for letters in 1...word.count {
      let place = try core.place(of: thing.identifier, after: String(word.prefix(letters)))
      if let place, place < count { return letters }
    }
    return nil
  }

  private mutating func measure(after count: Int, _ figures: inout PersonFigures) throws {
    for _ in 0..<Self.searchCount {
      guard let (thing, isRepeated) = wanted() else { return }
      let word = typedWord(of: thing)
      let ranks = try ranks(of: thing, typing: word)
      figures.all[count, default: .init()].add(ranks)
      if isRepeated { figures.repeated[count, default: .init()].add(ranks) }
    }
  }

  /// The reciprocal ranks of a thing, letter by letter: what is found, and what an oracle gives.
  private func ranks(
    of thing: Int, typing typedWord: String
  ) throws -> [(found: Double, best: Double)] {
    try (1...PersonThings.letterCount).map { letters in
      let text = String(typedWord.prefix(letters))
      let place = try core.place(of: things.own[thing].identifier, after: text)
      let best = things.bestReciprocalRank(
        of: thing, after: text, wants, words: word == .first ? 1 : .max, where: opened.contains)
      return (RankMeasures.reciprocalRank(place), best)
    }
  }

  /// Measures first searches for things that the person never opens.
  private func measureNew(_ means: inout LetterMeans) throws {
    for thing in things.others {
      for letters in 1...PersonThings.letterCount {
        let place = try core.place(
          of: thing.identifier, after: String(thing.typedWords[0].prefix(letters)))
        means.add(RankMeasures.reciprocalRank(place), letters: letters)
      }
    }
  }

  private mutating func measureLetters(_ figures: inout PersonFigures) throws {
    for _ in 0..<Self.searchCount / 2 {
      guard let number = wants.next(where: opened.contains) else { return }
      let (thing, word) = (things.own[number], typedWord(of: number))
      // Whoever needs more types the whole word.
      let first = try letters(until: 1, of: thing, word) ?? word.count
      let among = try letters(until: Self.glance, of: thing, word) ?? word.count
      figures.lettersUntilFirst.append(first)
      figures.lettersUntilAmong.append(among)
    }
  }
}

/// What was measured of persons.
struct PersonFigures {
  /// Reciprocal ranks by letters: those found, and those of an oracle.
  struct Ranks {
    var found = LetterMeans()
    var best = LetterMeans()

    /// What is found as shares of what an oracle gives.
    var shares: [Double?] {
      zip(found.means, best.means).map { found, best in
        guard let found, let best, best > 0 else { return nil }
        return found / best
      }
    }

    /// Adds those of a thing, the first after one letter.
    mutating func add(_ ranks: [(found: Double, best: Double)]) {
      for (place, rank) in ranks.enumerated() {
        found.add(rank.found, letters: place + 1)
        best.add(rank.best, letters: place + 1)
      }
    }
  }

  /// Of all searches, by choices before.
  var all: [Int: Ranks] = [:]
  /// Of searches for things opened before.
  var repeated: [Int: Ranks] = [:]
  /// Of these after habits have changed.
  var drift = Ranks()
  /// Of things that are never opened, before the first choice and after the last.
  var newWithout = LetterMeans()
  var newWith = LetterMeans()
  var lettersUntilFirst: [Int] = []
  var lettersUntilAmong: [Int] = []
}
