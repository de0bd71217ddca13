import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

@Suite("ScopeFilter")
struct ScopeFilterTests {
  @Test("each filter shows the items of the indexes that it contains, in files and in memory")
  func filters() async throws {
    let scopes = (0..<30).map { IndexScope(app: "app\($0 % 7)", index: $0 < 7 ? "" : "index\($0)") }
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    for (number, scope) in scopes.enumerated() {
      try await store.put([Item("item\(number)", title: "common")], into: scope)
      if number == 20 { try store.compact() }
    }
    let filters: [ScopeFilter] = [
      .everything, .app("app3"), .app("none"), .scope(scopes[9]), .scopes([]),
      .scopes([scopes[0], scopes[25], IndexScope(app: "none")]), .excludingApps([]),
      .excludingApps(["app0", "app6", "none"]),
      .apps(["app1", "app2"], except: [scopes[1], scopes[15], scopes[10]]),
      .apps(["none"], except: []),
      .excluding(apps: ["app4"], scopes: [scopes[4], scopes[0], IndexScope(app: "none")]),
    ]
    let snapshot = store.snapshot()
    for filter in filters {
      let expected = scopes.indices.filter { filter.contains(scopes[$0]) }.map { "item\($0)" }
      #expect(try snapshot.matches(#"title == "common""#, in: filter) == expected.sorted())
      #expect(snapshot.identifiers(in: filter) == expected)
    }
    store.close()
  }
}
