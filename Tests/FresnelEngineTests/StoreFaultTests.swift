import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

/// All that a store holds, comparable.
private struct Contents: Hashable {
  var items: Set<Item> = []
  var clientState: [UInt8]?

  init() {}

  init(_ snapshot: Snapshot) throws {
    try snapshot.forEachItem { _, item in
      items.insert(try item.item())
      return true
    }
    clientState = snapshot.clientState(of: .notes)
  }
}

@Suite("Store under failing storage")
struct StoreFaultTests {
  private static let directory = "/store"
  private static let options = StoreOptions(
    clock: { Timestamp(secondsSinceReferenceDate: 0) }, mergesInBackground: false,
    garbageByteCount: 2000)

  private static func open(_ storage: FaultyStorage) throws -> Store {
    try Store.open(at: directory, storage: storage, options: options)
  }

  /// A batch that depends on its number alone.
  private static func batch(_ number: Int, seed: UInt64) throws -> Batch {
    var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(number))
    var operations: [Operation] = []
    if number % 3 == 2 { operations.append(.deleteIdentifiers(["\(number % 4)"])) }
    if number % 7 == 6 { operations.append(.deleteDomains(["a"])) }
    let items = (0..<2).map { index in
      var item = RandomText.item("\((number + index) % 5)", &generator)
      item.domainIdentifier = index == 0 ? "a.b" : "c"
      item.isUpdate = number % 5 == 4
      return item
    }
    operations.append(.put(try items.map { try ItemCodec.encode($0) }))
    return Batch(scope: .notes, operations: operations, clientState: [UInt8(number)])
  }

  private static let batchCount = 12

  /// Commits batches until one fails; returns what may be found afterwards: the state last
  /// acknowledged, and the one in flight.
  private static func run(_ storage: FaultyStorage, seed: UInt64) async throws -> [Contents] {
    var candidates = [Contents()]
    guard let store = try? open(storage) else { return candidates }
    let model = try Store.open(at: directory, storage: FaultyStorage(), options: options)
    for number in 0..<batchCount {
      let batch = try batch(number, seed: seed)
      let error = await store.apply(batch)
      #expect(await model.apply(batch) == nil)
      let after = try Contents(model.snapshot())
      if error != nil {
        candidates.append(after)
        break
      }
      candidates = [after]
      if number == 6, (try? store.compact()) == nil { break }
    }
    store.close()
    model.close()
    return candidates
  }

  @Test(
    "after a lasting fault and a power loss, the last acknowledged state is found",
    arguments: 0..<3 as Range<UInt64>)
  func lastingFault(seed: UInt64) async throws {
    let clean = FaultyStorage()
    _ = try await Self.run(clean, seed: seed)
    for call in 1...clean.callCount {
      let storage = FaultyStorage(
        fault: .init(call: call, isPersistent: true, shortWriteByteCount: call * 37 % 200))
      let candidates = try await Self.run(storage, seed: seed)
      for loss in [
        FaultyStorage.PowerLoss.dropsEverything, .keepsRandomSectors(seed: seed &+ UInt64(call)),
      ] {
        let found = try Self.open(storage.afterPowerLoss(loss))
        try #require(
          candidates.contains(try Contents(found.snapshot())), "seed \(seed), call \(call), \(loss)"
        )
        try #require(found.loss.damages.isEmpty, "seed \(seed), call \(call), \(loss)")
        found.close()
      }
    }
  }

  @Test(
    "after a passing fault the store goes on, and memory equals what a power loss leaves",
    arguments: 0..<3 as Range<UInt64>)
  func passingFault(seed: UInt64) async throws {
    let clean = FaultyStorage()
    _ = try await Self.run(clean, seed: seed)
    for call in 1...clean.callCount {
      let storage = FaultyStorage(
        fault: .init(
          call: call, isPersistent: false, code: call % 2 == 0 ? .inputOutput : .full,
          shortWriteByteCount: call * 61 % 300))
      var opened = try? Self.open(storage)
      if opened == nil { opened = try Self.open(storage) }
      let store = try #require(opened)
      var failureCount = 0
      var lastError: StoreError?
      for number in 0..<Self.batchCount {
        lastError = await store.apply(try Self.batch(number, seed: seed))
        if lastError != nil { failureCount += 1 }
        if number == 6 { try? store.compact() }
      }
      #expect(failureCount <= 1, "seed \(seed), call \(call)")
      let held = try Contents(store.snapshot())
      let found = try Self.open(storage.afterPowerLoss())
      try #require(try Contents(found.snapshot()) == held, "seed \(seed), call \(call)")
      if lastError == nil { #expect(held.clientState == [UInt8(Self.batchCount - 1)]) }
      found.close()
      store.close()
    }
  }

  @Test(
    "a damaged journal never gives a wrong answer, and loss asks for indexing again",
    arguments: 0..<4 as Range<UInt64>)
  func damage(seed: UInt64) async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    var states = [Contents()]
    for number in 0..<5 {
      #expect(await store.apply(try Self.batch(number, seed: seed)) == nil)
      states.append(try Contents(store.snapshot()))
    }
    store.close()
    let known = Set(states)
    var generator = SeededGenerator(seed: seed)
    for path in storage.paths {
      let bytes = try #require(storage.contents(of: path))
      for _ in 0..<60 where !bytes.isEmpty {
        let copy = storage.afterPowerLoss()
        copy.setContents(generator.mutate(bytes, changes: 1), of: path)
        guard let found = try? Self.open(copy) else { continue }
        let contents = try Contents(found.snapshot())
        // A journal that begins with a checkpoint may be cut inside it: then a part of a state is left.
        try #require(
          known.contains(contents) || known.contains { contents.items.isSubset(of: $0.items) },
          "seed \(seed), \(path)")
        if contents != states.last {
          try #require(found.loss.extent != .none, "seed \(seed), \(path)")
          try #require(found.snapshot().needsReindex(.notes))
          // Acknowledged once, it stays acknowledged.
          let error: StoreError? = await withCheckedContinuation { continuation in
            found.acknowledgeReindex(of: .notes, upTo: found.snapshot().lossCount) {
              continuation.resume(returning: $0)
            }
          }
          try #require(error == nil)
          found.close()
          let again = try Self.open(copy)
          try #require(
            !again.snapshot().needsReindex(.notes) && again.snapshot().needsReindex(.mail))
          again.close()
        } else {
          found.close()
        }
      }
    }
  }
}
