import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

/// A store that fills its disk and then has items deleted while there is no room, as random as the seed says,
/// beside a naive one that takes what was acknowledged.
struct FullDiskHistory {
  private static let scopes = [IndexScope.notes, .mail]

  private let seed: UInt64
  private let clock = ManualClock()
  private var storage = FaultyStorage()
  private var generator: SeededGenerator
  private var model = NaiveStore()
  private var capacity = 0

  init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  /// A file for each batch, for some of them, or none at all; written beside the writer or by it.
  private var options: StoreOptions {
    StoreOptions(
      clock: { [clock] in clock.now }, mergesInBackground: seed % 2 == 0,
      flushByteCount: [1, 60_000, 16 << 20][Int(seed % 3)],
      encryptionKey: WriterProgram.key(seed % 5 == 4 ? 7 : 0))
  }

  private func open() throws -> Store {
    try Store.open(at: "/store", storage: storage, options: options)
  }

  mutating func run() async throws {
    var store = try open()
    for _ in 0..<(2 + generator.below(6)) {
      try #require(try await put(in: store) == nil, "seed \(seed)")
    }
    if generator.once(in: 2) {
      store.close()
      store = try open()
    }
    try await fill(store)
    for round in 0..<8 {
      let place: Comment = "seed \(seed), round \(round)"
      switch generator.below(6) {
      case 0:
        // Some of it may find room that a deletion gave back.
        if let error = try await put(in: store) { #expect(error.isDiskFull, place) }
      case 1: try store.compact(orFindFull: place)
      default: try await delete(from: store, place)
      }
      try compare(store, place)
      if generator.once(in: 3) {
        store = try reopen(store)
        #expect(store.loss.extent == .none, place)
        try compare(store, place)
      }
      clock.advance(by: 11)
    }
    for scope in Self.scopes {
      let batch = Batch(scope: scope, operations: [.deleteAll])
      _ = model.apply(batch, items: [], now: clock.now)
      #expect(await store.apply(batch) == nil, "seed \(seed)")
    }
    clock.advance(by: 11)
    try compare(store, "seed \(seed)")
    try store.compact()
    #expect(storage.usedByteCount < 500_000, "seed \(seed)")
    let last = Item("last", title: "There is room again")
    let batch = Batch(scope: .notes, operations: [.put([try ItemCodec.encode(last)])])
    let error = await store.apply(batch)
    #expect(error == nil, "seed \(seed), \(fileSizes) of \(capacity)")
    _ = model.apply(batch, items: [[last]], now: clock.now)
    store = try reopen(store)
    try compare(store, "seed \(seed)")
    #expect(store.check().isSound, "seed \(seed)")
    store.close()
  }

  private var fileSizes: [String] {
    storage.paths.map { "\($0): \(storage.contents(of: $0)?.count ?? 0)" }
  }

  // MARK: - Steps

  /// Leaves no byte free, and then puts items until the journal has no room either.
  private mutating func fill(_ store: Store) async throws {
    // What merges have begun may be there twice: the disk has room for what there is when they are done.
    await PatchFixture.settle(store)
    capacity = storage.usedByteCount
    storage.setCapacity(capacity)
    for _ in 0..<200 {
      if let error = try await put(in: store) {
        #expect(error.isDiskFull, "seed \(seed)")
        return
      }
    }
    Issue.record("a full disk takes everything, seed \(seed)")
  }

  /// Puts some items; what was acknowledged is in the model.
  private mutating func put(in store: Store) async throws -> StoreError? {
    let scope = Self.scopes.randomElement(using: &generator) ?? .notes
    let items = (0..<(1 + generator.below(4))).map { _ in
      let number = generator.below(60)
      var item = Item(
        "id\(number)", title: "Title \(generator.below(9))", domain: "d\(number % 5)")
      let noise = (0..<(100 + generator.below(2000))).flatMap { _ in
        withUnsafeBytes(of: generator.next()) { Array($0) }
      }
      item.attributes[.thumbnailData] = .data(noise)
      return item
    }
    let batch = Batch(
      scope: scope, operations: [.put(try items.map { try ItemCodec.encode($0) })])
    let error = await store.apply(batch)
    if error == nil { _ = model.apply(batch, items: [items], now: clock.now) }
    return error
  }

  /// Deletes something, which has to go through.
  private mutating func delete(from store: Store, _ place: Comment) async throws {
    let scope = Self.scopes.randomElement(using: &generator) ?? .notes
    let operation: FresnelEngine.Operation =
      switch generator.below(6) {
      case 0: .deleteAll
      case 1, 2: .deleteDomains(["d\(generator.below(5))"])
      default: .deleteIdentifiers((0..<6).map { _ in "id\(generator.below(60))" })
      }
    let batch = Batch(scope: scope, operations: [operation])
    let error = await store.apply(batch)
    #expect(error == nil, place)
    if error == nil { _ = model.apply(batch, items: [], now: clock.now) }
  }

  /// Opens the store again after it was closed, its process was killed, or the power went off.
  private mutating func reopen(_ store: Store) throws -> Store {
    switch generator.below(3) {
    case 0: store.close()
    case 1: storage = storage.afterKill()
    default:
      storage = storage.afterPowerLoss(.keepsRandomSectors(seed: seed))
      // Names whose removal was not durable are there again.
      capacity = max(capacity, storage.usedByteCount)
    }
    storage.setCapacity(capacity)
    return try open()
  }

  private func compare(_ store: Store, _ place: Comment) throws {
    var expected = StoreContents()
    for (key, item) in model.visible(clock.now) {
      expected.items[key.scope, default: []].insert(item)
    }
    let found = try StoreContents(store.snapshot())
    try #require(found.items == expected.items, place)
  }
}

extension Store {
  /// Compacts; where there is no room for that, says so.
  fileprivate func compact(orFindFull place: Comment) throws {
    do throws(StoreError) {
      try compact()
    } catch {
      #expect(error.isDiskFull, place)
    }
  }
}
