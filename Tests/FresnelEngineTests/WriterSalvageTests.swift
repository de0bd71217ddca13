import Dispatch
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// What is left of a damaged file is read while nobody holds what searches need.
@Suite("Reading a damaged file beside searches", .timeLimit(.minutes(10)))
struct WriterSalvageTests {
  private static let options = StoreOptions(
    mergesInBackground: false, closingFlushByteCount: 0, cacheByteCount: 1 << 17)

  /// A writer of a store with one file, of which the first page of rows is damaged, and the last item waits to be read.
  private final class Held: Sendable {
    let storage: HeldStorage
    let writer: IndexWriter
    let published = PublishedIndex()
    let path: String
    /// What the damaged page has, and all that the file has.
    let damaged: Set<String>
    let all: Set<String>

    init() async throws {
      let base = FaultyStorage()
      let store = try Store.open(at: "/store", storage: base, options: options)
      var generator = SeededGenerator(seed: 1)
      try await store.put(
        (0..<2000).map { number in
          let words = (0..<120).map { _ in "w\(generator.below(1 << 20))" }
          return Item("\(number)", title: "Note \(number)", text: words.joined(separator: " "))
        })
      store.close()
      let again = try Store.open(at: "/store", storage: base, options: options)
      let segment = try #require(again.snapshot().state.segments.first).segment
      let documents = segment.documents
      func block(_ document: UInt32) -> UInt64 { documents.pages.place(of: document).offset / 4096 }
      let first = documents.pages.place(of: 0).offset
      // Nothing but reading all items reads the block of the last one's text.
      let rest = try documents.row(UInt32(documents.count - 1)).restBlock
      let number = try #require(rest)
      let entry = try documents.source.pin(
        documents.location.blockTableOffset + 16 * UInt64(number), 16)
      let last = entry.bytes.loadUnaligned(as: UInt64.self)
      damaged = Set(
        try (0..<UInt32(documents.count)).filter { block($0) == first / 4096 }
          .map { String(decoding: try documents.row($0).identifier, as: UTF8.self) })
      all = Set(again.snapshot().identifiers())
      let path = try #require(segment.source.path)
      again.close()
      self.path = path
      let left = base.afterPowerLoss()
      var bytes = try #require(left.contents(of: path))
      bytes[Int(first) + 9] ^= 4
      left.setContents(bytes, of: path)
      let isHeld = HeldBlock(path: path, offset: last)
      storage = HeldStorage(left) { isHeld($0, $1) }
      writer = try IndexWriter(
        directory: "/store", storage: storage, options: options, publishingTo: published)
      try #require(published.loss == LossReport() && published.state.segments.count == 1)
      try await put("fresh")
      isHeld.arm()
    }

    func put(_ identifier: String) async throws {
      let item = try ItemCodec.encode(Item(identifier, title: identifier))
      if let error = await submit(.put([item])) { throw error }
    }

    func submit(_ operation: FresnelEngine.Operation) async -> StoreError? {
      await withCheckedContinuation { continuation in
        writer.submit(Batch(scope: .notes, operations: [operation])) {
          continuation.resume(returning: $0)
        }
      }
    }

    var snapshot: Snapshot {
      Snapshot(published.state, time: options.clock(), of: published)
    }

    /// A search is answered, and nobody waits for the lock, while the file is being read.
    func expectAnswers() throws {
      #expect(writer.committer.withLockIfAvailable { $0.journal?.position } != nil)
      writer.makeSearchable()
      let found = snapshot.item(scope: .notes, identifier: "fresh")
      #expect(try found?.item().attributes[.title] == .string("fresh"))
      #expect(published.loss == LossReport())
    }

    /// All is there that does not lie in the damaged block, now and after a power loss, besides what came since.
    func expectLeft(besides newer: Set<String> = []) async throws {
      await withCheckedContinuation { continuation in
        writer.finishExaminations { _ in continuation.resume() }
      }
      let left = Set(snapshot.identifiers())
      #expect(left.isSuperset(of: newer) && left.isDisjoint(with: damaged.subtracting(newer)))
      #expect(left.isSubset(of: all.union(newer)) && left.count > all.count / 2)
      #expect(published.loss.damages.map(\.path) == [path])
      writer.close()
      let again = try Store.open(
        at: "/store", storage: storage.base.afterPowerLoss(), options: options)
      #expect(Set(again.snapshot().identifiers()) == left)
      #expect(again.check().isSound)
      again.close()
    }
  }

  @Test("a search is answered while what a read has found to be damaged is read")
  func reading() async throws {
    let held = try await Held()
    held.published.recordDamage(
      StorageError(.corrupted, "It is damaged.", path: held.path))
    await held.storage.reached()
    try held.expectAnswers()
    async let put: Void = held.put("later")
    held.storage.letGo()
    try await put
    try await held.expectLeft(besides: ["fresh", "later"])
  }
}

/// Holds the reads of one block of a file from some moment on.
private final class HeldBlock: Sendable {
  private let path: String
  private let offset: UInt64
  private let isArmed = Mutex(false)

  init(path: String, offset: UInt64) {
    self.path = path
    self.offset = offset
  }

  func arm() { isArmed.withLock { $0 = true } }

  func callAsFunction(_ path: String, _ bytes: Range<UInt64>) -> Bool {
    path == self.path && bytes.contains(offset) && isArmed.withLock { $0 }
  }
}
