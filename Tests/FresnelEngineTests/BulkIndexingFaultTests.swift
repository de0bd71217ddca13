import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// Whatever fails while items go straight to files, nothing that was acknowledged is lost.
@Suite("Failures while items go straight to files")
struct BulkIndexingFaultTests {
  private static func encoded(_ numbers: Range<Int>) throws -> [[UInt8]] {
    try numbers.map { try ItemCodec.encode(PatchFixture.item($0)) }
  }

  /// A committer with items in files that no list names, some of which were deleted since, and maybe in-memory segments
  /// around them.
  private static func unlisted(hasInMemory: Bool) throws -> (CommitterFixture, Set<String>) {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    var expected = Set((0..<20).map(String.init))
    if hasInMemory { try fixture.put(100...101) }
    try fixture.commit(.put(encoded(0..<20)))
    fixture.indexInBulk()
    try fixture.commit(.deleteIdentifiers(["3", "17"]))
    expected.subtract(["3", "17"])
    if hasInMemory {
      try fixture.put(200...200)
      expected.formUnion(["100", "101", "200"])
    }
    try fixture.committer.settle()
    #expect(fixture.committer.state.segments.contains { $0.unlistedNumber != nil })
    return (fixture, expected)
  }

  /// Which of the calls of a step may fail alone, or with all after it.
  private enum Case: CaseIterable { case once, fromThenOn }

  @Test(
    "when any call fails while files are listed, all is there, then and after a crash",
    arguments: [false, true])
  func listing(hasInMemory: Bool) throws {
    for failing in Case.allCases {
      var (call, callCount) = (0, 1)
      while call < callCount {
        call += 1
        for fault in FaultyStorage.Fault.sample(
          call: call, isPersistent: failing == .fromThenOn, seed: hasInMemory ? 1 : 0)
        {
          var (fixture, expected) = try Self.unlisted(hasInMemory: hasInMemory)
          let comment: Comment = "call \(call), \(fault)"
          fixture.storage.setFault(fault)
          fixture.committer.listFilesIfDue(whileBusy: false)
          fixture.merge()
          callCount = max(callCount, fixture.storage.callCount)
          // Before anything else is done, as when the power goes off there.
          for left in [fixture.storage.afterPowerLoss(), fixture.storage.afterKill()] {
            left.setFault(nil)
            let store = try Store.open(at: "/store", storage: left)
            #expect(Set(store.snapshot().identifiers()) == expected, comment)
            #expect(store.loss.extent == .none, comment)
            store.close()
          }
          #expect(try Set(fixture.items().keys) == expected, comment)
          fixture.storage.setFault(nil)
          fixture.clock.advance(by: 60)
          try fixture.put(300...300)
          expected.insert("300")
          fixture.committer.listFilesIfDue(whileBusy: false)
          while fixture.merge() != nil {}
          #expect(try Set(fixture.items().keys) == expected, comment)
          let left = try fixture.left()
          #expect(left.identifiers == expected && left.isSound, comment)
          #expect(left.loss == LossReport(), comment)
          fixture.committer.close()
        }
      }
      #expect(callCount > 5)
    }
  }

  @Test(
    "when any call fails while files are written, all is there, then and after a crash")
  func writing() throws {
    let expected = Set((0..<20).map(String.init))
    for failing in Case.allCases {
      var (call, callCount) = (0, 1)
      while call < callCount {
        call += 1
        for fault in FaultyStorage.Fault.sample(
          call: call, isPersistent: failing == .fromThenOn, seed: 0)
        {
          let comment: Comment = "call \(call), \(fault)"
          var fixture = try CommitterFixture(flushByteCount: 1 << 20)
          try fixture.commit(.put(Self.encoded(0..<20)))
          fixture.storage.setFault(fault)
          fixture.indexInBulk()
          callCount = max(callCount, fixture.storage.callCount)
          fixture.storage.setFault(nil)
          #expect(try Set(fixture.items().keys) == expected, comment)
          #expect(try fixture.left().identifiers == expected, comment)
          fixture.committer.flushForClosing()
          #expect(try Set(fixture.items().keys) == expected, comment)
          let left = try fixture.left()
          #expect(left.identifiers == expected && left.isSound, comment)
          fixture.committer.close()
        }
      }
      #expect(callCount > 5)
    }
  }

  @Test("what has expired in files that no list names leaves the disk with a pass")
  func expiry() throws {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    let secret = Array("quxotrypalimbandorse".utf8)
    let items = (0..<20).map { number in
      var item = Item("\(number)", title: "Note \(number)", text: "Some words of a note")
      guard number % 5 == 0 else { return item }
      item.attributes[.thumbnailData] = .data(secret)
      item.expiration = Timestamp(secondsSinceReferenceDate: 5000)
      return item
    }
    func tellingPaths() -> [String] {
      fixture.storage.paths.filter {
        (fixture.storage.contents(of: $0) ?? []).contains(secret)
      }
    }
    try fixture.commit(.put(items.map { try ItemCodec.encode($0) }))
    fixture.indexInBulk()
    #expect(tellingPaths().contains { $0.contains("/segment-") })
    fixture.clock.advance(by: 5001)
    for _ in 0..<3 {
      // As the writer does whenever it looks for what is due.
      fixture.committer.beginExpiryPassIfDue()
      fixture.committer.listFilesIfDue(whileBusy: true)
      while fixture.merge() != nil {}
      fixture.committer.endExpiryPass()
    }
    #expect(tellingPaths() == [])
    #expect(!fixture.committer.isExpiryPassOpen && fixture.committer.nextExpiryPass == nil)
    let expected = Set((0..<20).filter { $0 % 5 != 0 }.map(String.init))
    #expect(try Set(fixture.items().keys) == expected)
    let left = try fixture.left()
    #expect(left.identifiers == expected && left.isSound)
  }

  @Test(
    "on a disk that fills up while large batches come, deletions find the room that is kept for them",
    arguments: (1...6).map { $0 * 30_000 })
  func reserve(room: Int) async throws {
    let storage = FaultyStorage()
    var options = StoreOptions(flushByteCount: 1 << 16)
    options.bulk = .small
    let store = try Store.open(at: "/store", storage: storage, options: options)
    try await store.put((0..<50).map(PatchFixture.item))
    storage.setCapacity(storage.usedByteCount + room)
    var batch = 1
    var failure: StoreError?
    while failure == nil {
      let items = (batch * 50..<(batch + 1) * 50).map(PatchFixture.item)
      failure = await store.apply(
        Batch(scope: .notes, operations: [.put(try items.map { try ItemCodec.encode($0) })]))
      if failure == nil { batch += 1 }
    }
    #expect(failure?.isDiskFull == true)
    let stored = Set((0..<batch * 50).map(String.init))
    #expect(Set(store.snapshot().identifiers()) == stored)
    let gone = (0..<batch * 50).filter { $0 % 2 == 0 }.map(String.init)
    #expect(await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers(gone)])) == nil)
    let kept = stored.subtracting(gone)
    #expect(Set(store.snapshot().identifiers()) == kept)
    let left = try Store.open(at: "/store", storage: storage.afterPowerLoss())
    #expect(Set(left.snapshot().identifiers()) == kept)
    left.close()
    store.close()
  }
}
