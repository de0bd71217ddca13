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
      try snapshot.explainWords(
        of: try parseQuery(text), item: item, in: .notes,
        context: EvaluationContext(now: snapshot.time))
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
}
