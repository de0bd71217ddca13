import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Corrections of typed words")
struct CorrectionsTests {
  @Test(
    "the corrections are the near words of the documents that are shown",
    arguments: 0..<16 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = ["abc", "abcdefgh", "aeioust", "абвг"][Int(seed) % 4]
    let words = (0..<150).map { _ in random.word(letters, 3...10) } + ["abc12", "漢字"]
    let sample = try SearchSample(
      .allCases[Int(seed / 4) % 3], itemCount: 60, &random,
      item: { Self.item($0, of: words, &$1) })
    let naive = NaiveCorrections(sample)
    for _ in 0..<12 {
      var word = words.randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        word = Self.mistype(word, letters, &random)
      }
      for isPrefix in [false, true] {
        let found = try Self.find(word, isPrefix: isPrefix, in: sample.views, sample.visibility)
        let label: Comment = "seed \(seed), \(word), prefix \(isPrefix)"
        let answers = found.map {
          NaiveCorrections.Answer(
            text: $0.word, edits: $0.edits, documentCount: $0.documentCount)
        }
        try #require(Set(answers) == naive.answers(word, isPrefix: isPrefix), label)
        try #require(answers.count == Set(answers).count, label)
        let places = found.map { ($0.cost, $0.word) }
        try #require(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, label)
        let again = try Self.find(word, isPrefix: isPrefix, in: sample.views, sample.visibility)
        try #require(found == again, label)
      }
    }
  }

  @Test("an error that fingers make often comes before others, and common words before rare ones")
  func order() throws {
    let views = [try Self.view(["hat", "house", "mouse", "adress", "address", "addresses"])]
    #expect(try Self.words("hpuse", in: views) == ["house"])
    #expect(try Self.words("adres", in: views) == ["adress"])
    // An o lies next to a p, not to an x; a doubled letter is soon forgotten.
    let near = [try Self.view(["grope", "grape", "gripe", "grxpe"])]
    #expect(try Self.words("grppe", in: near) == ["grope", "grape", "gripe", "grxpe"])
    let titles = ["commitee", "comittee", "committed", "committee"]
    #expect(try Self.words("comitee", in: [try Self.view(titles)]).first == "comittee")
    let common = [try Self.view(["bland", "blend"] + Array(repeating: "blond", count: 4))]
    #expect(try Self.words("blxnd", in: common) == ["blond", "bland", "blend"])
    // Only a French keyboard has the q next to the s.
    let french = [try Self.view(["paznd", "paqnd"])]
    #expect(try Self.words("pasnd", in: french, Keyboard(language: "en")).first == "paznd")
    #expect(try Self.words("pasnd", in: french, Keyboard(language: "fr_FR")).first == "paqnd")
  }

  @Test("short words, digits and single letters are as they were meant")
  func untouched() throws {
    let views = [try Self.view(["cat", "cats", "b2b4x", "2024", "room1", "roomie", "東京都庁舎"])]
    for word in ["cta", "b2b5x", "2025", "room2", "東京都廳舎", ""] {
      #expect(try Self.words(word, in: views) == [], "\(word)")
    }
    // A word of letters is not corrected to a number.
    #expect(try Self.words("roomi", in: views) == ["roomie"])
    // One error in seven letters, two in eight, and then the first letter is right.
    let long = [try Self.view(["consider", "parsley"])]
    #expect(try Self.words("konsider", in: long) == ["consider"])
    #expect(try Self.words("consyder", in: long) == ["consider"])
    #expect(try Self.words("cansyder", in: long) == ["consider"])
    #expect(try Self.words("kansider", in: long) == [])
    #expect(try Self.words("porslay", in: long) == [])
  }

  @Test("longer words are found by a beginning of five letters, not of four")
  func beginnings() throws {
    let views = [try Self.view(["godfather", "gold"])]
    #expect(try Self.words("gofdat", isPrefix: true, in: views) == ["godfat"])
    #expect(try Self.words("godfater", isPrefix: true, in: views) == ["godfather"])
    #expect(try Self.words("godx", isPrefix: true, in: views) == [])
    #expect(try Self.words("golx", isPrefix: true, in: views) == [])
    #expect(try Self.words("golx", isPrefix: false, in: views) == ["gold"])
  }

  @Test("no word of an app that may not be seen is given away, nor how many documents have one")
  func hidden() throws {
    let views = [
      try Self.view(["ledger"], hidden: ["merger", "ledger", "ledges"]),
      try Self.view(["other"], hidden: ["merges"]),
    ]
    let own = SearchVisibility(isScopeShown: [true, false], now: 0)
    for word in ["merger", "mergers", "merges", "mergez", "lerger"] {
      let found = try Self.find(word, isPrefix: true, in: views, own).map(\.word)
      #expect(found.allSatisfy { "ledger".hasPrefix($0) }, "\(word)")
    }
    let found = try Self.find("ledgerx", isPrefix: false, in: views, own)
    #expect(found.map(\.word) == ["ledger"] && found.map(\.documentCount) == [1])
    let all = SearchVisibility(isScopeShown: nil, now: 0)
    #expect(try Self.find("mergez", isPrefix: false, in: views, all).map(\.word).contains("merger"))
  }

  @Test("words of two stores count together")
  func stores() throws {
    let word = try #require(TypedWord(Array("wondreful".utf8), goesOn: false))
    let all = SearchVisibility(isScopeShown: nil, now: 0)
    var corrections = Corrections(of: word)
    for count in 1...2 {
      #expect(corrections.all.isEmpty)
      let texts = Array(repeating: "wonderful", count: count)
      var near = NearWords(in: [try Self.view(["title"], texts: texts)], all)
      var budget = SearchBudget()
      corrections.add(try near.words(near: word, edits: 1, &budget))
    }
    #expect(corrections.all.map(\.word) == ["wonderful"])
    #expect(corrections.all.map(\.documentCount) == [3])
  }

  @Test("of many corrections, each kind of error has a share, and no app makes its words common")
  func shares() throws {
    let near = ["a", "b", "c", "d", "e", "f", "g"].map { "godfate" + $0 }
    let views = [
      try Self.view(["godfather"], hidden: near.flatMap { Array(repeating: $0, count: 9) })
    ]
    let all = SearchVisibility(isScopeShown: nil, now: 0)
    let found = try Self.find("godfater", isPrefix: false, in: views, all)
    #expect(found.count == 8 && found.map(\.documentCount).max() == 9)
    // Four of one app are worth two errors of a finger less.
    #expect(found.map(\.cost).min() == 16 - 6 - 2)
    let chosen = Corrections.chosen(from: found, limit: 5)
    #expect(chosen.count == 5 && chosen.map(\.word).contains("godfather"))
    #expect(chosen.map(\.cost) == chosen.map(\.cost).sorted())
  }

  @Test("a word of texts alone counts when three documents have it")
  func texts() throws {
    for count in 1...4 {
      let views = [try Self.view(["title"], texts: Array(repeating: "wonderful", count: count))]
      let expected = count >= 3 ? ["wonderful"] : []
      #expect(try Self.words("wondreful", in: views) == expected, "\(count) documents")
    }
  }

  @Test("little work ends early, says so, and gives the same each time")
  func budget() throws {
    var random = SeededGenerator(seed: 5)
    let views = [try Self.view((0..<3000).map { _ in random.word("abcdef", 4...6) })]
    let all = SearchVisibility(isScopeShown: nil, now: 0)
    let word = try #require(TypedWord(Array("abcde".utf8), goesOn: false))
    func find(_ leaps: Int) throws -> (texts: [[UInt8]], isLimited: Bool) {
      // Besides those for the segment's size.
      var near = NearWords(in: views, all, leaps: leaps - views[0].segment.terms.count / 32)
      var budget = SearchBudget()
      var corrections = Corrections(of: word)
      corrections.add(try near.words(near: word, edits: 1, &budget))
      return (corrections.all.map(\.text), near.isLimited)
    }
    let whole = try find(100_000)
    #expect(!whole.isLimited && !whole.texts.isEmpty)
    for leaps in [0, 1, 4] {
      let some = try find(leaps)
      #expect(some.isLimited, "\(leaps)")
      #expect(try find(leaps).texts == some.texts, "\(leaps)")
    }
  }

  private static func find(
    _ word: String, isPrefix: Bool, in views: [SegmentView], _ visibility: SearchVisibility,
    _ keyboard: Keyboard = Keyboard()
  ) throws -> [Correction] {
    guard let word = TypedWord(Array(word.utf8), goesOn: isPrefix, on: keyboard) else { return [] }
    var near = NearWords(in: views, visibility, leaps: 100_000)
    var budget = SearchBudget()
    for edits in 1...2 {
      var corrections = Corrections(of: word)
      corrections.add(try near.words(near: word, edits: edits, &budget))
      if !corrections.all.isEmpty { return corrections.all }
    }
    return []
  }

  private static func words(
    _ word: String, isPrefix: Bool = false, in views: [SegmentView],
    _ keyboard: Keyboard = Keyboard()
  ) throws -> [String] {
    let all = SearchVisibility(isScopeShown: nil, now: 0)
    return try find(word, isPrefix: isPrefix, in: views, all, keyboard).map(\.word)
  }

  /// A segment of documents with titles, some of them of another scope, or texts.
  private static func view(
    _ titles: [String], hidden: [String] = [], texts: [String] = []
  ) throws -> SegmentView {
    var builder = SegmentBuilder()
    var documents = titles.map { (AttributeID.title, $0, "open") }
    documents += hidden.map { (AttributeID.title, $0, "secret") }
    documents += texts.map { (AttributeID.textContent, $0, "open") }
    for (number, (attribute, text, app)) in documents.enumerated() {
      var attributes = Attributes()
      attributes[attribute] = .string(text)
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: app))
    }
    let segment = try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
    let numbers = segment.scopes.map { $0.scope.app == "open" ? UInt32(0) : 1 }
    return SegmentView(segment, scopeNumbers: numbers)
  }

  private static func item(
    _ identifier: String, of words: [String], _ random: inout SeededGenerator
  ) -> Item {
    func text(_ counts: ClosedRange<Int>, _ random: inout SeededGenerator) -> AttributeValue {
      .string(
        (0..<Int.random(in: counts, using: &random))
          .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " "))
    }
    var attributes = Attributes()
    if Bool.random(using: &random) { attributes[.title] = text(1...2, &random) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      attributes[.keywords] = .array([text(1...1, &random)])
    }
    attributes[.contentDescription] = text(0...2, &random)
    attributes[.textContent] = text(0...8, &random)
    return Item(uniqueIdentifier: identifier, attributes: attributes)
  }

  /// The word with an error.
  private static func mistype(
    _ word: String, _ letters: String, _ random: inout SeededGenerator
  ) -> String {
    var all = Array(word)
    let letter = letters.randomElement(using: &random) ?? "a"
    let place = Int.random(in: 0..<all.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: all.insert(letter, at: place)
    case 1: all[place] = letter
    case 2 where all.count > 1: all.remove(at: place)
    default: if place > 0 { all.swapAt(place - 1, place) }
    }
    return String(all)
  }
}

extension Correction {
  fileprivate var word: String { String(decoding: text, as: UTF8.self) }
}
