import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Putting items again")
struct StoreRenewalTests {
  private let clock = ManualClock()
  private let storage = FaultyStorage()
  private var options: StoreOptions {
    StoreOptions(clock: { [clock] in clock.now }, mergesInBackground: false)
  }

  private func open() throws -> Store {
    try Store.open(at: "/store", storage: storage, options: options)
  }

  private static func item(_ identifier: String = "a", expiring seconds: Double? = nil) -> Item {
    var item = Item(
      identifier, title: "A title", text: String(repeating: "word ", count: 200), domain: "d.e")
    item.expiration = seconds.map { Timestamp(secondsSinceReferenceDate: $0) }
    return item
  }

  private static func items(_ store: Store) throws -> [Item] {
    var items: [Item] = []
    try store.snapshot().forEachItem { _, item in
      items.append(try item.item())
      return true
    }
    return items.sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
  }

  @Test("an item that is stored already costs neither a byte of the journal nor a sync")
  func identical() async throws {
    let store = try open()
    try await store.put([Self.item(expiring: 9), Self.item("b")])
    let (byteCount, writeCount) = (store.statistics().journalByteCount, storage.writeCount)
    try await store.put([Self.item("b"), Self.item(expiring: 9)])
    #expect(store.statistics().journalByteCount == byteCount)
    #expect(storage.writeCount == writeCount)
    #expect(try Self.items(store) == [Self.item(expiring: 9), Self.item("b")])
    store.close()
  }

  @Test("the client state that comes with stored items is written all the same, once")
  func clientState() async throws {
    let store = try open()
    try await store.put([Self.item()])
    let batch = Batch(
      scope: .notes, operations: [.put([try ItemCodec.encode(Self.item())])], clientState: [1, 2])
    #expect(await store.apply(batch) == nil)
    let writeCount = storage.writeCount
    #expect(await store.apply(batch) == nil)
    #expect(storage.writeCount == writeCount)
    store.close()
    #expect(try open().snapshot().clientState(of: .notes) == [1, 2])
  }

  @Test("an index is known from its first batch on, even an empty one")
  func emptyBatch() async throws {
    let store = try open()
    #expect(await store.apply(Batch(scope: .mail, operations: [])) == nil)
    store.close()
    #expect(try open().snapshot().scopes().map(\.scope) == [.mail])
  }

  @Test(
    "an item that differs in its expiry only is renewed by a short record, which lasts",
    arguments: [(5, 50), (nil, 50), (5, nil)] as [(Double?, Double?)])
  func renewal(before: Double?, after: Double?) async throws {
    var store = try open()
    try await store.put([Self.item(expiring: before), Self.item("b")])
    let byteCount = store.statistics().journalByteCount
    try await store.put([Self.item(expiring: after)])
    #expect(store.statistics().journalByteCount - byteCount < 160)
    let expected = [Self.item(expiring: after), Self.item("b")]
    #expect(try Self.items(store) == expected)
    store.close()
    store = try Store.open(at: "/store", storage: storage.afterPowerLoss(), options: options)
    #expect(try Self.items(store) == expected)
    clock.advance(by: 20)
    #expect(try Self.items(store) == expected)
    try store.compact()
    #expect(try Self.items(store) == expected)
    store.close()
  }

  @Test("an item that has expired is not renewed but put whole")
  func expired() async throws {
    var store = try open()
    try await store.put([Self.item(expiring: 5)])
    clock.advance(by: 10)
    try await store.put([Self.item(expiring: 50)])
    #expect(try Self.items(store) == [Self.item(expiring: 50)])
    // It does not rest on what leaves the disk.
    try store.compact()
    #expect(try Self.items(store) == [Self.item(expiring: 50)])
    store.close()
    store = try Store.open(at: "/store", storage: storage.afterPowerLoss(), options: options)
    #expect(try Self.items(store) == [Self.item(expiring: 50)])
    store.close()
  }

  @Test("a partial update that changes nothing is nothing to write")
  func emptyUpdate() async throws {
    let store = try open()
    try await store.put([Self.item(expiring: 50)])
    let writeCount = storage.writeCount
    var update = Item(uniqueIdentifier: "a")
    update.isUpdate = true
    update.attributes[.title] = .string("A title")
    try await store.put([update])
    #expect(storage.writeCount == writeCount)
    #expect(try Self.items(store) == [Self.item(expiring: 50)])
    store.close()
  }

  @Test("the journal holds what a partial update came to, so it applies to any later state")
  func resolvedUpdate() throws {
    var update = Item(uniqueIdentifier: "a")
    update.isUpdate = true
    update.attributes[.title] = .string("Another title")
    let puts = try [Self.item(), update].map { item in
      JournalRecord.batch(
        BatchRecord(
          scope: .notes, time: clock.now,
          operations: [.put([try EncodedItem(validating: ItemCodec.encode(item))])]))
    }
    var application = BatchApplication(IndexState())
    var records: [JournalRecord] = []
    for put in puts {
      records.append(try #require(try application.resolve(put, largestByteCount: 1 << 20)))
    }
    let items = records.flatMap(\.items)
    #expect(items.map(\.isUpdate) == [false, false])
    // Applied once more to the state they led to, they change nothing.
    for record in records { try application.apply(record) }
    let state = try application.finish(threadCount: 1)
    let snapshot = Snapshot(state, time: clock.now, of: PublishedIndex())
    let stored = snapshot.item(scope: .notes, identifier: "a")
    #expect(stored == items.last)
  }

  @Test("a batch whose updates come to more than a batch may hold is refused whole")
  func tooLarge() async throws {
    var options = options
    options.largestBatchByteCount = 1600
    let store = try Store.open(at: "/store", storage: storage, options: options)
    try await store.put([Self.item()])
    try await store.put([Self.item("b")])
    let updates = try ["a", "b"].map { identifier in
      var update = Item(uniqueIdentifier: identifier)
      update.isUpdate = true
      update.attributes[.title] = .string("Another title")
      return try ItemCodec.encode(update)
    }
    let error = await store.apply(
      Batch(scope: .notes, operations: [.put(updates)], clientState: [1]))
    #expect(error?.code == .invalidItem)
    #expect(try Self.items(store) == [Self.item(), Self.item("b")])
    #expect(store.snapshot().clientState(of: .notes) == nil)
    #expect(await store.apply(Batch(scope: .notes, operations: [.put([updates[0]])])) == nil)
    store.close()
  }

  @Test("an update that makes an item longer than items may be is refused, and the item stays")
  func tooLargeItem() async throws {
    let store = try Store.open(at: "/store", storage: storage, options: options)
    var item = Self.item()
    item.attributes[.textContent] = .string(String(repeating: "x", count: 40 << 20))
    try await store.put([item])
    func update(_ byteCount: Int) throws -> Batch {
      var update = Item(uniqueIdentifier: item.uniqueIdentifier, isUpdate: true)
      update.attributes[.contentDescription] = .string(String(repeating: "y", count: byteCount))
      return Batch(
        scope: .notes, operations: [.put([try ItemCodec.encode(update)])], clientState: [1])
    }
    let error = await store.apply(try update(30 << 20))
    #expect(error?.code == .invalidItem)
    #expect(try Self.items(store) == [item])
    #expect(store.snapshot().clientState(of: .notes) == nil)
    #expect(await store.apply(try update(7)) == nil)
    item.attributes[.contentDescription] = .string("yyyyyyy")
    #expect(try Self.items(store) == [item])
    store.close()
  }

  @Test("any bytes are read as a record or refused", arguments: 0..<10 as Range<UInt64>)
  func fuzzedRecords(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let record = JournalRecord.batch(
      BatchRecord(
        scope: .notes, time: clock.now,
        operations: [
          .deleteIdentifiers(["x", "y"]), .deleteDomains(["d"]), .deleteAll,
          .renew([
            Renewal(identifier: Array("a".utf8), expiration: nil),
            Renewal(
              identifier: Array("b".utf8),
              expiration: Timestamp(secondsSinceReferenceDate: 7)),
          ]),
        ], clientState: [1]))
    let head = record.head()
    let storage = FaultyStorage()
    let writer = try JournalStore.open(directory: "/j", storage: storage, mode: .readWrite) { _ in }
    try writer.append(record.frameKind, records: [head])
    for _ in 0..<200 { try writer.append(record.frameKind, records: [generator.mutate(head)]) }
    try writer.commit()
    var number = 0
    _ = try JournalStore.open(directory: "/j", storage: storage, mode: .readOnly) { event in
      guard case .frame(let frame) = event else { return }
      let found = try? JournalRecord(
        kind: frame.kind, records: frame.records, sharingBuffer: false)
      if number == 0 { #expect(found?.head() == head) }
      number += 1
    }
    #expect(number == 201)
  }
}
