import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// A store that keeps something of an item at every place where it can: in a file, in its table of deletions
/// and patches, in the journal and in what is left of earlier journals.
private struct ExpiryFixture {
  let clock = ManualClock()
  let storage: FaultyStorage
  var generator: SeededGenerator
  /// What the expiring items have and nothing else: bytes that do not compress, and words.
  private(set) var secrets: [[UInt8]] = []
  let key: EncryptionKey?

  init(_ storage: FaultyStorage = FaultyStorage(), seed: UInt64, key: EncryptionKey? = nil) {
    self.storage = storage
    self.key = key
    generator = SeededGenerator(seed: seed)
  }

  func open() throws -> Store {
    try Store.open(
      at: "/store", storage: storage,
      options: StoreOptions(
        clock: { [clock] in clock.now }, mergesInBackground: false, flushByteCount: 3000,
        garbageByteCount: 40_000, encryptionKey: key))
  }

  /// An item with a secret of its own.
  mutating func secretItem(_ identifier: String, expiring time: Double?) -> Item {
    let letters = (0..<24).map { _ in UInt8(ascii: "a") + UInt8(generator.below(26)) }
    let bytes = (0..<256).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    // The first letters may be shared with the word before in a dictionary.
    secrets.append(Array(letters.dropFirst(4)))
    secrets.append(Array(bytes[64..<192]))
    var item = Item(identifier, title: "note " + String(decoding: letters, as: UTF8.self))
    item.attributes[.thumbnailData] = .data(bytes)
    item.attributes[.pageCount] = .integer(1)
    item.expiration = time.map { Timestamp(secondsSinceReferenceDate: $0) }
    return item
  }

  static func lasting(_ number: Int) -> Item {
    Item("lasting \(number)", title: "lasting note \(number)", text: "words of \(number)")
  }

  /// Puts items that last and such that expire, some into files and some not, and changes a few.
  mutating func fill(_ store: Store, expiring time: Double?) async throws {
    for part in 0..<6 {
      var items = (0..<12).map { Self.lasting(part * 12 + $0) }
      items.append(secretItem("secret \(part)", expiring: time))
      try await store.put(items)
      await PatchFixture.settle(store)
      if part % 2 == 1 {
        try await store.put([PatchFixture.pages("secret \(part)", Int64(part))])
        try await store.put([PatchFixture.pages("secret \(part - 1)", Int64(part))])
      }
    }
    // One that stays in the journal.
    try await store.put([secretItem("secret last", expiring: time)])
  }

  /// The files that have something of a secret.
  var tellingPaths: [String] {
    storage.paths.filter { path in
      guard let content = storage.contents(of: path) else { return false }
      return secrets.contains { content.contains($0) }
    }
  }
}

extension ExpiryFixture {
  /// The pieces of 32 bytes at multiples of 32 in all files but the lock's and the reserve, which hold nothing of the
  /// store, without those of hardly any different bytes. Each file of an encrypted store has its own key, so a piece
  /// is never written twice.
  var pieces: Set<[UInt8]> {
    var pieces: Set<[UInt8]> = []
    for path in storage.paths where !path.hasSuffix("/lock") && !path.hasSuffix("/reserve") {
      let content = storage.contents(of: path) ?? []
      for start in stride(from: 0, to: content.count - 31, by: 32) {
        let piece = Array(content[start..<start + 32])
        if Set(piece).count > 16 { pieces.insert(piece) }
      }
    }
    return pieces
  }
}

extension [UInt8] {
  /// Whether the bytes have others among them.
  func contains(_ other: [UInt8]) -> Bool {
    guard let first = other.first else { return true }
    var start = startIndex
    while let place = self[start...].firstIndex(of: first) {
      if self[place...].starts(with: other) { return true }
      start = place + 1
    }
    return false
  }
}

@Suite("What has expired leaves the disk")
struct StoreExpiryTests {
  @Test(
    "an hour after an item expired no byte of it is in any file, and everything else is there",
    arguments: 1...6 as ClosedRange<UInt64>)
  func leaves(seed: UInt64) async throws {
    var fixture = ExpiryFixture(seed: seed)
    let store = try fixture.open()
    try await fixture.fill(store, expiring: 5000)
    // As it is, something would be found, in files of segments too.
    #expect(fixture.tellingPaths.contains { $0.contains("/segment-") })
    #expect(fixture.tellingPaths.contains { $0.contains("/journal-") })
    #expect(store.nextExpiryPass == Timestamp(secondsSinceReferenceDate: 5000))
    fixture.clock.advance(by: 5000)
    store.dropExpired()
    await PatchFixture.settle(store)
    #expect(fixture.tellingPaths == [], "seed \(seed)")
    #expect(store.nextExpiryPass == nil)
    let lasting = (0..<72).map { "lasting \($0)" }
    #expect(Set(store.snapshot().identifiers()) == Set(lasting))
    #expect(try store.snapshot().matches("title == \"lasting*\"").count == 72)
    #expect(store.check().isSound)
    store.close()
    #expect(fixture.tellingPaths == [])
    let again = try Store.open(at: "/store", storage: fixture.storage.afterPowerLoss())
    #expect(Set(again.snapshot().identifiers()) == Set(lasting))
    again.close()
  }

  @Test("what a crash leaves goes with the next pass", arguments: [false, true])
  func afterCrash(losesPower: Bool) async throws {
    var fixture = ExpiryFixture(seed: 9)
    let store = try fixture.open()
    try await fixture.fill(store, expiring: 5000)
    // Journals of which later ones use the file.
    for round in 0..<200 { try await store.put([Item("a", title: "Number \(round) of many")]) }
    let left = losesPower ? fixture.storage.afterPowerLoss() : fixture.storage.afterKill()
    let after = ExpiryFixture(left, seed: 1)
    after.clock.advance(by: 5000)
    let again = try after.open()
    again.dropExpired()
    await PatchFixture.settle(again)
    let found = left.paths.filter { path in
      guard let content = left.contents(of: path) else { return false }
      return fixture.secrets.contains { content.contains($0) }
    }
    #expect(found == [])
    #expect(again.snapshot().identifiers().count == 73)
    again.close()
    store.close()
  }

  @Test("items that expire one after the other have files written anew in passes, not for each")
  func passes() async throws {
    let fixture = ExpiryFixture(seed: 1)
    let store = try fixture.open()
    try await store.put(
      (0..<100).map { number in
        var item = Item("\(number)", title: "Note \(number)", text: "some words")
        item.expiration = Timestamp(secondsSinceReferenceDate: 100 + Double(number) * 100)
        return item
      })
    await PatchFixture.settle(store)
    var rewrites = 0
    var files = Set(fixture.storage.paths.filter { $0.contains("/segment-") })
    for _ in 0..<101 {
      fixture.clock.advance(by: 100)
      store.dropExpired()
      await PatchFixture.settle(store)
      let now = Set(fixture.storage.paths.filter { $0.contains("/segment-") })
      if now != files { rewrites += 1 }
      files = now
      // Nothing stays for an hour.
      let oldest = store.nextExpiryPass?.secondsSinceReferenceDate ?? .infinity
      #expect(oldest > fixture.clock.now.secondsSinceReferenceDate)
      #expect(store.statistics().segments.reduce(0) { $0 + $1.documentCount } <= 100 - rewrites)
    }
    #expect(rewrites >= 2 && rewrites <= 5)
    // Such as have expired when they come do not have files written anew each time.
    var late = Item("late", title: "late")
    late.expiration = Timestamp(secondsSinceReferenceDate: 1)
    try await store.put([late])
    #expect(store.nextExpiryPass == Timestamp(secondsSinceReferenceDate: 8200 + 2700))
    store.close()
  }

  @Test("a full disk puts it off, and loses nothing")
  func fullDisk() async throws {
    var fixture = ExpiryFixture(seed: 3)
    let store = try fixture.open()
    try await fixture.fill(store, expiring: 5000)
    fixture.clock.advance(by: 5000)
    fixture.storage.setFault(.init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    store.dropExpired()
    await PatchFixture.settle(store)
    #expect(store.snapshot().identifiers().count == 72)
    fixture.storage.setFault(nil)
    fixture.clock.advance(by: 3000)
    store.dropExpired()
    await PatchFixture.settle(store)
    #expect(fixture.tellingPaths == [])
    #expect(store.snapshot().identifiers().count == 72)
    store.close()
  }

  @Test("a store that is compacted has nothing of what was deleted", arguments: [true, false])
  func deleted(isInMemory: Bool) async throws {
    var fixture = ExpiryFixture(seed: 4)
    let store = try fixture.open()
    try await fixture.fill(store, expiring: nil)
    let identifiers = (0..<6).map { "secret \($0)" } + ["secret last"]
    #expect(
      await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers(identifiers)])) == nil)
    if !isInMemory { try store.compact() }
    try store.compact()
    #expect(fixture.tellingPaths == [])
    #expect(store.snapshot().identifiers().count == 72)
    #expect(store.statistics().segmentCount == 1)
    store.close()
  }

  @Test("no piece of an earlier file is left of an encrypted store", arguments: [true, false])
  func encrypted(isCompaction: Bool) async throws {
    let key = [UInt8](repeating: 7, count: EncryptionKey.byteCount).withUnsafeBytes {
      EncryptionKey($0.bytes)
    }
    var fixture = ExpiryFixture(seed: 6, key: key)
    let store = try fixture.open()
    try await fixture.fill(store, expiring: isCompaction ? nil : 5000)
    for round in 0..<200 { try await store.put([Item("a", title: "Number \(round) of many")]) }
    await PatchFixture.settle(store)
    let before = fixture.pieces
    #expect(before.count > 200)
    #expect(fixture.pieces == before)
    if isCompaction {
      let identifiers = (0..<6).map { "secret \($0)" } + ["secret last"]
      #expect(
        await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers(identifiers)]))
          == nil)
      try store.compact()
    } else {
      fixture.clock.advance(by: 5000)
      store.dropExpired()
      await PatchFixture.settle(store)
    }
    #expect(fixture.pieces.isDisjoint(with: before))
    #expect(store.snapshot().identifiers().count == 73)
    #expect(store.check().isSound)
    store.close()
  }

  @Test(
    "when any one call fails, a compaction has removed everything or says so, and the next one has")
  func unremoved() async throws {
    var (call, callCount, failureCount) = (0, 1, 0)
    while call < callCount {
      call += Torture.isOn ? 1 : 3
      var fixture = ExpiryFixture(seed: 8)
      let store = try fixture.open()
      try await fixture.fill(store, expiring: nil)
      #expect(await store.apply(Batch(scope: .notes, operations: [.deleteAll])) == nil)
      try await store.put([ExpiryFixture.lasting(1)])
      await PatchFixture.settle(store)
      #expect(fixture.tellingPaths != [])
      fixture.storage.setFault(.init(call: call, isPersistent: false))
      do {
        try store.compact()
      } catch {
        failureCount += 1
        fixture.storage.setFault(nil)
        try store.compact()
      }
      callCount = max(callCount, fixture.storage.callCount)
      #expect(fixture.tellingPaths == [], "call \(call)")
      #expect(store.snapshot().identifiers() == ["lasting 1"], "call \(call)")
      store.close()
    }
    #expect(failureCount > 5)
  }

  @Test(
    "a file that opening could not remove is gone once the store is compacted, or a pass is over",
    arguments: [true, false])
  func unremovedAtOpening(isCompaction: Bool) async throws {
    var base = ExpiryFixture(seed: 7)
    let first = try base.open()
    try await base.fill(first, expiring: 5000)
    first.close()
    // As a crash of a merge leaves it.
    let orphan = "/store/segment-00000000000000ff"
    base.storage.setContents([1, 2, 3], of: orphan)
    let whole = base.storage.afterKill()
    try Store.open(at: "/store", storage: whole).close()
    var leftCount = 0
    for call in 1...whole.callCount {
      let storage = base.storage.afterKill()
      storage.setFault(.init(call: call, isPersistent: false))
      let clock = ManualClock()
      let opened = try? Store.open(
        at: "/store", storage: storage,
        options: StoreOptions(clock: { clock.now }, mergesInBackground: false))
      storage.setFault(nil)
      guard let store = opened else { continue }
      if storage.contents(of: orphan) != nil { leftCount += 1 }
      if isCompaction {
        try store.compact()
      } else {
        clock.advance(by: 5000)
        store.dropExpired()
        await PatchFixture.settle(store)
      }
      #expect(storage.contents(of: orphan) == nil, "call \(call)")
      #expect(store.snapshot().identifiers().count == (isCompaction ? 79 : 72), "call \(call)")
      store.close()
    }
    #expect(leftCount > 1)
  }

  /// Whatever call fails or ends the process, what was put is there, and what had expired is not.
  @Test("killed at any call of a pass or compaction, it lost nothing", arguments: [true, false])
  func killed(isCompaction: Bool) async throws {
    /// Runs what may be cut short, with a failure of every call from one on, as of a process that is killed.
    func run(call: Int?) async throws -> (FaultyStorage, callCount: Int) {
      var fixture = ExpiryFixture(seed: 5)
      let store = try fixture.open()
      try await fixture.fill(store, expiring: 5000)
      fixture.clock.advance(by: 5000)
      fixture.storage.setFault(call.map { .init(call: $0, isPersistent: true) })
      if isCompaction {
        if call == nil { try store.compact() } else { _ = try? store.compact() }
      } else {
        store.dropExpired()
        _ = await store.apply(Batch(scope: .notes, operations: []))
      }
      let callCount = fixture.storage.callCount
      let left = fixture.storage
      let result = (left.afterKill(), callCount)
      left.setFault(nil)
      store.close()
      return result
    }
    let total = try await run(call: nil).callCount
    #expect(total > 30)
    let step = Torture.isOn ? 1 : 3
    for call in stride(from: 1, through: total, by: step) {
      let (storage, _) = try await run(call: call)
      for disk in [storage, storage.afterPowerLoss()] {
        let clock = ManualClock()
        clock.advance(by: 5000)
        let store = try Store.open(
          at: "/store", storage: disk,
          options: StoreOptions(clock: { clock.now }, mergesInBackground: false))
        let found = Set(store.snapshot().identifiers())
        #expect(found == Set((0..<72).map { "lasting \($0)" }), "call \(call)")
        #expect(store.loss == LossReport(), "call \(call)")
        #expect(store.check().isSound, "call \(call)")
        store.close()
      }
    }
  }
}
