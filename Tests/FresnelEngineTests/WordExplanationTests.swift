import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

@Suite("Explaining words")
struct WordExplanationTests {
  @Test("each word is told with its postings and with what the item has of it")
  func words() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    try await store.put([
      Item("1", title: "Red fox", text: "The foxes of Rome"), Item("2", title: "Foxglove"),
      Item("3", title: "A garden", text: "Foxglove, red and white"),
    ])
    // What came later is in another segment.
    _ = store.snapshot()
    try await store.put([Item("4", title: "Red")])
    let snapshot = store.snapshot()
    func explain(_ text: String, _ item: String) throws -> [WordExplanation] {
      try #require(
        try snapshot.explainWords(
          of: try parseQuery(text), item: item, in: .notes,
          context: EvaluationContext(now: snapshot.time)))
    }

    let words = try explain(#"** == "red"cdwt && ** == "fox*"cdwt"#, "1")
    #expect(words.map(\.word) == ["red", "fox*"])
    #expect(words[0].postingCounts == [.titleStart: 2, .text: 1])
    #expect(words[1].postingCounts == [.titleStart: 1, .titleRest: 1, .text: 2])
    let red = try #require(words[0].finding)
    #expect(red.place == .titleStart && red.isWhole && red.isProven && red.points == 40)
    let fox = try #require(words[1].finding)
    #expect(fox.place == .titleRest && fox.isWhole && fox.points == 32)

    let others = try explain(#"** == "red"cdwt && ** == "fox*"cdwt"#, "3")
    #expect(others.map(\.finding?.place) == [.text, .text])
    #expect(others[1].finding?.isWhole == false)
    #expect(try explain(#"** == "red"cdwt && ** == "fox*"cdwt"#, "4")[1].finding == nil)
    // An item that is not there has nothing; the words have their postings all the same.
    #expect(try explain(#"** == "*ox*"cd"#, "5").map(\.word) == ["*ox*"])
    #expect(try explain("pageCount > 5", "1").isEmpty)
    store.close()
  }

  @Test("explaining ends when its time is over, and tells nothing that is only half true")
  func timeIsOver() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    try await store.put((0..<4000).map { Item("\($0)", title: "fox\($0) and \($0)ox") })
    let snapshot = store.snapshot()
    // All terms are looked through for what stands inside of a word.
    let query = try parseQuery(#"** == "*ox*"cd && ** == "*x1*"cd"#)
    func explain(within seconds: Double) throws -> [WordExplanation]? {
      try snapshot.explainWords(
        of: query, item: "1", in: .notes, context: EvaluationContext(now: snapshot.time),
        timeBudget: seconds)
    }
    #expect(try explain(within: 0) == nil)
    #expect(try explain(within: 600)?.count == 2)
    store.close()
  }
}
