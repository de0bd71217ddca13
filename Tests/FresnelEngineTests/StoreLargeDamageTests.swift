import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Damage to large files of a store")
struct StoreLargeDamageTests {
  private static func open(_ storage: FaultyStorage, mode: Store.Mode = .readWrite) throws -> Store
  {
    try Store.open(
      at: "/store", mode: mode, storage: storage,
      options: StoreOptions(
        clock: { Timestamp(secondsSinceReferenceDate: 0) }, mergesInBackground: false,
        flushByteCount: 1, cacheByteCount: 1 << 18))
  }

  private static func matches(_ query: Query, _ snapshot: Snapshot) throws -> Set<String> {
    var identifiers: Set<String> = []
    try snapshot.forEachMatch(of: query, context: EvaluationContext(now: snapshot.time)) { hit in
      identifiers.insert(hit.item.uniqueIdentifier)
      return true
    }
    return identifiers
  }

  @Test(
    "a few flipped bits are found by checking, and whatever is asked before, no answer is wrong",
    arguments: 0..<UInt64(Torture.count(2, 40)))
  func flips(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    for file in 0..<3 {
      try await store.put((0..<500).map { RandomText.item("\(file)-\($0)", &generator) })
    }
    // What follows a commit is done when the next one is.
    try await store.put([])
    let queries = (0..<8).map { _ in RandomText.query(&generator) }
    let expected = try queries.map { try Self.matches($0, store.snapshot()) }
    store.close()
    let paths = storage.paths.filter { $0.hasPrefix("/store/segment-") }
    try #require(paths.count == 3)
    for round in 0..<Torture.count(12, 200) {
      let path = paths[generator.below(paths.count)]
      var bytes = try #require(storage.contents(of: path))
      for _ in 0..<1 + generator.below(3) {
        bytes[generator.below(bytes.count)] ^= 1 << UInt8(generator.below(8))
      }
      let damaged = storage.afterKill()
      damaged.setContents(bytes, of: path)
      let found = try Self.open(damaged, mode: .readOnly)
      let comment: Comment = "seed \(seed), round \(round), \(path)"
      for (query, expected) in zip(queries, expected).shuffled(using: &generator) {
        let answer = try Self.matches(query, found.snapshot())
        // What is missing is what was in the damaged file, and told.
        try #require(answer.isSubset(of: expected), "\(comment), \(query)")
        if answer != expected { try #require(found.loss.extent == .partial, comment) }
      }
      // Two flips of one bit leave the file as it was.
      if bytes != storage.contents(of: path) {
        try #require(!found.check().isSound || found.loss.extent == .partial, comment)
      }
      found.close()
    }
  }
}
