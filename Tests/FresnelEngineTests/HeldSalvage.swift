import Dispatch
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// A writer of a store with files of which the first page of rows is damaged. When the first of them is read to keep
/// what is left, a read of its last item waits once, so that no other reader can be held up with it.
final class HeldSalvage: Sendable {
  let storage: HeldStorage
  let writer: IndexWriter
  let published = PublishedIndex()
  let clock = ManualClock()
  let options: StoreOptions
  let paths: [String]
  /// What the damaged page of each file has, and all that the files have.
  let damaged: [Set<String>]
  let all: Set<String>

  init(fileCount: Int = 1) async throws {
    let clock = clock
    let options = StoreOptions(
      clock: { clock.now }, mergesInBackground: false, closingFlushByteCount: 0,
      cacheByteCount: 1 << 17)
    self.options = options
    let base = FaultyStorage()
    for file in 0..<fileCount { try await Self.fill(base, file, options) }
    let again = try Store.open(at: "/store", storage: base, options: options)
    let segments = again.snapshot().state.segments
    try #require(segments.count == fileCount)
    let files = try segments.map { try DamagedPage($0.segment) }
    all = Set(again.snapshot().identifiers())
    again.close()
    paths = files.map(\.path)
    damaged = files.map(\.identifiers)
    let left = base.afterPowerLoss()
    for file in files {
      var bytes = try #require(left.contents(of: file.path))
      bytes[file.offset + 9] ^= 4
      left.setContents(bytes, of: file.path)
    }
    let held = HeldBlock(path: files[0].path, offset: files[0].lastText)
    storage = HeldStorage(left) { held.holds($0, $1) }
    let writer = try IndexWriter(
      directory: "/store", storage: storage, options: options, publishingTo: published)
    self.writer = writer
    try #require(
      published.loss == LossReport() && published.state.segments.count == fileCount)
    try await put(["fresh"])
    held.arm { [weak writer] in
      guard let writer else { return false }
      return writer.committer.withLockIfAvailable { _ in true } ?? false
    }
  }

  /// Puts items into a file of their own.
  private static func fill(
    _ storage: FaultyStorage, _ file: Int, _ options: StoreOptions
  ) async throws {
    let store = try Store.open(at: "/store", storage: storage, options: options)
    var generator = SeededGenerator(seed: UInt64(file + 1))
    try await store.put(
      (0..<2000).map { number in
        let words = (0..<120).map { _ in "w\(generator.below(1 << 20))" }
        return Item(
          "\(file)-\(number)", title: "Note \(number)", text: words.joined(separator: " "))
      })
    store.close()
  }

  /// Puts items by updates, which read what is stored: whole items would take the place of others that nobody reads.
  func put(_ identifiers: [String], _ expected: ExpectedClientState = .any) async throws {
    let items = try identifiers.map { identifier in
      var update = Item(uniqueIdentifier: identifier, isUpdate: true)
      update.attributes[.title] = .string("New \(identifier)")
      return try ItemCodec.encode(update)
    }
    let batch = Batch(
      scope: .notes, operations: [.put(items)], clientState: expected == .any ? nil : [1],
      expectedClientState: expected)
    let error = await withCheckedContinuation { continuation in
      writer.submit(batch) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Begins something that is to read the damaged file. When it is over without that, nobody waits for it any more.
  func begin(
    _ body: @escaping @Sendable (HeldSalvage) async throws -> Void
  ) -> Task<Void, any Error> {
    Task {
      defer { storage.finish() }
      try await body(self)
    }
  }

  /// Does something that blocks its thread, on one that nothing else needs.
  func blocking(_ body: @escaping @Sendable (IndexWriter) throws -> Void) async throws {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [writer] in
        continuation.resume(returning: Result { try body(writer) })
      }
    }
    try result.get()
  }

  /// Once what was found to be damaged is set aside, or has to wait.
  func finishExaminations() async throws {
    let error = await withCheckedContinuation { continuation in
      writer.finishExaminations { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  var snapshot: Snapshot {
    Snapshot(published.state, time: options.clock(), of: published)
  }

  /// A search is answered, and nobody waits for the lock, while the file is being read.
  func expectAnswers() async throws {
    try #require(await storage.reached())
    try #require(writer.committer.withLockIfAvailable { $0.journal?.position } != nil)
    writer.makeSearchable()
    let found = snapshot.item(scope: .notes, identifier: "fresh")
    #expect(try found?.item().attributes[.title] == .string("New fresh"))
    #expect(published.loss == LossReport())
  }

  /// All is there once that does not lie in the damaged blocks, besides what came since; now, and after a power loss.
  func expectLeft(besides newer: Set<String>, damagedFiles: Int = 1) throws {
    let identifiers = snapshot.identifiers()
    let left = Set(identifiers)
    #expect(identifiers.count == left.count)
    let lost = damaged[..<damagedFiles].reduce(Set()) { $0.union($1) }.subtracting(newer)
    #expect(left.isSuperset(of: newer) && left.isDisjoint(with: lost))
    #expect(left.isSubset(of: all.union(newer)) && left.count > all.count / 2)
    #expect(Set(published.loss.damages.map(\.path)) == Set(paths[..<damagedFiles]))
    close()
    let again = try Store.open(
      at: "/store", storage: storage.base.afterPowerLoss(), options: options)
    defer { again.close() }
    #expect(again.snapshot().identifiers().sorted() == identifiers.sorted())
    #expect(again.check().isSound)
  }

  /// Ends all, so that no thread stays that waits.
  func close() {
    storage.letGo()
    storage.finish()
    writer.close()
  }
}

/// The first page of rows of a file, and where the text of the last item lies: it is read with all items only.
private struct DamagedPage {
  let path: String
  let offset: Int
  let lastText: UInt64
  let identifiers: Set<String>

  init(_ segment: Segment) throws {
    let documents = segment.documents
    path = try #require(segment.source.path)
    let first = documents.pages.place(of: 0).offset
    offset = Int(first)
    let rest = try documents.row(UInt32(documents.count - 1)).restBlock
    let number = try #require(rest)
    let entry = try documents.source.pin(
      documents.location.blockTableOffset + 16 * UInt64(number), 16)
    lastText = entry.bytes.loadUnaligned(as: UInt64.self)
    identifiers = Set(
      try (0..<UInt32(documents.count))
        .filter { documents.pages.place(of: $0).offset / 4096 == first / 4096 }
        .map { document in
          // The row keeps the bytes of the identifier.
          let row = try documents.row(document)
          return withExtendedLifetime(row) { String(decoding: row.identifier, as: UTF8.self) }
        })
    try #require(identifiers.allSatisfy { $0.contains("-") })
  }
}

/// Holds the first read of one block of a file that is made while a lock is free.
private final class HeldBlock: Sendable {
  private let path: String
  private let offset: UInt64
  private let isFree = Mutex<(@Sendable () -> Bool)?>(nil)

  init(path: String, offset: UInt64) {
    self.path = path
    self.offset = offset
  }

  func arm(while isFree: @escaping @Sendable () -> Bool) {
    self.isFree.withLock { $0 = isFree }
  }

  func holds(_ path: String, _ bytes: Range<UInt64>) -> Bool {
    guard path == self.path, bytes.contains(offset), let look = isFree.withLock({ $0 }) else {
      return false
    }
    // On another thread: this one may have the lock.
    let answer = Mutex(false)
    let done = DispatchGroup()
    done.enter()
    DispatchQueue.global().async {
      let isFree = look()
      answer.withLock { $0 = isFree }
      done.leave()
    }
    done.wait()
    guard answer.withLock({ $0 }) else { return false }
    return isFree.withLock { armed in
      defer { armed = nil }
      return armed != nil
    }
  }
}
