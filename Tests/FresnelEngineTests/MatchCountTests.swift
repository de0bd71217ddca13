import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

@Suite("Counting matches")
struct MatchCountTests {
  @Test("the count is exact for proven and for evaluated matches, and can be stopped")
  func counts() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    try await store.put(
      (0..<500).map { Item("\($0)", title: $0 % 5 == 0 ? "Été \($0)" : "summer \($0)") })
    try await store.put([Item("0", title: "winter")])
    let snapshot = store.snapshot()
    let context = EvaluationContext(now: snapshot.time)
    func count(_ text: String, isCancelled: () -> Bool = { false }) throws -> Int? {
      try snapshot.countMatches(
        of: parseQuery(text), context: context, isCancelled: isCancelled)
    }
    #expect(try count(#"** == "s*"cdwt"#) == 400)
    #expect(try count(#"** == "ete"cdwt"#) == 99)
    #expect(try count(#"title != "winter""#) == 499)
    #expect(try count(#"** == "nothing*"cdwt"#) == 0)
    #expect(try count(#"** == "s*"cdwt"#, isCancelled: { true }) == nil)
    var questions = 0
    // The index leaves open which of the summers match.
    let stopped = try count(#"title != "s*m?er*""#) {
      questions += 1
      return questions > 3
    }
    #expect(stopped == nil)
    store.close()
  }
}
