import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite(
  "Bounds of what is looked for where words are joined or taken apart", .timeLimit(.minutes(30)))
struct JoinedOrSplitCeilingTests {
  @Test(
    "the same is found of names in one segment, in three segments and in two stores",
    arguments: [20, 32, 33, 60])
  func layouts(count: Int) async throws {
    let items = (0..<count).map { number in
      var item = item("\(number)", title: "WindowController \(number)")
      item.attributes[.rankingHint] = .integer(Int64(number))
      return item
    }
    let thirds = (0..<3).map { third in
      items.filter { (Int($0.uniqueIdentifier) ?? 0) * 3 / count == third }
    }
    let layouts = (0..<3).map { _ in LadderStage() }
    try await layouts[0].put(items)
    for third in thirds { try await layouts[1].put(third) }
    for (third, protection) in zip(thirds, [ProtectionClass.none, .firstUnlock, .none]) {
      try await layouts[2].put(third, protection)
    }
    for limit in [10, 64] {
      let answers = try layouts.map { try $0.answer("wincon ", limit: limit) }
      for answer in answers {
        #expect(answer.identifiers.count == (count > 32 ? 0 : min(count, limit)))
        #expect(answer.identifiers == answers[0].identifiers)
        #expect(answer.isLimited == (count > 32) && !answer.isPartial)
        #expect(answer.evaluatedItemCount <= 32)
        // A list with room for more is not full, and nobody asks for a longer one.
        #expect(answer.isFull == (count <= 32 && count >= limit))
      }
    }
  }

  @Test("where a language's letters leave the words open, all that match are found")
  func languages() async throws {
    let stage = LadderStage()
    try await stage.put((0..<20).map { item("\($0)", title: "Видеокарта \($0)") })
    for language in ["en", "ru", "tr"] {
      let answer = try stage.answer("видео карта ", language: language)
      #expect(answer.identifiers.count == 20 && !answer.isLimited && !answer.isFull)
    }
  }

  @Test("text of more than sixteen words stays as it is")
  func longChunk() async throws {
    let stage = LadderStage()
    try await stage.put([item("other", title: "手机和苹果")])
    #expect(try stage.answer("苹果手机 ").identifiers == ["other"])
    let long = String(repeating: "苹果手机", count: 10)
    #expect(try stage.answer(long + " ").rows.isEmpty)
  }

  @Test("words side by side are found without a look at the items, however many there are")
  func manyPhrases() async throws {
    let stage = LadderStage()
    try await stage.put((0..<200).map { item("\($0)", title: "iPad Pro \($0)") })
    let answer = try stage.answer("ipadpro ", limit: 150)
    #expect(answer.identifiers.count == 150)
    #expect(answer.evaluatedItemCount == 0)
  }

  @Test("where too many names would have to be compared, none is found, whatever is hidden")
  func manyOthers() async throws {
    for count in [10, 40] {
      let stage = LadderStage()
      let others = (0..<60).map { item("\($0)", title: "Window of controller \($0)") }
      try await stage.put(Array(others.prefix(count / 2)))
      try await stage.put(Array(others[(count / 2)..<count]), .firstUnlock)
      try await stage.put(others, of: notes)
      try await stage.put([item("wanted", title: "A WindowController")])
      let answer = try stage.answer("wincon ", of: mail)
      #expect(answer.identifiers == (count == 10 ? ["wanted"] : []), "\(count)")
      #expect(answer.isLimited == (count == 40) && !answer.isPartial)
      #expect(answer.evaluatedItemCount <= 32)
    }
  }

  @Test("a long word takes a bounded number of look-ups, whatever parts there are")
  func lookups() async throws {
    let word = "abcdefghijklmnopqrstuvwx"
    let letters = Array(word)
    let stage = LadderStage()
    // Each part that the word has is a word; none stands beside another one.
    let parts = letters.indices.flatMap { start in
      (start + 1...letters.count).map { String(letters[start..<$0]) }
    }
    try await stage.put(parts.filter { $0 != word }.map { item($0, title: $0) })
    for goesOn in [false, true] {
      var counter = WordCounter(in: try stage.stores(nil)) { false }
      let found = WordSplits(word, goesOn: goesOn, takesBeginnings: true)?.splits(&counter)
      let splits = try #require(found)
      #expect(splits.count == letters.count - 1)
      #expect(counter.lookupCount <= 100)
    }
    // Where two words are never enough, three are tried.
    let other = LadderStage()
    let firsts = (2...12).map { String(letters[..<$0]) }
    let middles = (2...12).map { String(letters[$0..<20]) }
    try await other.put(
      (firsts + middles + ["uvwx", String(word.dropLast()) + "z"]).map { item($0, title: $0) })
    var counter = WordCounter(in: try other.stores(nil)) { false }
    let found = WordSplits(word, goesOn: false, takesBeginnings: false)?.splits(&counter)
    let splits = try #require(found)
    #expect(Set(splits.map(\.parts.count)) == [3] && splits.count == 2)
    #expect(counter.lookupCount <= 300)
    #expect(
      WordSplits(word + "y", goesOn: false, takesBeginnings: true) == nil
        && WordSplits("abc", goesOn: false, takesBeginnings: true) == nil)
  }

  @Test("of many words two are taken apart, and at most twelve plans run")
  func manyWords() async throws {
    let stage = LadderStage()
    let words = (0..<8).map { "q\(Character(UnicodeScalar(UInt8(97 + $0))))word" }
    try await stage.put(
      words.map { item($0, title: "\($0.prefix(2)) word \($0)") }
        + zip(words, words.dropFirst()).map { item($0 + $1, title: $0 + $1) })
    let query = words.joined(separator: " ") + " "
    var plans = JoinedOrSplitPlans(
      PlanMaker(query: .init(query)), in: try stage.stores(nil)
    ) { false }
    let made = plans.plans()
    #expect(!made.isEmpty && made.count <= 12)
    #expect(plans.counter.lookupCount <= 15 + 2 * 300)
    var others = JoinedOrSplitPlans(
      PlanMaker(query: .init(query + "one more ")), in: try stage.stores(nil)
    ) { false }
    let none = others.plans()
    #expect(none.isEmpty && others.counter.lookupCount == 0)
  }

  @Test("what other apps have costs who sees little of it no more than a bound")
  func hiddenWords() async throws {
    let stage = LadderStage()
    try await stage.put((0..<10_000).map { item("\($0)", title: "pad \($0)") }, of: notes)
    // No list of a single index is short enough to lead.
    for index in ["one", "other"] {
      try await stage.put([item(index, title: "i")], index: index)
    }
    var counter = WordCounter(in: try stage.stores(mail)) { false }
    let counts = counter.counts([(text: "pad", goesOn: false), (text: "i", goesOn: false)])
    #expect(counts == [0, 2])
    #expect(counter.work.postingCount <= 3 * 4_096)
  }

  @Test("an ask that is over looks nothing up")
  func over() async throws {
    let stage = LadderStage()
    try await stage.put([item("one", title: "iPad Pro")])
    var plans = JoinedOrSplitPlans(
      PlanMaker(query: .init("ipadpro ")), in: try stage.stores(nil)
    ) { true }
    let none = plans.plans()
    #expect(none.isEmpty && plans.counter.isPartial)
  }
}
