import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("A store that was written before there were forms")
struct StoreFormsTests {
  private static let options = StoreOptions(
    clock: { Timestamp(secondsSinceReferenceDate: 0) }, mergesInBackground: false,
    flushByteCount: 1)

  /// A store with files of so many items each, whose keys lack forms.
  private static func store(itemCounts: [Int]) throws -> FaultyStorage {
    let storage = FaultyStorage()
    let files = SegmentFiles(
      directory: "/store", storage: storage, cache: options.cache, key: nil)
    try storage.createDirectory("/store")
    var state = IndexState()
    var first = 0
    for (place, count) in itemCounts.enumerated() {
      var builder = SegmentBuilder()
      for number in first..<first + count {
        let item = Item("\(number)", title: "Title \(number)", text: "words")
        builder.add(try EncodedItem(validating: ItemCodec.encode(item)), scope: .notes)
      }
      first += count
      let number = UInt64(place + 1)
      _ = try builder.finish(to: try files.sink(number), listsForms: false)
      state.segments.append(
        IndexSegment(
          SegmentView(try files.open(number), scopeNumbers: [0]),
          file: .init(number: number, writtenLiveCount: count)))
    }
    let journal = try JournalStore.open(directory: "/store", storage: storage, mode: .readWrite) {
      _ in
    }
    let nextNumber = UInt64(itemCounts.count + 1)
    try journal.replaceContent(SegmentList(state, nextNumber: nextNumber).encode())
    try journal.close()
    return storage
  }

  private static func formless(_ store: Store) throws -> [IndexSegment] {
    try store.snapshot().state.segments.filter { try !$0.segment.hasAllForms() }
  }

  /// Lets the writer take so many steps.
  private static func settle(_ store: Store, steps: Int = 12) async {
    for _ in 0..<steps { _ = await store.apply(Batch(scope: .notes, operations: [])) }
  }

  @Test("its items get forms once that is wanted, while others are put")
  func completion() async throws {
    let storage = try Self.store(itemCounts: [600])
    let store = try Store.open(at: "/store", storage: storage, options: Self.options)
    await Self.settle(store)
    #expect(try Self.formless(store).count == 1)
    store.completeForms(true)
    for number in 0..<4 { try await store.put([Item("x\(number)", title: "x")]) }
    try await store.put([Item("17", title: "Other")])
    await Self.settle(store)
    #expect(try Self.formless(store).isEmpty)
    #expect(store.snapshot().identifiers().count == 604)
    #expect(try store.snapshot().matches(#"** == "words"cdwt"#).count == 599)
    #expect(!storage.paths.contains("/store/segment-0000000000000001"))
    store.close()
    let again = try Store.open(at: "/store", storage: storage, options: Self.options)
    #expect(try Self.formless(again).isEmpty)
    #expect(again.snapshot().identifiers().count == 604)
    again.close()
  }

  @Test("files that would be merged are left alone meanwhile, so that it ends")
  func manyFiles() async throws {
    let storage = try Self.store(itemCounts: Array(repeating: 100, count: 7))
    let store = try Store.open(at: "/store", storage: storage, options: Self.options)
    store.completeForms(true)
    for number in 0..<12 { try await store.put([Item("x\(number)", title: "x")]) }
    await Self.settle(store)
    #expect(try Self.formless(store).isEmpty)
    #expect(store.snapshot().identifiers().count == 712)
    store.close()
  }

  @Test("of a small store, too, the items are analysed once and not with each opening")
  func smallStore() async throws {
    let storage = try Self.store(itemCounts: [20])
    var options = Self.options
    options.flushByteCount = StoreOptions().flushByteCount
    let store = try Store.open(at: "/store", storage: storage, options: options)
    store.completeForms(true)
    await Self.settle(store)
    #expect(try Self.formless(store).isEmpty)
    store.close()
    let again = try Store.open(at: "/store", storage: storage, options: options)
    #expect(try Self.formless(again).isEmpty)
    #expect(again.snapshot().identifiers().count == 20)
    again.close()
  }

  @Test("it stops when it is not wanted any more, and goes on from there")
  func stopping() async throws {
    let storage = try Self.store(itemCounts: [600, 600])
    let store = try Store.open(at: "/store", storage: storage, options: Self.options)
    store.completeForms(true)
    store.completeForms(false)
    await Self.settle(store, steps: 2)
    let left = try Self.formless(store).map(\.view.live.count)
    await Self.settle(store)
    #expect(try Self.formless(store).map(\.view.live.count) == left)
    #expect(store.snapshot().identifiers().count == 1200)
    store.completeForms(true)
    await Self.settle(store)
    #expect(try Self.formless(store).isEmpty)
    #expect(store.snapshot().identifiers().count == 1200)
    store.close()
  }

  @Test("a power loss at any point of it loses nothing")
  func powerLoss() async throws {
    let clean = try Self.store(itemCounts: [300])
    var callCount = 0
    for call in 1... {
      let storage = clean.afterPowerLoss()
      storage.setFault(.init(call: call, isPersistent: true))
      if let store = try? Store.open(at: "/store", storage: storage, options: Self.options) {
        store.completeForms(true)
        await Self.settle(store, steps: 2)
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
