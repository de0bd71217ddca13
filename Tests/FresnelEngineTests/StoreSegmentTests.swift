import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Segments in files")
struct StoreSegmentTests {
  /// Everything that is put goes to a file at once.
  private static let options = StoreOptions(
    clock: { Timestamp(secondsSinceReferenceDate: 0) }, mergesInBackground: false,
    flushByteCount: 1)

  private static func open(_ storage: FaultyStorage, mode: Store.Mode = .readWrite) throws -> Store
  {
    try Store.open(at: "/store", mode: mode, storage: storage, options: options)
  }

  /// Waits for what follows a commit: batches are taken in turn.
  private static func settle(_ store: Store) async {
    _ = await store.apply(Batch(scope: .notes, operations: []))
  }

  private static func segmentPaths(_ storage: FaultyStorage) -> [String] {
    storage.paths.filter { $0.hasPrefix("/store/segment-") }
  }

  @Test("items go to files, the journal is emptied, and everything is found again")
  func flush() async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    for batch in 0..<20 {
      try await store.put(
        (0..<10).map { Item("\(batch)-\($0)", title: "Title \($0)", text: "batch\(batch)") })
    }
    await Self.settle(store)
    let statistics = store.statistics()
    #expect(statistics.segments.allSatisfy { !$0.isInMemory })
    #expect(statistics.segmentCount < 16)
    #expect(statistics.journalByteCount < 8192)
    #expect(Self.segmentPaths(storage).count == statistics.segmentCount)
    #expect(store.check().isSound)
    store.close()

    for mode in [Store.Mode.readWrite, .readOnly] {
      let reopened = try Self.open(storage, mode: mode)
      #expect(reopened.snapshot().identifiers().count == 200)
      #expect(try reopened.snapshot().matches(#"** == "batch7"cdwt"#).count == 10)
      #expect(try reopened.snapshot().typed("title 3", limit: 50).count == 20)
      #expect(reopened.loss.extent == .none)
      reopened.close()
    }
  }

  @Test("deletions, replacements and updates reach items in files, and last")
  func changes() async throws {
    let storage = FaultyStorage()
    var store = try Self.open(storage)
    try await store.put(
      (0..<30).map { Item("\($0)", title: "Old \($0)", text: "kept", domain: "d.\($0 % 3)") })
    await Self.settle(store)
    var update = Item("1", title: "New 1")
    update.isUpdate = true
    try await store.put([update, Item("2", title: "New 2")])
    #expect(
      await store.apply(
        Batch(
          scope: .notes, operations: [.deleteIdentifiers(["4"]), .deleteDomains(["d.0"])]))
        == nil)
    for round in 0..<2 {
      let snapshot = store.snapshot()
      #expect(snapshot.identifiers().count == 19, "round \(round)")
      #expect(try snapshot.matches(#"title == "New*""#) == ["1", "2"], "round \(round)")
      let item = try #require(snapshot.item(scope: .notes, identifier: "1")).item()
      #expect(item.attributes[.textContent] == .string("kept"), "round \(round)")
      store.close()
      store = try Self.open(storage)
    }
    store.close()
  }

  @Test("a put of what is stored writes nothing; one of another expiry keeps the item findable")
  func renewal() async throws {
    let storage = FaultyStorage()
    var store = try Self.open(storage)
    try await store.put((0..<5).map { Item("\($0)", title: "Title \($0)") })
    await Self.settle(store)
    let before = store.statistics()
    try await store.put([Item("3", title: "Title 3")])
    #expect(store.statistics() == before)
    var renewed = Item("3", title: "Title 3")
    renewed.expiration = Timestamp(secondsSinceReferenceDate: 100)
    try await store.put([renewed])
    for _ in 0..<3 {
      let found = try #require(store.snapshot().item(scope: .notes, identifier: "3"))
      #expect(found.expiration == renewed.expiration)
      #expect(try store.snapshot().typed("title").count == 5)
      // Files are merged and rewritten meanwhile.
      for number in 0..<10 { try await store.put([Item("x\(number)", title: "x")]) }
      #expect(await store.apply(Batch(scope: .notes, operations: [.deleteDomains(["x"])])) == nil)
      store.close()
      store = try Self.open(storage)
      let extra = (0..<10).map { "x\($0)" }
      #expect(
        await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers(extra)])) == nil)
    }
    store.close()
  }

  @Test("compacting leaves one file without what was deleted, and a reader follows")
  func compaction() async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    let reader = try Self.open(storage, mode: .readOnly)
    for batch in 0..<5 {
      try await store.put((0..<20).map { Item("\(batch)-\($0)", title: "Title \($0)") })
    }
    let gone = (0..<10).map { "2-\($0)" }
    #expect(await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers(gone)])) == nil)
    try reader.refresh()
    #expect(reader.snapshot().identifiers() == store.snapshot().identifiers())
    try store.compact()
    #expect(store.statistics().segments.map(\.deletedCount) == [0])
    #expect(store.statistics().itemCount == 90)
    #expect(Self.segmentPaths(storage).count == 1)
    try reader.refresh()
    #expect(reader.snapshot().identifiers() == store.snapshot().identifiers())
    #expect(try reader.snapshot().typed("title 1", limit: 100).count == 54)
    reader.close()
    store.close()
  }

  @Test("a damaged byte anywhere in a file is told, and what is not lost is found")
  func damage() async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    try await store.put((0..<6).map { Item("\($0)", title: "Note \($0)", text: "words here") })
    await Self.settle(store)
    try await store.put((0..<6).map { Item("\($0)", title: "Mail \($0)") }, into: .mail)
    await Self.settle(store)
    store.close()
    let paths = Self.segmentPaths(storage)
    try #require(paths.count == 2)
    let path = paths[0]
    let sound = try #require(storage.contents(of: path))
    var noticed = 0
    for position in stride(from: 0, to: sound.count, by: 7) {
      var bytes = sound
      bytes[position] ^= 0x40
      let damaged = storage.afterPowerLoss()
      damaged.setContents(bytes, of: path)
      let store = try Self.open(damaged)
      let notes = try store.snapshot().matches(#"** == "note"cdwt"#, in: .app(IndexScope.notes.app))
      let items = store.snapshot().identifiers(in: .app(IndexScope.notes.app))
      await Self.settle(store)
      let mail = try store.snapshot().matches(#"** == "mail"cdwt"#)
      #expect(mail.count == 6, "byte \(position)")
      if store.loss.damages.isEmpty {
        // Bytes of no meaning, or not read.
        #expect(notes.count == 6 && items.count == 6, "byte \(position)")
      } else {
        noticed += 1
        let kept = Set(store.snapshot().identifiers(in: .app(IndexScope.notes.app)))
        let isLost = kept.count < 6
        #expect(store.snapshot().needsReindex(.notes) == isLost, "byte \(position)")
        #expect((store.loss.extent != .none) == isLost, "byte \(position)")
        #expect(!store.snapshot().needsReindex(.mail), "byte \(position)")
        #expect(!Self.segmentPaths(damaged).contains(path), "byte \(position)")
        // Once it is told, it is not there any more.
        try await store.put([Item("0", title: "Note 0")])
        store.close()
        let again = try Self.open(damaged)
        #expect(again.loss.extent == .none, "byte \(position)")
        #expect(again.snapshot().needsReindex(.notes) == isLost, "byte \(position)")
        let left = try again.snapshot().matches(#"** == "note"cdwt"#)
        #expect(left == kept.union(["0"]).sorted(), "byte \(position)")
        again.close()
      }
      store.close()
    }
    #expect(noticed > 0)
  }

  @Test("a file that is missing costs what was in it and nothing else")
  func missingFile() async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    try await store.put([Item("a", title: "Note")])
    await Self.settle(store)
    try await store.put([Item("b", title: "Mail")], into: .mail)
    await Self.settle(store)
    store.close()
    try storage.remove(try #require(Self.segmentPaths(storage).first))
    let found = try Self.open(storage)
    #expect(found.loss.extent == .partial)
    #expect(found.snapshot().identifiers() == ["b"])
    #expect(found.snapshot().needsReindex(.notes))
    #expect(!found.snapshot().needsReindex(.mail))
    #expect(found.snapshot().scopes().filter(\.needsReindex).map(\.scope) == [.notes])
    found.close()
  }
}
