import FresnelEngine
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Damage to a journal that has everything in it")
struct StoreJournalDamageTests {
  /// A store without segments, and the states it went through.
  private static func fixture(
    _ script: StoreScript
  ) async throws -> (FaultyStorage, [StoreContents]) {
    let storage = FaultyStorage()
    let store = try open(storage, script)
    var states = [StoreContents()]
    for number in 0..<5 {
      try await store.expectSuccess(of: try script.batch(number))
      states.append(try StoreContents(store.snapshot()))
    }
    store.close()
    return (storage, states)
  }

  private static func open(_ storage: FaultyStorage, _ script: StoreScript) throws -> Store {
    try Store.open(
      at: StoreScript.directory, storage: storage, options: script.options(flushByteCount: 1 << 24))
  }

  @Test(
    "a damaged journal never gives a wrong answer, and loss asks for indexing again",
    arguments: 0..<UInt64(Torture.count(4, 400)))
  func damage(seed: UInt64) async throws {
    let script = StoreScript(seed: seed)
    let (storage, states) = try await Self.fixture(script)
    let known = Set(states)
    var generator = SeededGenerator(seed: seed)
    for path in storage.paths {
      let bytes = try #require(storage.contents(of: path))
      for _ in 0..<60 where !bytes.isEmpty {
        let copy = storage.afterPowerLoss()
        copy.setContents(generator.mutate(bytes, changes: 1), of: path)
        let comment: Comment = "seed \(seed), \(path)"
        guard let found = try? Self.open(copy, script) else { continue }
        let contents = try StoreContents(found.snapshot())
        let isPart = { (state: StoreContents) in
          contents.items.allSatisfy { $1.isSubset(of: state.items[$0] ?? []) }
        }
        // A journal that begins with a checkpoint may be cut inside it: then a part of a state is left.
        try #require(known.contains(contents) || known.contains(where: isPart), comment)
        if contents == states.last {
          found.close()
          continue
        }
        try #require(found.loss.extent != .none, comment)
        try #require(found.snapshot().needsReindex(.notes), comment)
        // Acknowledged once, it stays acknowledged.
        let error: StoreError? = await withCheckedContinuation { continuation in
          found.acknowledgeReindex(of: .notes, upTo: found.snapshot().lossCount) {
            continuation.resume(returning: $0)
          }
        }
        try #require(error == nil, comment)
        found.close()
        let again = try Self.open(copy, script)
        try #require(
          !again.snapshot().needsReindex(.notes) && again.snapshot().needsReindex(.mail), comment)
        again.close()
      }
    }
  }
}
