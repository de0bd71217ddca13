import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Store against a naive model")
struct StoreModelTests {
  @Test(
    "random operations leave what the model holds, and queries find it",
    arguments: 0..<40 as Range<UInt64>)
  func randomOperations(seed: UInt64) async throws {
    try await withTemporaryStore { directory in
      var history = StoreHistory(seed: seed, directory: directory, storage: FileStorage())
      try await history.run(steps: 40)
    }
  }

  private static let shortHistoryCount = 2400
  private static let parts = 0..<24 as Range<UInt64>

  @Test("so do thousands of short histories", arguments: parts)
  func shortHistories(part: UInt64) async throws {
    let count = UInt64(Self.shortHistoryCount / Self.parts.count)
    for seed in 1000 + part * count..<1000 + (part + 1) * count {
      var history = StoreHistory(seed: seed, directory: "/store", storage: FaultyStorage())
      try await history.run(steps: 8, queriesPerCheck: 6)
    }
  }
}
