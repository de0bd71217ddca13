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

  private static func formless(_ store: Store) throws -> [IndexSegment] {
    try store.snapshot().state.segments.filter { try !$0.segment.hasAllForms() }
  }

  /// Lets the writer take so many steps.
  private static func settle(_ store: Store, steps: Int = 12) async {
    for _ in 0..<steps { _ = await store.apply(Batch(scope: .notes, operations: [])) }
  }

  @Test("its items get forms once that is wanted, while others are put")
  func completion() async throws {
    let storage = try FormlessStore.make(itemCounts: [600])
    let store = try Store.open(at: "/store", storage: storage, options: Self.options)
    await Self.settle(store)
    #expect(try Self.formless(store).count == 1)
    store.completeForms()
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
    let storage = try FormlessStore.make(itemCounts: Array(repeating: 100, count: 7))
    let store = try Store.open(at: "/store", storage: storage, options: Self.options)
    store.completeForms()
    for number in 0..<12 { try await store.put([Item("x\(number)", title: "x")]) }
    await Self.settle(store)
    #expect(try Self.formless(store).isEmpty)
    #expect(store.snapshot().identifiers().count == 712)
    store.close()
  }

  @Test("of a small store, too, the items are analysed once and not with each opening")
  func smallStore() async throws {
    let storage = try FormlessStore.make(itemCounts: [20])
    var options = Self.options
    options.flushByteCount = StoreOptions().flushByteCount
    let store = try Store.open(at: "/store", storage: storage, options: options)
    store.completeForms()
    await Self.settle(store)
    #expect(try Self.formless(store).isEmpty)
    store.close()
    let again = try Store.open(at: "/store", storage: storage, options: options)
    #expect(try Self.formless(again).isEmpty)
    #expect(again.snapshot().identifiers().count == 20)
    again.close()
  }

  @Test("of a small store whose process ends, too, what was analysed again is kept")
  func kill() async throws {
    let storage = try FormlessStore.make(itemCounts: [20])
    var options = Self.options
    options.flushByteCount = StoreOptions().flushByteCount
    let store = try Store.open(at: "/store", storage: storage, options: options)
    store.completeForms()
    await Self.settle(store)
    let found = try Store.open(at: "/store", storage: storage.afterKill(), options: options)
    #expect(try Self.formless(found).isEmpty)
    #expect(found.snapshot().identifiers().count == 20)
    found.close()
    store.close()
  }

  @Test("a power loss at any point of it loses nothing")
  func powerLoss() async throws {
    let clean = try FormlessStore.make(itemCounts: [300])
    var callCount = 0
    for call in 1... {
      let storage = clean.afterPowerLoss()
      storage.setFault(.init(call: call, isPersistent: true))
      if let store = try? Store.open(at: "/store", storage: storage, options: Self.options) {
        store.completeForms()
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
