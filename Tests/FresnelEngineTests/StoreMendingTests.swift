import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// A segment whose file is damaged where that costs nothing is written anew beside the writer.
@Suite("Writing a damaged segment anew beside the writer", .timeLimit(.minutes(30)))
struct StoreMendingTests {
  private static let options = StoreOptions(closingFlushByteCount: 0)

  /// A store that was closed, with one file, of which an item is deleted and one patched; the last byte of the file is
  /// damaged.
  private static func damaged() async throws -> FaultyStorage {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage, options: options)
    try await store.put((0..<60).map(PatchFixture.item))
    store.close()
    let again = try Store.open(at: "/store", storage: storage, options: options)
    try await delete(["7"], from: again)
    try await again.put([PatchFixture.pages("8", 5)])
    again.close()
    let left = storage.afterPowerLoss()
    let path = try #require(left.paths.first { $0.hasPrefix("/store/segment-") })
    var bytes = try #require(left.contents(of: path))
    bytes[bytes.count - 1] ^= 1
    left.setContents(bytes, of: path)
    return left
  }

  private static func delete(_ identifiers: [String], from store: Store) async throws {
    let error = await store.apply(
      Batch(scope: .notes, operations: [.deleteIdentifiers(identifiers)]))
    if let error { throw error }
  }

  private static func items(_ store: Store) throws -> [String: Item] {
    Dictionary(
      uniqueKeysWithValues: try PatchFixture.items(store).map { ($0.uniqueIdentifier, $0) })
  }

  private static func finishExaminations(_ store: Store) async {
    await withCheckedContinuation { continuation in
      store.finishExaminations { _ in continuation.resume() }
    }
  }

  /// A store whose new segment waits to be written, what it holds, and its storage.
  private static func held() async throws -> (HeldStorage, Store, [String: Item]) {
    let storage = HeldStorage(try await damaged()) { $0.hasPrefix("/store/segment-") }
    let store = try Store.open(at: "/store", storage: storage, options: options)
    await storage.reached()
    return (storage, store, try items(store))
  }

  /// What the store has is what is expected, and so is what a power loss leaves, without any damage.
  private static func expect(
    _ expected: [String: Item], in store: Store, on storage: HeldStorage
  ) async throws {
    await finishExaminations(store)
    #expect(try items(store) == expected)
    #expect(store.loss.extent == .none && store.loss.damages.map(\.lostItemCount) == [0])
    let aside = try #require(store.loss.damages.first?.setAsidePath)
    #expect(storage.base.contents(of: aside) != nil)
    #expect(store.check().isSound)
    let again = try Store.open(
      at: "/store", storage: storage.base.afterPowerLoss(), options: options)
    #expect(try items(again) == expected)
    #expect(again.loss == LossReport() && again.check().isSound)
    again.close()
  }

  @Test("a store opens, commits and shows what was committed while a damaged file is written anew")
  func commits() async throws {
    let (storage, store, found) = try await Self.held()
    var expected = found
    #expect(expected.count == 59)
    try await Self.delete(["3"], from: store)
    try await store.put([Item("new", title: "New"), Item("9", title: "Replaced")])
    try await store.put([PatchFixture.pages("8", 6), PatchFixture.pages("11", 7)])
    expected["3"] = nil
    expected["new"] = Item("new", title: "New")
    expected["9"] = Item("9", title: "Replaced")
    expected["8"]?.attributes[.pageCount] = .integer(6)
    expected["11"]?.attributes[.pageCount] = .integer(7)
    #expect(try Self.items(store) == expected)
    storage.letGo()
    try await Self.expect(expected, in: store, on: storage)
    store.close()
  }

  @Test("who waits for examinations waits until the file is written anew")
  func examination() async throws {
    let (storage, store, expected) = try await Self.held()
    async let finished: Void = Self.finishExaminations(store)
    // It is acknowledged behind what was asked before it.
    try await Self.delete([], from: store)
    #expect(store.loss == LossReport())
    storage.letGo()
    await finished
    #expect(store.loss.damages.count == 1)
    try await Self.expect(expected, in: store, on: storage)
    store.close()
  }

  @Test("damage that a read of an open store meets with is mended and told, where a copy is sound")
  func reading() async throws {
    let options = StoreOptions(
      mergesInBackground: false, closingFlushByteCount: 0, cacheByteCount: 1 << 17)
    let base = FaultyStorage()
    let full = try Store.open(at: "/store", storage: base, options: options)
    // Longer than rows hold, so that a read takes the table of item blocks, of which there is a copy.
    var generator = SeededGenerator(seed: 1)
    try await full.put(
      (0..<1000).map { number in
        let words = (0..<120).map { _ in "w\(generator.below(1 << 20))" }
        return Item("\(number)", title: "Note \(number)", text: words.joined(separator: " "))
      })
    let expected = try Self.items(full)
    full.close()
    let path = try #require(base.paths.first { $0.hasPrefix("/store/segment-") })
    let bytes = try #require(base.contents(of: path))
    let parts = BlockFileParts(bytes)
    var toldCount = 0
    for copy in parts.copiedBlocks.indices {
      let storage = base.afterPowerLoss()
      let store = try Store.open(at: "/store", storage: storage, options: options)
      let snapshot = store.snapshot()
      // What opening has read is out of the cache by then.
      _ = snapshot.identifiers()
      let place = (parts.blockCount + copy) * 4096 + 5
      let file = try storage.open(path, for: .updating)
      try file.write([bytes[place] ^ 1], at: UInt64(place))
      #expect(try Self.items(store) == expected)
      _ = try snapshot.typed("note")
      await Self.finishExaminations(store)
      #expect(!snapshot.isPartial && store.loss.extent == .none)
      if !store.loss.damages.isEmpty {
        toldCount += 1
        #expect(store.loss.damages.map(\.lostItemCount) == [0])
        #expect(store.check().isSound)
        #expect(try Self.items(store) == expected)
      }
      store.close()
    }
    #expect(toldCount > 0)
  }
}
