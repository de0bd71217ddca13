import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Journal after torn writes")
struct JournalTornWriteTests {
  @Test("What a torn write left behind a closing mark never comes back")
  func tornWriteOverClosingMark() throws {
    for seed in 0..<64 as Range<UInt64> {
      let storage = FaultyStorage()
      var candidates: [KeyStore.Content] = []
      var first = try KeyStore(storage)
      try first.perform(.commit([[(0, 1, 0)]]), candidates: &candidates)
      try first.journal.close()

      // Two frames go over the mark in one commit, which the power loss tears into sectors.
      var second = try KeyStore(storage)
      storage.setFault(.init(call: 2, isPersistent: true))
      #expect(throws: StorageError.self) {
        try second.perform(.commit([[(1, 2, 900)], [(2, 3, 900)]]), candidates: &candidates)
      }
      let disk = storage.afterPowerLoss(.keepsRandomSectors(seed: seed))

      // What is found is one of the states on the way; a frame as long as the first goes there.
      var third = try KeyStore(disk)
      try #require(candidates.contains(third.content), "seed \(seed)")
      try third.perform(.commit([[(3, 4, 900)]]), candidates: &candidates)
      let found = try KeyStore(disk.afterPowerLoss())
      try #require(found.content == third.content, "seed \(seed)")
      try #require(found.journal.loss.damages == [], "seed \(seed)")
    }
  }
}
