import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("A store whose terms were made by other rules")
struct StoreReanalysisTests {
  private static let otherRules = AnalyzerFingerprint(
    rules: 0, characterClasses: 0, library: "an older one")

  private static let options = StoreOptions(
    clock: { Timestamp(secondsSinceReferenceDate: 0) }, mergesInBackground: false,
    flushByteCount: 1)

  private static let secret = (0..<64).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }

  /// A store with one file, which says that its terms were made by other rules.
  private static func outdatedStore(
    itemCount: Int, expiring expiration: Timestamp? = nil
  ) throws -> FaultyStorage {
    let storage = FaultyStorage()
    let files = SegmentFiles(
      directory: "/store", storage: storage, cache: options.cache, key: nil)
    try storage.createDirectory("/store")
    var builder = SegmentBuilder()
    for number in 0..<itemCount {
      var item = Item("\(number)", title: "Title \(number)", text: "words")
      // Of the last one, with bytes that nothing else has.
      if number == itemCount - 1, let expiration {
        item.expiration = expiration
        item.attributes[.thumbnailData] = .data(secret)
      }
      builder.add(try EncodedItem(validating: ItemCodec.encode(item)), scope: .notes)
    }
    _ = try builder.finish(to: try files.sink(1), fingerprint: otherRules)
    let segment = try files.open(1)
    let entry = IndexSegment(
      SegmentView(segment, scopeNumbers: [0]), file: .init(number: 1, writtenLiveCount: itemCount))
    var state = IndexState()
    state.segments = [entry]
    let journal = try JournalStore.open(directory: "/store", storage: storage, mode: .readWrite) {
      _ in
    }
    try journal.replaceContent(SegmentList(state, nextNumber: 2).encode())
    try journal.close()
    return storage
  }

  @Test("its items are found at once, and are analysed again and moved to a file of today's rules")
  func reanalysis() async throws {
    let storage = try Self.outdatedStore(itemCount: 600)
    let reader = try Store.open(
      at: "/store", mode: .readOnly, storage: storage, options: Self.options)
    #expect(
      try reader.snapshot().typed("title 17") == ["17", "170", "171"] + (172...178).map { "\($0)" })
    #expect(try reader.snapshot().matches(#"** == "words"cdwt"#).count == 600)
    reader.close()

    let store = try Store.open(at: "/store", storage: storage, options: Self.options)
    for number in 0..<4 { try await store.put([Item("x\(number)", title: "x")]) }
    try await store.put([Item("17", title: "Other")])
    for _ in 0..<8 { _ = await store.apply(Batch(scope: .notes, operations: [])) }
    let outdated = store.snapshot().state.segments.filter { !$0.segment.hasCurrentTerms }
    #expect(outdated.isEmpty)
    #expect(store.snapshot().identifiers().count == 604)
    #expect(try store.snapshot().matches(#"** == "words"cdwt"#).count == 599)
    #expect(!storage.paths.contains("/store/segment-0000000000000001"))
    store.close()
  }

  @Test("what expires leaves the disk in time, though it is moved to the journal meanwhile")
  func expiry() async throws {
    let time = Timestamp(secondsSinceReferenceDate: 5000)
    let storage = try Self.outdatedStore(itemCount: 20, expiring: time)
    let clock = ManualClock()
    let store = try Store.open(
      at: "/store", storage: storage,
      options: StoreOptions(clock: { clock.now }, mergesInBackground: false))
    while store.snapshot().state.segments.contains(where: { !$0.segment.hasCurrentTerms }) {
      await PatchFixture.settle(store)
    }
    let tellingPaths = {
      storage.paths.filter { storage.contents(of: $0)?.contains(Self.secret) == true }
    }
    #expect(tellingPaths().contains { $0.contains("/journal-") })
    #expect(store.nextExpiryPass == time)
    clock.advance(by: 5000)
    store.dropExpired()
    await PatchFixture.settle(store)
    #expect(tellingPaths() == [])
    #expect(store.snapshot().identifiers().count == 19)
    #expect(store.nextExpiryPass == nil)
    store.close()
  }

  @Test("a power loss at any point of it loses nothing")
  func powerLoss() async throws {
    let clean = try Self.outdatedStore(itemCount: 300)
    var callCount = 0
    for call in 1... {
      let storage = clean.afterPowerLoss()
      storage.setFault(.init(call: call, isPersistent: true))
      if let store = try? Store.open(at: "/store", storage: storage, options: Self.options) {
        _ = await store.apply(Batch(scope: .notes, operations: []))
        callCount = storage.callCount
        store.close()
      }
      let found = try Store.open(
        at: "/store", storage: storage.afterPowerLoss(), options: Self.options)
      try #require(found.snapshot().identifiers().count == 300, "call \(call)")
      try #require(found.loss.extent == .none, "call \(call)")
      found.close()
      if callCount > 0, callCount < call { break }
    }
  }
}
