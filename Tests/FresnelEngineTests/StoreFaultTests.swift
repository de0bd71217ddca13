import FresnelEngine
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Store under failing storage")
struct StoreFaultTests {
  private static let seeds = 0..<5 as Range<UInt64>
  /// How many storage calls of a script `make test` fails.
  private static let sampleCount = 25

  /// The faults to try at calls of a script: all ways to fail at all calls, or one way at some.
  private static func faults(
    _ script: StoreScript, isPersistent: Bool
  ) async throws -> [FaultyStorage.Fault] {
    let calls = Torture.cases(
      1..<(try await script.callCount()) + 1, sample: sampleCount, seed: script.seed)
    return calls.flatMap {
      FaultyStorage.Fault.sample(call: $0, isPersistent: isPersistent, seed: script.seed)
    }
  }

  @Test(
    "after a lasting fault and a power loss or a kill, the last acknowledged state is found",
    arguments: seeds)
  func lastingFault(seed: UInt64) async throws {
    let faults = try await Self.faults(StoreScript(seed: seed), isPersistent: true)
    for (number, fault) in faults.enumerated() {
      try await Self.checkWhatIsLeft(by: fault, seed: seed)
      Torture.report(number, every: 500, "lasting faults of \(faults.count), seed \(seed)")
    }
  }

  /// Runs a script into a fault, and looks at what the power's failing, or the process's, leaves.
  static func checkWhatIsLeft(by fault: FaultyStorage.Fault, seed: UInt64) async throws {
    let storage = FaultyStorage(fault: fault)
    let script = StoreScript(seed: seed)
    let candidates = try await script.run(on: storage)
    for (way, left) in [
      ("power loss", storage.afterPowerLoss()),
      ("sectors", storage.afterPowerLoss(.keepsRandomSectors(seed: seed &+ UInt64(fault.call)))),
      ("kill", storage.afterKill()),
    ] {
      let comment: Comment = "seed \(seed), \(fault), \(way)"
      let found = try script.open(left)
      let contents = try StoreContents(found.snapshot())
      try #require(candidates.contains(contents), comment)
      try #require(found.loss == LossReport(), comment)
      let report = found.check()
      try #require(report.isSound, "seed \(seed), \(fault), \(way): \(report.faults)")
      found.close()
    }
  }

  @Test(
    "after a passing fault the store goes on, and memory equals what a power loss leaves",
    arguments: seeds)
  func passingFault(seed: UInt64) async throws {
    let faults = try await Self.faults(StoreScript(seed: seed), isPersistent: false)
    for (number, fault) in faults.enumerated() {
      let storage = FaultyStorage(fault: fault)
      let script = StoreScript(seed: seed)
      var opened = try? script.open(storage)
      if opened == nil { opened = try script.open(storage) }
      let store = try #require(opened)
      let failed = try await Self.goOn(store, storage, script, "seed \(seed), \(fault)")
      try #require(failed.count <= 1, "seed \(seed), \(fault)")
      store.close()
      Torture.report(number, every: 500, "passing faults of \(faults.count), seed \(seed)")
    }
  }

  @Test(
    "on a full disk batches fail whole or not at all, and go on once there is room",
    arguments: seeds)
  func fullDisk(seed: UInt64) async throws {
    let calls = try await StoreScript(seed: seed).callCount()
    for call in Torture.cases(1..<calls + 1, sample: Self.sampleCount, seed: seed) {
      let storage = FaultyStorage()
      let script = StoreScript(seed: seed)
      let store = try script.open(storage)
      storage.setFault(
        .init(
          call: call, isPersistent: true, code: .full, shortWriteByteCount: call * 41 % 5000,
          onlyNeedsRoom: true))
      let roomIsBack = StoreScript.batchCount - 5
      let failed = try await Self.goOn(
        store, storage, script, "seed \(seed), call \(call)"
      ) { number in
        if number == roomIsBack {
          storage.setFault(nil)
          // Merges wait a little after a failure.
          script.clock.advance(by: 11)
        }
      }
      try #require(failed.allSatisfy { $0 < roomIsBack }, "seed \(seed), call \(call)")
      store.close()
      Torture.report(call, every: 500, "calls on a full disk of \(calls), seed \(seed)")
    }
  }

  /// Commits all batches of a script, whatever fails, and compares what is held with what the
  /// successful ones lead to, and with what a power loss leaves.
  ///
  /// - Returns: The batches that failed.
  private static func goOn(
    _ store: Store, _ storage: FaultyStorage, _ script: StoreScript, _ comment: Comment,
    before: (Int) -> Void = { _ in }
  ) async throws -> [Int] {
    let model = try script.model()
    var failed: [Int] = []
    for number in 0..<StoreScript.batchCount {
      before(number)
      let batch = try script.batch(number)
      if await store.apply(batch) != nil { failed.append(number) }
      let held = try StoreContents(store.snapshot())
      // One that failed with a sync may be there, whole.
      if try failed.last != number || held != StoreContents(model.snapshot()) {
        try await model.expectSuccess(of: batch)
      }
      let expected = try StoreContents(model.snapshot())
      try #require(held == expected, "\(comment), batch \(number)")
      if number == 15 { try? store.compact() }
      script.clock.advance(by: 1)
    }
    let held = try StoreContents(store.snapshot())
    try #require(try held == StoreContents(model.snapshot()), comment)
    try #require(store.loss == LossReport(), comment)
    let found = try script.open(storage.afterPowerLoss())
    try #require(try StoreContents(found.snapshot()) == held, comment)
    try #require(found.loss == LossReport() && found.check().isSound, comment)
    found.close()
    model.close()
    return failed
  }
}
