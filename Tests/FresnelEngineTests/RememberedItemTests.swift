@testable import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import FresnelText
import Testing

@Suite("Remembered items")
struct RememberedItemTests {
  private static let words = ["nap", "naps", "napkin", "note", "kin", "king"]
  private static let texts = ["n", "na", "nap", "naps", "no", "k", "kin", "king"]
  private static let scopes = [IndexScope.notes, .mail]

  /// What a store had at some moment.
  private struct Version {
    let snapshot: Snapshot
    let titles: [IndexScope: [String: String]]
  }

  private struct Looked: Equatable {
    let scope: IndexScope
    let identifier: String

    init(_ item: RememberedItem) {
      scope = item.scope
      identifier = String(decoding: item.identifier, as: UTF8.self)
    }

    init(_ hit: Hit) {
      scope = hit.scope
      identifier = hit.item.uniqueIdentifier
    }
  }

  /// The matches among some items, and the hits of the first ones.
  private func matches(
    among items: [RememberedItem], of text: String, in snapshot: Snapshot, shown: Int
  ) throws -> ItemMatches {
    let query = try #require(UserQuery.query(for: text, locale: .root))
    var found = FoundItems()
    var evaluations = Int.max
    return try snapshot.matches(
      among: items,
      of: SearchRequest(query: query, context: EvaluationContext(now: snapshot.time)), &found,
      evaluations: &evaluations
    ) { min(shown, $0.count) }
  }

  @Test(
    "are found where they are, whatever was changed, merged, dropped and opened again since",
    arguments: 0..<16 as Range<UInt64>)
  func model(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let storage = FaultyStorage()
    var store = try Store.open(at: "/store", storage: storage)
    let items = Self.scopes.flatMap { scope in
      (0..<12).map { RememberedItem(scope: scope, identifier: "\($0)") }
    }
    var titles: [IndexScope: [String: String]] = [:]
    var versions: [Version] = []
    for _ in 0..<60 {
      let scope = Self.scopes.randomElement(using: &random) ?? .notes
      let identifiers = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        "\(Int.random(in: 0..<12, using: &random))"
      }
      switch Int.random(in: 0..<12, using: &random) {
      case 0...6:
        var put: [String: String] = [:]
        for identifier in identifiers {
          put[identifier] = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            Self.words.randomElement(using: &random) ?? ""
          }.joined(separator: " ")
        }
        try await store.put(put.sorted { $0.key < $1.key }.map { Item($0, title: $1) }, into: scope)
        titles[scope, default: [:]].merge(put) { $1 }
      case 7, 8:
        let batch = Batch(scope: scope, operations: [.deleteIdentifiers(identifiers)])
        #expect(await store.apply(batch) == nil)
        for identifier in identifiers { titles[scope]?[identifier] = nil }
      case 9:
        #expect(await store.apply(Batch(scope: scope, operations: [.deleteAll])) == nil)
        titles[scope] = nil
      case 10: try store.compact()
      default:
        store.close()
        versions = []
        store = try Store.open(at: "/store", storage: storage)
      }
      versions.append(Version(snapshot: store.snapshot(), titles: titles))
      if versions.count > 4 { versions.removeFirst() }
      let version = try #require(versions.randomElement(using: &random))
      let text = Self.texts.randomElement(using: &random) ?? "n"
      let sought = items.shuffled(using: &random)
      let shown = Int.random(in: 0...4, using: &random)
      let found = try matches(among: sought, of: text, in: version.snapshot, shown: shown)
      let expected = sought.map(Looked.init).filter { item in
        version.titles[item.scope]?[item.identifier]?.split(separator: " ")
          .contains { $0.hasPrefix(text) } ?? false
      }
      try #require(
        found.places.map { Looked(sought[$0]) } == expected, "seed \(seed): \(text)")
      for item in sought
      where version.titles[item.scope]?[String(decoding: item.identifier, as: UTF8.self)] != nil {
        let place = item.remembered
        #expect(place.serial != 0, "seed \(seed)")
        // Who looks again in the same state has it at hand.
        _ = try matches(among: [item], of: text, in: version.snapshot, shown: 0)
        let again = item.remembered
        #expect(again.serial == place.serial && again.document == place.document)
      }
      try #require(
        found.hits.map(Looked.init) == Array(expected.prefix(shown)), "seed \(seed): \(text)")
    }
    store.close()
  }
}
