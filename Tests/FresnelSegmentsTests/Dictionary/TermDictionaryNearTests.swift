import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("TermDictionary, near terms")
struct TermDictionaryNearTests {
  /// Letters that words of the random dictionaries are made of, with those that typing errors bring.
  private static let letters = ["ab", "abcd", "abcdefghijklmnop", "aábßçдежαω한글漢字😀", "дежз"]

  @Test(
    "the near terms and beginnings are those that the whole table of distances tells",
    arguments: 0..<24 as Range<UInt64>)
  func nearTerms(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = Self.letters[Int(seed) % Self.letters.count]
    let sample =
      seed < 8
      ? DictionarySample(count: 400, &random)
      : DictionarySample(terms: (0..<500).map { _ in random.word(letters, 0...9) })
    let dictionary = try sample.dictionary()
    for _ in 0..<6 {
      var term = sample.elements.randomElement(using: &random)?.term ?? []
      switch Int.random(in: 0..<4, using: &random) {
      case 0: term = random.mutate(term, changes: 1)
      case 1: term = Array(random.word(letters, 0...8).utf8)
      default: break
      }
      let question = NearQuestion(
        term: Array(term.prefix(12)), distance: Int.random(in: 0...3, using: &random),
        exactPrefix: Int.random(in: 0...2, using: &random), asPrefix: .random(using: &random))
      let found = try dictionary.answers(question)
      try #require(
        found.map(\.text) == question.answers(sample).map(\.text), "seed \(seed), \(question)")
    }
  }

  @Test("an exchange of neighbours is one change, and letters beyond ASCII are letters")
  func changes() throws {
    let dictionary = try DictionarySample(terms: [
      "receive", "recieve", "receiver", "deceive", "reçeive", "recipe", "große", "grosse", "grße",
    ]).dictionary()
    func near(_ text: String, _ distance: Int, exactPrefix: Int = 0) throws -> [String] {
      try dictionary.near(text, distance, exactPrefix: exactPrefix)
    }
    #expect(
      try near("receive", 1)
        == ["deceive 1", "receive 0", "receiver 1", "recieve 1", "reçeive 1"])
    #expect(
      try near("receive", 1, exactPrefix: 3) == ["receive 0", "receiver 1", "recieve 1"])
    #expect(try near("große", 1) == ["große 0", "grße 1"])
    #expect(try near("große", 2) == ["grosse 2", "große 0", "grße 1"])
    #expect(try near("zzz", 2) == [])
  }

  @Test("what is typed so far finds how the words go on that were meant")
  func beginnings() throws {
    let dictionary = try DictionarySample(terms: [
      "godfather", "godfathers", "godhead", "gondola", "goodbye", "godwit",
    ]).dictionary()
    func near(_ text: String, _ distance: Int) throws -> [String] {
      try dictionary.near(text, distance, exactPrefix: 1, asPrefix: true)
    }
    #expect(try near("gofdat", 1) == ["godfat 1"])
    #expect(try near("godfater", 1) == ["godfather 1"])
    // The shortest beginning stands for all that is longer.
    #expect(try near("godfat", 1) == ["godfa 1"])
    #expect(try near("gond", 0) == ["gond 0"])
    #expect(try near("xodfat", 1) == [])
  }

  @Test("no letter of another alphabet stands in for one that was typed")
  func alphabets() throws {
    let dictionary = try DictionarySample(terms: [
      "pari", "paris", "pariż", "pariж", "paris北", "мир", "миp", "миру", "東京", "東北", "東a",
    ]).dictionary()
    #expect(try dictionary.near("paris", 1) == ["pari 1", "paris 0", "pariż 1"])
    #expect(try dictionary.near("мир", 1) == ["мир 0", "миру 1"])
    #expect(try dictionary.near("東京", 1) == ["東京 0", "東北 1"])
  }

  @Test("a walk that may do little ends, and one that may do as much as is needed finds all")
  func budget() throws {
    var random = SeededGenerator(seed: 3)
    let words = (0..<4000).map { _ in random.word("abcdefgh", 4...7) }
    let dictionary = try DictionarySample(terms: words).dictionary()
    let question = NearQuestion(
      term: Array("abcdef".utf8), distance: 2, exactPrefix: 0, asPrefix: false)
    var free = TermWalkBudget()
    let all = try dictionary.answers(question, &free)
    var enough = TermWalkBudget(leaps: free.leapCount + free.stepCount)
    #expect(try dictionary.answers(question, &enough).map(\.text) == all.map(\.text))
    #expect(!enough.isExhausted)
    var little = TermWalkBudget(leaps: 20)
    let some = try dictionary.answers(question, &little).map(\.text)
    #expect(some == all.map(\.text).prefix(some.count).map { $0 })
    #expect(some.count < all.count && little.isExhausted)
    // The last step may pass through the rest of a run.
    #expect(little.leapCount <= 20 && little.stepCount <= 20 * 12 + 24)
  }

  @Test(
    "the work grows with the letters that may follow, not with the terms",
    arguments: [false, true])
  func work(asPrefix: Bool) throws {
    var random = SeededGenerator(seed: 21)
    let letters = "abcdefghijklmnopqrstuvwxyzдежзийклмнопαβγδε漢字北京東"
    let words = (0..<20_000).map { _ in
      random.word(Bool.random(using: &random) ? "etaoinshrd" : letters, 3...9)
    }
    let sample = DictionarySample(terms: words)
    let dictionary = try sample.dictionary()
    let terms = sample.elements.map { NearQuestion.characters($0.term).map(\.value) }
    for _ in 0..<5 {
      let term = Array(random.word("etaoinshrd", 7...7).utf8)
      for exactPrefix in 0...1 {
        let question = NearQuestion(
          term: term, distance: 1, exactPrefix: exactPrefix, asPrefix: asPrefix)
        var budget = TermWalkBudget()
        _ = try dictionary.answers(question, &budget)
        // Behind each letter that follows a beginning of the term, three continuations are looked for,
        // and the next letter.
        let most = 4 * question.continuations(terms) + 2
        #expect(budget.leapCount <= most, "\(question), seed 21")
        #expect(budget.stepCount <= 12 * most, "\(question), seed 21")
        #expect(budget.leapCount * 12 + budget.stepCount < sample.elements.count / 4)
      }
    }
  }
}
