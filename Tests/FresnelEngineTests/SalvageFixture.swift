import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// A store with two files, of which the first one, with items of two indexes, is going to be damaged; and what each of
/// its items needs of it.
struct SalvageFixture {
  static let block = 4096

  let storage = FaultyStorage()
  let clock = ManualClock()
  let key: EncryptionKey?
  /// The path of the file.
  private(set) var path = ""
  /// What the store holds.
  private(set) var expected: [IndexScope: [String: Item]] = [:]
  /// The blocks of the file that the items need which are still in it.
  private var needs: [IndexScope: [String: Set<Int>]] = [:]
  /// How many blocks of content the file has.
  private(set) var blockCount = 0

  init(isEncrypted: Bool = false) {
    key =
      isEncrypted
      ? [UInt8](repeating: 7, count: EncryptionKey.byteCount).withUnsafeBytes {
        EncryptionKey($0.bytes)
      } : nil
  }

  func open(
    _ storage: FaultyStorage? = nil, mode: Store.Mode = .readWrite, flushByteCount: Int = 1 << 24
  ) throws -> Store {
    try Store.open(
      at: "/store", mode: mode, storage: storage ?? self.storage,
      options: StoreOptions(
        clock: { [clock] in clock.now }, mergesInBackground: false, flushByteCount: flushByteCount,
        cacheByteCount: 1 << 18, encryptionKey: key))
  }

  /// Fills the store: `count` items in the first file, some of which are deleted, patched and replaced later, known to
  /// the files and to the journal alone.
  mutating func fill(_ count: Int) async throws {
    let store = try open(flushByteCount: 1)
    var generator = SeededGenerator(seed: UInt64(count))
    func item(_ number: Int) -> Item {
      let words = (0..<20).map { _ in "word\(generator.below(1 << 20))" }
      var item = Item(
        "\(number)", title: "Note \(number)", text: words.joined(separator: " "))
      item.attributes[.pageCount] = .integer(Int64(number))
      return item
    }
    let notes = (0..<count * 3 / 4).map(item)
    let mail = (count * 3 / 4..<count).map(item)
    try await put(notes, into: .notes, mail, store)
    // The second file, with which the first one's changes are written down.
    try await change(store, from: 0)
    try await store.put([Item("new", title: "A new note")])
    await PatchFixture.settle(store)
    store.close()
    // The rest is in the journal alone.
    let again = try open()
    try await change(again, from: 20)
    expected = try Self.items(again.snapshot())
    let file = try #require(
      again.snapshot().state.segments.first { $0.segment.documentCount >= count - 1 })
    path = try #require(file.segment.source.path)
    try note(file)
    again.close()
  }

  /// Puts the items of both indexes into one file.
  private func put(
    _ notes: [Item], into scope: IndexScope, _ mail: [Item], _ store: Store
  ) async throws {
    try await store.put(notes, into: scope)
    try await store.put(mail, into: .mail)
    await PatchFixture.settle(store)
    try store.compact()
  }

  private func change(_ store: Store, from first: Int) async throws {
    let deleted = (first..<first + 5).map { "\($0)" }
    let replaced = try ItemCodec.encode(Item("\(first + 6)", title: "Replaced \(first + 6)"))
    let patched = try (first + 8..<first + 14).map {
      try ItemCodec.encode(PatchFixture.pages("\($0)", 1000))
    }
    let batch = Batch(
      scope: .notes,
      operations: [.deleteIdentifiers(deleted), .put([replaced]), .put(patched)])
    #expect(await store.apply(batch) == nil)
  }

  /// Notes which blocks each live item needs, by the format's own tables.
  private mutating func note(_ file: IndexSegment) throws {
    let documents = file.segment.documents
    let location = documents.location
    let source = documents.source
    func blocks(_ offset: UInt64, _ count: Int) -> Set<Int> {
      count == 0
        ? [] : Set(Int(offset) / Self.block...(Int(offset) + count - 1) / Self.block)
    }
    blockCount = (Int(source.byteCount) + Self.block - 1) / Self.block
    let trailer = try source.pin(source.byteCount - 16, 4)
    let footerByteCount = Int(trailer.bytes.loadUnaligned(as: UInt32.self))
    var shared = blocks(source.byteCount - UInt64(16 + footerByteCount), 16 + footerByteCount)
    shared.formUnion(blocks(location.pageIndexOffset, 8 * Int(location.pageCount)))
    shared.formUnion(blocks(location.symbolsOffset, Int(location.symbolsByteCount)))
    for document in 0..<UInt32(documents.count) where file.view.live[Int(document)] {
      let row = try documents.row(document)
      var needed = shared.union(blocks(documents.pages.place(of: document).offset, 1))
      if let number = row.restBlock {
        let entryOffset = location.blockTableOffset + 16 * UInt64(number)
        let entry = try source.pin(entryOffset, 16)
        needed.formUnion(blocks(entryOffset, 16))
        needed.formUnion(
          blocks(location.dictionaryOffset, Int(location.dictionaryByteCount)))
        needed.formUnion(
          blocks(
            entry.bytes.loadUnaligned(as: UInt64.self),
            Int(entry.bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))))
      }
      let scope = file.segment.scopes[Int(try documents.scope(document))].scope
      let identifier = String(decoding: row.identifier, as: UTF8.self)
      needs[scope, default: [:]][identifier] = needed
    }
  }

  /// What is left when a block of the file is damaged; one behind the content is the table that all need.
  func survivors(without block: Int) -> [IndexScope: [String: Item]] {
    expected.reduce(into: [:]) { left, entry in
      left[entry.key] = entry.value.filter { identifier, _ in
        guard let needed = needs[entry.key]?[identifier] else { return true }
        return block < blockCount && !needed.contains(block)
      }
    }
  }

  /// The blocks that some items need and others do not.
  var dividingBlocks: [Int] {
    (0..<blockCount).filter { block in
      let left = survivors(without: block).values.reduce(0) { $0 + $1.count }
      return left < expected.values.reduce(0) { $0 + $1.count } && left > 10
    }
  }

  /// The last of these that nothing in the journal concerns: opening need not read it.
  var quietBlock: Int? {
    let changed = (0..<40).reduce(into: Set<Int>()) { blocks, number in
      blocks.formUnion(needs[.notes]?["\(number)"] ?? [])
    }
    return dividingBlocks.last { !changed.contains($0) }
  }

  /// Flips one bit of the file under those who have it open, and the same bit of its copy if there is one.
  func damage(at position: Int, in storage: FaultyStorage) throws {
    let bytes = try #require(storage.contents(of: path))
    let file = try storage.open(path, for: .updating)
    try file.write(BlockFileParts.flip(position, of: bytes, bit: 2), at: 0)
    try file.sync()
  }

  /// The store with one bit flipped in a place of the file, and in its copy if there is one.
  func damaged(at position: Int) throws -> FaultyStorage {
    let copy = storage.afterPowerLoss()
    let bytes = try #require(copy.contents(of: path))
    copy.setContents(BlockFileParts.flip(position, of: bytes, bit: 2), of: path)
    return copy
  }

  static func items(_ snapshot: Snapshot) throws -> [IndexScope: [String: Item]] {
    var items: [IndexScope: [String: Item]] = [:]
    try snapshot.forEachItem { scope, item in
      let whole = try item.item()
      let earlier = items[scope, default: [:]].updateValue(whole, forKey: item.uniqueIdentifier)
      #expect(earlier == nil)
      return true
    }
    return items
  }

  /// How what was found differs from what should be: nothing where it does not.
  static func difference(
    _ found: [IndexScope: [String: Item]], _ expected: [IndexScope: [String: Item]]
  ) -> String {
    var lines: [String] = []
    for scope in Set(found.keys).union(expected.keys).sorted() {
      let (has, wants) = (found[scope] ?? [:], expected[scope] ?? [:])
      let missing = wants.keys.filter { has[$0] == nil }.sorted()
      let more = has.keys.filter { wants[$0] == nil }.sorted()
      let other = has.keys.filter { wants[$0] != nil && wants[$0] != has[$0] }
      if !missing.isEmpty {
        lines.append("\(scope.app) lacks \(missing.prefix(20)) of \(missing.count)")
      }
      if !more.isEmpty { lines.append("\(scope.app) has \(more.prefix(20)) of \(more.count)") }
      if !other.isEmpty { lines.append("\(scope.app) changed \(other.sorted().prefix(20))") }
    }
    return lines.joined(separator: "; ")
  }
}
