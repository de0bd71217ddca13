import Dispatch
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

@testable import FresnelEngine

/// Writing a damaged segment anew is called off by what can't wait for it.
@Suite("Calling off the writing of a damaged segment", .timeLimit(.minutes(30)))
struct WriterMendingTests {
  private static let options = StoreOptions(closingFlushByteCount: 0)

  /// A writer whose new segment waits to be written: so large that merging asks whether to go on after that.
  private struct Held {
    let storage: HeldStorage
    let writer: IndexWriter
    let published = PublishedIndex()
    /// The damaged file, and what it has.
    let damaged: (path: String, bytes: [UInt8])
    var expected: Set<String>

    init() async throws {
      let base = FaultyStorage()
      let store = try Store.open(at: "/store", storage: base, options: options)
      var generator = SeededGenerator(seed: 1)
      try await store.put(
        (0..<2000).map { number in
          let words = (0..<120).map { _ in "w\(generator.below(1 << 20))" }
          return Item("\(number)", title: "Note \(number)", text: words.joined(separator: " "))
        })
      expected = Set(store.snapshot().identifiers())
      store.close()
      let left = base.afterPowerLoss()
      let path = try #require(left.paths.first { $0.hasPrefix("/store/segment-") })
      var bytes = try #require(left.contents(of: path))
      bytes[bytes.count - 1] ^= 1
      left.setContents(bytes, of: path)
      damaged = (path, bytes)
      storage = HeldStorage(left) { $0.hasPrefix("/store/segment-") }
      writer = try IndexWriter(
        directory: "/store", storage: storage, options: options, publishingTo: published)
      await storage.reached()
      // What is held is the merge; it is not over.
      #expect(segments.count == 2 && writer.committer.withLock { $0.isMending })
    }

    var segments: [String] { storage.base.paths.filter { $0.hasPrefix("/store/segment-") } }

    var identifiers: Set<String> {
      Set(Snapshot(published.state, time: options.clock(), of: published).identifiers())
    }

    mutating func delete(_ identifier: String) async throws {
      let error = await withCheckedContinuation { continuation in
        writer.submit(Batch(scope: .notes, operations: [.deleteIdentifiers([identifier])])) {
          continuation.resume(returning: $0)
        }
      }
      if let error { throw error }
      expected.remove(identifier)
    }

    /// Does something that calls merges off on another thread. Lets the held writes go once they are being called off,
    /// and returns when it is done, with what examinations were answered that began before.
    func callingOff(_ body: @escaping @Sendable (IndexWriter) -> Void) async -> StoreError? {
      async let answer = withCheckedContinuation { continuation in
        writer.finishExaminations { continuation.resume(returning: $0) }
        DispatchQueue.global().async { [writer] in body(writer) }
      }
      while !writer.mergesAreCancelled.load(ordering: .relaxed) { await Task.yield() }
      storage.letGo()
      return await answer
    }
  }

  @Test("closing calls it off; the next opening that meets the damage begins it again")
  func closing() async throws {
    var held = try await Held()
    try await held.delete("20")
    #expect(held.identifiers == held.expected)
    let answer = await held.callingOff { $0.close() }
    #expect(answer?.code == .closed)
    held.writer.close()
    #expect(held.segments == [held.damaged.path])
    #expect(held.storage.base.contents(of: held.damaged.path) == held.damaged.bytes)
    #expect(held.published.loss == LossReport())
    let left = held.storage.base.afterPowerLoss()
    let again = try Store.open(at: "/store", storage: left, options: Self.options)
    await withCheckedContinuation { continuation in
      again.finishExaminations { _ in continuation.resume() }
    }
    #expect(Set(again.snapshot().identifiers()) == held.expected)
    #expect(again.loss.extent == .none && again.loss.damages.map(\.lostItemCount) == [0])
    #expect(again.check().isSound)
    again.close()
  }

  @Test("compacting calls it off, writes what there is, and the damaged file is kept")
  func compacting() async throws {
    var held = try await Held()
    try await held.delete("20")
    let begun = held.segments
    let answer = await held.callingOff { writer in
      #expect(throws: Never.self) { try writer.compact(isCancelled: { false }) }
    }
    #expect(answer == nil)
    #expect(held.segments.count == 1 && !held.segments.contains(where: begun.contains))
    #expect(held.identifiers == held.expected)
    let damage = try #require(held.published.loss.damages.first)
    #expect(held.published.loss.extent == .none && damage.lostItemCount == 0)
    let aside = try #require(damage.setAsidePath)
    #expect(held.storage.base.contents(of: aside) == held.damaged.bytes)
    held.writer.close()
    let left = held.storage.base.afterPowerLoss()
    let again = try Store.open(at: "/store", storage: left, options: Self.options)
    #expect(Set(again.snapshot().identifiers()) == held.expected)
    #expect(again.loss == LossReport() && again.check().isSound)
    again.close()
  }
}
