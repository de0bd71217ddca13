import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// Damage of what a segment's file has at its end, which an open store keeps in memory.
@Suite("Damage of a segment's metadata")
struct StoreMetadataDamageTests {
  private static let itemCount = 60

  private static func options(_ seed: UInt64) -> StoreOptions {
    StoreOptions(
      mergesInBackground: false, flushByteCount: 1,
      encryptionKey: WriterProgram.key(seed % 2 == 1 ? 7 : 0))
  }

  /// An open store with one file, of which something is deleted and something patched.
  private static func fixture(_ seed: UInt64) async throws -> (FaultyStorage, Store, String) {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage, options: options(seed))
    try await store.put(
      (0..<itemCount).map { Item("\($0)", title: "Note \($0)", text: "words of note \($0)") })
    await PatchFixture.settle(store)
    let path = try #require(storage.paths.first { $0.hasPrefix("/store/segment-") })
    let deletion = FresnelEngine.Operation.deleteIdentifiers(["7"])
    #expect(await store.apply(Batch(scope: .notes, operations: [deletion])) == nil)
    var change = Item(uniqueIdentifier: "8")
    change.isUpdate = true
    change.attributes[.pageCount] = .integer(5)
    try await store.put([change])
    return (storage, store, path)
  }

  /// Changes a byte where it is, as a disk does; who has the file open reads it.
  private static func flip(_ offset: Int, of path: String, in storage: FaultyStorage) throws {
    let file = try storage.open(path, for: .updating)
    let bytes = try file.read(at: UInt64(offset), count: 1)
    try file.write([bytes[0] ^ 0x10], at: UInt64(offset))
    try file.sync()
  }

  /// How many bytes the blocks of content of a file take, as its tail says.
  private static func contentByteCount(of path: String, in storage: FaultyStorage) -> Int {
    let bytes = storage.contents(of: path) ?? []
    let count = bytes[(bytes.count - 112)...].prefix(8).enumerated().reduce(0) {
      $0 | Int($1.element) << ($1.offset * 8)
    }
    return (count + 4095) / 4096 * 4096
  }

  private static func examine(_ store: Store) async {
    store.recordDamagedSegments()
    await withCheckedContinuation { continuation in
      store.finishExaminations { _ in continuation.resume() }
    }
  }

  @Test(
    "while the store is open, the check tells of any damage of the file's end, and mending loses nothing",
    arguments: [UInt64.random(in: 0..<1_000_000) & ~1, UInt64.random(in: 0..<1_000_000) | 1])
  func open(seed: UInt64) async throws {
    let (first, store, path) = try await Self.fixture(seed)
    let expected = try StoreContents(store.snapshot())
    let byteCount = try #require(first.contents(of: path)).count
    store.close()
    // The block table and what follows the content.
    let start = Self.contentByteCount(of: path, in: first)
    for offset in Torture.cases(start..<byteCount, sample: 6, seed: seed) {
      let place: Comment = "seed \(seed), byte \(offset) of \(byteCount)"
      let (storage, store, path) = try await Self.fixture(seed)
      #expect(store.check().isSound, place)
      try Self.flip(offset, of: path, in: storage)
      #expect(!store.check().isSound, place)
      await Self.examine(store)
      #expect(store.check().isSound, place)
      #expect(store.loss.extent == .none, place)
      #expect(store.loss.damages.map(\.lostItemCount) == [0], place)
      #expect(storage.paths.contains { $0.hasPrefix("/store/damaged/segment-") }, place)
      let held = try StoreContents(store.snapshot())
      #expect(held == expected, place)
      let again = try Store.open(
        at: "/store", storage: storage.afterPowerLoss(), options: Self.options(seed))
      let found = try StoreContents(again.snapshot())
      #expect(found == expected, place)
      #expect(again.loss == LossReport(), place)
      #expect(!again.snapshot().needsReindex(.notes), place)
      again.close()
      store.close()
    }
  }

  /// The places of the metadata of the file of ``fixture(_:)``: the parts of its content without which nothing of it
  /// is found, and all that follows the content.
  private static func metadata(
    of path: String, _ storage: FaultyStorage, _ store: Store
  ) throws -> [Int] {
    let segment = try #require(
      store.snapshot().state.segments.first { $0.segment.source.path == path }
    ).segment
    let source = segment.source
    let location = segment.documents.location
    let trailer = try source.pin(source.byteCount - 16, 4)
    let footerByteCount = Int(trailer.bytes.loadUnaligned(as: UInt32.self)) + 16
    let byteCount = try #require(storage.contents(of: path)).count
    var places = Array(contentByteCount(of: path, in: storage)..<byteCount)
    for (offset, count) in [
      (source.byteCount - UInt64(footerByteCount), footerByteCount),
      (location.pageIndexOffset, 8 * Int(location.pageCount)),
      (location.symbolsOffset, Int(location.symbolsByteCount)),
      (location.dictionaryOffset, Int(location.dictionaryByteCount)),
      (location.blockTableOffset, 16 * Int(location.blockCount)),
      (segment.footer.columns.offset, Int(segment.footer.columns.byteCount)),
    ] {
      places += Int(offset)..<Int(offset) + count
    }
    return places
  }

  /// A store that was closed, its file, what it holds, and the places of the file's metadata.
  private static func closed(
    _ seed: UInt64
  ) async throws -> (storage: FaultyStorage, path: String, holds: StoreContents, places: [Int]) {
    let (storage, store, path) = try await fixture(seed)
    let holds = try StoreContents(store.snapshot())
    let places = try metadata(of: path, storage, store)
    store.close()
    return (storage.afterPowerLoss(), path, holds, places)
  }

  /// Opens a store with a damaged file: everything is found, the damage is told, and the next opening finds all sound.
  private static func expectMended(
    _ storage: FaultyStorage, _ seed: UInt64, holds expected: StoreContents, _ place: Comment
  ) async throws {
    let reader = try Store.open(
      at: "/store", mode: .readOnly, storage: storage, options: options(seed))
    let read = try StoreContents(reader.snapshot())
    #expect(read == expected, place)
    #expect(!reader.check().isSound, place)
    reader.close()
    let store = try Store.open(at: "/store", storage: storage, options: options(seed))
    let found = try StoreContents(store.snapshot())
    #expect(found == expected, place)
    await examine(store)
    #expect(store.loss.extent == .none, place)
    #expect(store.loss.damages.map(\.lostItemCount) == [0], place)
    #expect(store.check().isSound, place)
    #expect(storage.paths.contains { $0.hasPrefix("/store/damaged/segment-") }, place)
    let mended = try StoreContents(store.snapshot())
    #expect(mended == expected, place)
    store.close()
    let again = try Store.open(
      at: "/store", storage: storage.afterPowerLoss(), options: options(seed))
    let left = try StoreContents(again.snapshot())
    #expect(left == expected, place)
    #expect(again.loss == LossReport(), place)
    #expect(again.check().isSound, place)
    again.close()
  }

  @Test(
    "a flipped bit of the metadata of a closed store costs nothing, and is told",
    arguments: [UInt64.random(in: 0..<1_000_000) & ~1, UInt64.random(in: 0..<1_000_000) | 1])
  func flips(seed: UInt64) async throws {
    let (base, path, expected, places) = try await Self.closed(seed)
    for index in Torture.cases(0..<places.count, sample: 24, seed: seed) {
      let storage = base.afterPowerLoss()
      try Self.flip(places[index], of: path, in: storage)
      try await Self.expectMended(
        storage, seed, holds: expected, "seed \(seed), byte \(places[index])")
    }
  }

  @Test(
    "a page of the metadata that is lost, or can't be read, costs nothing, and is told",
    arguments: [UInt64.random(in: 0..<1_000_000) & ~1, UInt64.random(in: 0..<1_000_000) | 1],
    [false, true])
  func pages(seed: UInt64, isUnreadable: Bool) async throws {
    let (base, path, expected, places) = try await Self.closed(seed)
    let bytes = try #require(base.contents(of: path))
    for page in Set(places.map { $0 / 4096 }).sorted() {
      let storage = base.afterPowerLoss()
      let range = page * 4096..<min((page + 1) * 4096, bytes.count)
      if isUnreadable {
        storage.makeUnreadable(range, of: path)
      } else {
        var changed = bytes
        for index in range { changed[index] ^= 0x55 }
        storage.setContents(changed, of: path)
      }
      try await Self.expectMended(storage, seed, holds: expected, "seed \(seed), page \(page)")
    }
  }

  @Test("mending that fails leaves what is in memory, and a file that is found damaged again")
  func failures() async throws {
    let seed: UInt64 = 0
    var (call, callCount) = (0, 1)
    while call < callCount {
      call += 1
      let (storage, store, path) = try await Self.fixture(seed)
      let expected = try StoreContents(store.snapshot())
      let bytes = try #require(storage.contents(of: path))
      try Self.flip(bytes.count - 1, of: path, in: storage)
      storage.setFault(.init(call: call, isPersistent: false, code: .full))
      await Self.examine(store)
      callCount = max(callCount, storage.callCount)
      storage.setFault(nil)
      let held = try StoreContents(store.snapshot())
      #expect(held == expected, "call \(call)")
      await Self.examine(store)
      let mended = try StoreContents(store.snapshot())
      #expect(mended == expected, "call \(call)")
      #expect(store.loss.extent == .none, "call \(call)")
      store.close()
    }
  }
}
