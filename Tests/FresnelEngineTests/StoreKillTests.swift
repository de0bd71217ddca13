import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Store whose process is killed", .serialized)
struct StoreKillTests {
  private static let scope = IndexScope(app: "org.example.writer")

  /// The program that writes and kills itself; it is built next to the tests.
  private static func writer() throws -> String {
    let tests = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    return FileSystem.parent(of: tests) + "/store-writer"
  }

  /// What the store holds when a batch was the last one that was applied: the writer's rules, told
  /// once more.
  private static func expectedItems(after last: Int) -> [String: String] {
    var items: [String: String] = [:]
    for number in 0...last {
      if number > last - 3 { items["\(number).0"] = "batch \(number)" }
      if number > last - 40 { items["\(number).1"] = "batch \(number)" }
    }
    return items
  }

  @Test(
    "each batch acknowledged is there whole after kill -9, with its client state, a hundred times over",
    .timeLimit(.minutes(1)))
  func killed() throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let writer = try Self.writer()
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let path = directory + "/store"
      var last = -1
      for round in 0..<100 {
        // From a few batches to a few compactions.
        let delay = UInt64.random(in: 0...20_000, using: &generator)
        let (ending, output) = try Command(writer, [path, "\(delay)"]).capture()
        try #require(ending == .killed(.kill), "round \(round), seed \(seed)")
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let acknowledged = lines.compactMap { Int($0) }
        try #require(
          acknowledged == Array(last + 1..<last + 1 + acknowledged.count),
          "round \(round), seed \(seed)")

        let store = try Store.open(at: path, mode: .readOnly)
        defer { store.close() }
        let snapshot = store.snapshot()
        let state = snapshot.clientState(of: Self.scope)
        let found = state.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? -1
        // What was in flight may be there too, but nothing that was acknowledged may be missing.
        try #require(found >= last + acknowledged.count, "round \(round), seed \(seed)")
        var items: [String: String] = [:]
        try snapshot.forEachItem { _, item in
          if case .string(let title)? = try item.decodedValue(for: .builtIn(.title)) {
            items[item.uniqueIdentifier] = title
          }
          return true
        }
        let expected = found < 0 ? [:] : Self.expectedItems(after: found)
        try #require(items == expected, "round \(round), seed \(seed)")
        try #require(store.loss.extent == .none, "round \(round), seed \(seed)")
        last = found
      }
      #expect(last > 100, "the writer got hardly anywhere, seed \(seed)")
    }
  }
}
