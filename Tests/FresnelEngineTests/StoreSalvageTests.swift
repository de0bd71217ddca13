import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// What is left of a file with a damaged block: everything that lies in others, and nothing that was deleted.
@Suite("Items of damaged files")
struct StoreSalvageTests {
  /// Has everything looked at, so that damage is found, and what follows from it done.
  private static func examine(_ store: Store) async {
    _ = store.check()
    await PatchFixture.settle(store)
  }

  @Test(
    "a flipped bit costs the items that need its block, and no others",
    arguments: [false, true])
  func flips(isEncrypted: Bool) async throws {
    var fixture = SalvageFixture(isEncrypted: isEncrypted)
    try await fixture.fill(3000)
    let bytes = try #require(fixture.storage.contents(of: fixture.path))
    let byteCount = bytes.count
    let dividing = fixture.dividingBlocks
    try #require(dividing.count > 8 && fixture.blockCount > 40)
    var positions = Torture.cases(
      0..<fixture.blockCount, sample: isEncrypted ? 6 : 14, seed: 3
    ).map { $0 * SalvageFixture.block + $0 % SalvageFixture.block }
    positions += Torture.cases(0..<dividing.count, sample: isEncrypted ? 3 : 7, seed: 4)
      .map { dividing[$0] * SalvageFixture.block + 99 }
    // The footer, the table of checksums and the end of the file.
    positions += [
      (fixture.blockCount - 1) * SalvageFixture.block + 1,
      BlockFileParts(bytes).lastEnd.lowerBound + 5, byteCount - 1,
    ]
    for position in positions {
      let damaged = try fixture.damaged(at: position)
      let left = fixture.survivors(without: position / SalvageFixture.block)
      let store = try fixture.open(damaged)
      await Self.examine(store)
      let found = try SalvageFixture.items(store.snapshot())
      let place = "byte \(position) of \(fixture.blockCount) blocks"
      try #require(SalvageFixture.difference(found, left) == "", "\(place)")
      let lost = fixture.expected.filter { $0.value != left[$0.key] }.keys
      for scope in fixture.expected.keys where lost.contains(scope) {
        try #require(store.snapshot().needsReindex(scope), "byte \(position)")
      }
      let isWhole = lost.isEmpty
      try #require((store.loss.extent == .none) == isWhole, "byte \(position): \(store.loss)")
      // What nothing that was asked needs is not noticed.
      if !isWhole { try #require(store.loss.damages.count == 1, "byte \(position)") }
      let isNoticed = !store.loss.damages.isEmpty
      if let damage = store.loss.damages.first {
        let aside = try #require(damage.setAsidePath)
        try #require(damaged.contents(of: aside)?.count == byteCount, "byte \(position)")
      }
      try #require(!store.snapshot().isPartial, "byte \(position)")
      store.close()
      let again = try fixture.open(damaged.afterPowerLoss())
      let kept = try SalvageFixture.items(again.snapshot())
      try #require(SalvageFixture.difference(kept, left) == "", "\(place)")
      try #require(again.loss == LossReport(), "byte \(position)")
      if isNoticed { try #require(again.check().isSound, "byte \(position)") }
      again.close()
    }
  }

  @Test(
    "what is appended to a file costs nothing, and is told", arguments: [false, true],
    [1, 200, 5_000, 300_000])
  func appended(isEncrypted: Bool, byteCount: Int) async throws {
    var fixture = SalvageFixture(isEncrypted: isEncrypted)
    try await fixture.fill(300)
    let damaged = fixture.storage.afterPowerLoss()
    let bytes = try #require(damaged.contents(of: fixture.path))
    let rubbish = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    damaged.setContents(bytes + rubbish, of: fixture.path)
    let reader = try fixture.open(damaged, mode: .readOnly)
    let read = try SalvageFixture.items(reader.snapshot())
    #expect(SalvageFixture.difference(read, fixture.expected) == "")
    reader.close()
    let store = try fixture.open(damaged)
    store.recordDamagedSegments()
    await withCheckedContinuation { continuation in
      store.finishExaminations { _ in continuation.resume() }
    }
    let found = try SalvageFixture.items(store.snapshot())
    #expect(SalvageFixture.difference(found, fixture.expected) == "")
    #expect(store.loss.extent == .none)
    #expect(store.loss.damages.map(\.lostItemCount) == [0])
    #expect(!store.snapshot().needsReindex(.notes))
    #expect(store.check().isSound)
    store.close()
  }

  @Test("what a store opened for reading can still read it gives, and changes nothing")
  func reader() async throws {
    var fixture = SalvageFixture()
    try await fixture.fill(300)
    let block = fixture.blockCount - 1
    let dividing = try #require(fixture.dividingBlocks.first)
    for (position, damage) in [
      (dividing * SalvageFixture.block + 7, dividing), (block * SalvageFixture.block, block),
    ] {
      let damaged = try fixture.damaged(at: position)
      let paths = damaged.paths
      let writer = try fixture.open(damaged.afterKill())
      await Self.examine(writer)
      let found = try SalvageFixture.items(writer.snapshot())
      #expect(
        SalvageFixture.difference(found, fixture.survivors(without: damage)) == "")
      writer.close()
      let reader = try fixture.open(damaged, mode: .readOnly)
      _ = reader.check()
      #expect(!reader.check().isSound)
      reader.close()
      #expect(damaged.paths == paths)
    }
  }

  @Test(
    "a flipped bit or bad page of the file that tells what was deleted costs nothing, and is told",
    arguments: [false, true], [false, true])
  func deletionsTwice(isEncrypted: Bool, isUnreadable: Bool) async throws {
    var fixture = SalvageFixture(isEncrypted: isEncrypted)
    try await fixture.fill(300)
    let live = try #require(fixture.storage.paths.first { $0.hasPrefix("/store/live-") })
    let bytes = try #require(fixture.storage.contents(of: live))
    for position in Torture.cases(bytes.indices, sample: 8, seed: isEncrypted ? 1 : 2) {
      let damaged = fixture.storage.afterPowerLoss()
      if isUnreadable {
        let start = position & ~4095
        damaged.makeUnreadable(start..<min(start + 4096, bytes.count), of: live)
      } else {
        var changed = bytes
        changed[position] ^= 1
        damaged.setContents(changed, of: live)
      }
      let store = try fixture.open(damaged)
      store.recordDamagedSegments()
      await withCheckedContinuation { continuation in
        store.finishExaminations { _ in continuation.resume() }
      }
      let found = try SalvageFixture.items(store.snapshot())
      try #require(
        SalvageFixture.difference(found, fixture.expected) == "", "byte \(position)")
      #expect(store.loss.extent == .none, "byte \(position)")
      #expect(store.loss.damages.map(\.lostItemCount) == [0], "byte \(position)")
      #expect(store.check().isSound, "byte \(position)")
      store.close()
      let again = try fixture.open(damaged.afterPowerLoss())
      let kept = try SalvageFixture.items(again.snapshot())
      #expect(SalvageFixture.difference(kept, fixture.expected) == "", "byte \(position)")
      #expect(again.loss == LossReport() && again.check().isSound, "byte \(position)")
      again.close()
    }
  }

  @Test("without the file that tells what was deleted nothing comes back")
  func deletions() async throws {
    var fixture = SalvageFixture()
    try await fixture.fill(300)
    let live = try #require(fixture.storage.paths.first { $0.hasPrefix("/store/live-") })
    let damaged = fixture.storage.afterPowerLoss()
    let bytes = try #require(damaged.contents(of: live))
    damaged.setContents(BlockFileParts.flip(2, of: bytes), of: live)
    let store = try fixture.open(damaged)
    let found = try SalvageFixture.items(store.snapshot())
    #expect(SalvageFixture.difference(found, fixture.survivors(without: .max)) == "")
    #expect(store.snapshot().needsReindex(.notes) && store.snapshot().needsReindex(.mail))
    store.close()
  }

  /// What a store holds that is opened again, and an item of it that is then deleted.
  private static func reopened(
    _ fixture: SalvageFixture, _ storage: FaultyStorage
  ) async throws -> (store: Store, items: [IndexScope: [String: Item]]) {
    let store = try fixture.open(storage)
    await examine(store)
    return (store, try SalvageFixture.items(store.snapshot()))
  }

  @Test(
    "whatever fails meanwhile, what could be read is there at the next opening",
    arguments: [false, true])
  func faults(isFoundByOpening: Bool) async throws {
    var fixture = SalvageFixture()
    try await fixture.fill(200)
    let dividing = fixture.dividingBlocks
    let block = try #require(isFoundByOpening ? dividing.first : dividing.last)
    let base = try fixture.damaged(at: block * SalvageFixture.block + 40)
    let left = fixture.survivors(without: block)
    let count = base.afterKill()
    let (whole, found) = try await Self.reopened(fixture, count)
    #expect(SalvageFixture.difference(found, left) == "")
    whole.close()
    let calls = count.callCount
    for call in Torture.cases(1..<calls, sample: 60, seed: isFoundByOpening ? 1 : 2) {
      for isPersistent in [false, true] {
        for fault in FaultyStorage.Fault.sample(
          call: call, isPersistent: isPersistent, seed: UInt64(call))
        {
          let storage = base.afterKill()
          storage.setFault(fault)
          if let store = try? fixture.open(storage) {
            await Self.examine(store)
            store.close()
          }
          for left in [storage.afterKill(), storage.afterPowerLoss()] {
            left.setFault(nil)
            try await Self.expectSurvivors(fixture, left, block, "call \(call), \(fault)")
          }
        }
      }
    }
  }

  private static func expectSurvivors(
    _ fixture: SalvageFixture, _ storage: FaultyStorage, _ block: Int, _ what: String = ""
  ) async throws {
    let left = fixture.survivors(without: block)
    let (store, items) = try await reopened(fixture, storage)
    try #require(SalvageFixture.difference(items, left) == "", "\(what)")
    // What is deleted now stays so, also where the file is still named.
    let identifier = try #require(left[.notes]?.keys.min())
    #expect(
      await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers([identifier])])) == nil
    )
    store.close()
    let (again, rest) = try await reopened(fixture, storage.afterPowerLoss())
    var expected = left
    expected[.notes]?[identifier] = nil
    try #require(SalvageFixture.difference(rest, expected) == "", "\(what)")
    again.close()
  }

  @Test("on a full disk the file stays where it is, and is not read at every commit")
  func fullDisk() async throws {
    var fixture = SalvageFixture()
    try await fixture.fill(300)
    let block = try #require(fixture.quietBlock)
    let damaged = fixture.storage.afterPowerLoss()
    let store = try fixture.open(damaged)
    try fixture.damage(at: block * SalvageFixture.block + 40, in: damaged)
    damaged.setFault(.init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    let read = try #require(fixture.storage.contents(of: fixture.path))
    _ = store.check()
    await PatchFixture.settle(store)
    #expect(damaged.contents(of: fixture.path)?.count == read.count)
    let before = damaged.callCount
    for _ in 0..<3 {
      _ = store.snapshot().identifiers()
      await PatchFixture.settle(store)
    }
    #expect(damaged.callCount - before < 2 * fixture.blockCount)
    damaged.setFault(nil)
    fixture.clock.advance(by: 11)
    await Self.examine(store)
    let found = try SalvageFixture.items(store.snapshot())
    #expect(SalvageFixture.difference(found, fixture.survivors(without: block)) == "")
    #expect(!damaged.paths.contains(fixture.path))
    store.close()
  }
}
