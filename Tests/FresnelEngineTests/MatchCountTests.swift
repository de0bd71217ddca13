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
      let count = try snapshot.countMatches(
        of: parseQuery(text), context: context, isCancelled: isCancelled)
      #expect(count?.isWhole != false)
      return count?.count
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

  @Test("counting ends when its time is over, and tells that it is not the whole count")
  func timeIsOver() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    try await store.put((0..<2000).map { Item("\($0)", title: "summer \($0)") })
    let snapshot = store.snapshot()
    let context = EvaluationContext(now: snapshot.time)
    // The index leaves open which of them match, so that each is looked at.
    let query = try parseQuery(#"title != "s*m?er*""#)
    let hurried = try #require(
      try snapshot.countMatches(of: query, context: context, timeBudget: 0))
    #expect(!hurried.isWhole && hurried.count < 2000)
    let whole = try snapshot.countMatches(of: query, context: context, timeBudget: 600)
    #expect(whole?.isWhole == true)
    // Who calls it off hears that, also when the time is over.
    let cancelled = try snapshot.countMatches(
      of: query, context: context, timeBudget: 0, isCancelled: { true })
    #expect(cancelled == nil)
    store.close()
  }
}
