import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport

/// All that a store shows, comparable.
struct StoreContents: Hashable {
  var items: [IndexScope: Set<Item>] = [:]
  var clientStates: [IndexScope: [UInt8]] = [:]

  init() {}

  init(_ snapshot: Snapshot) throws {
    try snapshot.forEachItem { scope, item in
      items[scope, default: []].insert(try item.item())
      return true
    }
    for scope in [IndexScope.notes, .mail] { clientStates[scope] = snapshot.clientState(of: scope) }
  }
}

/// Batches that depend on their numbers alone, and a clock that goes on with each.
struct StoreScript {
  static let batchCount = 22
  static let directory = "/store"
  let seed: UInt64
  let clock = ManualClock()

  func options(
    flushByteCount: Int, inBackground: Bool = false, key: EncryptionKey? = nil
  ) -> StoreOptions {
    StoreOptions(
      clock: { [clock] in clock.now }, mergesInBackground: inBackground,
      flushByteCount: flushByteCount, garbageByteCount: 2000, encryptionKey: key)
  }

  /// Writes a file for each batch, for every few of them, or never; one beside the writer, one
  /// encrypted.
  var options: StoreOptions {
    options(
      flushByteCount: [1, 2500, 6000, 1, 1 << 24][Int(seed % 5)], inBackground: seed % 5 == 3,
      key: WriterProgram.key(seed % 5 == 1 ? 7 : 0))
  }

  func open(_ storage: FaultyStorage) throws -> Store {
    try Store.open(at: Self.directory, storage: storage, options: options)
  }

  func batch(_ number: Int) throws -> Batch {
    var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(number))
    var operations: [FresnelEngine.Operation] = []
    if number % 3 == 2 { operations.append(.deleteIdentifiers(["\(number % 7)"])) }
    if number % 7 == 6 { operations.append(.deleteDomains(["a"])) }
    if number == 17 { operations.append(.deleteAll) }
    var items = (0..<2).map { index in
      var item = RandomText.item("\((number + index) % 9)", &generator)
      item.domainIdentifier = index == 0 ? "a.b" : "c"
      item.isUpdate = number % 5 == 4
      if generator.once(in: 3) { item.expiration = time(number + generator.below(5)) }
      return item
    }
    // One that is always the same, but for its expiry now and then.
    var steady = Item("steady", title: "Always here", text: "Renewed now and then")
    if number > 3 { steady.expiration = time(number / 3 * 3 + 12) }
    items.append(steady)
    // One that is counted up, mostly by partial updates.
    var counter = Item("counter", title: "Counts", text: "Counted up with each batch")
    if number % 6 > 1 {
      counter = Item(uniqueIdentifier: "counter")
      counter.isUpdate = true
    }
    counter.attributes[.pageCount] = .integer(Int64(number))
    items.append(counter)
    operations.append(.put(try items.map { try ItemCodec.encode($0) }))
    return Batch(
      scope: number % 4 == 3 ? .mail : .notes, operations: operations,
      clientState: [UInt8(number)])
  }

  private func time(_ number: Int) -> Timestamp {
    Timestamp(secondsSinceReferenceDate: Double(number))
  }

  /// The store without files, whose contents a store with files must have.
  func model() throws -> Store {
    try Store.open(
      at: "/model", storage: FaultyStorage(), options: options(flushByteCount: 1 << 24))
  }

  /// Commits batches until one fails; returns what may be found afterwards: the state last
  /// acknowledged, and the one in flight.
  func run(on storage: FaultyStorage) async throws -> [StoreContents] {
    var candidates = [StoreContents()]
    guard let store = try? open(storage) else { return candidates }
    let model = try model()
    for number in 0..<Self.batchCount {
      let batch = try batch(number)
      let error = await store.apply(batch)
      try await model.expectSuccess(of: batch)
      let after = try StoreContents(model.snapshot())
      if error != nil {
        candidates.append(after)
        break
      }
      candidates = [after]
      if number == 15, (try? store.compact()) == nil { break }
      if number < Self.batchCount - 1 { clock.advance(by: 1) }
      candidates = [try StoreContents(model.snapshot())]
    }
    store.close()
    model.close()
    return candidates
  }

  /// The number of storage calls of a run in which nothing fails.
  func callCount() async throws -> Int {
    let storage = FaultyStorage()
    _ = try await run(on: storage)
    return storage.callCount
  }
}

extension Store {
  /// Applies a batch that can't fail.
  func expectSuccess(of batch: Batch) async throws {
    if let error = await apply(batch) { throw error }
  }
}
