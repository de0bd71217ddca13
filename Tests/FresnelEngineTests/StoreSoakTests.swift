import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

/// What `make soak` runs: random histories, for as long as one likes.
@Suite("Store soaked in random operations", .serialized)
struct StoreSoakTests {
  private static let minuteCount = Environment["FRESNEL_SOAK_MINUTES"].flatMap { Int($0) } ?? 0

  @Test(
    "stores equal the model for as long as random operations go on",
    .enabled(if: minuteCount > 0, "make soak runs this, for MINUTES"),
    .timeLimit(.minutes(minuteCount + 15)))
  func soak() async throws {
    let start = MonotonicClock.nanoseconds
    let minute: UInt64 = 60 * 1_000_000_000
    let first = Environment["FRESNEL_SOAK_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1 << 40)
    var seed = first
    var reported: UInt64 = 0
    var stepCount = 0
    Torture.tell("From seed \(first) on, for \(Self.minuteCount) minutes:")
    while MonotonicClock.nanoseconds - start < UInt64(Self.minuteCount) * minute {
      // Most stores are short-lived; some grow until their files are merged more than once.
      let steps = seed % 10 == 9 ? 600 : 80
      try await withTemporaryStore { directory in
        var history = StoreHistory(seed: seed, directory: directory, storage: FileStorage())
        try await history.run(steps: steps)
      }
      try await Self.failOnce(seed: seed)
      seed += 1
      stepCount += steps
      let passed = (MonotonicClock.nanoseconds - start) / minute
      if passed > reported {
        reported = passed
        Torture.tell(
          "\(passed) minutes: \(seed - first) stores, \(stepCount) operations, as the model says")
      }
    }
    Torture.tell("\(seed - first) stores, \(stepCount) operations, as the model says")
  }

  /// Fails a random storage call in a random way.
  private static func failOnce(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let calls = try await StoreScript(seed: seed).callCount()
    let ways = FaultyStorage.Fault.ways(
      call: 1 + generator.below(calls), isPersistent: generator.once(in: 2))
    try await StoreFaultTests.checkWhatIsLeft(by: ways[generator.below(ways.count)], seed: seed)
  }
}
