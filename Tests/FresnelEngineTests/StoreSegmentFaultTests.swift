import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

/// All that a store shows, comparable.
private struct Contents: Hashable {
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
private struct Script {
  static let batchCount = 22
  let seed: UInt64
  let clock = ManualClock()

  func options(imageByteCount: Int, inBackground: Bool = false) -> StoreOptions {
    StoreOptions(
      clock: { [clock] in clock.now }, mergesInBackground: inBackground,
      imageByteCount: imageByteCount, garbageByteCount: 2000)
  }

  /// Writes files for each batch, for every few of them, or never.
  var options: StoreOptions {
    options(
      imageByteCount: [1, 2500, 6000, 1][Int(seed % 4)], inBackground: seed % 4 == 3)
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
      at: "/model", storage: FaultyStorage(), options: options(imageByteCount: 1 << 24))
  }
}

@Suite("Segments under failing storage")
struct StoreSegmentFaultTests {
  private static let directory = "/store"

  private static func open(_ storage: FaultyStorage, _ script: Script) throws -> Store {
    try Store.open(at: directory, storage: storage, options: script.options)
  }

  /// Commits batches until one fails; returns what may be found afterwards: the state last
  /// acknowledged, and the one in flight.
  private static func run(_ storage: FaultyStorage, _ script: Script) async throws -> [Contents] {
    var candidates = [Contents()]
    guard let store = try? open(storage, script) else { return candidates }
    let model = try script.model()
    for number in 0..<Script.batchCount {
      let batch = try script.batch(number)
      let error = await store.apply(batch)
      #expect(await model.apply(batch) == nil)
      let after = try Contents(model.snapshot())
      if error != nil {
        candidates.append(after)
        break
      }
      candidates = [after]
      if number == 15, (try? store.compact()) == nil { break }
      if number < Script.batchCount - 1 { script.clock.advance(by: 1) }
      candidates = [try Contents(model.snapshot())]
    }
    store.close()
    model.close()
    return candidates
  }

  /// Every so many calls are tried, from another one for each seed.
  private static func calls(of seed: UInt64, upTo count: Int, every step: Int) -> [Int] {
    Array(stride(from: 1 + Int(seed) * 17 % step, through: max(count, 1), by: step))
  }

  @Test(
    "after a lasting fault and a power loss or a kill, the last acknowledged state is found",
    arguments: 0..<4 as Range<UInt64>)
  func lastingFault(seed: UInt64) async throws {
    let clean = FaultyStorage()
    _ = try await Self.run(clean, Script(seed: seed))
    for call in Self.calls(of: seed, upTo: clean.callCount, every: Self.lastingStep) {
      let storage = FaultyStorage(
        fault: .init(call: call, isPersistent: true, shortWriteByteCount: call * 37 % 5000))
      let script = Script(seed: seed)
      let candidates = try await Self.run(storage, script)
      for (way, left) in [
        ("power loss", storage.afterPowerLoss()),
        ("sectors", storage.afterPowerLoss(.keepsRandomSectors(seed: seed &+ UInt64(call)))),
        ("kill", storage.afterKill()),
      ] {
        let found = try Self.open(left, script)
        let contents = try Contents(found.snapshot())
        try #require(candidates.contains(contents), "seed \(seed), call \(call), \(way)")
        try #require(found.loss == LossReport(), "seed \(seed), call \(call), \(way)")
        let report = found.check()
        try #require(report.isSound, "seed \(seed), call \(call), \(way): \(report.faults)")
        found.close()
      }
    }
  }

  @Test(
    "after a passing fault the store goes on, and memory equals what a power loss leaves",
    arguments: 0..<4 as Range<UInt64>)
  func passingFault(seed: UInt64) async throws {
    let clean = FaultyStorage()
    _ = try await Self.run(clean, Script(seed: seed))
    for call in Self.calls(of: seed, upTo: clean.callCount, every: Self.passingStep) {
      let storage = FaultyStorage(
        fault: .init(
          call: call, isPersistent: false, code: call % 2 == 0 ? .inputOutput : .full,
          shortWriteByteCount: call * 61 % 5000))
      let script = Script(seed: seed)
      var opened = try? Self.open(storage, script)
      if opened == nil { opened = try Self.open(storage, script) }
      let store = try #require(opened)
      try await Self.goOn(store, storage, script, "seed \(seed), call \(call)") { _ in }
      store.close()
    }
  }

  @Test(
    "on a full disk batches fail whole or not at all, and go on once there is room",
    arguments: 0..<4 as Range<UInt64>)
  func fullDisk(seed: UInt64) async throws {
    let clean = FaultyStorage()
    _ = try await Self.run(clean, Script(seed: seed))
    for call in Self.calls(of: seed, upTo: clean.callCount, every: Self.fullStep) {
      let storage = FaultyStorage()
      let script = Script(seed: seed)
      let store = try Self.open(storage, script)
      storage.setFault(
        .init(
          call: call, isPersistent: true, code: .full, onlyNeedsRoom: true))
      try await Self.goOn(store, storage, script, "seed \(seed), call \(call)") { number in
        if number == Script.batchCount - 5 {
          storage.setFault(nil)
          // Joins wait a little after a failure.
          script.clock.advance(by: 11)
        }
      }
      store.close()
    }
  }

  /// Commits all batches of a script, whatever fails, and compares what is held with what the
  /// successful ones lead to, and with what a power loss leaves.
  private static func goOn(
    _ store: Store, _ storage: FaultyStorage, _ script: Script, _ comment: Comment,
    before: (Int) -> Void
  ) async throws {
    let model = try script.model()
    for number in 0..<Script.batchCount {
      before(number)
      let batch = try script.batch(number)
      let error = await store.apply(batch)
      if error != nil {
        // One that failed with a sync may be there, whole.
        let held = try Contents(store.snapshot())
        if try held != Contents(model.snapshot()) { #expect(await model.apply(batch) == nil) }
        try #require(try held == Contents(model.snapshot()), comment)
      } else {
        #expect(await model.apply(batch) == nil)
      }
      if number == 15 { try? store.compact() }
      script.clock.advance(by: 1)
    }
    let held = try Contents(store.snapshot())
    try #require(try held == Contents(model.snapshot()), comment)
    try #require(store.loss == LossReport(), comment)
    let found = try open(storage.afterPowerLoss(), script)
    try #require(try Contents(found.snapshot()) == held, comment)
    try #require(found.loss == LossReport() && found.check().isSound, comment)
    found.close()
    model.close()
  }

  private static let lastingStep = 67
  private static let passingStep = 67
  private static let fullStep = 97
}
