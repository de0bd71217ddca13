import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Many stores, apps and indexes")
struct StoreScaleTests {
  @Test("stores that share a cache keep to its size together")
  func sharedCache() async throws {
    let options = StoreOptions(
      journal: JournalOptions(
        firstAllocationByteCount: 1 << 14, largestAllocationByteCount: 1 << 16),
      cacheByteCount: 256 << 10)
    var stores: [Store] = []
    for number in 0..<24 {
      let store = try Store.open(
        at: "/store\(number)", storage: FaultyStorage(), options: options)
      try await store.put(
        (0..<40).map { Item("\($0)", title: "note \($0)", text: "words of store \(number)") })
      try store.compact()
      stores.append(store)
    }
    for _ in 0..<2 {
      for (number, store) in stores.enumerated() {
        #expect(try store.snapshot().typed("note 39 \(number)").first == "39")
      }
    }
    let statistics = options.cache.statistics
    #expect(statistics.misses > 0)
    #expect(statistics.residentByteCount <= options.cache.byteCount)
    for store in stores { store.close() }
  }

  @Test("each of hundreds of apps with several indexes finds its own items")
  func manyApps() async throws {
    let options = StoreOptions(
      journal: JournalOptions(
        firstAllocationByteCount: 1 << 14, largestAllocationByteCount: 1 << 16),
      cacheByteCount: 1 << 20)
    let store = try Store.open(at: "/store", storage: FaultyStorage(), options: options)
    var batches: [Batch] = []
    for app in 0..<300 {
      for index in ["", "a", "b"] {
        let item = Item("note", title: "note \(app)\(index)")
        batches.append(
          Batch(
            scope: IndexScope(app: "app\(app)", index: index),
            operations: [.put([try ItemCodec.encode(item)])]))
      }
    }
    await withTaskGroup(of: StoreError?.self) { group in
      for batch in batches { group.addTask { await store.apply(batch) } }
      for await error in group { #expect(error == nil) }
    }
    try store.compact()
    let snapshot = store.snapshot()
    #expect(snapshot.scopes().count == 900)
    for app in stride(from: 0, to: 300, by: 37) {
      let name = "app\(app)"
      #expect(try snapshot.matches(#"title == "note*"cdw"#, in: .app(name)).count == 3)
      #expect(
        try snapshot.matches(
          #"uniqueIdentifier == "note""#, in: .scope(IndexScope(app: name, index: "b"))) == ["note"]
      )
    }
    #expect(try snapshot.matches(#"uniqueIdentifier == "note""#).count == 900)
    #expect(
      try snapshot.matches(#"title == "note*"cdw"#, in: .excludingApps(["app7"])).count == 897)
    store.close()
  }
}
