import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Rows of single hits")
struct SingleRowTests {
  private let stage = MemoryStage()

  /// What the person sees of all apps.
  private func stores() throws -> [VisibleStore] {
    let peer = Peer(
      app: AppIdentity(identifier: "org.fresnel.tool"), trust: .executable, role: .tool,
      processIdentifier: 1, program: "test")
    let visibility = try Visibility(
      of: peer, reach: .system, includesHistory: false, host: stage.host)
    var missing = MissingStores()
    return try stage.core.visibleStores(visibility, in: stage.core.stores, missing: &missing)
  }

  /// What all stores have for a text.
  private func hits(_ text: String, in stores: [VisibleStore]) throws -> [HitGrouping.Found] {
    let query = try #require(UserQuery.query(for: text, locale: .root))
    var found: [HitGrouping.Found] = []
    for store in stores {
      let request = FresnelEngine.SearchRequest(
        query: query, filter: store.filter, limit: 100,
        context: EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0)), detail: .rows)
      let plan = found.count
      for hit in try store.snapshot.search(request).hits { found.append((hit, store, plan)) }
    }
    return found
  }

  @Test("rows of single hits are those of groups of one", arguments: 0..<8 as Range<UInt64>)
  func groupsOfOne(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // Two items of one name make all hits go through the grouping.
    try await stage.put([item("twin", title: "kin")], of: mail)
    try await stage.put([item("other twin", title: "Kin")], of: notes, .none)
    for app in [mail, notes] {
      for protection in [ProtectionClass.none, .firstUnlock] {
        let name = "\(app.identifier) \(protection.rawValue)"
        try await stage.put(
          (0..<8).map { item("\(name) \($0)", title: "nap \(name) \($0)") }, of: app, protection)
        for _ in 0..<6 {
          let number = Int.random(in: 0..<8, using: &random)
          await stage.choose("\(name) \(number)", after: "nap", of: app, protection)
        }
      }
    }
    let stores = try stores()
    let grouping = HitGrouping(stores: stores, isWhole: false, isRanked: true)
    let twins = try hits("kin", in: stores)
    try #require(twins.count == 2)
    let all = try hits("nap", in: stores)
    try #require(all.count == 32)
    for _ in 0..<20 {
      let found = Array(
        all.shuffled(using: &random).prefix(Int.random(in: 1...32, using: &random)))
      let alone = grouping.rows(of: found, limit: 40)
      let grouped = grouping.rows(of: found + twins, limit: 40).dropLast(2)
      try #require(alone.map(\.hit) == grouped.map(\.hit), "seed \(seed)")
      try #require(alone.map(\.plan) == grouped.map(\.plan), "seed \(seed)")
      #expect(zip(alone, grouped).allSatisfy { $0.store === $1.store }, "seed \(seed)")
    }
  }
}
