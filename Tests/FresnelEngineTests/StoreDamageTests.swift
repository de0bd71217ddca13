import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Damage to a store's files")
struct StoreDamageTests {
  private static func options(flushByteCount: Int, clock: ManualClock = ManualClock())
    -> StoreOptions
  {
    StoreOptions(
      clock: { clock.now }, mergesInBackground: false, flushByteCount: flushByteCount,
      cacheByteCount: 1 << 17)
  }

  private static func open(
    _ storage: FaultyStorage, mode: Store.Mode = .readWrite, flushByteCount: Int = 1 << 24
  ) throws -> Store {
    try Store.open(
      at: "/store", mode: mode, storage: storage, options: options(flushByteCount: flushByteCount))
  }

  /// Waits for what follows a commit: batches are taken in turn.
  private static func settle(_ store: Store) async {
    _ = await store.apply(Batch(scope: .notes, operations: []))
  }

  private typealias Contents = [IndexScope: Set<Item>]

  private static func items(_ snapshot: Snapshot) throws -> Contents {
    var items: Contents = [:]
    try snapshot.forEachItem { scope, item in
      items[scope, default: []].insert(try item.item())
      return true
    }
    return items
  }

  /// A store with two files, deletions written and not, and a journal that has everything in it; and what
  /// was in the store before each of the journal's last commits.
  private static func fixture() async throws -> (FaultyStorage, earlier: [Contents]) {
    let storage = FaultyStorage()
    let store = try open(storage, flushByteCount: 1)
    try await store.put(
      (0..<8).map { Item("\($0)", title: "Note \($0)", text: "words", domain: "d.\($0 % 2)") })
    await settle(store)
    #expect(
      await store.apply(
        Batch(
          scope: .notes,
          operations: [.deleteIdentifiers(["7"]), .put([try update("3", pageCount: 3)])])) == nil)
    try await store.put((0..<4).map { Item("\($0)", title: "Mail \($0)") }, into: .mail)
    await settle(store)
    store.close()
    let again = try open(storage)
    var earlier = [try items(again.snapshot())]
    var renewed = Item("1", title: "Note 1", text: "words", domain: "d.1")
    renewed.expiration = Timestamp(secondsSinceReferenceDate: 100)
    try await again.put([renewed, Item("2", title: "New 2"), Item("9", title: "New 9")])
    earlier.append(try items(again.snapshot()))
    #expect(
      await again.apply(
        Batch(
          scope: .notes,
          operations: [
            .deleteIdentifiers(["4"]), .put([try update("3", pageCount: 4)]),
            .put([try update("5", pageCount: 5)]), .deleteDomains(["d.0"]),
          ],
          clientState: [1])) == nil)
    again.close()
    return (storage, earlier)
  }

  /// A partial update that changes a number, which the item's document is patched with.
  private static func update(_ identifier: String, pageCount: Int64) throws -> [UInt8] {
    var update = Item(uniqueIdentifier: identifier, isUpdate: true)
    update.attributes[.pageCount] = .integer(pageCount)
    return try ItemCodec.encode(update)
  }

  /// Changes to the files of a store, each with a sentence.
  private static func damages(
    to storage: FaultyStorage, seed: UInt64
  ) throws -> [(String, String, [UInt8]?)] {
    var damages: [(String, String, [UInt8]?)] = []
    for path in storage.paths where path != "/store/lock" {
      let sound = try #require(storage.contents(of: path))
      damages.append(("\(path) removed", path, nil))
      // Of the journal what has been written, and a little of the zeros that follow.
      let end = min(sound.count, (sound.lastIndex { $0 != 0 } ?? 0) + 360)
      // Every byte of small files; block files are searched byte by byte by tests of their own.
      let flipCount = end < 600 && seed == 0 ? end : end / 180
      for position in Torture.cases(0..<end, sample: flipCount, seed: seed) {
        var bytes = sound
        bytes[position] ^= 1 << UInt8((UInt64(position) &* 5 &+ seed) % 8)
        damages.append(("\(path), byte \(position)", path, bytes))
      }
      for count in Torture.cases(0..<end, sample: end / 700, seed: seed) {
        damages.append(("\(path) cut to \(count)", path, Array(sound[..<count])))
      }
    }
    return damages
  }

  @Test(
    "whatever is damaged, what is found is right, and what is missing is told",
    arguments: 0..<2 as Range<UInt64>)
  func anyDamage(seed: UInt64) async throws {
    let (storage, earlier) = try await Self.fixture()
    let whole = try Self.open(storage, mode: .readOnly)
    let expected = try Self.items(whole.snapshot())
    #expect(expected[.notes]?.count == 5 && expected[.mail]?.count == 4)
    whole.close()
    let damages = try Self.damages(to: storage, seed: seed)
    for (number, (what, path, bytes)) in damages.enumerated() {
      Torture.report(number, every: 5000, "damages of \(damages.count), seed \(seed)")
      let damaged = storage.afterPowerLoss()
      if let bytes {
        damaged.setContents(bytes, of: path)
      } else {
        damaged.removeContents(of: path)
      }
      // A journal that ends early looks like one whose last commits were never made.
      let isCut = bytes.map { $0.count < storage.contents(of: path)?.count ?? 0 } ?? false
      let allowed = [expected] + (isCut && path.hasPrefix("/store/journal-") ? earlier : [])
      try Self.read(damaged.afterKill(), expected, allowed, what)
      try await Self.write(damaged, expected, allowed, isJournal: !Self.isSegment(path), what)
    }
  }

  private static func isSegment(_ path: String) -> Bool {
    path.hasPrefix("/store/segment-") || path.hasPrefix("/store/live-")
  }

  /// A reader finds what is sound, or says why not.
  private static func read(
    _ storage: FaultyStorage, _ expected: Contents, _ allowed: [Contents], _ what: String
  ) throws {
    let store: Store
    do throws(StoreError) {
      store = try Store.open(
        at: "/store", mode: .readOnly, storage: storage, options: options(flushByteCount: 1 << 24))
    } catch {
      try #require(error.code == .unreadable, "\(what): \(error)")
      return
    }
    let found = try items(store.snapshot())
    if !allowed.contains(found) {
      try #require(store.loss.extent != .none, "\(what), read only")
      try #require(!store.check().isSound, "\(what), read only")
    }
    store.close()
  }

  private static func write(
    _ storage: FaultyStorage, _ expected: Contents, _ allowed: [Contents], isJournal: Bool,
    _ what: String
  ) async throws {
    let store = try open(storage)
    _ = store.check()
    _ = try store.snapshot().matches(#"** == "note"cdwt || ** == "mail"cdwt"#)
    await settle(store)
    let found = try items(store.snapshot())
    if allowed.contains(found), store.loss.extent == .none {
      store.close()
      return
    }
    // Damage to the journal brings back what was deleted since; else nothing else is found.
    if !isJournal {
      try expectPart(found, of: expected, what)
      for (scope, items) in expected {
        let isLost = found[scope] != items
        try #require(!isLost || store.snapshot().needsReindex(scope), "\(what)")
      }
      let lostCount = [IndexScope.notes, .mail].count { store.snapshot().needsReindex($0) }
      try #require(lostCount == 1 && store.loss.extent == .partial, "\(what): \(store.loss)")
    }
    try #require(store.loss.extent != .none, "\(what)")
    try #require(
      expected.keys.allSatisfy {
        found[$0] == expected[$0] || store.snapshot().needsReindex($0)
      }, "\(what)")
    // What is put again stays, and the loss is told once.
    for (scope, items) in expected { try await store.put(Array(items), into: scope) }
    let mended = try items(store.snapshot())
    store.close()
    let again = try open(storage.afterPowerLoss())
    try #require(try items(again.snapshot()) == mended, "\(what)")
    try #require(again.loss.extent == .none && again.check().isSound, "\(what)")
    for (scope, items) in expected {
      try #require(mended[scope]?.isSuperset(of: items) == true, "\(what)")
      if found[scope] != items {
        try #require(again.snapshot().needsReindex(scope), "\(what)")
      }
    }
    again.close()
  }

  private static func expectPart(
    _ found: Contents, of expected: Contents, _ what: String
  ) throws {
    for (scope, items) in found {
      try #require(items.isSubset(of: expected[scope] ?? []), "\(what)")
    }
  }

  @Test("an item that was renewed and is put again after its file was lost stays")
  func renewalThenDamage() async throws {
    let storage = FaultyStorage()
    var store = try Self.open(storage, flushByteCount: 1)
    try await store.put([Item("a", title: "Note"), Item("b", title: "Other")])
    await Self.settle(store)
    store.close()
    store = try Self.open(storage)
    var renewed = Item("a", title: "Note")
    renewed.expiration = Timestamp(secondsSinceReferenceDate: 100)
    try await store.put([renewed])
    let path = try #require(storage.paths.first { $0.hasPrefix("/store/segment-") })
    store.close()
    for position in stride(
      from: 0, to: try #require(storage.contents(of: path)).count, by: 512)
    {
      let copy = storage.afterPowerLoss()
      let store = try Self.open(copy)
      var bytes = try #require(copy.contents(of: path))
      bytes[position] ^= 1
      try Self.overwrite(path, with: bytes, in: copy)
      _ = store.check()
      _ = try Self.items(store.snapshot())
      await Self.settle(store)
      try await store.put([renewed, Item("b", title: "Other")])
      let held = try Self.items(store.snapshot())
      #expect(held[.notes]?.count == 2, "byte \(position)")
      let hasLoss = store.loss.extent != .none
      store.close()
      let again = try Self.open(copy.afterPowerLoss())
      if hasLoss || again.loss.extent == .none {
        #expect(try Self.items(again.snapshot()) == held, "byte \(position)")
      }
      again.close()
    }
  }

  /// Changes a file under those who have it open.
  private static func overwrite(
    _ path: String, with bytes: [UInt8], in storage: FaultyStorage
  ) throws {
    let file = try storage.open(path, for: .updating)
    try file.write(bytes, at: 0)
    try file.sync()
  }

  @Test("compacting drops what has expired, of a single file too")
  func expiry() async throws {
    let storage = FaultyStorage()
    let clock = ManualClock()
    let store = try Store.open(
      at: "/store", storage: storage, options: Self.options(flushByteCount: 1, clock: clock))
    var item = Item("a", title: "Soon gone")
    item.expiration = Timestamp(secondsSinceReferenceDate: 5)
    try await store.put([item, Item("b", title: "Here to stay")])
    await Self.settle(store)
    clock.advance(by: 10)
    try store.compact()
    #expect(store.statistics().segments.map(\.documentCount) == [1])
    store.close()
  }

  @Test("a clock set back does not let changes build on what has been dropped")
  func clockSetBack() async throws {
    let storage = FaultyStorage()
    let clock = ManualClock()
    let options = Self.options(flushByteCount: 1 << 24, clock: clock)
    let store = try Store.open(at: "/store", storage: storage, options: options)
    var item = Item("a", title: "Soon gone", text: "and back")
    item.expiration = Timestamp(secondsSinceReferenceDate: 5)
    try await store.put([Item("b", title: "Here to stay")])
    try store.compact()
    try await store.put([item])
    clock.advance(by: 10)
    // A second file: the in-memory segments go to the journal's checkpoint or to a file, without what expired.
    try store.compact()
    clock.advance(by: -10)
    item.expiration = Timestamp(secondsSinceReferenceDate: 50)
    try await store.put([item])
    let held = try Self.items(store.snapshot())
    #expect(held[.notes]?.count == 2)
    let found = try Store.open(at: "/store", storage: storage.afterPowerLoss(), options: options)
    #expect(try Self.items(found.snapshot()) == held)
    found.close()
    store.close()
  }

  @Test("a reader that meets damage in the middle answers from the other files and says so")
  func damageWhileReading() async throws {
    let storage = FaultyStorage()
    let writer = try Self.open(storage, flushByteCount: 1)
    try await writer.put((0..<1500).map { Item("old\($0)", title: "Note \($0)") })
    await Self.settle(writer)
    try await writer.put((0..<3).map { Item("new\($0)", title: "Note \($0)") }, into: .mail)
    await Self.settle(writer)
    writer.close()
    let reader = try Self.open(storage, mode: .readOnly)
    let snapshot = reader.snapshot()
    #expect(!snapshot.isPartial && reader.loss.extent == .none)
    let files = storage.paths.filter { $0.hasPrefix("/store/segment-") }.sorted()
    try #require(files.count == 2)
    let byteCount = try #require(storage.contents(of: files[0])).count
    storage.makeUnreadable(0..<byteCount, of: files[0])
    let request = SearchRequest(
      query: try parseQuery(#"title == "note*"cdw"#), limit: 400,
      context: EvaluationContext(now: snapshot.time))
    let results = try snapshot.search(request)
    #expect(results.isPartial && snapshot.isPartial)
    #expect(results.hits.allSatisfy { $0.scope == .mail } && results.hits.count == 3)
    #expect(reader.snapshot().identifiers() == ["new0", "new1", "new2"])
    reader.close()
  }
}
